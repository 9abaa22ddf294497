"""One year of one statement's plants under one session: its lines in the engine, its spending, and a figure's lines.

`assess` makes the whole statement of it; `alternatives` asks it for the declared figure alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pyarrow as pa

from lastro.core.dates import Interval
from lastro.core.regions import region_of_uf_code
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook, Session
from lastro.relation import Engine, run
from lastro.selo import pipeline
from lastro.selo.additions import Cuts
from lastro.selo.figures import Figure
from lastro.selo.lines import YearInputs, YearLines, weigh_year
from lastro.selo.memory import memory_columns
from lastro.selo.prepared import Prepared, prepare
from lastro.selo.regime import Costs, Regime
from lastro.selo.spending import Spending, SpendingFacts
from lastro.selo.spent import amounts
from lastro.selo.trace import Trace
from lastro.statement.formula import Sums
from lastro.statement.formula_sums import kinds_of, sums_over


class Year:
    """The parts of an assessment; the engine keeps its lines as long as it lives."""

    def __init__(
        self, evidence: Evidence, book: LawBook, session: Session, period: Interval, plants: tuple[Plant, ...],
        engine: Engine, regime: Regime,
    ) -> None:  # fmt: skip
        self.regime = regime
        self.evidence, self.book, self.session = evidence, book, session
        self.period, self.plants, self.engine = period, plants, engine

    @property
    def on(self) -> date:
        """The day whose law rules sums of the whole year."""
        return self.period.start

    def prepared(self, given: Prepared | None) -> Prepared:
        """The lines given, when the readings that shaped them are the session's; else made anew."""
        if given is not None and given.fits(self.session) and (given.others is not None or not self._with_others):
            return given
        return prepare(self.evidence, self.book, self.session, self.plants)

    def weigh(self, prepared: Prepared) -> YearLines:
        """Fill `weighted_lines`. Raises ParameterNotEstablished for a line whose date the law leaves open."""
        inputs = year_inputs(self.evidence, self._bought(prepared), self.plants)
        return weigh_year(self.engine, inputs, self.book, self.session, self.period, self.regime.lines)

    @property
    def _with_others(self) -> bool:
        return self.regime.lines.others

    def _bought(self, prepared: Prepared) -> Prepared:
        """The lines that the regime looks at: those claimed for family farming, or all feedstock bought."""
        if prepared.others is None or not self._with_others:
            return prepared
        claimed = pa.array([True] * prepared.others.num_rows, pa.bool_())
        index = prepared.others.schema.get_field_index("claimed")
        taken = prepared.others.set_column(index, prepared.others.schema.field(index), claimed)
        return replace(prepared, purchases=pa.concat_tables([prepared.purchases, taken]))

    def totals(self, risks: pa.Table) -> pa.Table:
        """The sums of the weighted lines, what is at risk (`judge.RISKS`) apart."""
        self.engine.register("risks", risks)
        run(self.engine, pipeline.total_steps(self.regime.lines.sums), _never)
        return self.engine.fetch("select * from totals")

    def figure(self, trace: Trace, figure: Figure, spending: Sequence[Spending]) -> None:
        """The lines of one figure, from what was bought to its percentage; the denominator stands before."""
        costs = Costs(amounts(spending), self.plant_region(), self.carried(), self.cuts(figure, spending))
        self.regime.figure(trace, figure, self.session, self.on, costs)

    def cuts(self, figure: Figure, spending: Sequence[Spending]) -> Cuts:
        """How the caps of the regime fall on lines and spending."""
        return self.regime.cuts(self.session, self.on, self.engine, figure, spending)

    def carried(self) -> Fraction:
        """What a balance of another year adds to the numerator: reais."""
        return self.regime.carried(self.evidence.tables, self.period)

    def plant_region(self) -> str:
        """ "priority" when every plant lies in the North, Northeast or Semi-arid, else "other"."""
        facts = self._spending_facts()
        return "priority" if all(facts.is_priority(plant.municipality, self.on) for plant in self.plants) else "other"

    def spending(self) -> tuple[Spending, ...]:
        """The rows of `dispendios` of these plants, judged."""
        return tuple(self.regime.spending(self._spending_rows(), self._spending_facts()))

    def _spending_rows(self) -> list[Mapping[str, object]]:
        ours = {plant.cnpj for plant in self.plants}
        alone = len(self.evidence.config.units) == 1
        rows = self.evidence.tables["dispendios"].to_pylist()
        return [row for row in rows if row["unidade"] in ours or (not row["unidade"] and alone)]

    def _spending_facts(self) -> SpendingFacts:
        cooperatives = set(self.session.names(self.regime.cooperative_kinds, self.on))
        qualified = [
            row
            for row in self.evidence.tables["organizacoes"].to_pylist()
            if row["tipo"] in cooperatives and row["habilitacao"] and row["inicio"] is not None
        ]

        def is_qualified(cnpj: str, on: date) -> bool:
            return any(
                row["cnpj"] == cnpj and row["inicio"] <= on and (row["fim"] is None or on <= row["fim"])
                for row in qualified
            )

        def is_priority(code: str, on: date) -> bool:
            regions = self.session.names(self.regime.priority_regions, self.on)
            return self.book.municipality(code).region.value in regions or self.book.semiarido(code, on) is True

        decisions = tuple(self.evidence.tables["decisoes"].to_pylist())
        return SpendingFacts(self.period, self.session, is_qualified, is_priority, decisions)


def sums_of(totals: pa.Table, regime: Regime) -> Sums:
    """The sums that formulas ask for, over these totals."""
    return sums_over(totals, kinds_of(memory_columns(regime.lines)))


def year_inputs(evidence: Evidence, prepared: Prepared, plants: Sequence[Plant]) -> YearInputs:
    """What `weigh_year` starts from."""
    regions = [region_of_uf_code(plant.municipality).value for plant in plants]
    of_plants = pa.table({"cnpj": [plant.cnpj for plant in plants], "region": regions})
    forms = [*_words("forma"), ""]
    return YearInputs(evidence, prepared.purchases, prepared.origins, of_plants, _words("produto"), forms)


def _words(vocabulary: str) -> list[str]:
    return list(schema().vocabularies[vocabulary].values)


def _never(step: object, missed: object) -> None:
    raise AssertionError(f"{step}: {missed}")
