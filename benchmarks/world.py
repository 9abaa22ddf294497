"""A plant's year of any number of purchase lines, straight into the tables that the assessment starts from.

Everything is invented and follows from the number of the line, so that the same size gives the same year. Farmers buy
and sell as in a real year: several crops, regions and kinds of supplier, origins behind a part of the lines, returns,
quantities above what the declared area grows, and families above the income ceiling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from lastro.core.dates import Interval, civil_year
from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits
from lastro.core.regions import region_of_uf_code
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.purchases.shape import LINES, ORIGINS
from lastro.law import LawBook
from lastro.selo.given import evidence_of
from lastro.selo.lines import YearInputs

YEAR = 2023
LINES_OF_A_FARMER = 20
COOPERATIVES = 40
PLACES = (
    *("5211909", "5218805", "5107925", "5103403"),  # the plant's own region
    *("4127700", "4113700", "4314100", "4204202"),  # the South
    *("2919553", "2933307", "2903201", "2111300", "1505502"),  # North, Northeast, Semi-arid
    *("3143302", "3127701"),  # the Southeast, one of them in the Semi-arid
)


def period() -> Interval:
    """The civil year that is assessed."""
    return civil_year(YEAR)


def year_of(lines: int, book: LawBook) -> YearInputs:
    """What `lastro.selo.lines.weigh_year` starts from, with `lines` purchase lines."""
    farmers = max(1, lines // LINES_OF_A_FARMER)
    evidence = _evidence(farmers, book)
    with duckdb.connect(":memory:") as connection:
        connection.register("farmers", _people(farmers))
        connection.register("cooperatives", pa.table({"n": range(COOPERATIVES), "cnpj": _cooperatives()}))
        connection.register("places", pa.table({"n": range(len(PLACES)), "code": list(PLACES)}))
        connection.execute(_DRAWN.format(lines=lines, farmers=farmers, places=len(PLACES), cooperatives=COOPERATIVES))
        plant = evidence.config.units[0].cnpj
        purchases = connection.sql(_PURCHASES, params=[plant]).to_arrow_table().cast(LINES)
        origins = connection.sql(_ORIGINS).to_arrow_table().cast(ORIGINS)
    return _inputs(evidence, purchases, origins)


def keep_year(inputs: YearInputs, folder: Path) -> None:
    """Write what `kept_year` reads again."""
    folder.mkdir()
    for name, table in _tables(inputs).items():
        pq.write_table(table, folder / f"{name}.parquet")


def kept_year(folder: Path, book: LawBook) -> YearInputs:
    """The year that `keep_year` wrote."""
    found = {path.stem: pq.read_table(path) for path in sorted(folder.iterdir())}
    evidence = evidence_of({}, _CONFIG, book)
    tables = {**evidence.tables, "agricultores": found["agricultores"], "organizacoes": found["organizacoes"]}
    return _inputs(replace(evidence, tables=tables), found["purchases"], found["origins"])


def _tables(inputs: YearInputs) -> dict[str, pa.Table]:
    named = {name: inputs.evidence.tables[name] for name in ("agricultores", "organizacoes")}
    return {"purchases": inputs.purchases, "origins": inputs.origins, **named}


def _inputs(evidence: Evidence, purchases: pa.Table, origins: pa.Table) -> YearInputs:
    (unit,) = evidence.config.units
    plants = pa.table({"cnpj": [unit.cnpj], "region": [region_of_uf_code(unit.municipality).value]})
    words = schema().vocabularies
    return YearInputs(evidence, purchases, origins, plants, list(words["produto"].values), [*words["forma"].values, ""])


def _evidence(farmers: int, book: LawBook) -> Evidence:
    organisations = [
        {"cnpj": cnpj, "tipo": "cooperativa_af", "habilitacao": f"H{n}", "inicio": date(2022, 1, 1)}
        for n, cnpj in enumerate(_cooperatives())
    ]
    rows = [_registered(n) for n in range(farmers)]
    return evidence_of({"agricultores": rows, "organizacoes": organisations}, _CONFIG, book)


def _registered(number: int) -> dict[str, Any]:
    """A farmer's document; one of two hundred is suspended, and every tenth shares it with the one before."""
    holder = number - 1 if number % 10 == 9 else number
    return {
        "cpf": _cpf(number),
        "municipio": PLACES[holder % len(PLACES)],
        "imovel": f"I{holder}",
        "area_ha": Decimal(5 + holder % 60),
        "documento": "CAF" if number % 3 else "DAP",
        "numero": f"D{holder}",
        "inicio": date(2022, 1 + number % 9, 1),
        "situacao": "suspensa" if number % 200 == 7 else "ativa",
    }


def _people(farmers: int) -> pa.Table:
    numbers = range(farmers)
    return pa.table({"n": numbers, "cpf": [_cpf(n) for n in numbers]})


def _cooperatives() -> list[str]:
    return [_company(1000 + n) for n in range(COOPERATIVES)]


def _cpf(number: int) -> str:
    nine = f"{700_000_000 + number:09d}"
    return nine + cpf_check_digits(nine)


def _company(number: int) -> str:
    twelve = f"99{number:06d}0001"
    return twelve + cnpj_check_digits(twelve)


_CONFIG: Mapping[str, Any] = {"cnpj": _company(1), "name": "Usina", "municipality": "5218805", "year": YEAR}

# `luck` is a number that follows from the line's and looks like chance.
_DRAWN = """create table drawn as
select i, luck, i % {farmers} as farmer, luck % 100 as chance, (luck // 100) % 365 as day,
  (i % {farmers} - case when (i % {farmers}) % 10 = 9 then 1 else 0 end) % {places} as place,
  luck % {cooperatives} as cooperative, 1000 + (luck // 1000) % 19000 as kg, 100 + (luck // 7) % 100 as price
from (select range as i, cast(hash(range) % 1000000007 as bigint) as luck from range({lines}))"""

_PURCHASES = """select
  'K' || lpad(cast(i as varchar), 43, '0') || '-001' as line_id,
  case when chance = 99 then 'return' else 'purchase' end as kind,
  'K' || lpad(cast(i as varchar), 43, '0') as key, 1 as item, date '2023-01-01' + cast(day as integer) as issued_on,
  ? as plant, case when chance < 70 then f.cpf else c.cnpj end as supplier, chance < 70 as supplier_is_person,
  case when chance % 10 < 5 then 'soja' when chance % 10 < 7 then 'milho' when chance % 10 < 9 then 'mamona'
       else 'girassol' end as product,
  case when chance % 10 in (7, 8) then 'semente' else 'grao' end as form,
  case when chance = 50 then 'metanol' else '' end as input,
  p.code as municipality, 'municipio_origem' as municipality_source,
  kg * 1000 as grams, cast(null as bigint) as ml, kg * 1000000 as quantity_micro, 'kg' as unit,
  kg * price as centavos, 'C' || cast(farmer as varchar) as contract,
  case when chance % 10 in (5, 6) then '2023' else '2022/23' end as crop_year,
  false as own, false as sharecropping, chance = 3 as financed, '' as destination,
  case when chance = 99 then 'K' || lpad(cast(i - i % 7 as varchar), 43, '0') || '-001' else '' end as return_of,
  true as claimed, true as proven, case when chance = 11 then 'SBS-07' else '' end as evidence_block,
  case when chance = 11 then 'cancelled' else '' end as evidence_block_variant, '' as entry_note, '' as counterpart,
  case when chance = 12 then kg else 0 end as at_risk_centavos,
  'nfe/' || lpad(cast(i as varchar), 43, '0') || '.xml' as _file, '' as _sheet, i + 1 as _row,
  md5(cast(i as varchar)) || md5(cast(-i as varchar)) as _hash
from drawn join farmers f on f.n = drawn.farmer join cooperatives c on c.n = drawn.cooperative
join places p on p.n = drawn.place order by issued_on, line_id"""

# Two farmers behind each delivery of a cooperative that names them; the others are not named.
_ORIGINS = """select 'K' || lpad(cast(i as varchar), 43, '0') || '-001' as line_id, f.cpf, p.code as municipality,
  kg * 400 + 100000 * half as grams, cast(null as bigint) as ml, kg * 400000 + 100000000 * half as quantity_micro,
  'kg' as unit, cast(null as bigint) as centavos, 'origens.csv' as _file, '' as _sheet, i * 2 + half as _row,
  md5('o' || cast(i * 2 + half as varchar)) as _hash
from drawn, (values (0), (1)) halves(half) join farmers f
  on f.n = (drawn.farmer + half * 10) % (select count(*) from farmers)
join places p on p.n = drawn.place
where chance between 70 and 94 order by line_id, cpf"""
