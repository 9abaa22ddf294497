"""The rows of a year as documents prove them: purchases, expected production, losses, spending and sales."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.changes import LineKey, Place, place_of
from lastro.statement.model import Finding, Severity, Source
from lastro.statement.reconciled import RowFact

Row = Mapping[str, Any]
WEIGHING = (Severity.BLOCKS, Severity.AT_RISK)
SPENDING, SALES = "dispendios", "vendas"


class Facts:
    """Looks rows up; every table is read once, when first asked for."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @cached_property
    def memory(self) -> Mapping[LineKey, Row]:
        """The lines of the year, by kind, line and part."""
        memory = self._bench.statement.memory
        assert memory is not None
        return {(row["kind"], row["line_id"], row["part"]): row for row in memory.to_pylist()}

    @cached_property
    def parts(self) -> Mapping[str, tuple[LineKey, ...]]:
        """The parts of each line of the year."""
        found: defaultdict[str, list[LineKey]] = defaultdict(list)
        for key in self.memory:
            found[key[1]].append(key)
        return {line: tuple(keys) for line, keys in found.items()}

    @cached_property
    def purchases(self) -> Mapping[str, Row]:
        """Every purchase of the plant, of whatever year, by line."""
        return {row["line_id"]: row for row in self._bench.prepared.purchases.to_pylist() if row["kind"] != "return"}

    @cached_property
    def spending(self) -> Mapping[Place, Row]:
        """Every row of `dispendios` by its place."""
        return {place_of(row): row for row in self._bench.evidence.tables[SPENDING].to_pylist()}

    @cached_property
    def sales(self) -> Mapping[Place, Row]:
        """Every sale of the plant by its place."""
        return {place_of(row): row for row in self._bench.prepared.sales.to_pylist()}

    @cached_property
    def _of_lines(self) -> Mapping[tuple[str, str], tuple[Finding, ...]]:
        found: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
        for finding in self._bench.statement.findings:
            if finding.subject.get("line"):
                found[finding.subject["line"], finding.subject.get("cpf", "")].append(finding)
        return {name: tuple(listed) for name, listed in found.items()}

    @cached_property
    def _of_rows(self) -> Mapping[str, tuple[Finding, ...]]:
        found: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in self._bench.statement.findings:
            if finding.subject.get("row_hash") and "line" not in finding.subject:
                found[finding.subject["row_hash"]].append(finding)
        return {name: tuple(listed) for name, listed in found.items()}

    def findings(self, key: LineKey) -> tuple[Finding, ...]:
        """What the checks say of one part of a line."""
        return self._of_lines.get((key[1], key[2]), ())

    def findings_of_line(self, line_id: str) -> tuple[Finding, ...]:
        """What the checks say of all parts of a line."""
        return tuple(finding for key in self.parts.get(line_id, ()) for finding in self.findings(key))

    def findings_of_spending(self, place: Place) -> tuple[Finding, ...]:
        """What the checks say of a row of `dispendios`."""
        return self._of_rows.get(str(self.spending[place]["_hash"]), ())

    def of_part(self, key: LineKey) -> RowFact:
        """One part of a line of the year."""
        return self._of_memory(self.memory[key], key[2])

    def of_line(self, line_id: str) -> RowFact:
        """A line whole: all its parts together when it is of the year."""
        keys = self.parts.get(line_id, ())
        if not keys:
            return self._of_purchase(self.purchases[line_id])
        row = dict(self.memory[keys[0]])
        row["centavos"] = sum(self.memory[key]["centavos"] for key in keys)
        return self._of_memory(row, keys[0][2] if len(keys) == 1 else "")

    def _of_memory(self, row: Row, part: str) -> RowFact:
        farmer = str(row["farmer"] or "") if part or row["supplier"] == row["farmer"] else ""
        source = Source(row["source_file"] or "", row["source_sheet"] or "", row["source_row"] or 0)
        return self._bought(row, part, farmer, row["place"], source, row["source_hash"])

    def _of_purchase(self, row: Row) -> RowFact:
        farmer = str(row["supplier"]) if row["supplier_is_person"] else ""
        source = Source(row["_file"] or "", row["_sheet"] or "", row["_row"] or 0)
        return self._bought(row, "", farmer, row["municipality"], source, row["_hash"])

    def _bought(
        self, row: Row, part: str, farmer: str, place: str | None, source: Source, row_hash: str | None
    ) -> RowFact:
        """A purchase, from the memory or as it was read: they name its place and its source otherwise."""
        note = self._notes.get(str(row["key"] or ""), ("", ""))
        return RowFact(
            table="aquisicoes",
            line_id=row["line_id"],
            part=part,
            key=str(row["key"] or ""),
            item=int(row["item"] or 0),
            on=str(row["issued_on"]),
            supplier=str(row["supplier"] or ""),
            farmer=farmer,
            product=str(row["input"] or row["product"] or ""),
            place=str(place or ""),
            contract=str(row["contract"] or ""),
            document=self._document(farmer, row["issued_on"]),
            centavos=int(row["centavos"]),
            source=source,
            row_hash=str(row_hash or ""),
            note_file=note[0],
            note_sha256=note[1],
        )

    def of_spending(self, place: Place) -> RowFact:
        """A row of `dispendios`."""
        row = self.spending[place]
        return RowFact(
            table=SPENDING,
            line_id=str(row["_hash"]),
            on=str(row["data"]),
            supplier=str(row["beneficiario"] or ""),
            product=str(row["tipo"] or ""),
            place=str(row["municipio"] or ""),
            document=str(row["comprovante"] or ""),
            centavos=int(row["valor"] or 0),
            source=Source(*place),
            row_hash=str(row["_hash"]),
        )

    def of_sale(self, place: Place) -> RowFact:
        """A sale."""
        row = self.sales[place]
        note = self._notes.get(str(row["key"] or ""), ("", ""))
        return RowFact(
            table=SALES,
            line_id=str(row["sale_id"]),
            key=str(row["key"] or ""),
            on=str(row["sold_on"]),
            product=str(row["product"] or ""),
            centavos=int(row["centavos"]),
            source=Source(*place),
            row_hash=str(row["_hash"] or ""),
            note_file=note[0],
            note_sha256=note[1],
        )

    @cached_property
    def _notes(self) -> Mapping[str, tuple[str, str]]:
        """Where the XML of each key lies, and its hash."""
        documents = self._bench.evidence.documents
        named = {"key", "_file", "_member", "sha256"} <= set(documents.column_names)
        if not named or not documents.num_rows:
            return {}
        ours = pa.chunked_array([*self._bench.prepared.purchases["key"].chunks,
                                 *self._bench.prepared.sales["key"].chunks], pa.string())  # fmt: skip
        kept = documents.filter(pc.is_in(documents["key"], value_set=ours.combine_chunks()))
        rows = kept.select(["key", "_file", "_member", "sha256"]).to_pylist()
        return {row["key"]: (" ".join(filter(None, (row["_file"], row["_member"]))), row["sha256"]) for row in rows}

    @cached_property
    def _documents(self) -> Mapping[str, tuple[Row, ...]]:
        found: defaultdict[str, list[Row]] = defaultdict(list)
        for row in self._bench.evidence.tables["agricultores"].to_pylist():
            found[row["cpf"]].append(row)
        return {cpf: tuple(rows) for cpf, rows in found.items()}

    def _document(self, farmer: str, on: object) -> str:
        """The kinds and numbers of the farmer's documents whose row covers the day."""
        named = (f"{row['documento'] or ''} {row['numero'] or ''}".strip() for row in self._in_force(farmer, on))
        return "; ".join(dict.fromkeys(filter(None, named)))

    def _in_force(self, farmer: str, on: object) -> Iterator[Row]:
        for row in self._documents.get(farmer, ()):
            start, end = row["inicio"], row["fim"]
            begun = not isinstance(start, date) or not isinstance(on, date) or start <= on
            if begun and (not isinstance(end, date) or not isinstance(on, date) or on <= end):
                yield row
