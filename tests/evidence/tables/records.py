"""A good record of every table, each cell in the several ways people and programs write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from lastro.evidence.columns import Column, Table, schema
from tests.evidence.tables.support import cnpj, cpf, key


@dataclass(frozen=True)
class Written:
    """One value: as a pt-BR spreadsheet exports it, as a program writes it, as a workbook's own cell."""

    brazilian: str
    plain: str
    native: object


def _number(units: int, places: int) -> Written:
    digits = str(units).rjust(places + 1, "0")
    whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
    grouped = f"{int(whole):,}".replace(",", ".")
    plain = f"{int(whole)}.{decimals}" if decimals else whole
    return Written(f"{grouped},{decimals}" if decimals else whole, plain, float(plain))


def written(column: Column, seed: int) -> Written:
    """A value for a cell of `column`, another for another `seed`."""
    if column.type == "date":
        day = date(2023, 1 + seed % 12, 13 + seed % 15)
        return Written(day.strftime("%d/%m/%Y"), day.isoformat(), day)
    if column.type == "choice":
        assert column.vocabulary is not None
        values = list(column.vocabulary.values.items())
        value, english = values[seed % len(values)]
        return Written(value.upper(), english, value)
    return _OF_TYPE[column.type](seed)


def _person(seed: int) -> Written:
    whole = cpf(1_000_000 + seed)  # two zeros in front, which a number loses
    return Written(f"{whole[:3]}.{whole[3:6]}.{whole[6:9]}-{whole[9:]}", whole, float(whole))


def _cnpj(seed: int) -> Written:
    whole = cnpj(12_345_000_100 + seed)
    return Written(f"{whole[:2]}.{whole[2:5]}.{whole[5:8]}/{whole[8:12]}-{whole[12:]}", whole, whole)


def _truth(seed: int) -> Written:
    return Written("S", "1", True) if seed % 2 else Written("N", "", False)


def _month(seed: int) -> Written:
    month = 1 + seed % 12
    return Written(f"{month:02d}/2023", f"2023-{month:02d}", date(2023, month, 1))


_OF_TYPE = {
    "text": lambda seed: Written(f"Sítio São João {seed}", f" Sítio  São João {seed}", f"Sítio São João {seed}"),
    "person": _person,
    "cpf": _person,
    "cnpj": _cnpj,
    "key": lambda seed: Written(f"NFe{key(seed)}", key(seed), key(seed)),
    "dates": lambda _: Written("10/02/2023; 11/03/2023", "2023-03-11 2023-02-10", "10/02/2023;11/03/2023"),
    "boolean": _truth,
    "money": lambda seed: _number(123_456_78 + seed, 2),
    "price": lambda seed: _number(1_234_500 + seed, 4),
    "quantity": lambda seed: _number(1_234_567_000_001 + seed, 6),
    "m3": lambda seed: _number(1_234_567_000 + seed, 6),
    "area_ha": lambda seed: _number(105_001 + seed, 4),
    "kg": lambda seed: _number(60_001 + seed, 3),
    "kg_ha": lambda seed: _number(3_500_001 + seed, 3),
    "percent": lambda seed: _number(755_001 + seed, 4),
    "integer": lambda seed: Written(str(1 + seed), str(1 + seed), 1 + seed),
    "municipality": lambda _: Written("Rio Verde/GO", "5218805", 5218805),
    "month": _month,
    "crop_year": lambda seed: Written(f"{2000 + seed % 20}/{seed % 20 + 1:02d}", f"{2000 + seed % 20}/{2001 + seed % 20}", f"{seed % 20:02d}/{seed % 20 + 1:02d}"),
}  # fmt: skip


def records(table: Table, count: int = 3) -> list[Mapping[str, Written]]:
    """Good rows of a table, every column filled."""
    found = [{c.name: written(c, 7 * row + at) for at, c in enumerate(table.columns)} for row in range(count)]
    for record in found:
        for name in table.period or ():
            record[name] = written(table.column(name), 0)
    return found


ALL = list(schema().tables.values())
