"""`lastro selo plan --add`: the year as it would be with a purchase more, answered by the assessment itself.

A place may be a municipality, a state or a region. A state or region is stood for by one municipality of it, the first
by IBGE code that lies outside the Semi-arid on the day: the answer names it, and no fact is invented.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from lastro.core.errors import InexactNumber, WrongUse
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.core.regions import CODE_OF_UF, Region
from lastro.evidence.columns import folded, schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.typed_number import typed_number
from lastro.law import LawBook, MunicipalityAmbiguous, MunicipalityUnknown
from lastro.law.places import municipalities
from lastro.selo.assess import Question
from lastro.selo.planning.asking import Planning, planning
from lastro.selo.planning.offers import FARMER, PURCHASE, Offer
from lastro.selo.planning.supposing import Entry, Supposition, lines_of, supposed
from lastro.statement.model import Statement
from lastro.statement.plan import Figures, Supposed, WhatIfAnswer

_SEMIARID = "semiarido"
_REGIONS = {
    "n": Region.NORTH, "norte": Region.NORTH, "ne": Region.NORTHEAST, "nordeste": Region.NORTHEAST,
    "sudeste": Region.SOUTHEAST, "s": Region.SOUTH, "sul": Region.SOUTH,
    "co": Region.CENTRE_WEST, "centro oeste": Region.CENTRE_WEST,
}  # fmt: skip


@dataclass(frozen=True)
class Addition:
    """A purchase that is only supposed. `word` is the place as typed, `place` the municipality that stands for it."""

    product: str
    word: str
    place: str
    centavos: int
    supplier_kind: str = FARMER


def typed_addition(text: str, book: LawBook, on: date) -> Addition:
    """From "mamona, NE, 3.000.000" or "mamona, NE, 3.000.000, cooperativa_af"; ";" separates as well.

    Raises WrongUse naming the part that is not understood.
    """
    parts = [part.strip() for part in (text.split(";") if ";" in text else text.split(",", 2))]
    if len(parts) < 3:
        raise WrongUse("plan.addition", value=text)
    amount, kind = parts[2], parts[3] if len(parts) > 3 else ""
    if not kind and "," in amount and not amount.rpartition(",")[2].strip()[:1].isdigit():
        amount, _, kind = amount.rpartition(",")
    return Addition(
        product=_word("produto", parts[0], "plan.product_word"),
        word=parts[1],
        place=_place(parts[1], book, on),
        centavos=_centavos(amount),
        supplier_kind=_word("tipo_fornecedor", kind, "plan.supplier_word") if kind.strip() else FARMER,
    )


def _word(vocabulary: str, typed: str, fault: str) -> str:
    found = schema().vocabularies[vocabulary].canonical.get(folded(typed))
    if found is None:
        raise WrongUse(fault, value=typed, words=", ".join(schema().vocabularies[vocabulary].values))
    return found


def _centavos(typed: str) -> int:
    try:
        amount = typed_number(typed, CENTAVOS_PER_REAL)
    except InexactNumber as fault:
        raise WrongUse("plan.amount", value=typed.strip()) from fault
    if amount <= 0:
        raise WrongUse("plan.amount", value=typed.strip())
    return amount


def _place(typed: str, book: LawBook, on: date) -> str:
    """The municipality meant, or the one that stands for a region or state. "SE" alone is refused: it names both."""
    word = folded(typed)
    if word == "se":
        raise WrongUse("plan.place_se", value=typed)
    if word == _SEMIARID:
        return _first(typed, lambda code: book.semiarido(code, on) is True)
    if word in _REGIONS:
        return _outside(typed, book, on, lambda code: book.municipality(code).region is _REGIONS[word])
    if word.upper() in CODE_OF_UF:
        return _outside(typed, book, on, lambda code: book.municipality(code).uf == word.upper())
    try:
        return book.find_municipality(typed)
    except (MunicipalityUnknown, MunicipalityAmbiguous) as fault:
        raise WrongUse("plan.place_word", value=typed) from fault


def _outside(typed: str, book: LawBook, on: date, fits: Callable[[str], bool]) -> str:
    """One outside the Semi-arid where the place has one; in the North and Northeast it makes no difference."""
    try:
        return _first(typed, lambda code: fits(code) and book.semiarido(code, on) is False)
    except WrongUse:
        return _first(typed, fits)


def _first(typed: str, fits: Callable[[str], bool]) -> str:
    found = next((code for code in sorted(municipalities()) if fits(code)), None)
    if found is None:
        raise WrongUse("plan.place_word", value=typed)
    return found


def what_if(evidence: Evidence, book: LawBook, question: Question, additions: Sequence[Addition]) -> WhatIfAnswer:
    """The figures of the year without and with the additions. Raises what the assessment raises."""
    asked = planning(evidence, book, question)
    base = asked.assess(evidence)
    trial, entries, statement = _with(asked, additions)
    minimum, regional = (_exact(base, f"selo.{name}") for name in ("minimum_percentage", "regional_minimum"))
    return WhatIfAnswer(
        year=asked.start.year,
        plant=asked.plant.name,
        regime=base.regime,
        supposed=tuple(
            _supposed(addition, entry, hashes, statement)
            for addition, entry, hashes in zip(additions, entries, trial.hashes, strict=True)
        ),
        before=Figures.of(base),
        after=Figures.of(statement),
        minimum=minimum,
        regional_minimum=regional,
    )


def entries_of(asked: Planning, additions: Sequence[Addition]) -> list[Entry]:
    """The additions as entries, each shared out among as many families as the income ceiling of the day asks for."""
    entries = [Entry(_offer(addition, asked.last_day), addition.centavos) for addition in additions]
    small = [replace(entry, centavos=min(entry.centavos, CENTAVOS_PER_REAL)) for entry in entries]
    trial = supposed(asked.evidence, small, asked.plant.cnpj, asked.period)
    statement = asked.assess(trial.evidence)
    return [
        replace(entry, ceiling=_ceiling(statement, hashes)) for entry, hashes in zip(entries, trial.hashes, strict=True)
    ]


def _with(asked: Planning, additions: Sequence[Addition]) -> tuple[Supposition, list[Entry], Statement]:
    entries = entries_of(asked, additions)
    trial = supposed(asked.evidence, entries, asked.plant.cnpj, asked.period)
    return trial, entries, asked.assess(trial.evidence)


def _offer(addition: Addition, on: date) -> Offer:
    """An offer of an amount in reais, without a quantity."""
    return Offer(
        name=addition.product, kind=PURCHASE, letter="", supplier_kind=addition.supplier_kind, supplier="",
        place=addition.place, product=addition.product, form="", input="", crop_year="", on=on, price=Fraction(1),
        available=Fraction(addition.centavos, CENTAVOS_PER_REAL), unit="", extra=Fraction(0), priced=False,
    )  # fmt: skip


def _ceiling(statement: Statement, hashes: frozenset[str]) -> int | None:
    rows = _lines(statement, hashes)
    return next((room for row in rows if isinstance(room := row["income_room_centavos"], int)), None)


def _supposed(addition: Addition, entry: Entry, hashes: frozenset[str], statement: Statement) -> Supposed:
    rows = _lines(statement, hashes)
    blocks = dict.fromkeys(str(row["block"]) for row in rows if row["block"])
    return Supposed(
        product=addition.product,
        word=addition.word,
        place=addition.place,
        supplier_kind=addition.supplier_kind,
        centavos=addition.centavos,
        accepted_centavos=sum(_whole(row["accepted_centavos"]) for row in rows),
        weight_thousandths=max((_whole(row["weight"]) for row in rows), default=0),
        families=entry.families,
        refused=" ".join(blocks),
    )


def _lines(statement: Statement, hashes: frozenset[str]) -> list[Mapping[str, object]]:
    assert statement.memory is not None
    rows: list[Mapping[str, object]] = lines_of(statement.memory, hashes).to_pylist()
    return rows


def _exact(statement: Statement, line_id: str) -> Fraction | None:
    exact = next((line.exact for line in statement.lines if line.id == line_id), "")
    return Fraction(exact) if exact else None


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
