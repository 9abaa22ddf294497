"""A statement as a JSON file for people and programs; its schema is published as `docs/statement.schema.json`.

    json_text(statement) -> str
    write_json(statement, path)

Every number is a string without exponent, keys are sorted, text is NFC; no time, no path of the machine, no engine.
Labels and messages stand in both languages unless fewer are asked for.
"""

from lastro.render.json_file.document import document
from lastro.render.json_file.file import json_text, write_json

__all__ = ["document", "json_text", "write_json"]
