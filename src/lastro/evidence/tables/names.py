"""Which table a file or a sheet is, by its name: accents, case and what follows the table's name do not matter."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from lastro.evidence.columns import folded, schema

WORKBOOKS = frozenset({".xlsx", ".xlsm", ".ods", ".xls", ".xlsb"})  # the last two are told apart to be refused
TEXTS = frozenset({".csv", ".tsv"})
TEMPLATE_SHEET = "_lastro"  # hidden in every template: its name and version
TEMPLATE_NAME = "lastro tabelas"


def is_table_file(relative_path: str) -> bool:
    """Whether the name of a file says it is a table (CSV or workbook); locks and hidden files are not."""
    name = PurePosixPath(relative_path).name
    return not name.startswith((".", "~$")) and PurePosixPath(name.lower()).suffix in WORKBOOKS | TEXTS


def table_named(text: str) -> str | None:
    """The canonical table name that `text` begins with: "Aquisições 2023 (2)" is `aquisicoes`; None when none does."""
    words = folded(text).split()
    names = schema().names
    for count in range(len(words), 0, -1):
        name = names.get(" ".join(words[:count]))
        if name is not None:
            return name
    glued = re.match(r"[a-z]+", folded(text))  # "aquisicoes2023"
    return names.get(glued[0]) if glued else None


def stem(relative_path: str) -> str:
    """The name of a file without folder and ending."""
    return PurePosixPath(relative_path).stem
