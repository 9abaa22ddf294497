"""The registry of checks of the Selo. Each module of this package declares `CHECKS`; a duplicate fails at import."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from lastro.selo.checks.model import Check, ClosingCheck, FactCheck, Facts, LineCheck, TailCheck
from lastro.statement.model import Severity


def _registered() -> tuple[Check, ...]:
    found: list[Check] = []
    seen: set[tuple[str, str]] = set()
    for module in sorted(iter_modules(__path__), key=lambda m: m.name):
        for check in getattr(import_module(f"{__name__}.{module.name}"), "CHECKS", ()):
            for variant in variants(check):
                if (check.code, variant) in seen:
                    raise ValueError(f"check {check.code} {variant} is declared twice")
                seen.add((check.code, variant))
            found.append(check)
    return tuple(found)


def variants(check: Check) -> tuple[str, ...]:
    """Every variant of finding that a check may answer with, "not checked" aside."""
    return (check.variant,) if isinstance(check, LineCheck) else tuple(check.variants)


def severity(check: Check, variant: str) -> Severity:
    """How that variant of finding weighs on the two figures. Raises KeyError for a variant of another check."""
    return check.severity if isinstance(check, LineCheck) else check.variants[variant]


REGISTRY = _registered()

__all__ = ["REGISTRY", "Check", "ClosingCheck", "FactCheck", "Facts", "LineCheck", "TailCheck", "severity", "variants"]
