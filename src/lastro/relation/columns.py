"""One column is one rule: a name, a kind, a provision, a label in both languages and one SQL expression.

The SQL, the memory of calculation, the headings of the workbook and the explanation of a line all come from this one
declaration (design: rules in bulk).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a column counts. All numbers are int64 of a smallest unit; no column is ever a float."""

    TEXT = "text"
    DATE = "date"
    BOOLEAN = "boolean"
    CENTAVOS = "centavos"
    GRAMS = "grams"
    M2 = "m2"
    TENTHS = "tenths"  # law factors: 1.3 is 13
    THOUSANDTHS = "thousandths"  # product of a line's factors: 26 is 26000
    WEIGHTED = "milli_centavos"  # centavos × thousandths
    INTEGER = "integer"

    @property
    def sql_type(self) -> str:
        return _SQL_TYPES.get(self, "bigint")


_SQL_TYPES = {Kind.TEXT: "varchar", Kind.DATE: "date", Kind.BOOLEAN: "boolean"}


@dataclass(frozen=True)
class Column:
    """`sql` may use the columns of the step's source and the columns declared before it in the same step."""

    name: str
    kind: Kind
    sql: str
    pt: str
    en: str
    cites: str = ""


_WORD = re.compile(r"'[^']*'|[a-z_][a-z0-9_]*", re.IGNORECASE)


def _words(sql: str) -> set[str]:
    return {word for word in _WORD.findall(sql) if not word.startswith("'")}


def layers(columns: Sequence[Column]) -> list[list[Column]]:
    """The columns in groups such that each uses only the source and earlier groups: one nested select per group.

    Reuse of an alias inside the same select means different things to different engines; nesting does not.
    """
    groups: list[list[Column]] = []
    depth: dict[str, int] = {}
    for column in columns:
        if column.name in depth:
            raise ValueError(f"column {column.name} is declared twice in one step")
        level = max((depth[word] + 1 for word in _words(column.sql) if word in depth), default=0)
        depth[column.name] = level
        while len(groups) <= level:
            groups.append([])
        groups[level].append(column)
    return groups


def typed(column: Column) -> str:
    """`cast(expression as type) as name`."""
    return f"cast({column.sql} as {column.kind.sql_type}) as {column.name}"


def select_derived(source: str, columns: Sequence[Column]) -> str:
    """A select that adds `columns` to every row of `source`."""
    text = f"select * from {source}"
    for group in layers(columns):
        added = ",\n  ".join(typed(column) for column in group)
        text = f"select base.*,\n  {added}\nfrom (\n{text}\n) base"
    return text


def names(columns: Iterable[Column]) -> list[str]:
    return [column.name for column in columns]
