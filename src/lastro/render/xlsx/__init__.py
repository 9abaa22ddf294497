"""A statement as a workbook whose numbers are live formulas.

    write_xlsx(statement, path, lang="pt") -> Written

Sheets: summary (every line), memory of calculation (one row per line), totals, findings, readings, law. Weights come
from factors, weighted values from value × weight, totals from the memory and every line from its own formula, so that
changing an accepted value or a factor recomputes the percentage. Results of limits are values.
"""

from lastro.render.xlsx.workbook import LIVE_LINES, Written, write_xlsx

__all__ = ["LIVE_LINES", "Written", "write_xlsx"]
