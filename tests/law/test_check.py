"""`lastro law check`: the shipped data has no fault, each kind of fault is found, and every hole is listed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
import yaml

from lastro.core.dates import Interval
from lastro.law import Act, Cite, DatedValue, Evidence, audit, load
from lastro.law.reader import data_file
from lastro.statement.catalogue import entries

BOOK = load()
TODAY = date(2026, 11, 30)
REPORT = audit.check(TODAY)
VALUE = BOOK.parameters["selo.280.cap.corn"][0]
READING = BOOK.readings["selo.cap_base"]
ACT = BOOK.acts["decreto-10527-2020"]


def codes(faults: object) -> list[str]:
    return [fault.code for fault in faults]  # type: ignore[attr-defined]


def test_the_shipped_law_data_has_no_fault() -> None:
    assert REPORT.faults == ()
    assert REPORT.ok


def test_the_check_looked_at_everything() -> None:
    assert REPORT.counts["acts"] == len(BOOK.acts) >= 40
    assert REPORT.counts["values"] == sum(len(values) for values in BOOK.parameters.values())
    assert REPORT.counts["readings"] == len(BOOK.readings)


@pytest.mark.parametrize(
    "key, start, kind",
    [
        ("selo.pronaf_income_ceiling", date(2010, 7, 1), "named"),
        ("selo.pronaf_income_ceiling", date(2014, 7, 1), "named"),
        ("selo.pronaf_income_ceiling", date(2026, 2, 1), "after"),
        ("selo.minimum_percentage", date(2024, 6, 28), "named"),
        ("selo.regime", date(2022, 1, 1), "named"),
        ("selo.28.factor.organisation_majority", date(2024, 6, 28), "named"),
        ("selo.280.cap.corn", date(2024, 6, 28), "after"),
    ],
)
def test_a_hole_is_listed(key: str, start: date, kind: str) -> None:
    assert (key, start, kind) in {(hole.key, hole.interval.start, hole.kind) for hole in REPORT.holes}


def test_the_343_codes_without_an_answer_are_listed_with_their_period() -> None:
    ((period, count),) = REPORT.undetermined
    assert count == 343
    assert (period.start, period.last_day) == (date(2017, 11, 23), date(2022, 12, 31))


def test_a_hole_between_two_values_and_one_after_the_last_are_found() -> None:
    days = [date(2020, 1, 1), date(2021, 1, 1), date(2022, 1, 1), date(2023, 1, 1)]
    one = replace(VALUE, interval=Interval(days[0], days[1]))
    two = replace(VALUE, interval=Interval(days[2], days[3]))
    holes = list(audit.holes_of("k", (one, two), TODAY))
    assert [(hole.kind, hole.interval) for hole in holes] == [
        ("between", Interval(days[1], days[2])),
        ("after", Interval(days[3])),
    ]
    assert [hole.kind for hole in audit.holes_of("k", (one, two), date(2022, 12, 31))] == ["between"]


def test_overlaps_and_values_at_odds_with_their_mark_are_faults() -> None:
    later = replace(VALUE, interval=Interval(date(2023, 1, 1)))
    assert codes(audit.value_faults("k", (VALUE, later), BOOK.acts)) == ["overlap"]
    assert codes(audit.value_faults("k", (replace(VALUE, value=None),), BOOK.acts)) == ["value_missing"]
    both = replace(VALUE, established=False)
    assert codes(audit.value_faults("k", (both,), BOOK.acts)) == ["value_missing", "note_missing"]


def test_a_missing_citation_and_one_of_an_unknown_act_are_faults() -> None:
    assert codes(audit.value_faults("k", (replace(VALUE, cites=()),), BOOK.acts)) == ["cite_missing"]
    strange = replace(VALUE, cites=(Cite(act="decreto-1-1900"),))
    assert codes(audit.value_faults("k", (strange,), BOOK.acts)) == ["act_unknown"]
    assert codes(audit.reading_faults(replace(READING, cites=()), BOOK.acts)) == ["cite_missing"]


@pytest.mark.parametrize(
    "act, code",
    [
        (replace(ACT, urn="decreto 10527"), "urn"),
        (replace(ACT, amended_by=("nobody",)), "act_unknown"),
        (replace(ACT, url="https://planalto.gov.br.example.com/"), "address"),
        (replace(ACT, stub=True, note_en=""), "stub_silent"),
    ],
)
def test_a_faulty_act_is_found(act: Act, code: str) -> None:
    assert codes(audit.act_faults(act, BOOK.acts)) == [code]


def test_a_file_with_a_row_too_few_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = audit.reader.read_csv
    monkeypatch.setattr(audit.reader, "read_csv", lambda name: iter(list(real(name))[1:]))
    assert set(codes(audit.file_faults())) == {"rows"}
    assert len(list(audit.file_faults())) >= 9


def test_a_region_that_is_not_the_codes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"code": "5218805", "name": "x", "uf": "GO", "region": "NE"}
    monkeypatch.setattr(audit.reader, "read_csv", lambda name: iter([row, row]))
    assert codes(audit.place_faults()) == ["region", "code_twice", "region"]


def test_every_fault_has_a_text_in_both_languages() -> None:
    source = (data_file("acts.yaml").parent.parent / "audit.py").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    used = set(re.findall(r'Fault\(\s*"(\w+)"', source))
    assert len(used) >= 12
    assert {f"law.faults.{code}" for code in used} == {key for key in entries() if key.startswith("law.faults.")}


class _NoTwice(yaml.SafeLoader):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        keys = [key.value for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"{node.start_mark}: a key stands twice"
        return super().construct_mapping(node, deep)


@pytest.mark.parametrize(
    "name", ["acts.yaml", "readings.yaml", "glossary.yaml", "semiarid.yaml", "yields.yaml", "integrity.yaml"]
)
def test_no_key_of_a_data_file_stands_twice(name: str) -> None:
    assert yaml.load(data_file(name).read_text(encoding="utf-8"), Loader=_NoTwice)


def test_no_key_of_the_parameters_stands_twice_and_all_speak_both_languages() -> None:
    for source in data_file("parameters").iterdir():
        for key, node in yaml.load(source.read_text(encoding="utf-8"), Loader=_NoTwice).items():
            for part in (node["label"], node["rule"], *(v["note"] for v in node["values"] if "note" in v)):
                assert set(part) == {"pt", "en"}, key
                assert all(part.values()), key


def test_every_data_file_says_where_it_comes_from() -> None:
    for source in data_file("").iterdir():
        if source.name.endswith((".csv", ".yaml")):
            assert source.read_text(encoding="utf-8").startswith("# "), source.name


def test_a_published_value_is_never_a_float() -> None:
    for values in BOOK.parameters.values():
        for value in values:
            assert value.value is None or isinstance(value.value, Fraction | str | tuple)
            assert isinstance(value.evidence, Evidence)


def test_the_acts_of_each_other_agree() -> None:
    acts: Mapping[str, Act] = BOOK.acts
    for act in acts.values():
        for other in act.revoked_by:
            start = acts[other].in_force
            assert act.in_force is not None
            assert start is not None
            assert act.in_force.end == start.start, (act.id, other)


def test_values_lie_inside_the_life_of_the_portaria_they_come_from() -> None:
    life = BOOK.acts["portaria-saf-mapa-280-2022"].in_force
    assert life is not None
    for key, values in BOOK.parameters.items():
        if key.startswith("selo.280."):
            value: DatedValue
            for value in values:
                assert value.interval == life, key
