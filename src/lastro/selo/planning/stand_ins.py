"""Farmers and organisations that stand for those an offer does not name: sound papers, numbers that nobody has.

A plan asks what an offer brings when it is done properly; so these have a document in force, a qualification and the
contracts. They live in a copy of the evidence and are never written anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit
from lastro.evidence.evidence import Evidence
from lastro.evidence.tables.cells import Value

Row = dict[str, Value]
MARK = "LASTRO"  # begins the numbers of papers that are only supposed
_MODEL, _SERIES, _NORMAL = "55", "900", "1"
_EARLIER = timedelta(days=366)  # papers older than the year hold on each of its days
_FIRST_CPF, _FIRST_CNPJ = 990_000_000, 99_990_000


class StandIns:
    """Hands out people, organisations and access keys that the evidence does not know, always in the same order."""

    def __init__(self, evidence: Evidence, period: tuple[date, date]) -> None:
        self._people = _unknown(_cpfs(), set(evidence.tables["agricultores"]["cpf"].to_pylist()))
        self._organisations = _unknown(_cnpjs(), set(evidence.tables["organizacoes"]["cnpj"].to_pylist()))
        self._numbers = count(1)
        start, end = period
        self._days = start - _EARLIER, end

    def farmer(self, place: str) -> tuple[str, list[Row]]:
        """The CPF of a family of its own, and the rows of `agricultores` of its documents: one of either kind."""
        cpf, (start, end) = next(self._people), self._days
        row: Row = {"cpf": cpf, "municipio": place, "inicio": start, "fim": end, "situacao": "ativa", "car": MARK}
        return cpf, [row | {"documento": kind, "numero": f"{MARK} {kind} {cpf}"} for kind in ("DAP", "CAF")]

    def organisation(self, kind: str, place: str) -> tuple[str, Row]:
        """The CNPJ of a qualified organisation of that kind, and its row of `organizacoes`."""
        cnpj, (start, end) = next(self._organisations), self._days
        papers: Row = {"habilitacao": f"{MARK} {cnpj}", "legal_dap": f"{MARK} {cnpj}", "inicio": start, "fim": end}
        return cnpj, {"cnpj": cnpj, "nome": MARK, "tipo": kind, "municipio": place, **papers}

    def number(self) -> str:
        """The number of a paper that is only supposed."""
        return f"{MARK} {next(self._numbers)}"

    def key(self, place: str, on: date, issuer: str) -> str:
        """An access key of a note of that place, day and issuer."""
        bare = f"{place[:2]}{on:%y%m}{issuer.rjust(14, '0')}{_MODEL}{_SERIES}{next(self._numbers):09}{_NORMAL}{0:08}"
        return bare + key_check_digit(bare)


def contract(number: str, supplier: str, product: str, crop_year: str, place: str, signed: date, end: date) -> Row:
    """A row of `contratos` with all that the checks look for."""
    clauses = dict.fromkeys(("prazo", "reajuste", "entrega", "salvaguardas"), True)
    return {
        "numero": number, "fornecedor": supplier, "produto": product or None, "safra": crop_year or None,
        "assinatura": signed, "fim": end, "anuente": MARK, "data_anuencia": signed, "municipio": place, **clauses,
    }  # fmt: skip


def _cpfs() -> Iterator[str]:
    return (f"{nine}{cpf_check_digits(str(nine))}" for nine in count(_FIRST_CPF))


def _cnpjs() -> Iterator[str]:
    return (f"{eight}0001{cnpj_check_digits(f'{eight}0001')}" for eight in count(_FIRST_CNPJ))


def _unknown(numbers: Iterator[str], known: set[object]) -> Iterator[str]:
    is_new: Callable[[str], bool] = lambda number: number not in known  # noqa: E731
    return filter(is_new, numbers)
