"""The tables a person fills in, as data: `columns.yaml` loaded, checked and looked up by any accepted header.

    schema().table("aquisicoes").column("valor")      # Column(name="valor", type="money", …)
    schema().table("aquisicoes").arrow_schema()       # the columns of the Arrow table, with provenance

The file is the only place that knows a header, a unit or a word of the vocabulary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import yaml

TYPES: Mapping[str, pa.DataType] = MappingProxyType(
    {
        "text": pa.string(),
        "person": pa.string(),  # CPF or CNPJ, bare
        "cpf": pa.string(),
        "cnpj": pa.string(),
        "key": pa.string(),  # access key, 44 positions
        "date": pa.date32(),
        "dates": pa.string(),  # ISO dates joined by ";"
        "boolean": pa.bool_(),  # empty is false
        "money": pa.int64(),  # centavos
        "price": pa.int64(),  # ten-thousandths of a real
        "quantity": pa.int64(),  # millionths of the stated unit
        "m3": pa.int64(),  # millilitres
        "area_ha": pa.int64(),  # square metres
        "kg": pa.int64(),  # grams
        "kg_ha": pa.int64(),  # grams per hectare
        "percent": pa.int64(),  # ten-thousandths of a percent
        "integer": pa.int64(),
        "municipality": pa.string(),  # IBGE code, 7 digits
        "choice": pa.string(),  # canonical value of the vocabulary
        "month": pa.string(),  # YYYY-MM
        "crop_year": pa.string(),  # "2022/23" or "2023"
    }
)
PER_UNIT: Mapping[str, int] = MappingProxyType(
    {
        "money": 100,
        "price": 10_000,
        "quantity": 1_000_000,
        "m3": 1_000_000,
        "area_ha": 10_000,
        "kg": 1_000,
        "kg_ha": 1_000,
        "percent": 10_000,
        "integer": 1,
    }
)
PROVENANCE: tuple[tuple[str, pa.DataType], ...] = (
    ("_file", pa.string()),
    ("_sheet", pa.string()),
    ("_row", pa.int64()),
    ("_hash", pa.string()),
)

_NOT_A_WORD = re.compile(r"[^0-9a-z@$%]+")


def folded(text: str) -> str:
    """A header, sheet name or word of the vocabulary as it is compared: no accents, no case, words by one space."""
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", text.replace("³", "3").replace("º", "o").replace("ª", "a"))
        text = "".join(c for c in plain if not unicodedata.combining(c))
    return _NOT_A_WORD.sub(" ", text.lower()).strip()


@dataclass(frozen=True)
class Vocabulary:
    """The values a choice column accepts. `canonical` maps every folded spelling to the value kept."""

    name: str
    help: Mapping[str, str]
    values: Mapping[str, str]  # canonical value → English word
    canonical: Mapping[str, str]


@dataclass(frozen=True)
class Column:
    """One column. `type` is a key of TYPES; `unit` the printed unit; `unit_in` the column that states it."""

    name: str
    type: str
    en: str
    also: tuple[str, ...]
    help: Mapping[str, str]
    unit: str = ""
    unit_in: str = ""
    vocabulary: Vocabulary | None = None
    minimum: int | None = None
    none_words: bool = False  # "não", "nenhum", "0" mean that there is none


@dataclass(frozen=True)
class Table:
    """One table. See the head of `columns.yaml` for what each field says."""

    name: str
    en: str
    also: tuple[str, ...]
    help: Mapping[str, str]
    columns: tuple[Column, ...]
    requires: tuple[tuple[str, ...], ...]
    key: tuple[str, ...]
    key_may_be_empty: frozenset[str]
    identical_is_one: bool
    period: tuple[str, str] | None
    headers: Mapping[str, str]  # folded header → column name

    def column(self, name: str) -> Column:
        """The column of that name. Raises KeyError."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def arrow_schema(self) -> pa.Schema:
        """Columns in the file's order, then `_file`, `_sheet`, `_row`, `_hash`."""
        fields = [pa.field(c.name, TYPES[c.type]) for c in self.columns]
        return pa.schema(fields + [pa.field(name, kind) for name, kind in PROVENANCE])

    def empty(self) -> pa.Table:
        """The table without rows."""
        return self.arrow_schema().empty_table()


@dataclass(frozen=True)
class Schema:
    """Everything `columns.yaml` says. `names` maps every folded table name to the table."""

    version: int
    tables: Mapping[str, Table]
    vocabularies: Mapping[str, Vocabulary]
    names: Mapping[str, str]

    def table(self, name: str) -> Table:
        """The table of that canonical name. Raises KeyError."""
        return self.tables[name]


@cache
def schema() -> Schema:
    """The loaded file. Raises ValueError when it contradicts itself."""
    source = files(__package__).joinpath("columns.yaml").read_text(encoding="utf-8")
    raw: dict[str, Any] = yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    vocabularies = {name: _vocabulary(name, entry) for name, entry in raw["vocabularies"].items()}
    tables = {name: _table(name, entry, vocabularies) for name, entry in raw["tables"].items()}
    names = _unique((spelling, t.name) for t in tables.values() for spelling in (t.name, t.en, *t.also))
    return Schema(raw["version"], MappingProxyType(tables), MappingProxyType(vocabularies), names)


def _unique(pairs: Any) -> Mapping[str, str]:
    """Folded spelling → meaning. Raises ValueError when one spelling has two meanings."""
    found: dict[str, str] = {}
    for spelling, meaning in pairs:
        if found.setdefault(folded(str(spelling)), meaning) != meaning:
            raise ValueError(f"{spelling} means both {found[folded(str(spelling))]} and {meaning}")
    return MappingProxyType(found)


def _vocabulary(name: str, entry: Mapping[str, Any]) -> Vocabulary:
    values = {str(value): str(words["en"]) for value, words in entry["values"].items()}
    spellings = (
        (spelling, str(value))
        for value, words in entry["values"].items()
        for spelling in (value, words["en"], *words.get("also", ()))
    )
    return Vocabulary(name, entry["help"], MappingProxyType(values), _unique(spellings))


def _column(name: str, entry: Mapping[str, Any], vocabularies: Mapping[str, Vocabulary]) -> Column:
    if entry["type"] not in TYPES or (entry["type"] == "choice") != ("vocabulary" in entry):
        raise ValueError(f"column {name}: type {entry['type']} does not fit")
    return Column(
        name=name,
        type=entry["type"],
        en=entry["en"],
        also=_texts(entry.get("also", ())),
        help=MappingProxyType({"pt": entry["pt"], "en": entry["help_en"]}),
        unit=entry.get("unit", ""),
        unit_in=entry.get("unit_in", ""),
        vocabulary=vocabularies[entry["vocabulary"]] if "vocabulary" in entry else None,
        minimum=entry.get("min", 0 if entry["type"] in PER_UNIT else None),
        none_words=entry.get("none_words", False),
    )


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def _table(name: str, entry: Mapping[str, Any], vocabularies: Mapping[str, Vocabulary]) -> Table:
    columns = tuple(_column(n, e, vocabularies) for n, e in entry["columns"].items())
    table = Table(
        name=name,
        en=entry["en"],
        also=_texts(entry.get("also", ())),
        help=MappingProxyType(dict(entry["help"])),
        columns=columns,
        requires=tuple(_texts(needed) for needed in entry["requires"]),
        key=_texts(entry.get("key", ())),
        key_may_be_empty=frozenset(entry.get("key_may_be_empty", ())),
        identical_is_one=entry["identical"] == "one",
        period=(entry["period"][0], entry["period"][1]) if "period" in entry else None,
        headers=_unique((h, c.name) for c in columns for h in (c.name, c.en, *c.also)),
    )
    known = {c.name for c in columns}
    named = {
        *table.key,
        *table.key_may_be_empty,
        *(table.period or ()),
        *(n for needed in table.requires for n in needed),
    }
    named |= {c.unit_in for c in columns if c.unit_in}
    if named - known:
        raise ValueError(f"table {name} names columns it does not have: {sorted(named - known)}")
    return table
