"""The small sound year of `tests.selo.world` as a folder of CSV files, for commands that read files."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.selo.world import HOME, PLANT, Edit, sound

TOML = """[empresa]
cnpj = "{plant}"
nome = "Usina"

[[unidade]]
cnpj = "{plant}"
nome = "Usina"
municipio = "{home}"
{more}"""
YEAR = "\n[apuracao]\nano = 2023\n"


def written(folder: Path, *edits: Edit, more: str = YEAR) -> Path:
    """The workspace in `folder`, with these edits of its rows; `more` ends its lastro.toml."""
    tables = sound()
    for each in edits:
        each(tables)
    (folder / "lastro.toml").write_text(TOML.format(plant=PLANT, home=HOME, more=more), encoding="utf-8")
    for name, rows in tables.items():
        columns = list(dict.fromkeys(column for row in rows for column in row))
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, delimiter=";")
            writer.writeheader()
            writer.writerows(_shown(row) for row in rows)
    return folder


def _shown(row: Mapping[str, Any]) -> dict[str, str]:
    return {column: _cell(value) for column, value in row.items()}


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "S" if value else "N"
    if isinstance(value, Decimal):
        return str(value).replace(".", ",")
    return value.strftime("%d/%m/%Y") if isinstance(value, date) else str(value)
