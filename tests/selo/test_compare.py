"""Two regimes side by side: each side is the real computation, and every line that differs is shown with both."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from lastro.core.errors import WrongUse
from lastro.evidence.evidence import Evidence
from lastro.law import load
from lastro.render.compared import compared_json, compared_lines
from lastro.selo.alternatives import alternatives
from lastro.selo.assess import Question, assess
from lastro.selo.compare import compare
from lastro.selo.given import evidence_of
from lastro.selo.regimes import REGIMES, regime_named
from lastro.statement.comparison import Comparison, Weighed
from tests.selo.world import CONFIG, NORTHEAST, key, purchase, sound

P280, P28 = "portaria-saf-mapa-280-2022", "portaria-mda-28-2024"
BOOK = load()


def _evidence() -> Evidence:
    """The sound workspace with castor from the Northeast besides its soy."""
    tables = sound()
    castor = {"produto": "mamona", "forma": "semente", "municipio_origem": NORTHEAST, "valor": Decimal(1_000)}
    tables["aquisicoes"].append(purchase(**castor, chave=key(77)))
    return evidence_of(tables, CONFIG, BOOK)


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(_evidence(), BOOK, Question(2023), P280, P28)


def test_each_side_is_the_assessment_under_that_regime(found: Comparison) -> None:
    evidence = _evidence()
    for side, act in ((found.left, P280), (found.right, P28)):
        assert side.regime == act
        assert side.lines == assess(evidence, BOOK, Question(2023, regime=act)).lines


def test_a_line_shows_the_weight_of_each_regime(found: Comparison) -> None:
    by_product = {row.product: row for row in found.rows}
    soy, castor = by_product["soja"], by_product["mamona"]
    assert (soy.left, soy.right) == (Weighed(20_000_00, 4_000, ""), Weighed(20_000_00, 3_000, ""))
    assert (castor.left, castor.right) == (Weighed(1_000_00, 20_000, ""), Weighed(1_000_00, 8_000, ""))
    assert castor.difference == Fraction(-12_000)


def test_the_largest_difference_comes_first_and_sums_to_that_of_the_lines(found: Comparison) -> None:
    sizes = [abs(row.difference) for row in found.rows]
    assert sizes == sorted(sizes, reverse=True)
    left, right = found.lines_weighted()
    assert right - left == sum(row.difference for row in found.rows)


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_it_fits_the_screen_and_names_the_command_that_explains_it(found: Comparison, lang: str) -> None:
    told = list(compared_lines(found, lang))  # type: ignore[arg-type]
    assert any("280/2022" in line and "28/2024" in line for line in told)
    assert told[-1].endswith("lastro law diff --between 2022-05-30 2024-06-28")


def test_the_json_has_every_line_that_differs_and_masks_people(found: Comparison) -> None:
    told = compared_json(found)
    assert len(told["differing"]) == len(found.differing) == 2  # type: ignore[arg-type]
    assert {row["supplier"] for row in told["differing"]} == {"***.000.000-**"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "words, act",
    [
        ("280/2022", P280), ("28/2024", P28), (P28, P28), ("Portaria MDA 28/2024", P28), (" 280/2022 ", P280),
    ],
)  # fmt: skip
def test_a_regime_is_found_by_its_number(words: str, act: str) -> None:
    assert regime_named(words) == act


@pytest.mark.parametrize("words", ["", "portaria", "999/2030"])
def test_a_regime_that_is_none_or_several_is_wrong_use(words: str) -> None:
    with pytest.raises(WrongUse):
        regime_named(words)


def test_every_regime_names_an_act_of_the_law_data() -> None:
    assert set(REGIMES) <= set(BOOK.acts)
    assert all(regime.held(BOOK) for regime in REGIMES.values())


def test_readings_are_weighed_under_a_regime_whose_minimum_nobody_knows() -> None:
    found = alternatives(_evidence(), BOOK, Question(2023, regime=P28))
    both = assess(_evidence(), BOOK, Question(2023, regime=P28))
    assert not both.complete
    assert found.percentage == Fraction(both.line("selo.weighted_percentage").exact)
    assert any(row.key == "selo.28.feedstock" for row in found.rows)
