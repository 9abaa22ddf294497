"""Which row names the columns, and which column each name means.

Title rows above it are passed over; a name nobody knows makes its column ignored, with a finding; two columns of one
name stop the sheet, since nothing says which of them is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from lastro.evidence.columns import Table, folded
from lastro.evidence.tables.model import Cell

_ROWS_SEARCHED = 60
_TEMPLATE_HELP = "» "  # begins every cell of the help row that a template carries under its header


@dataclass(frozen=True)
class Header:
    """`row` from 0; `positions` of the columns read; what stands in the others."""

    row: int
    positions: Mapping[str, int]  # column name → position
    unknown: tuple[tuple[int, str], ...] = ()  # position, text
    unnamed: tuple[int, ...] = ()  # positions with values under an empty heading
    second: tuple[tuple[int, str], ...] = ()  # position, column whose own name stands elsewhere: ignored
    twice: tuple[str, ...] = ()  # columns named twice: the sheet cannot be read
    width: int = 0


def recognised(table: Table, row: Sequence[Cell]) -> int:
    """How many different columns of `table` the texts of `row` name."""
    names = {table.headers.get(folded(cell)) for cell in row if isinstance(cell, str)}
    return len(names - {None})


def header_row(table: Table, rows: Sequence[Sequence[Cell]]) -> int | None:
    """The first of the rows that name the most columns, at least two (one when a row has no other text)."""
    best, most = None, 0
    seen = 0
    for number, row in enumerate(rows):
        texts = [cell for cell in row if cell != ""]
        if not texts:
            continue
        found = recognised(table, row)
        if found > most and (found > 1 or len(texts) == 1):
            best, most = number, found
        seen += 1
        if seen >= _ROWS_SEARCHED:
            break
    return best


def read_header(table: Table, rows: Sequence[Sequence[Cell]]) -> Header | None:
    """The header of a sheet, or None when no row names columns of `table`."""
    at = header_row(table, rows)
    if at is None:
        return None
    claims: dict[str, list[int]] = {}
    unknown: list[tuple[int, str]] = []
    row = rows[at]
    for position, cell in enumerate(row):
        name = table.headers.get(folded(str(cell)))
        if name is not None:
            claims.setdefault(name, []).append(position)
        elif str(cell).strip():
            unknown.append((position, str(cell)))
    chosen = {name: _chosen(name, positions, row) for name, positions in claims.items()}
    named = {*(p for positions in claims.values() for p in positions), *(p for p, _ in unknown)}
    return Header(
        row=at,
        positions={name: position for name, position in chosen.items() if position is not None},
        unknown=tuple(unknown),
        unnamed=_unnamed(rows[at + 1 :], named, len(row)),
        second=tuple((p, n) for n, ps in claims.items() for p in ps if chosen[n] is not None and p != chosen[n]),
        twice=tuple(name for name, position in chosen.items() if position is None),
        width=len(row),
    )


def _chosen(name: str, positions: list[int], row: Sequence[Cell]) -> int | None:
    """The only claim, or the only one that bears the column's own name."""
    own = [p for p in positions if folded(str(row[p])) == folded(name)]
    if len(positions) == 1:
        return positions[0]
    return own[0] if len(own) == 1 else None


def _unnamed(body: Sequence[Sequence[Cell]], named: set[int], width: int) -> tuple[int, ...]:
    open_positions = [p for p in range(width) if p not in named]
    return tuple(p for p in open_positions if any(p < len(row) and not is_blank(row[p]) for row in body))


def is_blank(cell: Cell) -> bool:
    return cell == "" or (isinstance(cell, str) and cell.isspace())


def suggestion(table: Table, heading: str) -> str:
    """The column whose heading is nearest to a misspelt one, or ""."""
    close = get_close_matches(folded(heading), table.headers, n=1, cutoff=0.8)
    return table.headers[close[0]] if close else ""


def is_help_row(row: Sequence[Cell]) -> bool:
    """Whether this is the help row of a template."""
    texts = [cell for cell in row if cell != ""]
    return bool(texts) and all(isinstance(cell, str) and cell.startswith(_TEMPLATE_HELP) for cell in texts)


def help_cell(text: str) -> str:
    """A help text as the template's help row carries it."""
    return _TEMPLATE_HELP + text


def repeats_header(table: Table, header: Header, row: Sequence[Cell]) -> bool:
    """Whether a row below the header is the header again (sheets pasted one under another)."""
    found = 0
    for name, position in header.positions.items():
        cell = row[position] if position < len(row) else ""
        if is_blank(cell):
            continue
        if not isinstance(cell, str) or cell[0].isdigit() or table.headers.get(folded(cell)) != name:
            return False
        found += 1
    return found > 1
