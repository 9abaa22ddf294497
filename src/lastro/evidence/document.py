"""docs/tables.md and docs/columns.schema.json, made from `columns.yaml` and the catalogue.

python -m lastro.evidence.document docs      # writes both; a test tells when they are stale
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastro.evidence.columns import PER_UNIT, Column, Table, Vocabulary, schema
from lastro.statement.catalogue import LANGS, entries, text

MARKDOWN, JSON_SCHEMA = "tables.md", "columns.schema.json"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_PATTERNS = {
    "person": r"^(\d{11}|[0-9A-Z]{12}\d{2})$",
    "cpf": r"^\d{11}$",
    "cnpj": r"^[0-9A-Z]{12}\d{2}$",
    "key": r"^\d{6}[0-9A-Z]{12}\d{26}$",
    "date": r"^\d{4}-\d{2}-\d{2}$",
    "dates": r"^\d{4}-\d{2}-\d{2}(;\d{4}-\d{2}-\d{2})*$",
    "municipality": r"^\d{7}$",
    "month": r"^\d{4}-\d{2}$",
    "crop_year": r"^\d{4}(/\d{2})?$",
}


def markdown() -> str:
    """The page that lists every table, column and word, in both languages."""
    return "\n".join(_markdown()) + "\n"


def _both(key: str) -> str:
    return " · ".join(text(key, lang) for lang in LANGS)


def _markdown() -> Iterator[str]:
    yield f"# {_both('tables_doc.head')}\n"
    for lang in LANGS:
        yield f"{text('tables_doc.rules', lang)} {text('tables_doc.generated', lang)}\n"
    for table in schema().tables.values():
        yield from _table(table)
    yield f"\n## {_both('tables_doc.vocabulary')}"
    for vocabulary in schema().vocabularies.values():
        yield from _vocabulary(vocabulary)
    yield f"\n## {_both('tables_doc.findings')}\n"
    yield "| | pt | en |\n|---|---|---|"
    yield from (f"| {code} | {pt} | {en} |" for code, pt, en in _codes())


def _table(table: Table) -> Iterator[str]:
    yield f"\n## {table.name} · {table.en}\n"
    yield f"{table.help['pt']}\n\n{table.help['en']}\n"
    lists = " · ".join("`" + ", ".join(names) + "`" for names in table.requires)
    yield f"{_both('tables_doc.requires')}: {lists}."
    if table.key:
        yield f"\n{_both('tables_doc.key')}: `{', '.join(table.key)}`."
    yield "\n| pt | en | | | |\n|---|---|---|---|---|"
    for column in table.columns:
        kind = _both(f"column_types.{column.type}")
        if column.vocabulary is not None:
            kind = f"[{column.vocabulary.name}](#{column.vocabulary.name})"
        yield f"| `{column.name}` | `{column.en}` | {kind} | {column.help['pt']} | {column.help['en']} |"


def _vocabulary(vocabulary: Vocabulary) -> Iterator[str]:
    yield f"\n### {vocabulary.name}\n\n{vocabulary.help['pt']} {vocabulary.help['en']}\n"
    yield "| pt | en | |\n|---|---|---|"
    for value, english in vocabulary.values.items():
        known = {value.lower(), english.lower()}
        others = [spelling for spelling, meant in vocabulary.canonical.items() if meant == value]
        more = ", ".join(spelling for spelling in others if spelling.replace(" ", "_") not in known)
        yield f"| {value} | {english} | {more} |"


def _codes() -> Iterator[tuple[str, str, str]]:
    titles: dict[str, tuple[str, str]] = {}
    for key, entry in entries().items():
        if key.startswith("findings.EVD-TAB-") and key.endswith(".title"):
            titles.setdefault(key.split(".")[1], (entry["pt"], entry["en"]))
    yield from ((code, *titles[code]) for code in sorted(titles))


def json_schema() -> str:
    """A JSON schema of rows by table, each cell as its canonical text."""
    tables = schema().tables
    document = {
        "$schema": _DRAFT,
        "title": text("tables_doc.head", "en"),
        "version": schema().version,
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"type": "array", "items": {"$ref": f"#/$defs/{name}"}} for name in tables},
        "$defs": {name: _row_schema(table) for name, table in tables.items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _row_schema(table: Table) -> dict[str, Any]:
    return {
        "title": table.en,
        "description": table.help["en"],
        "type": "object",
        "additionalProperties": False,
        "anyOf": [{"required": list(names)} for names in table.requires],
        "properties": {column.name: _cell_schema(column) for column in table.columns},
    }


def _cell_schema(column: Column) -> dict[str, Any]:
    cell: dict[str, Any] = {"title": column.en, "description": column.help["en"], "x-type": column.type}
    if column.unit:
        cell["x-unit"] = column.unit
    if column.unit_in:
        cell["x-unit-in"] = column.unit_in
    if column.type == "boolean":
        return cell | {"type": "boolean"}
    if column.vocabulary is not None:
        return cell | {"type": "string", "enum": list(column.vocabulary.values)}
    pattern = _number_pattern(column) if column.type in PER_UNIT else _PATTERNS.get(column.type)
    return cell | {"type": "string"} | ({"pattern": pattern} if pattern else {})


def _number_pattern(column: Column) -> str:
    places = len(str(PER_UNIT[column.type])) - 1
    return rf"^\d+(\.\d{{1,{places}}})?$" if places else r"^\d+$"


def write(directory: Path) -> None:
    """Both documents in `directory`."""
    (directory / MARKDOWN).write_text(markdown(), encoding="utf-8", newline="\n")
    (directory / JSON_SCHEMA).write_text(json_schema(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
