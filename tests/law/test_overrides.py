"""A user's law.yaml: taken with a citation, refused without one, and told apart wherever it was used."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from lastro.core.errors import EvidenceUnreadable, LastroError, WrongUse
from lastro.law import Evidence, load
from lastro.statement.catalogue import text

BOOK = load()


def written(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "law.yaml"
    path.write_text(content, encoding="utf-8")
    return path


GOOD = """
selo.minimum_percentage:
  - from: 2024-06-28
    to: 2025-01-01
    value: "51/100"
    cites: ["portaria-mda-28-2024 art. 31 caput", "DOU 28/06/2024, p. 39"]
    note: lido no original
selo.280.live_animals:
  - {from: 2024-06-28, value: [bovino, peixe], cites: "Portaria minha, art. 1"}
"""


def test_a_supplied_value_answers_where_the_law_data_could_not(tmp_path: Path) -> None:
    overrides = BOOK.overrides_from_yaml(written(tmp_path, GOOD))
    session = BOOK.session(overrides=overrides)
    value = session.value("selo.minimum_percentage", date(2024, 6, 28))
    assert value.number() == Fraction(51, 100)
    assert value.overridden
    assert value.evidence is Evidence.UNVERIFIED
    assert [cite.text("pt") for cite in value.cites] == [
        "Portaria MDA 28/2024, art. 31, caput",
        "DOU 28/06/2024, p. 39",
    ]
    assert session.names("selo.280.live_animals", date(2030, 1, 1)) == ("bovino", "peixe")
    assert all(used.overridden for used in session.used())


def test_the_law_stays_as_it_was_outside_the_supplied_interval(tmp_path: Path) -> None:
    session = BOOK.session(overrides=BOOK.overrides_from_yaml(written(tmp_path, GOOD)))
    assert not session.value("selo.minimum_percentage", date(2024, 6, 27)).overridden
    with pytest.raises(LastroError):
        session.value("selo.minimum_percentage", date(2025, 1, 1))


def test_an_empty_file_supplies_nothing(tmp_path: Path) -> None:
    assert BOOK.overrides_from_yaml(written(tmp_path, "# nada\n")) == ()


@pytest.mark.parametrize(
    "value, expected",
    [("0.51", Fraction(51, 100)), ('"0.51"', Fraction(51, 100)), ('"13/10"', Fraction(13, 10)), ("5", 5)],
)
def test_a_number_is_exact_however_it_is_written(tmp_path: Path, value: str, expected: Fraction) -> None:
    content = f"selo.280.factor.cooperative:\n  - {{from: 2023-01-01, value: {value}, cites: x}}\n"
    (override,) = BOOK.overrides_from_yaml(written(tmp_path, content))
    assert override.value == expected


ENTRY = "selo.280.cap.corn:\n  - {from: 2023-01-01, to: 2023-02-01, value: '1/2', cites: [x]}\n"


@pytest.mark.parametrize(
    "content, kind, code",
    [
        ("a: [", EvidenceUnreadable, "law.override_file"),
        ("- 1", EvidenceUnreadable, "law.override_shape"),
        ("selo.280.cap.corn: 5", EvidenceUnreadable, "law.override_shape"),
        (ENTRY.replace("2023-01-01", "ontem"), EvidenceUnreadable, "law.override_shape"),
        (ENTRY.replace("to:", "until:"), EvidenceUnreadable, "law.override_shape"),
        (ENTRY.replace("selo.280.cap.corn", "selo.unheard"), WrongUse, "law.override_key"),
        (ENTRY.replace("2023-02-01", "2023-01-01"), WrongUse, "law.override_interval"),
        (ENTRY.replace("'1/2'", "muito"), WrongUse, "law.override_value"),
        (ENTRY.replace("'1/2'", "[a]"), WrongUse, "law.override_value"),
        (ENTRY.replace("'1/2'", "'1/0'"), WrongUse, "law.override_value"),
        (ENTRY.replace(", value: '1/2'", ""), WrongUse, "law.override_value"),
        (ENTRY.replace("'1/2'", "true"), WrongUse, "law.override_value"),
        (ENTRY.replace("cites: [x]", "cites: []"), WrongUse, "law.override_cite"),
        (ENTRY.replace(", cites: [x]", ""), WrongUse, "law.override_cite"),
        (ENTRY.replace("'1/2'", "51"), WrongUse, "law.override_value"),
        (ENTRY.replace("'1/2'", "'-1/2'"), WrongUse, "law.override_value"),
        (ENTRY.replace("2023-01-01", "2023-01-01 10:00:00"), EvidenceUnreadable, "law.override_shape"),
        (ENTRY.replace("2023-02-01", "2023-02-01 10:00:00"), EvidenceUnreadable, "law.override_shape"),
        (ENTRY + ENTRY, EvidenceUnreadable, "law.override_file"),
        (ENTRY + "  - {from: 2023-01-31, value: 1, cites: [x]}\n", WrongUse, "law.override_overlap"),
        ("selo.dap.last_issue:\n  - {from: 2023-01-01, value: amanhã, cites: [x]}", WrongUse, "law.override_value"),
        ("selo.regime:\n  - {from: 2024-01-01, value: portaria-minha, cites: [x]}", WrongUse, "law.override_value"),
    ],
)
def test_a_faulty_entry_is_refused_with_a_reason(
    tmp_path: Path, content: str, kind: type[LastroError], code: str
) -> None:
    with pytest.raises(kind) as refused:
        BOOK.overrides_from_yaml(written(tmp_path, content))
    assert refused.value.code == code
    assert text(f"errors.{code}", "pt", refused.value.arguments)
    assert text(f"errors.{code}", "en", refused.value.arguments)


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(EvidenceUnreadable):
        BOOK.overrides_from_yaml(tmp_path / "law.yaml")
