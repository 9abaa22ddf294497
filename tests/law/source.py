"""Walks the product's own source for literals: what the tests on legal numbers and citations look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lastro

ROOT = Path(lastro.__file__).parent


@dataclass(frozen=True)
class Module:
    """One parsed source file. `package` is its first folder ("selo"), "" for the top."""

    path: str
    package: str
    tree: ast.Module


@dataclass(frozen=True)
class Found:
    """A literal or call at a place of the source."""

    where: str
    node: ast.AST
    text: str


@cache
def modules() -> tuple[Module, ...]:
    """Every Python file of the product."""
    return tuple(
        parsed(path.read_text(encoding="utf-8"), path.relative_to(ROOT)) for path in sorted(ROOT.rglob("*.py"))
    )


def parsed(text: str, path: Path) -> Module:
    return Module(path.as_posix(), path.parts[0] if len(path.parts) > 1 else "", ast.parse(text))


@cache
def constants() -> dict[str, str]:
    """Module-level string constants by name, where the name has one value in the whole product (`P280`)."""
    found: dict[str, set[str]] = {}
    for module in modules():
        for node in module.tree.body:
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, set()).add(node.value.value)
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def prose(module: Module) -> set[int]:
    """The ids of strings that are statements: docstrings."""
    return {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}


def strings(module: Module) -> Iterator[Found]:
    """Every string that is not a docstring; an f-string is resolved as far as its names are known constants."""
    skipped = prose(module)
    parts = {id(part) for node in ast.walk(module.tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr):
            resolved = _resolved(node)
            if resolved is not None:
                yield Found(f"{module.path}:{node.lineno}", node, resolved)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped | parts:
            yield Found(f"{module.path}:{node.lineno}", node, node.value)


def _resolved(node: ast.JoinedStr) -> str | None:
    pieces = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            name = part.value.attr if isinstance(part.value, ast.Attribute) else getattr(part.value, "id", "")
            if name not in constants():
                return None
            pieces.append(constants()[name])
    return "".join(pieces)


def calls(module: Module, *names: str) -> Iterator[tuple[str, ast.Call]]:
    """Calls of those names, plain or as an attribute, with their place."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield f"{module.path}:{node.lineno}", node


def constant_arguments(call: ast.Call) -> list[object] | None:
    """The positional arguments of a call when all are literals, else None."""
    values = [_literal(argument) for argument in call.args]
    return None if not values or any(value is None for value in values) else values


def _literal(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None
