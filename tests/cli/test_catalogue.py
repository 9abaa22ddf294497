"""The catalogue of texts against the product: nothing asked for is missing, nothing is there for nobody."""

from __future__ import annotations

import re
from datetime import date

import pytest

from lastro.render.labels import _label_key
from lastro.selo.across import ACROSS
from lastro.selo.assess import assess_tables
from lastro.selo.checks import REGISTRY, variants
from lastro.selo.checks_apart import APART, YearCheck
from lastro.selo.regimes import REGIMES
from lastro.statement.catalogue import LANGS, entries, has_text, placeholders
from tests.cli.sources import asked, is_named, raised, words
from tests.framing.test_projection import family, projected
from tests.selo.test_alternatives import _mixed
from tests.selo.world import CONFIG, decision

READINGS = ({}, {"selo.regional_cap": "pool_per_region"}, {"selo.cap_allocation": "least_weight_first"})
# Families of keys that something else than a literal reaches: the file that tells their names.
CHECKED = ("SBS-", "TAX-", "ENQ-")
APART_CHECKS = (*ACROSS, *APART)
BY_NAME = ("caps.", "check_pages.", "errors.", "findings.", "help.", "lines.", "values.")


def test_every_text_wants_the_same_in_both_languages() -> None:
    uneven = [key for key, entry in entries().items() if placeholders(entry["pt"]) != placeholders(entry["en"])]
    assert uneven == []


def test_no_text_is_empty_or_left_untranslated() -> None:
    assert [key for key, entry in entries().items() for lang in LANGS if not entry[lang].strip()] == []


def test_every_error_raised_has_a_sentence_that_its_arguments_fill() -> None:
    silent = [fault for fault in raised() if not has_text(f"errors.{fault.code}")]
    assert silent == []
    unfilled = [
        (fault.place, fault.code, wanted - fault.arguments)
        for fault in raised()
        if fault.arguments is not None
        and (wanted := placeholders(entries()[f"errors.{fault.code}"]["pt"])) - fault.arguments
    ]
    assert unfilled == []


def test_every_text_asked_for_is_there() -> None:
    missing = [use for use in asked() if not any(use.pattern.fullmatch(key) for key in entries())]
    assert [(use.place, use.pattern.pattern) for use in missing] == []


def test_every_finding_of_the_checks_has_title_message_and_remedy() -> None:
    wanted = [
        f"findings.{code}.{variant}.{part}"
        for code, told, needs in [
            *((check.code, variants(check), getattr(check, "needs", ())) for check in REGISTRY),
            *((check.code, tuple(check.variants), ()) for check in APART_CHECKS),
            *((check.code, (), check.needs) for check in APART if isinstance(check, YearCheck)),
        ]
        for variant in (*told, *(["not_checked"] if needs else []))
        for part in ("title", "message", "remedy")
    ]
    assert [key for key in wanted if not has_text(key)] == []


def test_every_finding_in_the_catalogue_is_one_that_the_product_can_make() -> None:
    made = {f"{check.code}.{variant}" for check in REGISTRY for variant in (*variants(check), "not_checked")}
    made |= {f"{check.code}.{variant}" for check in APART_CHECKS for variant in (*check.variants, "not_checked")}
    told = {key.removeprefix("findings.").rpartition(".")[0] for key in entries() if key.startswith("findings.")}
    unknown = [name for name in told if name.startswith(CHECKED) and name not in made]
    assert unknown == []
    read = [name.partition(".") for name in told if not name.startswith(CHECKED)]
    assert [code for code, _, _ in read if code not in words()] == []
    made_up = [f"{code}.{variant}" for code, _, variant in read if not _can_be(variant)]
    assert made_up == []


def _can_be(variant: str) -> bool:
    """A variant stands in a string of its own or in the SQL of a question."""
    return variant == "default" or variant in words() or is_named(variant)


@pytest.fixture(scope="module")
def line_ids() -> set[str]:
    """The lines of a large year, under readings that give further lines."""
    statements = [assess_tables(_mixed(), CONFIG, readings) for readings in READINGS]
    notified = decision("saldo_2024", "2024", data=date(2022, 5, 2), valor=1000)
    carrying = {**_mixed(), "decisoes": [*_mixed().get("decisoes", []), notified]}
    statements += [assess_tables(carrying, CONFIG, {}, regime=act) for act in REGIMES]
    statements.append(projected(family(100)))
    ids = {line.id.replace("selo.after_risk.", "selo.") for statement in statements for line in statement.lines}
    return {line_id for line_id in ids if not line_id.startswith("law.")}


def test_every_label_of_a_line_is_of_a_line_that_a_year_can_have(line_ids: set[str]) -> None:
    line_keys = {_label_key(line_id) for line_id in line_ids}
    told = {key for key in entries() if key.startswith("lines.")}
    literal = set(words().splitlines())
    frame = {"lines.selo.after_risk"}  # around every line of the second figure
    assert {key for key in told - line_keys - frame if key.removeprefix("lines.") not in literal} == set()


def test_every_name_of_a_cap_is_of_a_cap_that_a_year_can_have(line_ids: set[str]) -> None:
    caps = {key.removeprefix("caps.") for key in entries() if key.startswith("caps.")}
    assert {name for name in caps if f"selo.cap.{name}.cut" not in line_ids} == set()


def test_no_text_stands_for_nobody() -> None:
    rest = [key for key in entries() if not key.startswith(BY_NAME)]
    assert [key for key in rest if not is_named(key) and not is_named(key.partition(".")[2])] == []


def test_no_error_sentence_stands_for_nobody() -> None:
    told = [key for key in entries() if key.startswith("errors.")]
    codes = [key.removeprefix("errors.") for key in told]
    assert [code for code in codes if not any(map(is_named, (f"errors.{code}", code, code.partition(".")[2])))] == []


def test_no_text_has_a_brace_that_names_nothing() -> None:
    """A text is a sentence, not a format: no braces but those of its placeholders."""
    odd = [key for key, entry in entries().items() for lang in LANGS if re.search(r"\{\W*\}|\{\d", entry[lang])]
    assert odd == []
