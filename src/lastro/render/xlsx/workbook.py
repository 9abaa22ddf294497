"""Puts the sheets together into one file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lastro.render import labels
from lastro.render.privacy import masker
from lastro.render.xlsx.cells import Sheet, plain_worksheet
from lastro.render.xlsx.findings_sheet import FindingsSheet
from lastro.render.xlsx.grid_sheet import GridSheet, row_formulas
from lastro.render.xlsx.law_sheets import write_law, write_readings
from lastro.render.xlsx.plan import SHEETS, Grid, Plan, plan
from lastro.render.xlsx.side_files import write_side_files
from lastro.render.xlsx.styles import Styles
from lastro.render.xlsx.summary_sheet import SummarySheet
from lastro.render.xlsx.totals import total_formulas
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Statement

if TYPE_CHECKING:
    from xlsxwriter import Workbook

LIVE_LINES = 20_000
"""Most lines that get a live row each."""

_A3, _A4 = 8, 9
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "nan_inf_to_errors": False,
}


@dataclass(frozen=True)
class Written:
    """The workbook and, when lines were too many for live rows, the files beside it."""

    workbook: Path
    beside: tuple[Path, ...] = ()


def write_xlsx(
    statement: Statement, path: Path, *, lang: Lang = "pt", unmask: bool = False, live_lines: int = LIVE_LINES
) -> Written:
    """Write the statement to `path`. With more than `live_lines` lines the memory has one live row for each row of the
    totals, and the lines go to Parquet and CSV beside the workbook. Raises OSError when a file cannot be written.
    """
    from xlsxwriter import Workbook  # late: the command line starts without it

    planned = plan(statement, lang, live_lines)
    with path.open("wb") as file:
        book = Workbook(file, _OPTIONS)
        _Book(book, statement, planned, lang, unmask=unmask).write()
        book.close()
    beside = () if planned.by_line else write_side_files(statement, path, lang, masker(unmask=unmask))
    return Written(path, beside)


class _Book:
    def __init__(self, book: Workbook, statement: Statement, planned: Plan, lang: Lang, *, unmask: bool) -> None:
        self._book = book
        self._statement = statement
        self._plan = planned
        self._lang = lang
        self._unmask = unmask
        self._styles = Styles(book, lang)

    def write(self) -> None:
        """Sheet after sheet, each streamed from its top."""
        self._properties()
        sheets = {name: self._sheet(name) for name in SHEETS if self._has(name)}
        said = (self._statement, self._styles, self._lang)
        SummarySheet(sheets["summary"], self._statement, self._plan, *said[1:], unmask=self._unmask).write()
        if self._plan.memory is not None:
            self._grid(sheets["memory"], self._plan.memory, row_formulas(self._plan.memory), self._memory_note())
        if self._plan.totals is not None:
            note = text("xlsx.notes.totals", self._lang)
            self._grid(sheets["totals"], self._plan.totals, total_formulas(self._plan), note)
        FindingsSheet(sheets["findings"], *said, unmask=self._unmask).write()
        write_readings(sheets["readings"], *said)
        write_law(sheets["law"], *said)

    def _has(self, name: str) -> bool:
        grids = {"memory": self._plan.memory, "totals": self._plan.totals}
        return name not in grids or grids[name] is not None

    def _memory_note(self) -> str:
        return text(f"xlsx.notes.{'memory' if self._plan.by_line else 'grouped'}", self._lang)

    def _grid(self, sheet: Sheet, grid: Grid, live: dict[str, str], note: str) -> None:
        writer = GridSheet(sheet, grid, self._styles, self._lang, unmask=self._unmask)
        writer.heading(grid.sheet, note)
        numbered = grid.sheet == self._plan.sheets["memory"]
        own = tuple(range(1, grid.table.num_rows + 1))
        writer.rows(live, self._plan.group_of if numbered else own)

    def _sheet(self, name: str) -> Sheet:
        made = self._book.add_worksheet(self._plan.sheets[name], worksheet_class=plain_worksheet())
        made.set_landscape()
        made.set_paper(_A3 if name in ("memory", "totals") else _A4)
        made.fit_to_pages(1, 0)
        made.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        made.set_footer(f"&L{self._plan.sheets[name]}&R&P / &N")
        made.hide_gridlines(2)
        return Sheet(made, masker(unmask=self._unmask))

    def _properties(self) -> None:
        """Title and subject; the date is the period's end, so that equal statements give equal files."""
        end = datetime.fromisoformat(self._statement.period["end"])
        title = text(f"statement.{self._statement.kind}", self._lang, {"regime": labels.regime_name(self._statement)})
        self._book.set_properties({"title": title, "author": "Lastro", "created": end})
