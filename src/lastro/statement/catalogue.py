"""Every text a user reads, in Portuguese and English, by key.

Texts live in `texts/*.yaml`, one file per area, each entry `{pt: …, en: …}` with the same `{placeholders}` in both.
No message is built by joining pieces. A missing key is an error, never a blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Literal, cast

import yaml

Lang = Literal["pt", "en"]
LANGS: tuple[Lang, Lang] = ("pt", "en")

Entry = Mapping[str, str]


@cache
def entries() -> Mapping[str, Entry]:
    """All texts by dotted key. Raises ValueError when a file repeats a key or lacks a language."""
    found: dict[str, Entry] = {}
    for source in sorted(files(__package__).joinpath("texts").iterdir(), key=lambda f: f.name):
        if source.name.endswith(".yaml"):
            loaded = yaml.load(source.read_text(encoding="utf-8"), Loader=_loader())
            for key, entry in _flatten(loaded or {}, ""):
                if key in found:
                    raise ValueError(f"{source.name}: text {key} stands twice")
                found[key] = entry
    return found


def _loader() -> type[yaml.SafeLoader]:
    return cast("type[yaml.SafeLoader]", getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _flatten(node: Mapping[str, object], prefix: str) -> list[tuple[str, Entry]]:
    flat: list[tuple[str, Entry]] = []
    for name, child in node.items():
        key = f"{prefix}{name}"
        if not isinstance(name, str):
            raise ValueError(f"text {key} has a name that is not text; YAML reads a bare yes or no as a truth value")
        if not isinstance(child, dict):
            raise ValueError(f"text {key} is neither an entry nor a group")
        if set(child) == set(LANGS) and all(isinstance(text, str) for text in child.values()):
            flat.append((key, child))
        else:
            flat.extend(_flatten(child, f"{key}."))
    return flat


def placeholders(text: str) -> frozenset[str]:
    """The `{names}` that a text wants filled."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def placeholders_of(key: str) -> frozenset[str]:
    """The `{names}` that the text of `key` wants filled, in either language. Raises KeyError for an unknown key."""
    return frozenset().union(*(placeholders(told) for told in entries()[key].values()))


def has_text(key: str) -> bool:
    """Whether the catalogue knows `key`."""
    return key in entries()


def text(key: str, lang: Lang, arguments: Mapping[str, str] | None = None) -> str:
    """The text of `key` with its placeholders filled. Raises KeyError for an unknown key or a missing argument."""
    return entries()[key][lang].format_map(dict(arguments or {}))
