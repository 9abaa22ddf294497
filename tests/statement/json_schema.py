"""A small validator of the JSON schema keywords that the published schema uses. Any other keyword is an error."""

from __future__ import annotations

import re
from typing import Any

_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
_KNOWN = {"$schema", "title", "description", "$defs"}


def faults(data: Any, schema: dict[str, Any], root: dict[str, Any] | None = None, at: str = "$") -> list[str]:
    """What does not fit, one text for each place."""
    root = root or schema
    found: list[str] = []
    for keyword, rule in schema.items():
        found += _check(keyword, rule, data, schema, root, at)
    return found


def _check(keyword: str, rule: Any, data: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> list[str]:
    match keyword:
        case "$ref":
            return faults(data, root["$defs"][rule.removeprefix("#/$defs/")], root, at)
        case "type":
            allowed = [rule] if isinstance(rule, str) else rule
            return [] if any(type(data) is _TYPES[name] for name in allowed) else [f"{at}: not {rule}"]
        case "enum":
            return [] if data in rule else [f"{at}: {data!r} not among {rule}"]
        case "const":
            return [] if data == rule else [f"{at}: {data!r} is not {rule!r}"]
        case "pattern":
            return [] if not isinstance(data, str) or re.search(rule, data) else [f"{at}: {data!r} not like {rule}"]
        case "anyOf":
            return [] if any(not faults(data, option, root, at) for option in rule) else [f"{at}: fits no option"]
        case "items":
            return [fault for n, item in enumerate(data or []) for fault in faults(item, rule, root, f"{at}[{n}]")]
        case "required":
            return [f"{at}: lacks {name}" for name in rule if name not in data]
        case "minProperties":
            return [] if len(data) >= rule else [f"{at}: too few properties"]
        case "properties":
            return [f for name in rule if name in data for f in faults(data[name], rule[name], root, f"{at}.{name}")]
        case "additionalProperties":
            return _additional(rule, data, schema, root, at)
    return [] if keyword in _KNOWN else [f"{at}: the validator does not know {keyword}"]


def _additional(rule: Any, data: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> list[str]:
    others = [name for name in data if name not in schema.get("properties", {})]
    if rule is False:
        return [f"{at}: {name} is not in the schema" for name in others]
    return [fault for name in others for fault in faults(data[name], rule, root, f"{at}.{name}")]
