"""Notes to purchases and sales: every flow of farmer to plant that the specification lists."""

from __future__ import annotations

import random
from dataclasses import replace
from importlib import import_module
from typing import Any

import pyarrow as pa
import pytest

from lastro.evidence.nfe import LinkedNotes, fold, gather, link, scan_note_file
from lastro.evidence.nfe.limits import Limits
from lastro.law import load
from lastro.statement.catalogue import LANGS, text
from tests.evidence.nfe.builder import (
    COOPERATIVE,
    DISTRIBUTOR,
    FARMER,
    OTHER_FARMER,
    PLANT,
    TAX_OFFICE,
    Item,
    Note,
    authorised,
    bare,
    cnpj,
    counter_note,
    event,
    ref_note,
    ref_paper,
)

SALE = Note()
BRANCH = cnpj(12345678, 2)


def linked(*notes: Note | bytes, plants: tuple[str, ...] = (PLANT,)) -> LinkedNotes:
    read = gather(
        scan_note_file(f"{n}.xml", note if isinstance(note, bytes) else authorised(note))
        for n, note in enumerate(notes)
    )
    result = link(fold(read.documents, read.events, read.references, read.items), load(), plants)
    for finding in result.findings:
        for lang in LANGS:
            for part in ("title", "message", "remedy"):
                text(f"findings.{finding.code}.{finding.variant}.{part}", lang, finding.arguments)
    return result


def rows(notes: LinkedNotes) -> dict[str, dict[str, Any]]:
    """The first item of each key."""
    return {row["key"]: row for row in reversed(notes.items.to_pylist())}


def counted(notes: LinkedNotes) -> dict[str, int]:
    """Value that counts, by key."""
    return {row["key"]: row["value_centavos"] for row in notes.items.to_pylist() if row["counts"]}


def codes(notes: LinkedNotes) -> list[tuple[str, str]]:
    return [(finding.code, finding.variant) for finding in notes.findings]


def after(note: Note, number: int, cfop: str, **changes: Any) -> Note:
    """A note of the same emitter that refers to `note`."""
    items = tuple(replace(item, cfop=cfop) for item in note.items)
    return replace(note, number=number, references=(ref_note(note.key),), **{"items": items, **changes})


def test_a_farmer_sells_with_his_own_note() -> None:
    row = rows(linked(SALE))[SALE.key]
    assert (row["role"], row["side"], row["counts"], row["counts_reason"]) == (
        "purchase",
        "purchase",
        True,
        "producer_note_alone",
    )
    assert (row["seller"], row["seller_kind"], row["buyer"]) == (FARMER, "cpf", PLANT)
    assert (row["product"], row["form"], row["seller_municipality"]) == ("soja", "grao", "5218805")


def test_the_seller_of_an_avulsa_is_the_farmer_not_the_tax_office() -> None:
    avulsa = Note(series=890, issuer=TAX_OFFICE)
    assert rows(linked(avulsa))[avulsa.key]["seller"] == FARMER


def test_a_paper_note_is_proved_by_the_entry_note() -> None:
    entry = counter_note(SALE, references=(ref_paper(FARMER, 12),), items=(Item(cfop="2101"),))
    notes = linked(entry)
    row = rows(notes)[entry.key]
    assert (row["role"], row["counts"], row["seller"], row["buyer"]) == ("entry_of_purchase", True, FARMER, PLANT)
    assert (row["counts_reason"], codes(notes)) == ("entry_note_alone", [])


def test_a_cooperative_sells() -> None:
    note = Note(emitter=COOPERATIVE, series=1, items=(Item(cfop="5159"), Item(cfop="5102")))
    assert len(linked(note).items.filter(linked(note).items["counts"])) == 2


def test_note_and_counter_note_are_one_purchase() -> None:
    entry = counter_note(SALE)
    notes = linked(SALE, entry)
    assert counted(notes) == {entry.key: 250_000}
    assert rows(notes)[SALE.key]["counterpart_key"] == entry.key
    assert set(notes.items["link_group"].to_pylist()) == {min(SALE.key, entry.key)}
    assert set(notes.documents["link_group"].to_pylist()) == {min(SALE.key, entry.key)}
    assert codes(notes) == []


def test_when_they_disagree_the_lower_counts_and_the_difference_is_at_risk() -> None:
    entry = counter_note(SALE, items=(Item(cfop="1101", value="2600.00", unit_price="2.6"),))
    notes = linked(SALE, entry)
    assert counted(notes) == {SALE.key: 250_000}
    assert rows(notes)[SALE.key]["difference_centavos"] == 10_000
    (finding,) = notes.findings
    assert (finding.code, finding.variant, finding.amount_centavos) == ("EVD-NFE-31", "lower", 10_000)


def test_a_cancelled_half_leaves_the_other() -> None:
    entry = counter_note(SALE)
    assert counted(linked(SALE, entry, event(entry.key))) == {SALE.key: 250_000}
    assert counted(linked(SALE, entry, event(SALE.key))) == {entry.key: 250_000}
    notes = linked(SALE, entry, event(SALE.key), event(entry.key))
    assert counted(notes) == {}
    assert rows(notes)[SALE.key]["counts_reason"] == "state_cancelled"


def test_only_an_authorised_note_counts() -> None:
    for document, reason in (
        (bare(SALE), "state_unproven"),
        (authorised(replace(SALE, environment="2")), "state_homologation"),
    ):
        row = rows(linked(document))[SALE.key]
        assert (row["counts"], row["counts_reason"]) == (False, reason)


def test_a_branch_of_the_company_is_the_company() -> None:
    to_branch = replace(SALE, recipient=BRANCH)
    entry = counter_note(to_branch, emitter=PLANT)
    assert counted(linked(to_branch, entry)) == {entry.key: 250_000}
    transfer = Note(emitter=BRANCH, series=1, number=9, items=(Item(cfop="5152"),))
    row = rows(linked(transfer))[transfer.key]
    assert (row["side"], row["counts"]) == ("internal", False)


def test_a_price_to_be_fixed_is_counted_once_with_the_quantity_of_the_delivery() -> None:
    remittance = Note(items=(Item(cfop="5131", value="0.01", unit_price="0.00001"),))
    entry = counter_note(
        remittance, items=(Item(cfop="1131", quantity="990.0000", value="0.01", unit_price="0.00001"),)
    )
    fixing = counter_note(
        remittance, number=7_000, items=(Item(cfop="1135", quantity="0.0000"),), references=(ref_note(entry.key),)
    )
    sellers = after(remittance, 3, "5132", items=(Item(cfop="5132"),))
    notes = linked(remittance, entry, fixing, sellers)
    assert counted(notes) == {fixing.key: 250_000}
    row = rows(notes)[fixing.key]
    assert (row["counted_quantity"], row["counted_unit"], row["counterpart_key"]) == (9_900_000, "KG", sellers.key)
    assert rows(notes)[entry.key]["counts_reason"] == "counted_at_fixing"
    assert codes(linked(remittance)) == [("EVD-NFE-35", "default")]
    assert codes(linked(fixing))[0] == ("EVD-NFE-37", "default")


def test_a_future_delivery_counts_at_delivery() -> None:
    billing = Note(items=(Item(cfop="5922"),))
    delivery = after(billing, 2, "5116")
    assert counted(linked(billing, delivery)) == {delivery.key: 250_000}
    notes = linked(billing)
    assert (counted(notes), codes(notes)) == ({}, [("EVD-NFE-36", "default")])


def test_a_sale_to_order_counts_without_its_carriage() -> None:
    order = Note(emitter=COOPERATIVE, series=1, items=(Item(cfop="5118"),))
    carriage = after(order, 2, "5923", emitter=OTHER_FARMER, series=920)
    notes = linked(order, carriage)
    assert counted(notes) == {order.key: 250_000}
    assert rows(notes)[carriage.key]["counts_reason"] == "sale_to_order_remittance"


@pytest.mark.parametrize("entry_counts", [True, False])
def test_a_return_names_the_note_that_counts(entry_counts: bool) -> None:
    entry = counter_note(SALE)
    back = counter_note(
        SALE, number=8_000, direction="1", purpose="4", items=(Item(cfop="5201", value="100.00", quantity="40.0000"),)
    )
    notes = linked(SALE, *([entry] if entry_counts else []), back)
    row = rows(notes)[back.key]
    assert (row["role"], row["side"], row["seller"], row["buyer"]) == ("return", "purchase", FARMER, PLANT)
    assert (row["counts"], row["counts_reason"]) == (True, "return_subtracts")
    assert row["counterpart_key"] == (entry.key if entry_counts else SALE.key)


def test_both_notes_on_a_return_subtract_once() -> None:
    back = counter_note(
        SALE, number=8_000, direction="1", purpose="4", items=(Item(cfop="5201", value="100.00", quantity="40.0000"),)
    )
    received = after(back, 3, "1201", emitter=FARMER, recipient=PLANT, series=920, direction="0", purpose="4")
    notes = linked(SALE, back, received)
    assert counted(notes) == {SALE.key: 250_000, back.key: 10_000}
    assert rows(notes)[received.key]["counterpart_key"] == SALE.key
    assert rows(notes)[received.key]["seller"] == FARMER


def test_a_complement_adds_value_and_no_quantity() -> None:
    more = after(SALE, 2, "5101", purpose="2", items=(Item(value="50.00", quantity="10.0000", unit_price="5"),))
    notes = linked(SALE, more)
    row = rows(notes)[more.key]
    assert (row["role"], row["counts"], row["counted_quantity"], row["counterpart_key"]) == (
        "complement",
        True,
        None,
        SALE.key,
    )
    assert counted(notes) == {SALE.key: 250_000, more.key: 5_000}


def test_a_change_without_its_note_is_told() -> None:
    lost = Note(number=77)
    for purpose, cfop, variant in (("4", "5201", "return"), ("2", "5101", "complement")):
        assert ("EVD-NFE-32", variant) in codes(linked(after(lost, 78, cfop, purpose=purpose)))


def test_sales_and_exports_of_the_plant() -> None:
    fuel = Item(ncm="38260000", unit="M3", quantity="10.0000", unit_price="250")
    home = Note(emitter=PLANT, recipient=DISTRIBUTOR, series=1, items=(replace(fuel, cfop="5652"),))
    abroad = Note(emitter=PLANT, recipient="EXTERIOR", series=1, number=2, items=(replace(fuel, cfop="7651"),))
    own = Note(emitter=PLANT, recipient=DISTRIBUTOR, series=1, number=3, items=(replace(fuel, cfop="5101"),))
    returned = replace(
        home,
        number=4,
        direction="0",
        purpose="4",
        references=(ref_note(home.key),),
        items=(replace(fuel, cfop="1660"),),
    )
    found = rows(linked(home, abroad, own, returned))
    assert [(found[note.key]["side"], found[note.key]["role"]) for note in (home, abroad, own, returned)] == [
        ("sale", "sale"), ("sale", "export"), ("sale", "sale"), ("sale", "return"),
    ]  # fmt: skip
    assert found[returned.key]["counterpart_key"] == home.key
    assert {row["side"] for row in rows(linked(home, abroad, plants=())).values()} == {"sale"}


def test_without_plants_the_codes_decide() -> None:
    entry = counter_note(SALE)
    assert counted(linked(SALE, entry, plants=())) == {entry.key: 250_000}


def test_notes_between_others_are_no_purchase() -> None:
    note = replace(SALE, recipient=COOPERATIVE)
    row = rows(linked(note))[note.key]
    assert (row["side"], row["counts"], row["counts_reason"]) == ("others", False, "between_others")


def test_an_adjustment_and_an_unknown_code_are_told_and_not_counted() -> None:
    for purpose in "356":
        notes = linked(replace(SALE, purpose=purpose))
        assert (counted(notes), codes(notes)) == ({}, [("EVD-NFE-34", "default")])
    notes = linked(replace(SALE, items=(Item(cfop="5999"),)))
    assert (counted(notes), codes(notes)) == ({}, [("EVD-NFE-33", "default")])


def test_an_item_outside_the_total_does_not_count() -> None:
    note = replace(SALE, items=(Item(), Item(value="7.00")))
    data = authorised(note).replace(b"<indTot>1", b"<indTot>0", 1)
    notes = linked(data)
    assert counted(notes) == {note.key: 700}


def test_an_entry_without_reference_beside_an_equal_note_may_be_a_double() -> None:
    entry = counter_note(SALE, references=(), issued_at="2023-03-20T08:00:00-03:00")
    notes = linked(SALE, entry)
    assert codes(notes) == [("EVD-NFE-32", "entry"), ("EVD-NFE-38", "similar")]
    assert len(counted(notes)) == 2
    later = counter_note(SALE, references=(), issued_at="2023-06-20T08:00:00-03:00")
    assert codes(linked(SALE, later)) == [("EVD-NFE-32", "entry")]


def test_two_entries_of_one_paper_note_may_be_a_double() -> None:
    entries = [counter_note(SALE, number=n, references=(ref_paper(FARMER, 12),)) for n in (5, 6)]
    assert codes(linked(*entries)) == [("EVD-NFE-38", "same_paper")] * 2


def test_a_note_referred_to_and_absent_is_told() -> None:
    assert codes(linked(counter_note(SALE))) == [("EVD-NFE-39", "default")]


def test_a_reference_that_hides_the_code_finds_its_note() -> None:
    hidden = SALE.key[:35] + "0" * 9
    entry = counter_note(SALE, references=(f"<refNFeSig>{hidden}</refNFeSig>",))
    assert counted(linked(SALE, entry)) == {entry.key: 250_000}


def test_a_group_too_large_is_told_and_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("lastro.evidence.nfe.link"), "LIMITS", Limits(link_component=3))
    loads = [replace(SALE, number=n) for n in range(1, 5)]
    entry = counter_note(
        SALE,
        references=tuple(ref_note(load_.key) for load_ in loads),
        items=(Item(cfop="1101", value="9999.00", unit_price="9.999"),),
    )
    notes = linked(*loads, entry)
    assert counted(notes) == {entry.key: 999_900}
    assert codes(notes) == [("EVD-NFE-30", "default")]


def test_notes_that_refer_in_a_circle_are_linked() -> None:
    one = replace(SALE, number=1)
    other = replace(SALE, number=2, references=(ref_note(one.key),))
    circle = replace(one, references=(ref_note(other.key), ref_note(one.key)))
    assert circle.key == one.key
    assert len(counted(linked(circle, other))) == 2


def test_the_order_of_files_changes_nothing() -> None:
    entry = counter_note(SALE, items=(Item(cfop="1101", value="2600.00"),))
    others = [replace(SALE, number=n, emitter=cpf_) for n, cpf_ in ((10, FARMER), (11, OTHER_FARMER))]
    notes = [
        SALE,
        entry,
        *others,
        *(counter_note(other) for other in others),
        after(others[0], 50, "5201", purpose="4"),
    ]
    tables = []
    for seed in range(3):
        random.Random(seed).shuffle(notes)
        found = linked(*notes)
        tables.append(found.items.drop_columns(["_file"]))
        assert isinstance(found.items, pa.Table)
    assert tables[0] == tables[1] == tables[2]


def test_nothing_links_to_nothing() -> None:
    assert linked().items.num_rows == 0
