"""Crop failure, total or partial, and animal mortality (art. 8 of Portaria 280/2022)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.oracle import legal
from tests.oracle.exact import Row, fraction, grams, half_up, share, square_metres, text, unit_grams
from tests.oracle.expected import judged, part_of_contract, price_per_gram
from tests.oracle.lookups import Facts
from tests.oracle.model import Config, Part
from tests.oracle.purchases import Tables, contract_of
from tests.oracle.registry import Registry
from tests.oracle.yields import official_yield

NOT_BOUGHT = ("SBS-06", "SBS-07", "SBS-08", "own")  # repeated, undone or false notes, and own production
MORTALITY_PROOFS = ("doc_defesa_sanitaria", "doc_emergencia", "doc_ater_publica", "doc_cooperativa")  # III a to d


def loss_parts(tables: Tables, config: Config, registry: Registry, facts: Facts, bought: Sequence[Part]) -> list[Part]:
    """Losses of the year, each with what it counts for blocked where the article gives nothing, at risk where a proof is missing."""
    result = []
    for row in tables.get("frustracoes", ()):
        if not config.in_year(row.get("data")):
            continue
        part = part_of_contract(row, "loss", text(row, "produto"), row["data"], tables, config, registry)
        if part is None:
            continue
        if text(row, "tipo") == "mortalidade":
            part.form = "vivo"
            part.value = _dead_value(row, part, tables, config, bought)
        else:
            part.value = _lost_value(row, part, tables, config, facts, bought)
        if part.value == 0 or row.get("requerimento") is None:  # § 1: not requested, nothing to consider
            part.block = "SBS-21"
        elif not _proven(row, tables):
            part.risks.add("SBS-21")
        result.append(judged(part, config, registry))
    return result


def _proven(row: Row, tables: Tables) -> bool:
    """Four documents of a death; one visit report of a total failure; four of a partial one, or an exception."""
    if text(row, "tipo") == "mortalidade":
        return all(row.get(column) for column in MORTALITY_PROOFS)
    if text(row, "tipo") == "total":
        return _reports(row, tables) >= legal.REPORTS_TOTAL_LOSS
    admitted = row.get("excecao_admitida") or any(
        text(decision, "tipo") == "excecao_laudo" and text(decision, "objeto") == text(row, "contrato")
        for decision in tables.get("decisoes", ())
    )
    return bool(admitted) or _reports(row, tables) >= legal.REPORTS_PARTIAL_LOSS


def _reports(row: Row, tables: Tables) -> int:
    """The number stated, else the reports that the table of visits has of the contract."""
    if row.get("laudos") is not None:
        return int(row["laudos"])
    visits = (v for v in tables.get("visitas", ()) if text(v, "contrato") == text(row, "contrato"))
    return sum(text(visit, "tipo") in ("", "laudo") for visit in visits)


def _lost_value(row: Row, part: Part, tables: Tables, config: Config, facts: Facts, bought: Sequence[Part]) -> int:
    lost = _lost_grams(row, part, tables, config, facts, bought)
    price = price_per_gram(row, text(row, "unidade_medida"), part, tables, config, bought)
    return half_up(max(lost, Fraction(0)) * price) if price is not None else 0


def _lost_grams(row: Row, part: Part, tables: Tables, config: Config, facts: Facts, bought: Sequence[Part]) -> Fraction:
    """Total: the estimate less what came. Partial: only a loss above a fifth, and only if the rest was bought."""
    estimate = _estimate(row, part, tables, config, facts)
    delivered = _mass(row, "entregue", part, tables)
    if estimate is None:
        return Fraction(0)
    if text(row, "tipo") == "total":
        return Fraction(estimate - (delivered or 0))
    under_contract = _bought_under(part, bought)
    delivered = under_contract if delivered is None else delivered
    lost, floor = Fraction(estimate - delivered), legal.LOSS_THRESHOLD * estimate
    if lost <= floor or under_contract < delivered:
        return Fraction(0)
    return lost - floor if config.reading("selo.loss_threshold") == "deductible" else lost


def _bought_under(part: Part, bought: Sequence[Part]) -> int:
    """Grams of the harvest that were in fact bought in the year under the contract, net of returns, counted or not."""
    real = (p for p in bought if p.kind == "purchase" and not p.input and p.block not in NOT_BOUGHT)
    return sum(p.grams or 0 for p in real if p.contract == part.contract and p.product == part.product)


def _mass(row: Row, column: str, part: Part, tables: Tables) -> int | None:
    contract = contract_of(part.contract, part.product, tables.get("contratos", ()))
    return grams(row.get(column), text(row, "unidade_medida"), part.product, contract.get("kg_por_saca"))


def _estimate(row: Row, part: Part, tables: Tables, config: Config, facts: Facts) -> int | None:
    """Area × official yield (art. 8 § 2) or the stated expectation; the lower when both are known."""
    stated = _mass(row, "esperado", part, tables)
    known = [] if stated is None or config.reading("selo.loss_estimate") == "official_only" else [stated]
    if part.municipality and part.crop_year and row.get("area_ha") is not None:
        rate = official_yield(tables, config, facts, part.product, part.municipality, part.crop_year)
        if rate is not None:
            known.append(share(square_metres(row["area_ha"]), rate, 10_000))
    return min(known) if known else None


def _dead_value(row: Row, part: Part, tables: Tables, config: Config, bought: Sequence[Part]) -> int:
    """Animals lost × price, in the unit of the row (III)."""
    dead = max(Fraction(0), fraction(row.get("esperado")) - fraction(row.get("entregue")))
    if row.get("preco") is not None:
        return half_up(dead * fraction(row["preco"]) * 100)
    contract = contract_of(part.contract, part.product, tables.get("contratos", ()))
    if contract.get("preco") is not None and text(contract, "unidade_preco") == text(row, "unidade_medida"):
        return half_up(dead * fraction(contract["preco"]) * 100)
    price = price_per_gram(row, text(row, "unidade_medida"), part, tables, config, bought)
    factor = unit_grams(text(row, "unidade_medida"), part.product)
    return half_up(dead * factor * price) if price is not None and factor is not None else 0
