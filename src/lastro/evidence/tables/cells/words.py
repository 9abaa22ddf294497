"""Text, words of a vocabulary, yes and no, and places."""

from __future__ import annotations

from datetime import date
from difflib import get_close_matches

from lastro.evidence.columns import folded
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells.base import CellReader, Value, whole_number_text
from lastro.evidence.tables.cells.identifiers import SCIENTIFIC
from lastro.evidence.tables.findings import Fault
from lastro.law import MunicipalityAmbiguous, MunicipalityUnknown

_ALIKE = 0.74  # how alike two words are before one is suggested for the other
_YES = frozenset({"s", "sim", "1", "x", "true", "verdadeiro", "v", "y", "yes"})
_NO = frozenset({"n", "nao", "0", "false", "falso", "f", "no"})
_NONE_WORDS = frozenset(
    {"n", "nao", "0", "nenhum", "nenhuma", "sem", "nao ha", "nao tem", "nao possui", "no", "none", "nihil"}
)


class TextReader(CellReader):
    """Free text, kept as written but for its spaces. A number must be whole: what a spreadsheet made a date or a
    decimal of ("12/2023", "1.10") is no longer what was typed."""

    def from_text(self, text: str) -> Value | Fault:
        if SCIENTIFIC.fullmatch(text) and "+" in text:
            return Fault(codes.OTHER_KIND, "number")
        if self.column.none_words and folded(text) in _NONE_WORDS:
            return None
        return text

    def from_number(self, number: int | float) -> Value | Fault:
        text = whole_number_text(number)
        return Fault(codes.OTHER_KIND, "number") if text is None else self.from_text(text)


class ChoiceReader(CellReader):
    """A word of the column's vocabulary, by any of its spellings."""

    def from_text(self, text: str) -> Value | Fault:
        assert self.column.vocabulary is not None
        spellings = self.column.vocabulary.canonical
        word = folded(text)
        if word in spellings:
            return spellings[word]
        accepted = ", ".join(self.column.vocabulary.values)
        close = get_close_matches(word, spellings, n=1, cutoff=_ALIKE)
        if close:
            return Fault(codes.UNKNOWN_WORD, "suggestion", {"suggestion": spellings[close[0]], "accepted": accepted})
        return Fault(codes.UNKNOWN_WORD, "default", {"accepted": accepted})

    def from_number(self, number: int | float) -> Value | Fault:
        return self.from_text(str(int(number)) if number == int(number) else str(number))

    def from_truth(self, truth: bool) -> Value | Fault:
        return self.from_text(str(truth))

    def from_day(self, day: date) -> Value | Fault:
        return self.from_text(day.isoformat())


class YesNoReader(CellReader):
    """S/N and the like; an empty cell is no."""

    def empty(self) -> Value:
        return False

    def from_text(self, text: str) -> Value | Fault:
        word = folded(text)
        if word in _YES:
            return True
        return False if word in _NO else Fault(codes.NOT_YES_NO)

    def from_truth(self, truth: bool) -> Value | Fault:
        return truth

    def from_number(self, number: int | float) -> Value | Fault:
        return bool(number) if number in (0, 1) else Fault(codes.NOT_YES_NO)

    def from_day(self, day: date) -> Value | Fault:
        return Fault(codes.NOT_YES_NO)


class MunicipalityReader(CellReader):
    """A municipality by its seven-digit IBGE code, or by a name that means one of them."""

    def from_text(self, text: str) -> Value | Fault:
        try:
            return self.context.places.find_municipality(text)
        except MunicipalityAmbiguous as fault:
            return Fault(codes.MUNICIPALITY_AMBIGUOUS, "default", {"ufs": fault.arguments.get("ufs", "")})
        except MunicipalityUnknown:
            return Fault(codes.MUNICIPALITY_UNKNOWN)

    def from_number(self, number: int | float) -> Value | Fault:
        text = whole_number_text(number)
        return Fault(codes.MUNICIPALITY_UNKNOWN) if text is None else self.from_text(text)
