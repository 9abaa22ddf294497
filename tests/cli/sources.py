"""What the source says about texts: which keys it asks for, literally or by pattern, and which errors it raises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lastro
from lastro.core import errors
from lastro.statement.formula_nodes import FormulaFault

SOURCE = Path(lastro.__file__).parent
_ONE_WORD = re.compile(r"\w+\\\.\.\+")  # "terminal.{key}" would name every text of the terminal


@dataclass(frozen=True)
class Raised:
    """An error raised with a literal code: where, and the names of its arguments (None: not all are literal)."""

    place: str
    code: str
    arguments: frozenset[str] | None


@dataclass(frozen=True)
class Asked:
    """A text asked for: a whole key, or the pattern of an f-string."""

    place: str
    pattern: re.Pattern[str]


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the product, parsed."""
    return {
        str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


def error_names() -> frozenset[str]:
    """The classes whose first argument is the code of a text."""
    kinds: list[type[Exception]] = [FormulaFault]
    kinds += [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, errors.LastroError)]
    found = {kind.__name__ for kind in kinds}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(getattr(b, "id", "") in found for b in node.bases):
                found.add(node.name)
    return frozenset(found)


def raised() -> Iterator[Raised]:
    """Every error made with a literal code."""
    names = error_names()
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in names and node.args and _literal(node.args[0]):
                told = (
                    None if any(k.arg is None for k in node.keywords) else frozenset(str(k.arg) for k in node.keywords)
                )
                yield Raised(f"{module}:{node.lineno}", _literal(node.args[0]), told)


def asked(function: str = "text") -> Iterator[Asked]:
    """Every first argument of `text(…)` that is a string, whole or in part."""
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) == function and node.args:
                for pattern in _patterns(node.args[0]):
                    yield Asked(f"{module}:{node.lineno}", pattern)


@cache
def words() -> str:
    """Every string of the product in one text, a line each: what a name has to stand in to be used."""
    found = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return "\n".join(sorted(found))


@cache
def templates() -> tuple[re.Pattern[str], ...]:
    """Every f-string of the product that says more than four characters itself, as a pattern."""
    return tuple(
        pattern
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for pattern in _patterns(node)
        if len(pattern.pattern.replace(".+", "").replace("\\", "")) > 4 and not _ONE_WORD.fullmatch(pattern.pattern)
    )


def is_named(name: str) -> bool:
    """Whether some string of the product is that name, or could become it."""
    return name in set(words().splitlines()) or any(pattern.fullmatch(name) for pattern in templates())


def _patterns(node: ast.expr) -> Iterator[re.Pattern[str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.compile(re.escape(node.value))
    elif isinstance(node, ast.IfExp):
        yield from _patterns(node.body)
        yield from _patterns(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values)
        yield re.compile("".join(parts))


def _name(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
