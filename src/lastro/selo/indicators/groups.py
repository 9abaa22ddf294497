"""The indicators of a year, of each state and of each plant (Portaria MDA 28/2024 arts. 31 § 4 and 52).

PMEN: purchases, assistance, donations and fomento over the gross value of domestic biodiesel. ISF: tax waived over
assistance, donations and fomento. Each is measurable only when every source of the group states what it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

from lastro.core.dates import civil_year
from lastro.core.errors import ParameterNotEstablished, WrongUse
from lastro.law import LawBook, weakest
from lastro.statement.indicators import Contribution, Group, Indicator, Indicators, Reason

SPENDING = ("purchases", "assistance", "support")
GOAL = "selo.national_goal"
_HUNDRED = 100

Needs = tuple[tuple[str, Reason], ...]


def indicators(sources: Iterable[Contribution], book: LawBook) -> Indicators:
    """Every year with its states and plants. Raises WrongUse when two sources are of one plant and year."""
    listed = tuple(sorted(sources, key=lambda source: (source.year, source.uf, source.plant)))
    _once(listed)
    groups: list[Group] = []
    for year in sorted({source.year for source in listed}):
        of_year = [source for source in listed if source.year == year]
        groups.append(_group(year, "all", "", "", of_year, book))
        for uf in sorted({source.uf for source in of_year}):
            groups.append(_group(year, "state", uf, uf, [s for s in of_year if s.uf == uf], book))
        for source in of_year:
            groups.append(_group(year, "plant", source.plant, source.name, [source], book))
    return Indicators(tuple(groups), listed)


def _once(sources: Sequence[Contribution]) -> None:
    seen = Counter((source.plant, source.year) for source in sources)
    for (plant, year), times in seen.items():
        if times > 1:
            files = ", ".join(source.source for source in sources if (source.plant, source.year) == (plant, year))
            raise WrongUse("indicators.twice", plant=plant, year=year, files=files)


def _group(year: str, kind: str, key: str, name: str, sources: Sequence[Contribution], book: LawBook) -> Group:
    of = _Sums(sources)
    found = [
        of.percent("pmen", SPENDING, ("gross",)),
        *([_goal(int(year), book)] if kind == "all" else []),  # a goal of the programme, not of a state or a plant
        of.farmers(),
        of.per_farmer("assistance_per_farmer", "assistance"),
        of.per_farmer("purchases_per_farmer", "purchases"),
        of.percent("regional_share", ("priority",), SPENDING),
        of.waiver(),
        of.ratio("sufficiency", ("waiver",), ("assistance", "support")),
    ]
    return Group(year, kind, key, name, len(sources), sum(source.unnamed for source in sources), tuple(found))


def _goal(year: int, book: LawBook) -> Indicator:
    """The goal in force at the end of the year."""
    last = civil_year(year).last_day
    assert isinstance(last, date)
    try:
        known = book.session().value(GOAL, last)
    except ParameterNotEstablished:
        return Indicator("goal", None, needs=(("", Reason("no_goal")),))
    return Indicator("goal", known.number() * _HUNDRED, evidence=str(known.evidence))


class _Sums:
    """Sums over the sources of a group; None with the needs when one of them does not state a part."""

    def __init__(self, sources: Sequence[Contribution]) -> None:
        self._sources = sources

    def percent(self, name: str, over: Sequence[str], under: Sequence[str]) -> Indicator:
        return self.ratio(name, over, under, _HUNDRED)

    def ratio(self, name: str, over: Sequence[str], under: Sequence[str], scale: int = 1) -> Indicator:
        needs = self._needs([*over, *under])
        if needs:
            return Indicator(name, None, needs=needs)
        return _divided(name, self._sum(over), self._sum(under), scale, self._mark([*over, *under]))

    def farmers(self) -> Indicator:
        people = self._people()
        needs = self._needs(["farmers"])
        return Indicator("farmers", None if people is None else Fraction(people), needs=needs)

    def per_farmer(self, name: str, amount: str) -> Indicator:
        needs, people = self._needs([amount, "farmers"]), self._people()
        if needs or people is None:
            return Indicator(name, None, needs=needs)
        return _divided(name, self._sum([amount]), Fraction(people), 1, "")

    def waiver(self) -> Indicator:
        needs = self._needs(["waiver"])
        if needs:
            return Indicator("waiver", None, needs=needs)
        return Indicator("waiver", self._sum(["waiver"]), evidence=self._mark(["waiver"]))

    def _people(self) -> int | None:
        """How many different people; one who sells to two plants is one."""
        told = [source.people for source in self._sources]
        known = [people for people in told if people is not None]
        return len(frozenset().union(*known)) if len(known) == len(told) else None

    def _sum(self, names: Sequence[str]) -> Fraction:
        return sum((source.amounts[name] for source in self._sources for name in names), Fraction(0))

    def _needs(self, names: Sequence[str]) -> Needs:
        return tuple(
            (source.source, source.missing[name])
            for source in self._sources
            for name in dict.fromkeys(names)
            if name in source.missing
        )

    def _mark(self, names: Sequence[str]) -> str:
        marks = [source.evidence for source in self._sources if source.evidence] if "waiver" in names else []
        return str(weakest(marks)) if marks else ""


def _divided(name: str, over: Fraction, under: Fraction, scale: int, mark: str) -> Indicator:
    """A division by nothing is not measurable."""
    if not under:
        return Indicator(name, None, over, under, (("", Reason("nothing_to_divide_by")),), mark)
    return Indicator(name, over / under * scale, over, under, evidence=mark)
