"""What two companies have in common counts once, and up to one ceiling; it is told with each part and never shared out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from lastro.core.errors import WrongUse
from lastro.selo.across import Income, Ledger, Place, Use, check, compare
from lastro.selo.assess import assess
from lastro.selo.regimes import REGIMES
from lastro.statement.model import Finding, Severity
from tests.selo.across.companies import OTHER, OTHER_PLANT, PLANT, company, found
from tests.selo.world import ANA, BIA, COOPERATIVE, Edit, add, all_of, edit, farmer, key, organisation, purchase, put


def bought(reais: int, **columns: Any) -> Edit:
    return put("aquisicoes", purchase(valor=Decimal(reais), **columns))


def codes(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.variant) for finding in findings]


def test_a_family_within_the_ceiling_of_each_plant_passes_it_over_both() -> None:
    (told,) = found(company(bought(300_000)), company(bought(300_000), config=OTHER))
    assert (told.code, told.variant, told.severity) == ("SBS-03", "across", Severity.BLOCKS)
    assert told.amount_centavos == 100_000_00
    parts = sorted([f"{PLANT} 2023 30000000", f"{OTHER_PLANT} 2023 30000000"])
    assert told.arguments["parts_centavos"].split("; ") == parts
    assert told.arguments["family"] == ANA


def test_a_family_that_reaches_the_ceiling_over_both_plants_passes_nothing() -> None:
    assert found(company(bought(250_000)), company(bought(250_000), config=OTHER)) == []


def test_what_each_plant_counts_stays_as_its_own_assessment_says() -> None:
    companies = [company(bought(300_000)), company(bought(300_000), config=OTHER)]
    ledgers = check(companies).ledgers
    assert [sum(income.centavos for income in ledger.incomes) for ledger in ledgers] == [300_000_00, 300_000_00]
    for each in companies:
        alone = assess(each.evidence, each.book, each.questions[0])
        assert alone.line("selo.item.I").value == "300000.00"


def test_two_plants_of_one_company_share_the_ceiling_too() -> None:
    units = [{"cnpj": c, "name": c, "municipality": "Rio Verde/GO"} for c in (PLANT, OTHER_PLANT)]
    rows = put(
        "aquisicoes",
        *(purchase(valor=Decimal(300_000), unidade=unit["cnpj"]) for unit in units),
    )
    told = found(company(rows, edit("contratos", unidade=None), config=OTHER | {"units": units}))
    assert [f.amount_centavos for f in told if f.code == "SBS-03"] == [100_000_00]


def test_people_whom_one_plant_knows_as_a_family_are_one_everywhere() -> None:
    couple = all_of(edit("agricultores", familia="F"), add("agricultores", farmer(BIA, familia="F")))
    other = all_of(put("agricultores", farmer(BIA)), bought(300_000, fornecedor=BIA))
    assert codes(found(company(couple, bought(300_000)), company(other, config=OTHER))) == [("SBS-03", "across")]


def test_a_family_code_of_one_company_says_nothing_in_another() -> None:
    ours = all_of(edit("agricultores", familia="F"), bought(300_000))
    theirs = all_of(put("agricultores", farmer(BIA, familia="F")), bought(300_000, fornecedor=BIA))
    assert found(company(ours), company(theirs, config=OTHER)) == []


def harvest(kilograms: int) -> Edit:
    """Soy from one hectare, which gives 3,900 kg at Conab's yield."""
    return all_of(
        edit("agricultores", area_ha=Decimal(1)), bought(kilograms, quantidade=Decimal(kilograms), contrato="C1")
    )


def test_a_harvest_within_the_area_for_each_plant_passes_it_over_both() -> None:
    (told,) = found(company(harvest(2_000)), company(harvest(2_000), config=OTHER))
    assert (told.code, told.variant) == ("SBS-05", "across")
    assert (told.arguments["total_grams"], told.arguments["room_grams"]) == ("4000000", "3900000")
    assert told.amount_centavos == 100_00


def test_a_harvest_that_fills_the_area_over_both_plants_passes_nothing() -> None:
    assert found(company(harvest(1_950)), company(harvest(1_950), config=OTHER)) == []


def test_the_plant_that_knows_the_larger_area_decides_whether_a_harvest_is_too_large() -> None:
    larger = all_of(harvest(2_000), edit("agricultores", area_ha=Decimal("1.1")))
    assert found(company(harvest(2_000)), company(larger, config=OTHER)) == []


def test_a_harvest_sold_over_two_years_is_one_harvest() -> None:
    later = purchase(quantidade=Decimal(2_000), valor=Decimal(2_000), data=date(2024, 1, 10), safra="2022/23")
    both = all_of(harvest(2_000), edit("contratos", fim=date(2024, 12, 31)), add("aquisicoes", later))
    (told,) = found(company(both, years=(2023, 2024)))
    assert (told.code, told.variant) == ("SBS-05", "across")
    assert told.arguments["parts_grams"] == f"{PLANT} 2023 2000000; {PLANT} 2024 2000000"


def test_a_finding_cites_the_regulation_of_its_year() -> None:
    day = date(2024, 1, 10)
    later = bought(20_000, data=day, safra="2023/24", chave=key(1, day=day), item=1)
    (told,) = found(company(later, years=(2024,)), company(later, config=OTHER, years=(2024,)))
    assert told.code == "SBS-06"
    assert told.cites == REGIMES["portaria-mda-28-2024"].cites("SBS-06", ()) != ()


def noted(number: int = 1, item: int = 1) -> Edit:
    return bought(20_000, chave=key(number), item=item)


def test_one_item_of_a_note_in_two_plants_is_told_with_both() -> None:
    (told,) = found(company(noted()), company(noted(), config=OTHER))
    assert (told.code, told.variant, told.amount_centavos) == ("SBS-06", "two_plants", 20_000_00)
    assert told.subject == {"key": key(1), "item": "1"}
    assert told.source is not None
    assert told.source.file == "aquisicoes.csv"


def test_two_items_of_one_note_in_two_plants_only_warn() -> None:
    (told,) = found(company(noted()), company(noted(item=2), config=OTHER))
    assert (told.variant, told.severity, told.amount_centavos) == ("note_shared", Severity.ALERT, None)


def test_two_notes_in_two_plants_are_nobodys_business() -> None:
    assert found(company(noted()), company(noted(2), config=OTHER)) == []


def test_a_note_that_does_not_count_in_one_plant_is_used_once() -> None:
    out = all_of(noted(), edit("agricultores", fim=date(2023, 4, 9)))
    assert found(company(noted()), company(out, config=OTHER)) == []


def test_a_note_of_a_plant_and_of_the_cooperative_it_buys_from_is_told_as_such() -> None:
    cooperative = {**OTHER, "cnpj": COOPERATIVE, "name": "Cooperativa"}
    (told,) = found(company(noted()), company(noted(), config=cooperative))
    assert told.variant == "with_cooperative"
    stranger = company(put("organizacoes", organisation(OTHER_PLANT, "agente_promotor")), noted())
    assert found(stranger, company(noted(), config=cooperative))[0].variant == "two_plants"


def _ledger(year: int, plant: str = PLANT) -> Ledger:
    use = Use(Place(plant, year), "note:K", "item:K-1", 100)
    income = Income(Place(plant, year), frozenset(("cpf:1",)), 60, 100)
    return Ledger(plant, {plant: plant}, (use,), (income,), ())


def test_a_note_counted_by_one_plant_in_two_years_is_told_and_each_year_has_its_ceiling() -> None:
    assert codes(list(compare([_ledger(2022), _ledger(2023)], (), {}))) == [("SBS-06", "two_years")]


def test_what_others_have_among_themselves_is_not_told() -> None:
    others = [_ledger(2023, "B"), _ledger(2023, "C")]
    assert compare([replace(_ledger(2023), uses=(), incomes=())], others) == ()


def test_a_plant_and_year_in_two_folders_is_refused() -> None:
    with pytest.raises(WrongUse) as told:
        check([company(), company()])
    assert told.value.code == "across.same_place"
