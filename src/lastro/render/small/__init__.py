"""Statements for farmers and cooperatives as PDF, one file each, and as JSON.

write_statements(found, folder, lang, kinds=("farmers", "cooperatives")) -> Written
"""

from lastro.render.small.data import statements_json
from lastro.render.small.write import KINDS, Printer, Written, write_statements

__all__ = ["KINDS", "Printer", "Written", "statements_json", "write_statements"]
