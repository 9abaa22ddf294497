"""What a regime says about one line: which law values and facts its columns read, which columns they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

import pyarrow as pa

from lastro.core.dates import Interval
from lastro.law import Session
from lastro.relation import Column

SpeciesTable = Callable[[Session, date, list[str], list[str]], pa.Table]


@dataclass(frozen=True)
class LineRules:
    """The columns of a regime, over the facts that every regime joins.

    `law_keys` are parameters by column, read on the date of each line and multiplied by `law_scales`; `soft_keys` are
    those that a computation can do without: null where nobody has established them, or under "" by a reading;
    `constants` are readings that hold for the whole period. `requested` ends
    with what each line asks for before limits, `weights` with what it weighs. `extras`: expected production and losses
    count. `others`: what was bought from suppliers outside family farming enters as lines that count for nothing.
    `sums` are columns of the regime's own that totals add and the memory keeps. `regained_weight` is the SQL of what a
    line `l` would weigh if what keeps it out were remedied.
    """

    law_keys: Mapping[str, str]
    law_scales: Mapping[str, int]
    constants: Callable[[Session], Mapping[str, bool]]
    constant_names: tuple[str, ...]
    species: SpeciesTable
    requested: tuple[Column, ...]
    weights: tuple[Column, ...]
    extras: bool = True
    others: bool = False
    sums: tuple[str, ...] = ()
    soft_keys: Callable[[Session], Mapping[str, str]] = lambda _: {}
    soft_names: tuple[str, ...] = ()
    yield_sources: str = ""
    regained_weight: str = "l.weight"

    @property
    def law_columns(self) -> tuple[str, ...]:
        """The columns of the table `law` that lines carry."""
        return (*self.law_keys, *self.soft_names, *self.constant_names)

    def law_table(self, session: Session, period: Interval) -> pa.Table:
        """Law values per maximal interval without change, with the constants. Raises ParameterNotEstablished."""
        table = session.table(self.law_keys, self.law_scales, period, self._soft(session))
        for name, constant in self.constants(session).items():
            table = table.append_column(name, pa.array([constant] * table.num_rows, pa.bool_()))
        return table

    def _soft(self, session: Session) -> Mapping[str, str]:
        asked = self.soft_keys(session)
        assert tuple(asked) == self.soft_names
        return asked
