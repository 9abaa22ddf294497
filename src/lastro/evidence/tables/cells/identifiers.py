"""CPF, CNPJ and access key in a cell. They are text: zeros lost by a spreadsheet come back only if the check digits
agree, and a key that a spreadsheet took for a number is gone (it keeps fifteen of the 44 positions)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lastro.core.errors import InvalidIdentifier
from lastro.core.identifiers import parse_access_key, parse_cnpj, parse_cpf, parse_person
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells.base import CellReader, Value, whole_number_text
from lastro.evidence.tables.findings import Fault

SCIENTIFIC = re.compile(r"\d(?:[.,]\d+)?E\+?\d{1,3}", re.I)
_PUNCTUATION = re.compile(r"[.\-/\s]")
_CPF_LENGTH = 11
_PARSERS: Mapping[str, Callable[[str], str]] = {"cpf": parse_cpf, "cnpj": parse_cnpj, "person": parse_person}


class PersonReader(CellReader):
    """A CPF, a CNPJ, or either, as bare characters.

    Up to eleven digits whose check digits make a CPF are a CPF: below ten of them the sums of both always agree, and
    no supplier has a CNPJ that short.
    """

    def from_text(self, text: str) -> Value | Fault:
        text = text.removeprefix("'")
        try:
            return _PARSERS[self.column.type](text)
        except InvalidIdentifier as fault:
            return Fault(codes.NOT_A_PERSON, self._reason(text, fault))

    def _reason(self, text: str, fault: InvalidIdentifier) -> str:
        """What is wrong, told of a CPF when the text is as short as one."""
        if self.column.type == "person" and len(_PUNCTUATION.sub("", text)) <= _CPF_LENGTH:
            return fault.code.removeprefix("identifier.").replace("cnpj", "cpf")
        return fault.code.removeprefix("identifier.")

    def from_number(self, number: int | float) -> Value | Fault:
        text = whole_number_text(number)
        return Fault(codes.NOT_A_PERSON, f"{self.column.type}_shape") if text is None else self.from_text(text)


class KeyReader(CellReader):
    """The 44 positions of an access key."""

    def from_text(self, text: str) -> Value | Fault:
        if SCIENTIFIC.fullmatch(text):
            return Fault(codes.KEY_AS_NUMBER)
        try:
            return parse_access_key(text.removeprefix("'")).text
        except InvalidIdentifier as fault:
            return Fault(codes.NOT_A_KEY, fault.code.removeprefix("identifier."))

    def from_number(self, number: int | float) -> Value | Fault:
        return Fault(codes.KEY_AS_NUMBER)
