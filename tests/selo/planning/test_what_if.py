"""The what-if against a real entry of the same values, and the words that a person types."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from lastro.core.errors import WrongUse
from lastro.law import load
from lastro.selo.assess import Question, assess
from lastro.selo.planning import typed_addition, what_if
from lastro.statement.plan import Figures
from tests.oracle.identifiers import cpf
from tests.selo.planning.given import YEAR, evidence
from tests.selo.world import COOPERATIVE, add, contract, farmer, key, purchase

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

LAST = date(2023, 12, 31)
BOOK = load()


def entered(product: str, place: str, reais: list[int], supplier: str = "") -> Figures:
    """The figures after a person enters it: a documented family a share, each with its contract."""
    people = [cpf(f"71000000{at}") for at in range(len(reais))]
    lines, deals, origins = [], [], []
    columns: dict[str, Any] = {"produto": product, "forma": None, "municipio_origem": place, "data": LAST}
    bare = {"quantidade": None, "unidade_medida": None}
    sellers = [(supplier, sum(reais))] if supplier else list(zip(people, reais, strict=True))
    for at, (seller, value) in enumerate(sellers):
        number = f"N{at}"
        deals.append(contract(number, seller, produto=product, municipio=place, safra=None))
        paid = purchase(fornecedor=seller, valor=Decimal(value), contrato=number, **columns, **bare)
        if supplier:
            paid |= {"chave": key(7, supplier, LAST), "item": 1}
            shares = zip(people, reais, strict=True)
            origins = [
                {"chave": paid["chave"], "item": 1, "cpf": person, "valor": Decimal(of)} for person, of in shares
            ]
        lines.append(paid)
    farmers = [farmer(person, municipio=place, area_ha=None) for person in people]
    given = evidence(
        edits=(
            add("agricultores", *farmers),
            add("contratos", *deals),
            add("aquisicoes", *lines),
            add("origens", *origins),
        )
    )
    return Figures.of(assess(given, BOOK, Question(YEAR)))


@pytest.mark.parametrize(
    "typed, place, reais, supplier",
    [
        ("mamona, NE, 1.200.000", "Barreiras/BA", [500_000, 500_000, 200_000], ""),
        ("milho, PR, 90.000,00", "Cascavel/PR", [90_000], ""),
        ("soja; Rio Verde/GO; 60000; cooperativa", "Rio Verde/GO", [60_000], COOPERATIVE),
    ],
)
def test_the_answer_is_that_of_a_real_entry_of_the_same_values(
    typed: str, place: str, reais: list[int], supplier: str
) -> None:
    year = evidence()
    answer = what_if(year, BOOK, Question(YEAR), [typed_addition(typed, BOOK, LAST)])
    product = typed.replace(";", ",").split(",")[0]
    assert answer.before == Figures.of(assess(year, BOOK, Question(YEAR)))
    assert answer.after == entered(product, place, reais, supplier)
    assert answer.after != answer.before
    assert answer.supposed[0].families == len(reais)


def test_several_additions_are_answered_together_and_what_is_refused_says_why() -> None:
    additions = [typed_addition(text, BOOK, LAST) for text in ("mamona, BA, 1000", "outro, GO, 50.000,00")]
    answer = what_if(evidence(), BOOK, Question(YEAR), additions)
    assert [row.refused for row in answer.supposed] == ["", "SBS-19"]
    assert [row.accepted_centavos for row in answer.supposed] == [1_000_00, 0]
    assert answer.after.numerator == Fraction(80_000 + 20_000)


@pytest.mark.parametrize(
    "typed, place, semiarid",
    [
        ("NE", "NE", None), ("nordeste", "NE", None), ("Sudeste", "SE", False), ("MG", "SE", False),
        ("CO", "CO", False), ("N", "N", None), ("S", "S", False), ("Semiárido", None, True),
    ],
)  # fmt: skip
def test_a_region_or_state_is_stood_for_by_a_municipality_of_it(
    typed: str, place: str | None, semiarid: bool | None
) -> None:
    code = typed_addition(f"mamona, {typed}, 1", BOOK, LAST).place
    assert place is None or BOOK.municipality(code).region.value == place
    assert semiarid is None or BOOK.semiarido(code, LAST) is semiarid
    assert place != "SE" or typed != "MG" or BOOK.municipality(code).uf == "MG"


@pytest.mark.parametrize(
    "typed, code",
    [
        ("mamona", "plan.addition"),
        ("", "plan.addition"),
        ("mamona, NE", "plan.addition"),
        ("pedra, NE, 1", "plan.product_word"),
        ("mamona, Atlântida, 1", "plan.place_word"),
        ("mamona, SE, 1", "plan.place_se"),
        ("mamona, NE, NaN", "plan.amount"),
        ("mamona, NE, inf", "plan.amount"),
        ("mamona, NE, -5", "plan.amount"),
        ("mamona, NE, 0", "plan.amount"),
        ("mamona, NE, 1e9", "plan.amount"),
        ("mamona, NE, 1,234", "plan.amount"),
        ("mamona, NE, 99999999999999999999", "plan.amount"),
        ("mamona, NE, 1000, banco", "plan.supplier_word"),
    ],
)
def test_what_is_not_understood_is_named(typed: str, code: str) -> None:
    with pytest.raises(WrongUse) as told:
        typed_addition(typed, BOOK, LAST)
    assert told.value.code == code
