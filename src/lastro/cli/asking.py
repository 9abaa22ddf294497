"""What a command of the Selo asks, from the options that were typed: the workspace, its evidence, and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lastro.cli.options import day, typed
from lastro.cli.workplace import loaded, opened, own_law
from lastro.core.errors import WrongUse
from lastro.law import LawBook, load
from lastro.statement.catalogue import Lang

if TYPE_CHECKING:
    from lastro.evidence.evidence import Evidence
    from lastro.evidence.workspace import Workspace
    from lastro.selo.assess import Question


@dataclass(frozen=True)
class Asked:
    """A question about a workspace, with all that answering it needs."""

    workspace: Workspace
    evidence: Evidence
    book: LawBook
    question: Question


def asked(
    directory: Path,
    lang: Lang,
    *,
    year: int = 0,
    unit: str = "",
    reading: Sequence[str] | None = None,
    known_on: str = "",
    regime: str = "",
) -> Asked:
    """The question typed, the evidence brought up to date. Raises WrongUse and EvidenceUnreadable."""
    from lastro.core.identifiers import parse_cnpj
    from lastro.selo.assess import Question
    from lastro.selo.regimes import regime_named

    book = load()
    workspace = opened(directory)
    civil_year = year or workspace.config.year
    if not civil_year:
        raise WrongUse("selo.no_year")
    with typed():
        plant = parse_cnpj(unit) if unit else ""
    question = Question(
        year=civil_year,
        plant=plant,
        readings=chosen_readings(reading or ()),
        overrides=own_law(workspace, book),
        known_on=day(known_on) if known_on else None,
        regime=regime_named(regime) if regime else "",
    )
    return Asked(workspace, loaded(workspace, lang), book, question)


def chosen_readings(pairs: Sequence[str]) -> Mapping[str, str]:
    """ "key=option" pairs. Raises WrongUse for one without "="; the law says whether key and option exist."""
    chosen = {}
    for pair in pairs:
        key, found, option = pair.partition("=")
        if not found:
            raise WrongUse("cli.reading_pair", value=pair)
        chosen[key.strip()] = option.strip()
    return chosen
