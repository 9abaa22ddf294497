"""What a real of each offer adds to the sums and amounts of a statement: the rules are asked, never imitated.

A small amount of each offer is put into a copy of the year and assessed. What its lines weigh, which cap and region
they fall under, and which limits of a family they use is read off the memory of calculation; what spending adds is the
change of the amounts that the statement takes from the evidence. So a plan holds under any regime.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import pyarrow as pa

from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.selo.planning.offers import Offer
from lastro.selo.planning.supposing import Entry, lines_of, supposed
from lastro.statement.formula import Sums
from lastro.statement.formula_nodes import SumCall
from lastro.statement.formula_sums import kinds_of, sums_over
from lastro.statement.model import Statement

PROBE = 1_000 * CENTAVOS_PER_REAL
_NOT_ASKED = ("aquisicoes", "origens", "perenes", "frustracoes", "contratos", "visitas")
_NO_RULE = "–"

Assess = Callable[[Evidence], Statement]


@dataclass(frozen=True)
class Effect:
    """What one real of an offer adds. `sums` answers a sum over the totals, `given` the lines taken from the evidence.

    `families` and `yields` are the limits it uses: key → what one real takes of it, as a share of the whole limit for
    yields, in reais for income. `refused` names the reasons of the rules when nothing counts.
    """

    sums: Sums
    given: Mapping[str, Fraction]
    income: Mapping[str, Fraction]
    yields: Mapping[tuple[str, ...], Fraction]
    ceiling: int | None = None
    weight_thousandths: int | None = None
    refused: str = ""


@dataclass(frozen=True)
class Probed:
    """The year as it is, the effect of each offer, and what is left of the families' limits that they use."""

    base: Statement
    effects: tuple[Effect, ...]
    income_left: Mapping[str, Fraction]  # reais
    yield_left: Mapping[tuple[str, ...], Fraction]  # share of the limit


def probe(evidence: Evidence, offers: Sequence[Offer], plant: str, period: tuple[date, date], assess: Assess) -> Probed:
    """Raises what the assessment raises: a plan can answer no more than it."""
    base = assess(evidence)
    shared = any(used.key == "selo.area_shared" and used.option == "crops_share" for used in base.readings)
    purchases = [offer for offer in offers if offer.is_purchase]
    bought = dict(zip(purchases, _purchases(evidence, purchases, plant, period, assess, shared), strict=True))
    spent = _Spending(evidence, plant, period, assess)
    effects = tuple(bought[offer] if offer.is_purchase else spent.effect(offer) for offer in offers)
    return Probed(base, effects, *_left(base, effects, shared))


def probe_amount(offer: Offer) -> int:
    """Centavos that stand for an offer: little, so that they fit under every limit that has room."""
    return min(PROBE, offer.most)


def _purchases(
    evidence: Evidence, offers: Sequence[Offer], plant: str, period: tuple[date, date], assess: Assess, shared: bool
) -> list[Effect]:
    if not offers:
        return []
    entries = [Entry(offer, probe_amount(offer)) for offer in offers]
    trial = supposed(evidence, entries, plant, period)
    statement = assess(trial.evidence)
    memory = statement.memory
    assert memory is not None
    kinds = kinds_of(statement.memory_columns)
    return [
        _of_lines(lines_of(memory, hashes), entry, kinds, shared)
        for hashes, entry in zip(trial.hashes, entries, strict=True)
    ]


def _of_lines(lines: pa.Table, entry: Entry, kinds: Mapping[str, str], shared: bool) -> Effect:
    """The effect that the lines of one entry show."""
    value = Fraction(entry.centavos, CENTAVOS_PER_REAL)
    whole = sums_over(lines, kinds)
    rows = lines.to_pylist()
    accepted = sum(row["accepted_centavos"] for row in rows)
    refused = " ".join(dict.fromkeys(row["block"] for row in rows if row["block"]))
    ceiling = next((row["income_room_centavos"] for row in rows if row["income_room_centavos"] is not None), None)
    if not entry.offer.is_purchase or not accepted:
        return Effect(_nothing, {}, {}, {}, ceiling, 0, refused or _NO_RULE)
    named = entry.families == 0
    return Effect(
        sums=lambda call: whole(call) / value,
        given={},
        income={row["family"]: Fraction(1) for row in rows if named and row["income_room_centavos"] is not None},
        yields={yield_key(row, shared): _used(row) / value for row in rows if named and row["yield_room_grams"]},
        ceiling=ceiling,
        weight_thousandths=max(row["weight"] for row in rows),
    )


def yield_key(row: Mapping[str, object], shared: bool) -> tuple[str, ...]:
    """Whose area a line uses: of a family's crop and season, or of the season whatever the crop when crops share it."""
    names = ("family", "crop_year") if shared else ("family", "product", "crop_year")
    return tuple(str(row[name]) for name in names)


def _used(row: Mapping[str, object]) -> Fraction:
    """The share of the family's area × yield that a line uses."""
    grams, room = row["accepted_grams"], row["yield_room_grams"]
    assert isinstance(grams, int)
    assert isinstance(room, int)
    return Fraction(grams, room)


def _left(
    base: Statement, effects: Sequence[Effect], shared: bool
) -> tuple[Mapping[str, Fraction], Mapping[tuple[str, ...], Fraction]]:
    """What the year's own lines leave of the limits that offers use."""
    income = {family: Fraction(effect.ceiling or 0, 100) for effect in effects for family in effect.income}
    yields = {key: Fraction(1) for effect in effects for key in effect.yields}
    assert base.memory is not None
    for row in base.memory.to_pylist() if income or yields else ():
        if row["family"] in income and row["income_room_centavos"] is not None:
            income[row["family"]] -= Fraction(row["accepted_centavos"], CENTAVOS_PER_REAL)
        if row["yield_room_grams"] and yield_key(row, shared) in yields:
            yields[yield_key(row, shared)] -= _used(row)
    return income, yields


def _nothing(call: SumCall) -> Fraction:
    return Fraction(0)


class _Spending:
    """Asks what spending adds, in a year without purchases: it is judged row by row, and caps come after."""

    def __init__(self, evidence: Evidence, plant: str, period: tuple[date, date], assess: Assess) -> None:
        empty = {name: evidence.tables[name].slice(0, 0) for name in _NOT_ASKED}
        self._evidence = replace(
            evidence,
            tables={**evidence.tables, **empty},
            documents=evidence.documents.slice(0, 0),
            items=evidence.items.slice(0, 0),
        )
        self._plant, self._period, self._assess = plant, period, assess
        self._known: dict[tuple[object, ...], Mapping[str, Fraction]] = {}
        self._before: Mapping[str, Fraction] | None = None

    def effect(self, offer: Offer) -> Effect:
        """Raises what the assessment raises."""
        if offer.kind not in schema().vocabularies["tipo_dispendio"].values:
            return Effect(_nothing, {}, {}, {}, refused=_NO_RULE)
        asked = (offer.kind, offer.letter, offer.place, offer.supplier, offer.supplier_kind, offer.on)
        if asked not in self._known:
            self._known[asked] = self._added(offer)
        added = self._known[asked]
        return Effect(_nothing, added, {}, {}, refused="" if added else _NO_RULE)

    def _added(self, offer: Offer) -> Mapping[str, Fraction]:
        if self._before is None:
            self._before = given_amounts(self._assess(self._evidence))
        before, centavos = self._before, probe_amount(offer)
        trial = supposed(self._evidence, [Entry(offer, centavos)], self._plant, self._period)
        after = given_amounts(self._assess(trial.evidence))
        value = Fraction(centavos, CENTAVOS_PER_REAL)
        return {line: (after[line] - before[line]) / value for line in after if after[line] != before[line]}


def given_amounts(statement: Statement) -> Mapping[str, Fraction]:
    """The lines that a statement takes from the evidence: those that no formula computes."""
    return {line.id: Fraction(line.exact) for line in statement.lines if not line.formula and line.exact}
