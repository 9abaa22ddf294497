"""Writes the document to a file or gives it as text."""

from __future__ import annotations

import json
from pathlib import Path

from lastro.render.json_file.document import document
from lastro.statement.catalogue import LANGS, Lang
from lastro.statement.model import Statement


def json_text(
    statement: Statement, *, langs: tuple[Lang, ...] = LANGS, unmask: bool = False, memory: bool = False
) -> str:
    """The statement as indented JSON ending in a line feed."""
    data = document(statement, langs=langs, unmask=unmask, memory=memory)
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def write_json(
    statement: Statement, path: Path, *, langs: tuple[Lang, ...] = LANGS, unmask: bool = False, memory: bool = False
) -> None:
    """Write `json_text` to `path` in UTF-8. Raises OSError when it cannot be written."""
    path.write_text(json_text(statement, langs=langs, unmask=unmask, memory=memory), encoding="utf-8", newline="\n")
