"""Perennials before maturity: what the planted area is expected to give counts (art. 7 of Portaria 280/2022)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from tests.oracle.exact import Row, fraction, half_up, share, square_metres, text, unit_grams
from tests.oracle.lookups import Facts
from tests.oracle.model import Config, Part
from tests.oracle.purchases import Tables, blocked_by, contract_of, mean_price
from tests.oracle.registry import Registry
from tests.oracle.weights import admitted
from tests.oracle.yields import mature_yield


def expected_parts(
    tables: Tables, config: Config, registry: Registry, facts: Facts, bought: Sequence[Part]
) -> list[Part]:
    """What each contract of a perennial is expected to give above what was bought under it."""
    already: dict[tuple[str, str], int] = defaultdict(int)
    for purchase in bought:
        if purchase.kind == "purchase" and purchase.contract and not purchase.input:
            already[(purchase.contract, purchase.product)] += purchase.accepted
    result = []
    rows = tables.get("perenes", ())
    for row in sorted(rows, key=lambda r: (text(r, "contrato"), r.get("plantio") or date.min, text(r, "municipio"))):
        part = part_of_contract(row, "expected", text(row, "cultura"), config.last_day, tables, config, registry)
        if part is not None and still_expected(row, config):
            part.value = _value(row, part, tables, config, facts, bought)
            real = already[(part.contract, part.product)]
            refused = real > 0 and config.reading("selo.perennial_and_real") == "sum_refused"
            covered = part.value if refused else min(part.value, real)
            already[(part.contract, part.product)] -= min(covered, real)
            part.value -= covered
            result.append(judged(part, config, registry))
    return result


def still_expected(row: Row, config: Config) -> bool:
    """Planted, not yet mature at the end of the year, and the producer has not declared the expectation ended."""
    planted, mature, ended = row.get("plantio"), row.get("maturidade"), row.get("manifestacao")
    if planted is None or planted > config.last_day or mature is None or mature <= config.last_day:
        return False
    return ended is None or ended > config.last_day


def _value(row: Row, part: Part, tables: Tables, config: Config, facts: Facts, bought: Sequence[Part]) -> int:
    """Area × yield at maturity × price; nothing when the yield or the price is not known."""
    rate = mature_yield(row, tables, config, facts, part.product, part.municipality or "")
    price = price_per_gram(row, "kg", part, tables, config, bought)
    if rate is None or price is None:
        return 0
    part.grams = share(square_metres(row.get("area_ha")), rate, 10_000)
    return half_up(part.grams * price)


def price_per_gram(
    row: Row, unit: str, part: Part, tables: Tables, config: Config, bought: Sequence[Part]
) -> Fraction | None:
    """Centavos per gram: the row's own price, the contract's, else the mean paid that year for the product."""
    contract = contract_of(part.contract, part.product, tables.get("contratos", ()))
    for source, price_unit in ((row, unit), (contract, text(contract, "unidade_preco") or "kg")):
        factor = unit_grams(price_unit, part.product, contract.get("kg_por_saca"))
        if source.get("preco") is not None and factor is not None:
            return fraction(source["preco"]) * 100 / factor
    return (
        mean_price(bought, part.product) if config.reading("selo.price_of_expected") == "contract_then_mean" else None
    )


def part_of_contract(
    row: Row, kind: str, product: str, day: date, tables: Tables, config: Config, registry: Registry
) -> Part | None:
    """The part of a row of `perenes` or `frustracoes`; None when its contract belongs to another plant."""
    contract = contract_of(text(row, "contrato"), product, tables.get("contratos", ()))
    plant = config.plant_of(text(contract, "unidade"))
    if plant is None:
        return None
    supplier = text(contract, "fornecedor")
    place = text(row, "municipio") or text(contract, "municipio") or (registry.home(supplier, day) or "")
    return Part(
        line_id=f"{kind} {text(row, 'contrato')}",
        kind=kind,
        day=day,
        key="",
        item=0,
        person=supplier if len(supplier) == 11 else "",
        supplier=supplier,
        plant=plant,
        product=product or text(contract, "produto"),
        form="",
        input="",
        contract=text(row, "contrato"),
        crop_year=text(row, "safra") or text(contract, "safra") or None,
        municipality=place or None,
        value=0,
        grams=None,
    )


def judged(part: Part, config: Config, registry: Registry) -> Part:
    """Judged as a purchase of that supplier would be; an organisation's growers are those of its contract."""
    if not admitted(part.product, part.form):
        part.block = part.block or "SBS-19"
    elif not part.supplier:
        part.block = part.block or "SBS-13"
    elif len(part.supplier) == 11:
        part.block = part.block or blocked_by(part, config, registry)
    elif registry.kind_of_organisation(part.supplier, part.day) is None:
        part.block = part.block or "SBS-11"
    part.accepted = 0 if part.block else part.value
    return part
