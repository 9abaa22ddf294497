"""The indicators as lines for the terminal, as JSON, as a workbook and as CSV."""

from lastro.render.indicators.files import csv_text, indicators_json, write_xlsx
from lastro.render.indicators.lines import indicator_lines

__all__ = ["csv_text", "indicator_lines", "indicators_json", "write_xlsx"]
