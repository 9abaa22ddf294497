"""Runs the pipeline of a year for the plants of one statement: from evidence tables to weighted lines in the engine.

Expected production and losses need to know what was bought, so the purchases are netted first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pyarrow as pa
import pyarrow.compute as pc

from lastro.core.dates import Interval
from lastro.core.errors import ParameterNotEstablished
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook, Session
from lastro.relation import Derive, Engine, Join, run
from lastro.selo import pipeline
from lastro.selo.extra import extra_table, returned_table
from lastro.selo.frames import keep_origin_parts, keep_returns, keep_returns_beyond, keep_year_lines
from lastro.selo.limit_steps import limit_steps
from lastro.selo.line_rules import LineRules
from lastro.selo.losses import loss_lines
from lastro.selo.organisations import known_organisations, organisation_intervals
from lastro.selo.perennials import expected_lines
from lastro.selo.registry import Registry, build_registry
from lastro.selo.rooms import keep_yield_rooms
from lastro.selo.valuation import ExtraLine, Prices
from lastro.selo.yields import Yields


@dataclass(frozen=True)
class YearInputs:
    """The tables of one statement: purchases and origins as `evidence.purchases` makes them, and the workspace's."""

    evidence: Evidence
    purchases: pa.Table
    origins: pa.Table
    plants: pa.Table  # cnpj, region
    products: list[str]
    forms: list[str]


@dataclass(frozen=True)
class YearLines:
    """What stays outside the engine after the run: the registry, the expected and lost lines, the yields asked."""

    registry: Registry
    extra: list[ExtraLine]
    yields: Yields
    prices: Prices


def weigh_year(
    engine: Engine, inputs: YearInputs, book: LawBook, session: Session, period: Interval, rules: LineRules
) -> YearLines:
    """Fill `weighted_lines` in the engine. Raises ParameterNotEstablished for a line whose date the law leaves open."""
    assert period.end is not None
    on = period.start
    tables = inputs.evidence.tables
    registry = build_registry(tables["agricultores"], session)
    _register(engine, inputs, registry, book, session, period, rules)
    keep_origin_parts(engine)
    keep_year_lines(engine, period)
    keep_returns(engine, period, session.reading("selo.return_year") == "purchase_year")
    hole = _hole(rules)
    run(engine, pipeline.purchase_steps(), hole, keep=("netted_3",))
    yields = Yields(book, session, tables["produtividades"].to_pylist(), tables["decisoes"].to_pylist())
    keep_returns_beyond(engine, pipeline.unabsorbed_returns())
    returned = returned_table(engine.fetch("select * from returns_beyond order by returned_on, returned_by"))
    plant = _first_plant(inputs)

    def weigh(extra: list[ExtraLine]) -> None:
        engine.register("extra_lines", pa.concat_tables([extra_table(extra, plant), returned]))
        run(engine, [*pipeline.part_steps(), *pipeline.fact_steps(rules)], hole, keep=("requested",))
        keep_yield_rooms(engine, yields, session, on, rules.yield_sources)
        order = session.reading("selo.limit_order") == "yield_then_income"
        share = session.reading("selo.area_shared") == "crops_share"
        limits = limit_steps(order, share)
        run(engine, [*limits, *pipeline.weight_steps(rules, limits)], hole, keep=("weighted_lines",))

    weigh([])
    if not rules.extras:
        return YearLines(registry, [], yields, Prices(book, (), {}))
    prices = _prices(engine, book, session, inputs)
    extra = [
        *_expected(engine, tables["perenes"], prices, yields, session, period),
        *_lost(engine, tables["frustracoes"], prices, yields, session, period),
    ]
    if extra:
        weigh(extra)  # again: an expectation counts beyond what counted of the purchases, at the mean they paid
    return YearLines(registry, extra, yields, prices)


def _register(
    engine: Engine, inputs: YearInputs, registry: Registry, book: LawBook, session: Session, period: Interval,
    rules: LineRules,
) -> None:  # fmt: skip
    organisations = inputs.evidence.tables["organizacoes"]
    tables = {
        "plants": inputs.plants,
        "people": registry.people,
        "homes": registry.homes,
        "documents": registry.documents,
        "dap_documents": registry.dap_documents,
        "properties": registry.properties,
        "organisations": organisation_intervals(organisations),
        "listed": known_organisations(organisations),
        "places": book.municipality_table(period, _named_places(inputs, registry)),
        "species": rules.species(session, period.start, inputs.products, inputs.forms),
        "law": rules.law_table(session, period),
        "contratos": inputs.evidence.tables["contratos"],
        "agricultores": inputs.evidence.tables["agricultores"],
    }
    for name, table in tables.items():
        engine.register(name, table)
    engine.lend("purchases", inputs.purchases)
    engine.lend("origins", inputs.origins)


def _named_places(inputs: YearInputs, registry: Registry) -> set[str]:
    """Every municipality that a line may come from."""
    tables = inputs.evidence.tables
    columns = [inputs.purchases["municipality"], inputs.origins["municipality"], registry.homes["municipality"]]
    columns += [tables[name]["municipio"] for name in ("contratos", "perenes", "frustracoes")]
    return {code for column in columns for code in pc.unique(column).to_pylist() if code}


def _hole(rules: LineRules) -> Callable[[Derive | Join, list[dict[str, object]]], None]:
    """What happens to a line whose date no row of the law covers: never read as "no factor"."""

    def stop(step: Derive | Join, missed: list[dict[str, object]]) -> None:
        on = missed[0].get("issued_on")
        raise ParameterNotEstablished(
            "law.not_established", key=next(iter(rules.law_keys.values()), ""), on=on, cites=""
        )

    return stop


def _first_plant(inputs: YearInputs) -> str:
    return str(inputs.plants["cnpj"][0].as_py())


def _bought(engine: Engine, table: str, column: str, counts: str) -> dict[tuple[str, str], int]:
    """Sums of a column by contract and product, over the rows that `counts` (SQL) admits."""
    rows = engine.fetch(
        f"""select contract, product, cast(coalesce(sum({column}), 0) as bigint) as amount from {table}
where {counts} and coalesce(contract, '') <> '' group by contract, product"""
    )
    return {(row["contract"], row["product"]): row["amount"] for row in rows.to_pylist()}


_COUNTED = "block = '' and kind = 'purchase' and not is_input"


def _prices(engine: Engine, book: LawBook, session: Session, inputs: YearInputs) -> Prices:
    """Contracts, and the mean paid in the year over the purchases that count, before limits."""
    contracts = tuple(inputs.evidence.tables["contratos"].to_pylist())
    mean: dict[str, Fraction] = {}
    if session.reading("selo.price_of_expected") == "contract_then_mean":
        rows = engine.fetch(
            f"""select product, sum(cast(centavos as hugeint)) as centavos, sum(cast(grams as hugeint)) as grams
from weighted_lines where {_COUNTED} and grams > 0 group by product"""
        )
        mean = {row["product"]: Fraction(int(row["centavos"]), int(row["grams"])) for row in rows.to_pylist()}
    return Prices(book, contracts, mean)


def _lost(
    engine: Engine, rows: pa.Table, prices: Prices, yields: Yields, session: Session, period: Interval
) -> list[ExtraLine]:
    """What was bought proves the rest of a harvest even where it does not count itself."""
    if not rows.num_rows:
        return []
    bought = _bought(engine, "netted", "net_grams", "evidence_block = '' and input = ''")
    return loss_lines(rows.to_pylist(), prices, yields, session, bought, period)


def _expected(
    engine: Engine, rows: pa.Table, prices: Prices, yields: Yields, session: Session, period: Interval
) -> list[ExtraLine]:
    if not rows.num_rows:
        return []
    counted = _bought(engine, "weighted_lines", "accepted_centavos", _COUNTED)
    grams = _bought(engine, "weighted_lines", "grams", _COUNTED)
    refused = session.reading("selo.perennial_and_real") == "sum_refused"
    return expected_lines(rows.to_pylist(), prices, yields, counted, grams, period, refused)
