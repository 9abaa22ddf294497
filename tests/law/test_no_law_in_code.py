"""No legal number, date or citation of law stands in code: it is asked of the law data, by date.

Each rule is shown to find what it looks for, then runs over the whole product. What a rule lets through is named with
its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from lastro.law import load, parse_cites
from tests.law.source import Module, calls, constant_arguments, modules, parsed, strings

BOOK = load()

# The example company is invented facts, with the dates and amounts of its own documents; it computes nothing.
INVENTED = "example"
# Pictures and sheets have widths, heights and font sizes; they show a statement and compute nothing.
SHOWN_ONLY = "render"
# Outside these years a date is an epoch of spreadsheets or the end of time, no date of this law.
FIRST_YEAR, LAST_YEAR = 1990, 2200

LEGAL_NUMBERS = {
    value.value
    for values in BOOK.parameters.values()
    for value in values
    if isinstance(value.value, Fraction) and value.value not in (0, 1)
}
DISTINCT = {number for number in LEGAL_NUMBERS if number.denominator > 1 or number >= 1000}
RATIOS = {number for number in DISTINCT if number.denominator > 1}
SCALED = {int(number * scale) for number in RATIOS for scale in (10, 100, 1000) if (number * scale).denominator == 1}
SCALED -= set(range(11))  # tenths and counts below eleven are everywhere
SCALED -= {60}  # seconds of a minute, and what a listing shows
SCALED -= {100, 200, 300, 400, 500, 700}  # round hundreds: sizes and HTTP codes
# A search over what the rules computed: its whole numbers are bounds of the search and lengths of identifiers.
SEARCHED = "selo/reconciling/"
ACT_NUMBER = re.compile(r"\b\d{1,3}(?:\.\d{3})*/(?:19|20)\d{2}\b")
CITATION = re.compile(r"\barts?\.\s*\d|§\s*\d|\bR\$\s*\d")
DATE_TEXT = re.compile(r"\b(?:19|20)\d{2}-[01]\d-[0-3]\d\b|\b[0-3]\d/[01]\d/(?:19|20)\d{2}\b")


def looked_at(*except_packages: str) -> list[Module]:
    return [module for module in modules() if module.package not in except_packages]


def dates(module: Module) -> Iterator[str]:
    """`date(2022, 5, 30)` and dates inside strings."""
    for where, call in calls(module, "date", "datetime", "fromisoformat"):
        values = constant_arguments(call) or []
        if len(values) >= 3 and isinstance(values[0], int) and FIRST_YEAR < values[0] < LAST_YEAR:
            yield f"{where}: {ast.unparse(call)}"
    for found in strings(module):
        if DATE_TEXT.search(found.text):
            yield f"{found.where}: {found.text[:60]!r}"


def year_comparisons(module: Module) -> Iterator[str]:
    """`year >= 2024`."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(s, ast.Constant) and isinstance(s.value, int) and 1990 <= s.value <= 2100 for s in sides):
                yield f"{module.path}:{node.lineno}: {ast.unparse(node)}"


def exact_numbers(module: Module) -> Iterator[str]:
    """`Fraction(51, 100)`, `Decimal("0.51")`, `500000`, and a float of the same value."""
    for where, call in calls(module, "Fraction", "Decimal", "decimal", "centavos"):
        if _number(constant_arguments(call)) in DISTINCT:
            yield f"{where}: {ast.unparse(call)}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value:
            if Fraction(str(node.value)) in DISTINCT:
                yield f"{module.path}:{node.lineno}: {node.value}"
            if isinstance(node.value, int) and node.value % 100 == 0 and Fraction(node.value, 100) in DISTINCT - RATIOS:
                yield f"{module.path}:{node.lineno}: {node.value} (centavos)"


def _number(values: list[object] | None) -> Fraction | None:
    try:
        return Fraction(*values) if values else None  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return None


def scaled_numbers(module: Module) -> Iterator[str]:
    """`51`, `13` tenths, `150` thousandths: a share or factor under another scale, in a package of rules.

    `range(1, 13)` counts months and is let through.
    """
    counted = {id(bound) for _, call in calls(module, "range") for bound in call.args}
    for node in ast.walk(module.tree):
        if (
            isinstance(node, ast.Constant)
            and type(node.value) is int
            and node.value in SCALED
            and id(node) not in counted
        ):
            yield f"{module.path}:{node.lineno}: {node.value}"


def numbers_in_text(module: Module) -> Iterator[str]:
    """`* 1.3` inside SQL or a formula."""
    written = {_decimal_text(number) for number in RATIOS} | {f"{n.numerator}/{n.denominator}" for n in RATIOS}
    for found in strings(module):
        if set(re.findall(r"(?<![\w.])\d+[./]\d+(?![\w.])", found.text)) & written:
            yield f"{found.where}: {found.text[:60]!r}"


def _decimal_text(number: Fraction) -> str:
    return f"{float(number):g}"


def citations_in_text(module: Module) -> Iterator[str]:
    """The number of an act, an article or an amount in a string that is no canonical citation."""
    for found in strings(module):
        if (ACT_NUMBER.search(found.text) or CITATION.search(found.text)) and not _canonical(found.text, piece=True):
            yield f"{found.where}: {found.text[:60]!r}"


def _canonical(text: str, *, piece: bool = False) -> bool:
    """Whether `text` is citations of known acts; a `piece` may also be the rest of one, such as "§ 6"."""
    for whole in (text, f"{next(iter(BOOK.acts))} art. 1 {text.strip()}")[: 1 + piece]:
        try:
            return all(cite.act in BOOK.acts for cite in parse_cites(whole))
        except ValueError:
            continue
    return False


def unknown_cites(module: Module) -> Iterator[str]:
    """`cites=…`, `cite("…")` and every string that begins like an act, when they do not name a known act."""
    begins = re.compile(rf"(?:{'|'.join(sorted({re.escape(act.split('-')[0]) for act in BOOK.acts}))})-[a-z0-9-]+\d")
    asked = {id(node) for node in _asked(module)}
    for found in strings(module):
        told = id(found.node) in asked and found.text
        if (told or begins.match(found.text)) and not _canonical(found.text):
            yield f"{found.where}: {found.text[:60]!r}"


def _asked(module: Module) -> Iterator[ast.AST]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.keyword) and node.arg in ("cites", "cite"):
            yield node.value
            if isinstance(node.value, ast.Tuple | ast.List):
                yield from node.value.elts
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "cite",
            "parse_cite",
        ):
            yield from node.args


RULES = {
    "dates": (dates, (INVENTED,)),
    "year comparisons": (year_comparisons, ()),
    "exact numbers": (exact_numbers, (INVENTED, SHOWN_ONLY)),
    "numbers in text": (numbers_in_text, (INVENTED, SHOWN_ONLY)),
    "citations in text": (citations_in_text, (INVENTED,)),
    "unknown cites": (unknown_cites, ()),
}


@pytest.mark.parametrize("name", RULES)
def test_the_product_has_none(name: str) -> None:
    rule, except_packages = RULES[name]
    assert [hit for module in looked_at(*except_packages) for hit in rule(module)] == []


def test_the_rules_of_the_seal_have_no_share_or_factor_under_another_scale() -> None:
    looked = [module for module in modules() if module.package in ("selo", "relation")]
    found = [hit for module in looked if not module.path.startswith(SEARCHED) for hit in scaled_numbers(module)]
    assert found == []


@pytest.mark.parametrize(
    "name, code",
    [
        ("dates", "x = date(2022, 5, 30)"),
        ("dates", "x = 'date >= date 2022-05-30'"),
        ("dates", "x = '30/05/2022'"),
        ("year comparisons", "x = year >= 2024"),
        ("year comparisons", "x = 2023 == day.year"),
        ("exact numbers", "x = Fraction(51, 100)"),
        ("exact numbers", "x = Fraction('1.3')"),
        ("exact numbers", "x = Decimal('0.51')"),
        ("exact numbers", "x = 500_000"),
        ("exact numbers", "x = 50_000_000"),
        ("exact numbers", "x = 0.7"),
        ("numbers in text", "x = 'value * 1.3'"),
        ("numbers in text", "x = 'min(a, 0.3/0.7 * b)'"),
        ("citations in text", "x = 'Portaria 280/2022'"),
        ("citations in text", "x = 'art. 4 of the portaria'"),
        ("citations in text", "x = 'até R$ 500'"),
        ("unknown cites", "x = f(cites='art. 4')"),
        ("unknown cites", "x = f(cites=('portaria-saf-mapa-281-2022 art. 4',))"),
        ("unknown cites", "x = cite('decreto 10527')"),
        ("unknown cites", "x = 'decreto-10528-2020 art. 3'"),
    ],
)
def test_a_rule_finds_what_it_looks_for(name: str, code: str) -> None:
    assert list(RULES[name][0](parsed(code, Path("selo/x.py"))))


def test_a_count_of_months_is_no_share() -> None:
    assert list(scaled_numbers(parsed("x = range(1, 13)", Path("selo/x.py")))) == []


def test_a_scaled_share_is_found() -> None:
    for number in (51, 13, 70, 15, 40, 510):
        assert list(scaled_numbers(parsed(f"x = {number}", Path("selo/x.py"))))


@pytest.mark.parametrize(
    "code",
    [
        '"""Portaria 280/2022, art. 4."""',
        "x = f(cites='portaria-saf-mapa-280-2022 art. 4 § 9 I')",
        "x = 'decreto-10527-2020 art. 3; portaria-saf-mapa-280-2022 art. 6'",
        "x = date(9999, 12, 31)",
        "x = date(1904, 1, 1)",
        "x = f('§ 6')",
        "x = Fraction(0)",
    ],
)
def test_a_rule_lets_through_what_is_no_law(code: str) -> None:
    module = parsed(code, Path("selo/x.py"))
    assert [hit for rule, _ in RULES.values() for hit in rule(module)] == []


def test_every_citation_in_the_data_files_of_the_product_names_a_known_act() -> None:
    checked = 0
    for path in (Path(__file__).parents[2] / "src" / "lastro").rglob("*.yaml"):
        for text in _cited(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)):
            assert _canonical(text), f"{path.name}: {text}"
            checked += 1
    assert checked > 100


def _cited(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for name, child in node.items():
            if name in ("cites", "cite"):
                yield from _texts(child)
            else:
                yield from _cited(child)
    elif isinstance(node, list):
        for child in node:
            yield from _cited(child)


def _texts(node: object) -> Iterable[str]:
    return (
        [node]
        if isinstance(node, str)
        else [text for text in node if isinstance(text, str)]
        if isinstance(node, list)
        else []
    )
