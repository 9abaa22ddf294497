"""From rows of `aquisicoes` and `origens` to the parts that each farmer grew (arts. 3 § 8, 4 I, 9)."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tests.oracle.exact import Row, centavos, covers, fraction, grams, text
from tests.oracle.identifiers import key_belongs
from tests.oracle.lookups import Facts
from tests.oracle.model import Config, Part
from tests.oracle.origins import expand
from tests.oracle.registry import FAMILY_COOPERATIVE, Registry
from tests.oracle.returns import net_returns
from tests.oracle.weights import admitted

Tables = Mapping[str, Sequence[Row]]


def purchase_parts(
    tables: Tables, config: Config, registry: Registry, facts: Facts, blocked: Callable[[Part], str] | None = None
) -> list[Part]:
    """Every part of every purchase of the year, net of returns, with the code that blocks it (by default `blocked_by`)."""
    lines = _without_repeats(_lines(tables, config, facts))
    rows = [row for row in tables.get("aquisicoes", ()) if text(row, "devolucao_de")]
    netted = net_returns(lines, [row for row in rows if config.plant_of(text(row, "unidade"))], config)
    parts = []
    for line in netted:
        for part in expand(line, tables.get("origens", ()), _is_person(line.supplier)):
            part.municipality = part.municipality or registry.home(part.person, part.day)
            part.block = part.block or (blocked(part) if blocked else blocked_by(part, config, registry))
            if not part.block and not part.person and part.value:
                part.risks.add("SBS-09")
            parts.append(_as_return(part) if part.kind == "return" else part)
    return parts


def _as_return(part: Part) -> Part:
    """What comes off this year for a purchase of another year: its value, negative, judged as the purchase was."""
    return dataclasses.replace(part, value=-part.value, accepted=0 if part.block else -part.value, grams=None)


def _lines(tables: Tables, config: Config, facts: Facts) -> list[Part]:
    lines = []
    for number, row in enumerate(tables.get("aquisicoes", ())):
        plant = config.plant_of(text(row, "unidade"))
        if plant and not text(row, "devolucao_de"):
            contract = resolve_contract(row, plant, tables.get("contratos", ()))
            lines.append(_line(row, number, plant, contract, _default_season(row, config, facts)))
    return lines


def _default_season(row: Row, config: Config, facts: Facts) -> str | None:
    """The crop year by the calendar, when neither the row nor its contract says."""
    if config.reading("selo.crop_calendar") == "stated_only" or not text(row, "produto"):
        return None
    return facts.crop_year(text(row, "produto"), row["data"])


def _line(row: Row, number: int, plant: str, contract: Row, season: str | None) -> Part:
    key, item, product = text(row, "chave"), int(row.get("item") or 0), text(row, "produto")
    faulty = key and not key_belongs(key, row["data"], text(row, "fornecedor"), plant)
    value = centavos(row.get("valor"))
    mass = grams(row.get("quantidade"), text(row, "unidade_medida"), product, contract.get("kg_por_saca"))
    return Part(
        line_id=f"{key}-{item:03d}" if key else f"row {number}",
        kind="purchase",
        day=row["data"],
        key=key,
        item=item,
        person="",
        supplier=text(row, "fornecedor"),
        plant=plant,
        product=product,
        form=text(row, "forma"),
        input=text(row, "insumo"),
        contract=text(contract, "numero") or text(row, "contrato"),
        crop_year=text(row, "safra") or text(contract, "safra") or season,
        municipality=text(row, "municipio_origem") or None,
        value=value,
        grams=mass,
        gross=(value, mass),
        quantity=fraction(row.get("quantidade")),
        unit=text(row, "unidade_medida"),
        financed=bool(row.get("financiado")),
        other_use=text(row, "destino_uso") == "outro_uso",
        block="SBS-08" if faulty else "own" if row.get("propria") else "",
    )


def resolve_contract(row: Row, plant: str, contracts: Sequence[Row]) -> Row:
    """The contract the row names, else the single one of that supplier, product and plant in force on the date."""
    named = text(row, "contrato")
    if named:
        return contract_of(named, text(row, "produto"), contracts) or {"numero": named}
    fitting = [c for c in contracts if text(c, "fornecedor") == text(row, "fornecedor") and _fits(c, row, plant)]
    return fitting[0] if len({text(c, "numero") for c in fitting}) == 1 else {}


def contract_of(number: str, product: str, contracts: Sequence[Row]) -> Row:
    """The row of that contract, the one of the product when it has several; {} when there is none."""
    named = [
        c
        for c in contracts
        if text(c, "numero") == number and text(c, "produto") in ("", product or text(c, "produto"))
    ]
    return named[0] if named else {}


def _fits(contract: Row, row: Row, plant: str) -> bool:
    return (
        contract.get("assinatura") is not None
        and covers(contract, row["data"], "assinatura", "fim")
        and text(contract, "produto") in ("", text(row, "produto"))
        and text(contract, "unidade") in ("", plant)
        and (not text(row, "safra") or text(contract, "safra") in ("", text(row, "safra")))
    )


def _without_repeats(lines: list[Part]) -> list[Part]:
    """An item of a note counts once, however often it is written."""
    times: dict[str, int] = defaultdict(int)
    result = []
    for line in lines:
        times[line.line_id] += 1
        turn = times[line.line_id]
        repeated = dataclasses.replace(line, line_id=f"{line.line_id}-{turn}", block="SBS-06")
        result.append(line if turn == 1 else repeated)
    return result


def _is_person(identifier: str) -> bool:
    return len(identifier) == 11


def blocked_by(part: Part, config: Config, registry: Registry) -> str:
    """The first provision that keeps the part out of item I, or ""."""
    if not part.input and not admitted(part.product, part.form):
        return "SBS-19"
    code = blocked_supplier(part, config, registry, dap_only=config.reading("selo.art9_caf") == "dap_only")
    refused = part.financed and config.reading("selo.financed_purchase") == "excluded"  # art. 4 § 1
    return code or ("SBS-17" if refused else "")


def blocked_supplier(part: Part, config: Config, registry: Registry, *, dap_only: bool) -> str:
    """Why nothing of this supplier counts that day, or "". `dap_only`: growers of intermediaries need a DAP."""
    if _is_person(part.supplier):
        return "" if registry.has_document(part.supplier, part.day) else "SBS-01"
    return _blocked_organisation(part, registry, dap_only)


def _blocked_organisation(part: Part, registry: Registry, dap_only: bool) -> str:
    """Qualified on the day; growers shown unless it is a family cooperative; each grower with a document (art. 9)."""
    kind = registry.kind_of_organisation(part.supplier, part.day)
    if kind is None:
        return "SBS-11"
    if not part.person:
        return "" if kind == FAMILY_COOPERATIVE else "SBS-09"
    only_dap = kind != FAMILY_COOPERATIVE and dap_only
    has_document = registry.has_document(part.person, part.day, ("DAP",) if only_dap else ("", "DAP", "CAF"))
    return "" if has_document else "SBS-01"


def mean_price(parts: Sequence[Part], product: str) -> Fraction | None:
    """Centavos per gram paid in the year for a product, over the purchases that count, before limits."""
    counted = [
        p for p in parts if p.kind == "purchase" and not p.block and p.product == product and not p.input and p.grams
    ]
    total = sum(p.grams or 0 for p in counted)
    return Fraction(sum(p.value for p in counted), total) if total else None
