"""The answer at the weighbridge is what the year's assessment says once the same load is in the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from lastro.core.errors import InvalidIdentifier, LastroError, WrongUse
from lastro.evidence.evidence import Evidence
from lastro.law import load
from lastro.render.weighbridge import answer_lines
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.can_count import relatives, weigh
from lastro.selo.delivery import Delivery
from lastro.selo.given import evidence_of
from lastro.selo.prepared import prepare
from lastro.statement.weighing import Weighing
from tests.selo.world import (
    AGENT,
    ANA,
    BIA,
    CONFIG,
    COOPERATIVE,
    DAY,
    NORTHEAST,
    STRANGER,
    Edit,
    Tables,
    add,
    all_of,
    contract,
    edit,
    farmer,
    key,
    nothing,
    organisation,
    purchase,
    put,
    sound,
)

BOOK = load()
LATER = date(2023, 5, 2)


@dataclass(frozen=True)
class Load:
    """What arrives, in the terms of a row of `aquisicoes`; `verdict` and `codes` are what the scale says."""

    name: str
    verdict: str
    given: Edit = nothing
    columns: Mapping[str, Any] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)


LOADS = (
    Load("all in order", "all"),
    Load("more than the area grows", "part", edit("agricultores", area_ha=Decimal(3)), codes=("SBS-05",)),
    Load("the area is used up", "no", edit("agricultores", area_ha=Decimal(2)), codes=("SBS-05",)),
    Load(
        "just under the ceiling", "part", edit("aquisicoes", valor=Decimal(490_000)), {"valor": Decimal("10000.01")},
        ("SBS-03",),
    ),
    Load("just within the ceiling", "all", edit("aquisicoes", valor=Decimal(490_000)), {"valor": Decimal(10_000)}),
    Load("the document ended", "no", edit("agricultores", fim=date(2023, 5, 1)), codes=("SBS-01",)),
    Load("a stranger", "no", columns={"fornecedor": BIA, "contrato": "C1"}, codes=("SBS-01",)),
    Load("a species that is not listed", "no", columns={"produto": "outro", "contrato": "C1"}, codes=("SBS-19",)),
    Load("a relative sold before", "part", codes=("SBS-05",), given=all_of(
        edit("agricultores", familia="F", imovel="P", area_ha=Decimal(3)),
        add("agricultores", farmer(BIA, familia="F", imovel="P", area_ha=Decimal(3))), edit("aquisicoes", fornecedor=BIA),
    )),
    Load("part of what a relative sold came back", "all", given=all_of(
        edit("agricultores", area_ha=Decimal(3)), add("aquisicoes", purchase(
            data=date(2023, 4, 20), quantidade=Decimal(9_000), valor=Decimal(18_000), devolucao_de=key(1))),
        edit("aquisicoes", chave=key(1), item=1),
    )),
    Load("from the Northeast", "all", edit("contratos", municipio=NORTHEAST), {"municipio_origem": NORTHEAST}),
    Load("no contract", "all", put("contratos", contract("C9", STRANGER)), codes=("SBS-13",)),
    Load("no official yield", "all", put("agricultores", farmer(area_ha=None)), codes=("SBS-05",)),
    Load("income first", "part", edit("agricultores", area_ha=Decimal(3)), codes=("SBS-05",),
         readings={"selo.limit_order": "income_then_yield"}),
    Load("crops share the area", "part", codes=("SBS-05",), readings={"selo.area_shared": "crops_share"},
         given=edit("agricultores", area_ha=Decimal(3))),
    Load("live cattle", "all", columns={"produto": "bovino", "forma": "vivo", "contrato": "C1"}),
)  # fmt: skip

THROUGH = (
    Load("by a cooperative", "all", columns={"fornecedor": COOPERATIVE}, codes=("SBS-13",)),
    Load("by an agent", "all", columns={"fornecedor": AGENT}, codes=("SBS-13",)),
    Load("by a stranger", "no", columns={"fornecedor": STRANGER}, codes=("SBS-11",)),
    Load(
        "by a cooperative not qualified then", "no", edit("organizacoes", fim=date(2023, 5, 1)),
        {"fornecedor": COOPERATIVE}, ("SBS-11",),
    ),
    Load(
        "by a cooperative whose farmer's area is used up by what it brought before", "no", codes=("SBS-05",),
        columns={"fornecedor": COOPERATIVE},
        given=all_of(
            edit("agricultores", area_ha=Decimal(2)), edit("aquisicoes", chave=key(5, COOPERATIVE), item=1, fornecedor=COOPERATIVE),
            put("origens", {"chave": key(5, COOPERATIVE), "item": 1, "cpf": ANA, "quantidade": Decimal(10_000), "unidade_medida": "kg"}),
        ),
    ),
)  # fmt: skip


def _row(load_: Load) -> dict[str, Any]:
    """The load as it would be booked: 5 t at R$ 2.00 on a later day."""
    row = purchase(data=LATER, quantidade=Decimal(5_000), valor=Decimal(10_000), contrato=None)
    return row | {"chave": None} | dict(load_.columns)


def _tables(load_: Load) -> Tables:
    tables = sound()
    load_.given(tables)
    return tables


def _delivery(row: Mapping[str, Any], *, priced: bool = True) -> Delivery:
    through = len(row["fornecedor"]) > 11
    return Delivery.typed(
        ANA if through else row["fornecedor"], row["produto"], str(row["quantidade"]), row["municipio_origem"],
        row["data"], str(row["valor"]) if priced else "", row["forma"], row["fornecedor"] if through else "", BOOK,
        row["contrato"] or "",
    )  # fmt: skip


def _evidence(tables: Tables) -> Evidence:
    return evidence_of(tables, CONFIG, BOOK)


def _weighed(load_: Load, *, priced: bool = True) -> Weighing:
    evidence, question = _evidence(_tables(load_)), Question(2023, readings=dict(load_.readings))
    session = session_of(evidence, BOOK, question)
    plants = plants_of(evidence, session, "")
    prepared = prepare(evidence, BOOK, session, plants)
    return weigh(evidence, prepared, plants[0], BOOK, session, _delivery(_row(load_), priced=priced))


def _assessed(load_: Load) -> dict[str, Any]:
    """The row of the memory of calculation for the same load, booked."""
    tables, row = _tables(load_), _row(load_)
    if len(row["fornecedor"]) > 11:
        load_key = key(77, row["fornecedor"], LATER)
        row |= {"chave": load_key, "item": 1}
        origin = {"chave": load_key, "item": 1, "cpf": ANA, "quantidade": row["quantidade"], "unidade_medida": "kg"}
        add("origens", origin)(tables)
    add("aquisicoes", row)(tables)
    statement = assess(_evidence(tables), BOOK, Question(2023, readings=dict(load_.readings)))
    assert statement.memory is not None
    rows = [r for r in statement.memory.to_pylist() if r["issued_on"] == LATER]
    assert len(rows) == 1
    found: dict[str, Any] = rows[0]
    return found


@pytest.mark.parametrize("load_", [pytest.param(case, id=case.name) for case in (*LOADS, *THROUGH)])
def test_the_scale_says_what_the_assessment_will_say(load_: Load) -> None:
    told, booked = _weighed(load_), _assessed(load_)
    assert told.verdict == load_.verdict
    assert told.accepted_centavos == booked["accepted_centavos"]
    assert (told.weight_thousandths, told.weighted) == (booked["weight"], booked["weighted"])
    assert told.crop_year == (booked["crop_year"] or "")
    assert {finding.code for finding in (*told.reasons, *told.warnings)} == set(load_.codes)
    whole = told.yield_room.whole if told.yield_room else None
    assert whole == booked["yield_room_grams"]


def test_without_a_value_the_weight_alone_is_limited() -> None:
    told = _weighed(Load("", "part", edit("agricultores", area_ha=Decimal(3))), priced=False)
    assert (told.verdict, told.accepted_grams, told.accepted_centavos) == ("part", 1_700_000, None)
    rich = _weighed(Load("", "all", edit("aquisicoes", valor=Decimal("499999.99"))), priced=False)
    assert (rich.verdict, rich.reasons) == ("all", ())


def test_without_a_value_a_full_ceiling_leaves_nothing() -> None:
    told = _weighed(Load("", "no", edit("aquisicoes", valor=Decimal(500_000))), priced=False)
    assert told.verdict == "no"
    assert [finding.code for finding in told.reasons] == ["SBS-03"]


def test_what_is_left_is_told_before_the_load() -> None:
    told = _weighed(Load("", "part", edit("agricultores", area_ha=Decimal(3))))
    assert told.yield_room is not None
    assert (told.yield_room.whole, told.yield_room.left) == (11_700_000, 1_700_000)
    assert told.income_room is not None
    assert (told.income_room.whole, told.income_room.left) == (500_000_00, 480_000_00)
    assert told.document_until == date(2024, 2, 29)


def test_two_reasons_are_both_told() -> None:
    both = all_of(edit("agricultores", fim=date(2023, 5, 1)), edit("organizacoes", fim=date(2023, 5, 1)))
    told = _weighed(Load("", "no", both, {"fornecedor": COOPERATIVE}))
    assert [finding.code for finding in told.reasons] == ["SBS-01", "SBS-11"]


def test_relatives_are_found_along_documents_and_family_names() -> None:
    people = [f"{number:011d}" for number in range(5)]
    rows = [
        farmer(people[0], numero="N1"),
        farmer(people[1], numero="N1", familia="F"),
        farmer(people[2], numero="N2", familia="F"),
        farmer(people[3], numero="N2", documento="DAP"),
        farmer(people[4], numero="N3"),
    ]
    table = _evidence(sound() | {"agricultores": rows}).tables["agricultores"]
    assert set(relatives(table, people[2], by_person=False)["cpf"].to_pylist()) == set(people[:3])
    assert set(relatives(table, people[2], by_person=True)["cpf"].to_pylist()) == {people[2]}
    assert relatives(table, BIA, by_person=False).num_rows == 0


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ({"product": "sojja"}, "weighbridge.product"),
        ({"form": "redondo"}, "weighbridge.form"),
        ({"origin": "Rio Verd/GO"}, "weighbridge.place"),
        ({"kg": "0"}, "weighbridge.kg"),
        ({"kg": "-3"}, "weighbridge.kg"),
        ({"value": "0,00"}, "weighbridge.value"),
        ({"kg": "uma carga"}, "number.not_plain"),
        ({"cpf": "11111111112"}, "identifier.cpf_check"),
    ],
)
def test_a_word_that_is_not_understood_is_named(word: Mapping[str, str], fault: str) -> None:
    typed = {
        "cpf": ANA,
        "product": "soja",
        "kg": "1",
        "origin": "Rio Verde/GO",
        "value": "1",
        "form": "",
        "supplier": "",
    }
    with pytest.raises((WrongUse, InvalidIdentifier, LastroError)) as refused:
        Delivery.typed(on=DAY, book=BOOK, **(typed | word))
    assert refused.value.code == fault


def test_brazilian_and_plain_numbers_weigh_the_same() -> None:
    typed = {
        "cpf": ANA,
        "product": "Soja",
        "origin": "5218805",
        "on": DAY,
        "form": "grão",
        "supplier": "",
        "book": BOOK,
    }
    one = Delivery.typed(kg="28.500,5", value="R$ 57.001,00", **typed)  # type: ignore[arg-type]
    assert one == Delivery.typed(kg="28500.5", value="57001.00", **typed)  # type: ignore[arg-type]
    assert (one.grams, one.centavos) == (28_500_500, 57_001_00)


def test_the_answer_reads_from_the_verdict_to_the_room() -> None:
    told = _weighed(Load("", "part", edit("agricultores", area_ha=Decimal(3))))
    lines = list(answer_lines(told, "pt"))
    assert lines[0] == "CONTA EM PARTE: 1.700 de 5.000 kg, R$\u00a03.400,00 × peso 4 = R$\u00a013.600,00"
    assert [line.split(":")[0].strip() for line in lines[1:3]] == ["por quê", "o que fazer"]
    assert "11.700 kg" in lines[1]
    assert lines[3] == "  × 4: mesma região da usina"
    assert lines[-1].startswith("  a família ainda pode vender")


def test_a_cpf_is_masked_unless_asked() -> None:
    told = _weighed(Load("", "no", edit("agricultores", fim=date(2023, 5, 1))))
    assert ANA[:3] not in " ".join(answer_lines(told, "en"))
    assert f"{ANA[:3]}." in " ".join(answer_lines(told, "en", unmask=True))


def test_an_organisation_listed_without_dates_is_known_and_not_qualified() -> None:
    bare = put("organizacoes", organisation(COOPERATIVE, "cooperativa_af", habilitacao=None))
    told = _weighed(Load("", "no", bare, {"fornecedor": COOPERATIVE}))
    assert [(finding.code, finding.variant) for finding in told.reasons] == [("SBS-11", "not_qualified")]
