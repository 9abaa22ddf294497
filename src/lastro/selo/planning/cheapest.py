"""`lastro selo plan`: the cheapest set of purchases, donations, assistance and support that reaches the minimum.

The solver proposes, the rules dispose: the plan's rows are put into a copy of the year and assessed, and it is answered
only when the assessment agrees to the centavo (docs/adr/0022).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lastro.core.errors import ParameterNotEstablished, WrongUse
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.selo.assess import Question
from lastro.selo.planning.asking import Planning, planning
from lastro.selo.planning.bounds import binding_limits, caps, family_limits, next_reals
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.offers import Offer, offers_of, unread
from lastro.selo.planning.probing import Effect, Probed, probe
from lastro.selo.planning.rounding import PlanRefused, repaired
from lastro.selo.planning.search import Found, best
from lastro.selo.planning.supposing import Entry, supposed
from lastro.selo.planning.task import Goal, Task
from lastro.selo.planning.verifying import verify
from lastro.selo.trace import Unmeasured
from lastro.statement.model import Statement
from lastro.statement.plan import Bought, Figures, Plan

PERCENTAGE, MINIMUM, NUMERATOR = "selo.weighted_percentage", "selo.minimum_percentage", "selo.numerator"
REGIONAL, EFFECTIVE, PRIORITY = "selo.regional_minimum", "selo.effective_spending", "selo.effective_spending.priority"
ALLOCATION, PROPORTIONAL = "selo.cap_allocation", "proportional"
_ALMOST = Fraction(1, 10**9)


def plan(evidence: Evidence, book: LawBook, question: Question, margin: Fraction = Fraction(0)) -> Plan:
    """The cheapest plan that reaches the minimum plus `margin` points in the declared figure.

    Raises WrongUse without offers, ParameterNotEstablished without a minimum, Unmeasured for a year without sales,
    PlanRefused when the rules do not confirm it, and whatever the assessment raises.
    """
    asked = planning(evidence, book, question)
    offers = offers_of(evidence, asked.plant.cnpj, asked.last_day, asked.start)
    probed = probe(evidence, offers, asked.plant.cnpj, asked.period, asked.assess)
    _in_proportion(probed.base)
    return _Planner(asked, offers, probed, margin).answer()


def _in_proportion(base: Statement) -> None:
    """Under the other readings of how caps fall, lines are cut one by one and no formula says how."""
    for used in base.readings:
        if used.key == ALLOCATION and used.option != PROPORTIONAL:
            raise WrongUse("plan.allocation", key=ALLOCATION, option=used.option)


@dataclass(frozen=True)
class _Best:
    """Amounts of every offer with how sure the search is of them."""

    amounts: tuple[int, ...]
    proven: bool = True
    bound: Fraction = Fraction(0)


class _Planner:
    def __init__(self, asked: Planning, offers: tuple[Offer, ...], probed: Probed, margin: Fraction) -> None:
        self.asked, self.all_offers, self.probed, self.margin = asked, offers, probed, margin
        counted = [at for at, effect in enumerate(probed.effects) if not effect.refused and offers[at].most]
        self.offers = tuple(offers[at] for at in counted)
        self.effects = tuple(probed.effects[at] for at in counted)
        self.figures = FormulaFigures(probed.base, self.effects)
        self.minimum = _known(probed.base, MINIMUM)
        _known(probed.base, PERCENTAGE)
        self.regional = _optional(probed.base, REGIONAL)
        self.limits = family_limits(self.effects, probed)
        self.percentage = Goal(((Fraction(1), PERCENTAGE),), self.minimum + margin)

    def answer(self) -> Plan:
        found = self._cheapest((self.percentage, *self._region()))
        if found is not None:
            return self._verified(found, reached=True)
        return self._verified(self._most(), reached=False)

    def _region(self) -> tuple[Goal, ...]:
        """The regional condition without a quotient: priority − share × effective is not negative."""
        if self.regional is None:
            return ()
        return (Goal(((Fraction(1), PRIORITY), (-self.regional / 100, EFFECTIVE)), Fraction(0)),)

    def _cheapest(self, goals: tuple[Goal, ...]) -> _Best | None:
        nothing = tuple(0 for _ in self.offers)
        if all(goal.slack(self.figures, nothing) >= 0 for goal in goals):
            return _Best(nothing)
        task = Task(self.figures, self.offers, goals, self.limits)
        found = best(task)
        return None if found is None else self._exact(task, found)

    def _exact(self, task: Task, found: Found) -> _Best:
        return _Best(repaired(task, found.amounts), found.proven, Fraction(found.bound).limit_denominator(100))

    def _most(self) -> _Best:
        """The least costly way to the best percentage that the offers can reach, the regional condition first."""
        goals = self._region()
        task = Task(self.figures, self.offers, goals, self.limits, maximise=self.percentage)
        top = best(task)
        if top is None and goals:
            task = replace(task, goals=(), maximise=goals[0])
            top = best(task)
        if top is None or task.maximise is None:
            return _Best(tuple(0 for _ in self.offers))
        reach = task.maximise.slack(self.figures, top.amounts) + task.maximise.least
        almost = replace(task.maximise, least=reach - _ALMOST * max(Fraction(1), abs(reach)))
        least = self._cheapest((almost, *task.goals))
        return _Best(top.amounts) if least is None else replace(least, proven=top.proven)

    def _verified(self, found: _Best, *, reached: bool) -> Plan:
        entries = [
            Entry(offer, amount, effect.ceiling)
            for offer, amount, effect in zip(self.offers, found.amounts, self.effects, strict=True)
        ]
        taken = [entry for entry in entries if entry.centavos]
        statement = self.probed.base
        if taken:
            trial = supposed(self.asked.evidence, entries, self.asked.plant.cnpj, self.asked.period)
            statement = self.asked.assess(trial.evidence)
            verify(statement, trial, entries, self.figures, found.amounts)
        goals = (self.percentage, *self._region())
        if reached and any(goal.slack(FormulaFigures(statement, ()), ()) < 0 for goal in goals):
            raise PlanRefused("plan.missed")
        return self._told(found, statement, entries, reached=reached)

    def _told(self, found: _Best, statement: Statement, entries: Sequence[Entry], *, reached: bool) -> Plan:
        base, after = self.probed.base, Figures.of(statement)
        assert after.declared is not None
        pairs = list(zip(entries, self.effects, strict=True))
        cost = sum((entry.offer.cost_per_real * entry.centavos for entry in entries), Fraction(0)) / CENTAVOS_PER_REAL
        spent = Fraction(sum(found.amounts), CENTAVOS_PER_REAL)
        short = max(Fraction(0), self.percentage.least - after.declared)
        return Plan(
            year=self.asked.start.year,
            plant=self.asked.plant.name,
            regime=base.regime,
            minimum=self.minimum,
            margin=self.margin,
            target=self.percentage.least,
            regional_minimum=self.regional,
            before=Figures.of(base),
            after=after,
            reached=reached,
            bought=tuple(_bought(entry, effect) for entry, effect in pairs if entry.centavos),
            cost=cost,
            spent=spent,
            proven=found.proven,
            lower_bound=min(cost, max(Fraction(0), found.bound)),
            short_points=short,
            short_value=short / 100 * _known(base, "selo.denominator"),
            short_regional=self._short_regional(after),
            next_reals=next_reals(self.all_offers, self.probed.effects, base, self._amount_of(found)),
            binding=binding_limits(self.figures, self.offers, self.limits, self._region(), found.amounts),
            beyond_caps=self._beyond_caps(found.amounts),
            unread_offers=unread(self.asked.evidence),
        )

    def _beyond_caps(self, amounts: Sequence[int]) -> bool:
        """Whether some cap cuts more with the plan than without."""
        nothing = tuple(0 for _ in amounts)
        before = {row.subject: row.cut for row in caps(self.figures, nothing)}
        return any(row.cut > before.get(row.subject, 0) + len(amounts) for row in caps(self.figures, amounts))

    def _short_regional(self, after: Figures) -> Fraction:
        if self.regional is None:
            return Fraction(0)
        return max(Fraction(0), self.regional - (after.regional or Fraction(0)))

    def _amount_of(self, found: _Best) -> tuple[int, ...]:
        """The centavos of every offer, those that never count included."""
        taken = dict(zip(self.offers, found.amounts, strict=True))
        return tuple(taken.get(offer, 0) for offer in self.all_offers)


def _bought(entry: Entry, effect: Effect) -> Bought:
    offer = entry.offer
    return Bought(
        offer=offer.name,
        kind=offer.kind,
        product=offer.product or offer.input,
        letter=offer.letter,
        place=offer.place,
        supplier=offer.supplier,
        centavos=entry.centavos,
        quantity_micro=offer.quantity_micro(entry.centavos) or 0,
        unit=offer.unit,
        cost=offer.cost_per_real * entry.centavos / CENTAVOS_PER_REAL,
        all_of_it=entry.centavos >= offer.most,
        weight_thousandths=effect.weight_thousandths,
        families=entry.families,
    )


def _known(statement: Statement, line_id: str) -> Fraction:
    """The value of a line that a plan cannot do without."""
    found = _optional(statement, line_id)
    if found is not None:
        return found
    if line_id == MINIMUM:
        cites = "; ".join(statement.line(MINIMUM).cites)
        raise ParameterNotEstablished("plan.no_minimum", key=MINIMUM, on=statement.period["start"], cites=cites)
    raise Unmeasured("selo.unmeasured", line=line_id)


def _optional(statement: Statement, line_id: str) -> Fraction | None:
    exact = next((line.exact for line in statement.lines if line.id == line_id), "")
    return Fraction(exact) if exact else None
