"""A year with rows that nobody has written: what an amount of an offer would be in the tables of the workspace.

The copy goes through the same assessment as the real year. Nothing is ever written to the user's folder.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.tables.cells import Value
from lastro.evidence.tables.hashing import row_hash
from lastro.selo.planning.offers import FARMER, Offer
from lastro.selo.planning.stand_ins import MARK, Row, StandIns, contract


@dataclass(frozen=True)
class Entry:
    """So many centavos of an offer. `ceiling` is the most that one family may sell in the year: an entry beyond it, of
    nobody in particular, stands for as many families as it takes."""

    offer: Offer
    centavos: int
    ceiling: int | None = None

    @property
    def families(self) -> int:
        """The families behind it that nobody has named yet."""
        if self._named or not self.centavos:
            return 0
        return len(self.shares())

    @property
    def _named(self) -> bool:
        offer = self.offer
        return not offer.is_purchase or (offer.supplier_kind == FARMER and bool(offer.supplier))

    def shares(self) -> list[int]:
        """The centavos of each family: full ceilings, then the rest."""
        if not self.ceiling:
            return [self.centavos]
        full, rest = divmod(self.centavos, self.ceiling)
        return [self.ceiling] * full + ([rest] if rest else [])


@dataclass(frozen=True)
class Supposition:
    """The year with entries. `hashes` are, for each entry in order, those of its rows of purchases or spending."""

    evidence: Evidence
    hashes: tuple[frozenset[str], ...]


def supposed(evidence: Evidence, entries: Sequence[Entry], plant: str, period: tuple[date, date]) -> Supposition:
    """The evidence with the rows of these entries, and what they need beside them."""
    stand_ins = StandIns(evidence, period)
    tables = dict(evidence.tables)
    of_entries = []
    for entry in entries:
        rows = _rows(entry, stand_ins, plant, period)
        hashes: set[str] = set()
        for name, added in rows.items():
            table, marks = appended(name, tables[name], added)
            tables[name] = table
            if name in ("aquisicoes", "dispendios"):
                hashes |= set(marks)
        of_entries.append(frozenset(hashes))
    return Supposition(replace(evidence, tables=tables), tuple(of_entries))


def lines_of(memory: pa.Table, hashes: frozenset[str]) -> pa.Table:
    """The lines of a memory of calculation that come from rows with these hashes."""
    return memory.filter(pc.is_in(memory["source_hash"], value_set=pa.array(sorted(hashes), pa.string())))


def appended(name: str, table: pa.Table, rows: Sequence[Row]) -> tuple[pa.Table, list[str]]:
    """The table with these rows at its end, as the reader would have typed them, and their hashes."""
    columns = schema().table(name).columns
    told: dict[str, list[Value]] = {
        c.name: [row.get(c.name, False if c.type == "boolean" else None) for row in rows] for c in columns
    }
    hashes = row_hash(name, told, len(rows))
    first = table.num_rows + 1
    provenance = {
        "_file": [MARK] * len(rows), "_sheet": [""] * len(rows), "_row": list(range(first, first + len(rows))),
        "_hash": hashes,
    }  # fmt: skip
    values = told | provenance
    more = pa.table([pa.array(values[field.name], field.type) for field in table.schema], schema=table.schema)
    return pa.concat_tables([table, more]), hashes


def _rows(entry: Entry, stand_ins: StandIns, plant: str, period: tuple[date, date]) -> Mapping[str, list[Row]]:
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    pairs = (
        _purchase(entry, stand_ins, plant, period) if entry.offer.is_purchase else _spending(entry, stand_ins, plant)
    )
    for name, row in pairs:
        rows[name].append(row)
    return rows


Pairs = Iterable[tuple[str, Row]]


def _purchase(entry: Entry, stand_ins: StandIns, plant: str, period: tuple[date, date]) -> Pairs:
    if entry.offer.supplier_kind == FARMER:
        return _from_farmers(entry, stand_ins, plant, period)
    return _from_organisation(entry, stand_ins, plant, period)


def _from_farmers(
    entry: Entry, stand_ins: StandIns, plant: str, period: tuple[date, date]
) -> Iterator[tuple[str, Row]]:
    offer = entry.offer
    named = [(offer.supplier, entry.centavos)] if offer.supplier else []
    sellers = named or [("", centavos) for centavos in entry.shares()]
    bought = 0
    for seller, centavos in sellers:
        if not seller:
            seller, documents = stand_ins.farmer(offer.place)
            yield from (("agricultores", row) for row in documents)
        number = stand_ins.number()
        yield "contratos", _contract(offer, number, seller, period)
        before, bought = bought, bought + centavos
        quantity = _between(offer, before, bought)
        yield "aquisicoes", _line(offer, plant, seller, centavos, quantity) | {"contrato": number}


def _from_organisation(
    entry: Entry, stand_ins: StandIns, plant: str, period: tuple[date, date]
) -> Iterator[tuple[str, Row]]:
    offer, seller = entry.offer, entry.offer.supplier
    if not seller:
        seller, row = stand_ins.organisation(offer.supplier_kind, offer.place)
        yield "organizacoes", row
    key, number = stand_ins.key(offer.place, offer.on, seller), stand_ins.number()
    yield "contratos", _contract(offer, number, seller, period)
    line = _line(offer, plant, seller, entry.centavos, offer.quantity_micro(entry.centavos))
    yield "aquisicoes", line | {"chave": key, "item": 1, "contrato": number}
    for centavos in entry.shares():
        farmer, documents = stand_ins.farmer(offer.place)
        yield from (("agricultores", row) for row in documents)
        yield "origens", {"chave": key, "item": 1, "cpf": farmer, "valor": centavos, "municipio": offer.place}


def _between(offer: Offer, before: int, after: int) -> int | None:
    """The quantity of one share of an entry, so that the shares make up the quantity of the whole."""
    until, since = offer.quantity_micro(after), offer.quantity_micro(before)
    return None if until is None or since is None else until - since


def _contract(offer: Offer, number: str, seller: str, period: tuple[date, date]) -> Row:
    signed = period[0] - timedelta(days=1)
    return contract(number, seller, offer.product, offer.crop_year, offer.place, signed, period[1])


def _line(offer: Offer, plant: str, seller: str, centavos: int, quantity: int | None) -> Row:
    return {
        "data": offer.on, "unidade": plant, "fornecedor": seller, "produto": offer.product or None,
        "forma": offer.form or None, "insumo": offer.input or None, "municipio_origem": offer.place,
        "quantidade": quantity, "unidade_medida": offer.unit if quantity is not None else None, "valor": centavos,
        "safra": offer.crop_year or None,
    }  # fmt: skip


def _spending(entry: Entry, stand_ins: StandIns, plant: str) -> Iterator[tuple[str, Row]]:
    """A row of `dispendios` with every proof; a donation of nobody in particular goes to a qualified cooperative."""
    offer, beneficiary = entry.offer, entry.offer.supplier
    if not beneficiary:
        kind = "cooperativa_af" if offer.supplier_kind == FARMER else offer.supplier_kind
        beneficiary, row = stand_ins.organisation(kind, offer.place)
        yield "organizacoes", row
    number = stand_ins.number()
    yield (
        "dispendios",
        {
            "tipo": offer.kind, "alinea": offer.letter or None, "data": offer.on, "valor": entry.centavos,
            "unidade": plant, "municipio": offer.place, "beneficiario": beneficiary, "comprovante": number,
            "recibo": True, "aprovacao_data": offer.on - timedelta(days=1), "aprovacao_numero": number,
            "orgao_publico": MARK, "relatorio": True, "tecnico": number, "registro": number,
        },
    )  # fmt: skip
