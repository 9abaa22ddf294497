"""What the lines of a statement contribute: the same three parts of the spending under every regulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from lastro.statement.indicators import Reason

# Per part, the lines that make it up under each regulation, in the order in which they are tried.
PARTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "purchases": (("selo.item.I.counted",), ("selo.item.purchases",)),
    "assistance": (("selo.item.IV", "selo.item.V"), ("selo.item.ater",)),
    "support": (("selo.item.II", "selo.item.III"), ("selo.item.c", "selo.item.other")),
    "priority": (("selo.effective_spending.priority",),),
    "gross": (("selo.sales.domestic",),),
}


def amounts_of(exact: Mapping[str, str]) -> tuple[dict[str, Fraction], dict[str, Reason]]:
    """The amounts that the lines state and, for the others, why not. `exact` maps a line id to its "p/q", "" when the
    line could not be measured."""
    amounts: dict[str, Fraction] = {}
    missing: dict[str, Reason] = {}
    for name, ways in PARTS.items():
        lines = next((way for way in ways if all(line in exact for line in way)), None)
        if lines is None:
            missing[name] = Reason("lines", {"lines": ", ".join(ways[0])})
        elif unmeasured := [line for line in lines if not exact[line]]:
            missing[name] = Reason("unmeasured", {"lines": ", ".join(unmeasured)})
        else:
            amounts[name] = _sum(Fraction(exact[line]) for line in lines)
    return amounts, missing


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
