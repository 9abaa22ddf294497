"""What the law data holds, as frozen values: acts, dated parameters, readings, terms, and what a session consulted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.law.cites import Cite, Lang
from lastro.law.evidence import Evidence

Value = Fraction | str | tuple[str, ...] | None


@dataclass(frozen=True)
class Act:
    """One act of law. `name` is how it is cited; `stub` says that it matters and was not read for this version.

    `published` is the day of the gazette (of the act itself when `note` says so), None when it was not found.
    """

    id: str
    urn: str
    name: str
    title_pt: str
    title_en: str
    published: date | None
    in_force: Interval | None
    amended_by: tuple[str, ...]
    revoked_by: tuple[str, ...]
    url: str
    stub: bool
    evidence: Evidence
    note_pt: str
    note_en: str

    def title(self, lang: Lang) -> str:
        return self.title_pt if lang == "pt" else self.title_en

    def note(self, lang: Lang) -> str:
        return self.note_pt if lang == "pt" else self.note_en


@dataclass(frozen=True)
class Parameter:
    """What a key means: its unit and our paraphrase of the rule, in both languages."""

    key: str
    unit: str
    label_pt: str
    label_en: str
    rule_pt: str
    rule_en: str

    def label(self, lang: Lang) -> str:
        return self.label_pt if lang == "pt" else self.label_en

    def rule(self, lang: Lang) -> str:
        return self.rule_pt if lang == "pt" else self.rule_en


@dataclass(frozen=True)
class DatedValue:
    """The value of one key over one interval. Not `established`: the law has a value here and nobody has shown it."""

    key: str
    interval: Interval
    value: Value
    unit: str
    cites: tuple[Cite, ...]
    evidence: Evidence
    note_pt: str = ""
    note_en: str = ""
    established: bool = True
    published: date | None = None
    overridden: bool = False

    def note(self, lang: Lang) -> str:
        return self.note_pt if lang == "pt" else self.note_en

    def number(self) -> Fraction:
        """The value as an exact number. Raises TypeError for a text or a list."""
        if isinstance(self.value, Fraction):
            return self.value
        raise TypeError(f"{self.key} is not a number: {self.value!r}")

    def names(self) -> tuple[str, ...]:
        """The value as a list of vocabulary names. Raises TypeError for anything else."""
        if isinstance(self.value, tuple):
            return self.value
        raise TypeError(f"{self.key} is not a list: {self.value!r}")

    def day(self) -> date:
        """The value as a date. Raises TypeError when the unit is another."""
        if self.unit == "date" and isinstance(self.value, str):
            return date.fromisoformat(self.value)
        raise TypeError(f"{self.key} is not a date: {self.value!r}")


@dataclass(frozen=True)
class Option:
    """One answer to a question of reading."""

    name: str
    pt: str
    en: str

    def text(self, lang: Lang) -> str:
        return self.pt if lang == "pt" else self.en


@dataclass(frozen=True)
class ReadingQuestion:
    """A question that the texts leave open. `later` marks one that no shipped rule asks yet."""

    key: str
    options: tuple[Option, ...]
    default: str
    question_pt: str
    question_en: str
    reason_pt: str
    reason_en: str
    cites: tuple[Cite, ...]
    later: bool = False

    def question(self, lang: Lang) -> str:
        return self.question_pt if lang == "pt" else self.question_en

    def reason(self, lang: Lang) -> str:
        return self.reason_pt if lang == "pt" else self.reason_en

    @property
    def names(self) -> tuple[str, ...]:
        """The machine names of the options, the default first."""
        return tuple(option.name for option in self.options)


@dataclass(frozen=True)
class Term:
    """A term of the field in English with the Portuguese term of the law."""

    en: str
    pt: str
    definition_pt: str
    definition_en: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True)
class ConsultedValue:
    """One dated value that a session handed out, as text. The fields are those of a statement's `LawUsed`."""

    key: str
    start: str
    end: str
    value: str
    unit: str
    cites: tuple[str, ...]
    evidence: str
    overridden: bool


@dataclass(frozen=True)
class ConsultedReading:
    """One reading that a session was asked for. The fields are those of a statement's `ReadingUsed`."""

    key: str
    option: str
    is_default: bool


def value_text(value: Value) -> str:
    """A value as plain text: an exact decimal when it has one ("1.3"), else "p/q"; lists with commas; "" for None."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return _number_text(value)
    return value if isinstance(value, str) else ", ".join(value)


def _number_text(number: Fraction) -> str:
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
        if places > 12:
            return f"{number.numerator}/{number.denominator}"
    digits = str(abs(number * 10**places).numerator).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
