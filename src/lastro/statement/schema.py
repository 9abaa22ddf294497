"""The published form of a statement: JSON schema (draft 2020-12) and the list of line ids.

    python -m lastro.statement.schema docs      writes docs/statement.schema.json and docs/statement.md

`SCHEMA_VERSION` grows when a reader of the old form could misread the new one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from lastro.statement.catalogue import entries
from lastro.statement.model import PER_UNIT, Severity, Unit

SCHEMA_VERSION = "1"

Schema = dict[str, object]

_TEXT: Schema = {"type": "string"}
_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_TRUTH: Schema = {"type": "boolean"}
_HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_COUNT: Schema = {"type": "string", "pattern": r"^\d+$"}
_MONEY: Schema = {"type": ["string", "null"], "pattern": r"^-?\d+\.\d{2}$"}
_POINTS: Schema = {"type": ["string", "null"], "pattern": r"^-?\d+\.\d{4}$"}
_TEXT_MAP: Schema = {"type": "object", "additionalProperties": _TEXT}


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _enum(values: Iterable[str]) -> Schema:
    return {"enum": [str(value) for value in values]}


def schema() -> Schema:
    """The JSON schema of the file that `--json` writes."""
    whole = _object(
        schema_version={"const": SCHEMA_VERSION},
        product=_object(name={"const": "lastro"}, version=_TEXT),
        kind=_TEXT,
        regime=_TEXT,
        subject=_TEXT_MAP,
        period=_TEXT_MAP,
        complete=_TRUTH,
        missing=_list(_ref("missing")),
        content_hash=_HASH,
        provenance_hash=_HASH,
        provenance=_TEXT_MAP,
        lines=_list(_ref("line")),
        causes=_list(_ref("cause")),
        findings=_list(_ref("finding")),
        readings=_list(_ref("reading")),
        law=_list(_ref("law")),
        memory=_ref("memory"),
    )
    properties = cast("dict[str, Schema]", whole["properties"])
    whole["required"] = sorted(set(properties) - {"memory"})  # rows are written only when asked for
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lastro statement",
        "description": "Numbers are strings without exponent; money is in reais, a percentage of 60.84 is 60.84 %.",
        **whole,
        "$defs": _definitions(),
    }


def _definitions() -> dict[str, Schema]:
    return {
        "texts": {
            "type": "object",
            "properties": {"pt": _TEXT, "en": _TEXT},
            "minProperties": 1,
            "additionalProperties": False,
        },
        "cites": _list(_object(canonical=_TEXT, text=_ref("texts"))),
        "source": _object(file=_TEXT, sheet=_TEXT, row=_TEXT, column=_TEXT, sha256=_TEXT),
        "missing": _object(key=_TEXT, label=_ref("texts"), on=_TEXT, cites=_ref("cites")),
        "line": _line(),
        "cause": _object(
            code=_TEXT, variant=_TEXT, severity=_enum(Severity), title=_ref("texts"), remedy=_ref("texts"),
            count=_COUNT, amount=_MONEY, points=_POINTS, cites=_ref("cites"),
        ),
        "finding": _finding(),
        "reading": _object(
            key=_TEXT, option=_TEXT, is_default=_TRUTH, question=_ref("texts"), answer=_ref("texts"),
            cites=_ref("cites"),
        ),
        "law": _object(
            key=_TEXT, label=_ref("texts"), start=_TEXT, end=_TEXT, value=_TEXT, unit=_TEXT, cites=_ref("cites"),
            evidence=_TEXT, overridden=_TRUTH,
        ),
        "memory": _object(columns=_list(_ref("column")), rows=_list(_list({"type": ["string", "boolean", "null"]}))),
        "column": _object(
            name=_TEXT, kind=_enum(["text", "date", "boolean", *PER_UNIT]), label=_ref("texts"), cites=_TEXT
        ),
    }  # fmt: skip


def _line() -> Schema:
    return _object(
        id=_TEXT,
        label=_ref("texts"),
        value=_OPTIONAL_TEXT,
        unit=_enum(Unit),
        exact={"type": "string", "pattern": r"^(-?\d+/\d+)?$"},
        formula=_TEXT,
        inputs=_list(_TEXT),
        cites=_ref("cites"),
        reading=_list(_TEXT),
        evidence=_TEXT,
    )


def _finding() -> Schema:
    return _object(
        code=_TEXT,
        variant=_TEXT,
        severity=_enum(Severity),
        subject=_TEXT_MAP,
        arguments=_TEXT_MAP,
        message=_ref("texts"),
        remedy=_ref("texts"),
        cites=_ref("cites"),
        amount=_MONEY,
        points=_POINTS,
        source={"anyOf": [{"type": "null"}, _ref("source")]},
        justified_by=_TEXT,
    )


def schema_text() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def line_ids() -> tuple[str, ...]:
    """Every line id that has a label; one with a placeholder stands for all ids that begin with it."""
    return tuple(key.removeprefix("lines.") for key in entries() if key.startswith("lines."))


def guide_text() -> str:
    """The page that lists line ids with their labels."""
    rows = [(line_id, entries()[f"lines.{line_id}"]) for line_id in line_ids()]
    return _GUIDE_HEAD + "".join(f"| `{line_id}` | {entry['en']} | {entry['pt']} |\n" for line_id, entry in rows)


_GUIDE_HEAD = """\
# Statement: line ids

Generated by `python -m lastro.statement.schema docs`; do not edit. The form of the JSON file is in
[statement.schema.json](statement.schema.json).

Line ids are stable: people and tests quote them. Money is in reais with two places, a percentage in percent with four
(`"60.8400"` is 60.84 %), and `exact` is the same value as a fraction in lowest terms. An id whose label has a
placeholder in braces stands for all ids that begin with it: `selo.share.region.NE`. `selo.after_risk.` before the rest
of an id is the same line in the second figure, without what is at risk.

| id | English | Português |
|---|---|---|
"""


def publish(folder: Path) -> None:
    """Write both documents into `folder`."""
    (folder / "statement.schema.json").write_text(schema_text(), encoding="utf-8", newline="\n")
    (folder / "statement.md").write_text(guide_text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    publish(Path(sys.argv[1]))
