"""Tables that people keep in CSV, XLSX or ODS files, typed, with a finding for everything that is not taken.

    read_table_file("aquisicoes.csv", data, book)     # one file: rows, findings, counts
    combine(files)                                    # all files: repeats told apart, canonical order

Design, section 5. Columns, types and vocabulary: `lastro.evidence.columns`. The codes of the findings: `findings`.
"""

from lastro.evidence.tables.combining import combine
from lastro.evidence.tables.model import FileTables, TableCount
from lastro.evidence.tables.names import is_table_file
from lastro.evidence.tables.reading import read_table_file
from lastro.evidence.tables.version import reader_version

__all__ = ["FileTables", "TableCount", "combine", "is_table_file", "read_table_file", "reader_version"]
