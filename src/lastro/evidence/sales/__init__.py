"""How notes and rows become sales: one line per product of a note, or per row without one, of one plant."""

from lastro.evidence.sales.lines import SalesLines, sales_lines

__all__ = ["SalesLines", "sales_lines"]
