"""Checks across companies and years: the same note used twice, and what a family may sell and grow, summed over all
plants (Portaria SAF/MAPA 280/2022, arts. 3 §§ 8 and 9, and 6). What is found is reported, never re-allocated.

    check(companies, others, key)  ->  Statement "selo.check"
"""

from lastro.selo.across.check import Company, check
from lastro.selo.across.compare import ACROSS, AcrossCheck, compare
from lastro.selo.across.index import index_text, read_index
from lastro.selo.across.ledger import Crop, Income, Ledger, Place, Use, ledger_of
from lastro.selo.across.sealing import IndexKey, new_key, read_key

__all__ = [
    "ACROSS",
    "AcrossCheck",
    "Company",
    "Crop",
    "Income",
    "IndexKey",
    "Ledger",
    "Place",
    "Use",
    "check",
    "compare",
    "index_text",
    "ledger_of",
    "new_key",
    "read_index",
    "read_key",
]
