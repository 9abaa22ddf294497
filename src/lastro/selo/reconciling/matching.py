"""Which row of ours each refused row of the ministry is: by key, note number, supplier, product, value and date.

What the official row says has to hold of ours. One row that fits is matched; several are not chosen between, unless the
ministry lists as many equal rows as there are; none is said to be none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from lastro.evidence.tables.findings import shown
from lastro.selo.reconciling.candidates import Candidate, line_out, part_out, spending_out
from lastro.selo.reconciling.changes import LineKey, Place
from lastro.selo.reconciling.facts import Facts
from lastro.selo.reconciling.official_rows import OfficialRow
from lastro.selo.reconciling.words import fits_mask
from lastro.statement.model import Finding, Severity
from lastro.statement.reconciled import Kind, RowsRead

AMBIGUOUS, UNMATCHED, DIFFERS, REPEATED = "REC-01", "REC-02", "REC-03", "REC-04"
_NAMED = 3  # rows named where several fit


@dataclass(frozen=True)
class Ours:
    """One row of ours that a refusal may mean: a line, the part of a farmer in it, or spending. `id` tells it apart."""

    id: tuple[object, ...]
    line: str = ""
    part: LineKey | None = None
    place: Place | None = None
    keys: frozenset[str] = frozenset()
    item: int = 0
    number: str = ""
    persons: frozenset[str] = frozenset()
    farmer: str = ""  # of a part
    product: str = ""
    centavos: int = 0
    on: date | None = None


@dataclass(frozen=True)
class Match:
    """A refused row and the row of ours that it is; `centavos` where only a part of its value is refused."""

    official: OfficialRow
    ours: Ours
    centavos: int | None = None

    def candidate(self, facts: Facts) -> Candidate:
        """The refusal as a change."""
        ours = self.ours
        if ours.place is not None:
            return spending_out(ours.place, facts, Kind.REFUSED)
        if ours.part is not None:
            return part_out(ours.part, facts, self.centavos, Kind.REFUSED)
        if self.centavos is not None and len(facts.parts.get(ours.line, ())) == 1:
            return part_out(facts.parts[ours.line][0], facts, self.centavos, Kind.REFUSED)
        return line_out(ours.line, facts, Kind.REFUSED)


@dataclass(frozen=True)
class Matched:
    """What became of the official rows."""

    matches: tuple[Match, ...]
    findings: tuple[Finding, ...]
    counts: RowsRead


def match(rows: Sequence[OfficialRow], ignored: int, facts: Facts) -> Matched:
    """Every official row matched or told. `ignored` are the rows left aside while reading."""
    return _Matcher(facts).all(rows, ignored)


class _Matcher:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._taken: set[tuple[object, ...]] = set()
        self.findings: list[Finding] = []

    @cached_property
    def _whole(self) -> tuple[Ours, ...]:
        return (*self._lines(), *self._spending())

    @cached_property
    def _parts(self) -> tuple[Ours, ...]:
        return tuple(self._farmers())

    @cached_property
    def _by_key(self) -> Mapping[str, list[Ours]]:
        found: defaultdict[str, list[Ours]] = defaultdict(list)
        for ours in self._whole:
            for key in ours.keys:
                found[key].append(ours)
        return found

    def _lines(self) -> Iterator[Ours]:
        for line, row in self._facts.purchases.items():
            keys = frozenset(filter(None, (row["key"], row["entry_note"], row["counterpart"])))
            yield Ours(
                ("line", line), line, keys=keys, item=row["item"] or 0, number=_note_number(row["key"]),
                persons=frozenset({row["supplier"]}), product=row["input"] or row["product"], centavos=row["centavos"],
                on=row["issued_on"],
            )  # fmt: skip

    def _farmers(self) -> Iterator[Ours]:
        for line, keys in self._facts.parts.items():
            if len(keys) > 1 or keys[0][2]:
                for key in keys:
                    row = self._facts.memory[key]
                    yield Ours(
                        key, line, key, keys=frozenset(filter(None, (row["key"],))), item=row["item"] or 0,
                        number=_note_number(row["key"]), persons=frozenset({row["supplier"], row["farmer"]}),
                        farmer=row["farmer"], product=row["input"] or row["product"],
                        centavos=row["centavos"], on=row["issued_on"],
                    )  # fmt: skip

    def _spending(self) -> Iterator[Ours]:
        for place, row in self._facts.spending.items():
            yield Ours(
                ("spending", *place), place=place, number=str(row["comprovante"] or "").lstrip("0"),
                persons=frozenset(filter(None, (row["beneficiario"],))), product=row["tipo"] or "",
                centavos=row["valor"] or 0, on=row["data"],
            )  # fmt: skip

    def all(self, rows: Sequence[OfficialRow], ignored: int) -> Matched:
        same = Counter(row.says for row in rows)
        matches: list[Match] = []
        counts: Counter[str] = Counter()
        for row in rows:
            outcome, found = self._one(row, same[row.says])
            counts[outcome] += 1
            matches += found
        read = len(rows) + ignored
        told = RowsRead(read, counts["matched"], counts["ambiguous"], counts["unmatched"], ignored + counts["repeated"])
        return Matched(tuple(matches), tuple(self.findings), told)

    def _one(self, row: OfficialRow, alike: int) -> tuple[str, list[Match]]:
        if not _identifies(row):
            return self._tell(row, UNMATCHED, "nothing_said", "unmatched")
        known = self._by_key.get(row.key, []) if row.key else self._whole
        if row.key and not known:
            return self._tell(row, UNMATCHED, "no_such_key", "unmatched", key=row.key)
        fitting = self._fitting(row, known)
        if not fitting:
            return self._tell(row, UNMATCHED, "no_such_row", "unmatched")
        free = [match for match in fitting if match.ours.id not in self._taken]
        if not free:
            return self._tell(row, REPEATED, "default", "repeated")
        if row.key and row.item is None and self._is_whole_note(row, fitting):
            return self._take(row, free)
        if len(fitting) > 1 and alike < len(fitting):
            return self._ambiguous(row, fitting)
        return self._take(row, free[:1])

    def _fitting(self, row: OfficialRow, known: Sequence[Ours]) -> list[Match]:
        """Rows of which all that is said holds, and parts whose farmer is named; then, under a key, whatever the value
        says."""
        whole = [Match(row, ours) for ours in known if _fits(row, ours)]
        lines = {found.ours.line for found in whole if found.ours.line}
        parts = [Match(row, ours) for ours in self._parts if ours.line not in lines and _fits(row, ours)]
        named = [found for found in parts if _names(row, found.ours.farmer)]
        if whole or named or not row.key:
            return [*whole, *named]
        return parts or self._under_key(row, known)

    def _under_key(self, row: OfficialRow, known: Sequence[Ours]) -> list[Match]:
        """The key decides: what else the row says and ours does not is told; a smaller value refuses that part."""
        listed = [ours for ours in known if row.item in (None, ours.item)]
        if not listed:
            return []
        if row.centavos is not None and row.centavos == sum(ours.centavos for ours in listed):
            return [Match(row, ours) for ours in listed]
        if len(listed) > 1:
            fitting = [ours for ours in listed if _fits(row, ours, ("product",))]
            listed = fitting or listed
        if len(listed) > 1:
            return [Match(row, ours) for ours in listed]
        return [self._differing(row, listed[0])]

    def _differing(self, row: OfficialRow, ours: Ours) -> Match:
        refused = row.centavos
        if refused is not None and refused != ours.centavos:
            variant = "partial" if refused < ours.centavos else "larger"
            told = {"official_centavos": str(refused), "ours_centavos": str(ours.centavos)}
            self.findings.append(_finding(row, DIFFERS, variant, Severity.ALERT, **told))
        for name, official, own in _others(row, ours):
            self.findings.append(_finding(row, DIFFERS, name, Severity.ALERT, official=official, ours=own))
        partial = refused if refused is not None and refused < ours.centavos else None
        return Match(row, ours, partial)

    def _is_whole_note(self, row: OfficialRow, fitting: Sequence[Match]) -> bool:
        """Whether a key without item means every item of its note: nothing narrows it down, or the values add up."""
        items = {match.ours.line for match in fitting if match.ours.part is None}
        if len(items) != len(fitting) or len(fitting) < 2:
            return False
        total = sum(match.ours.centavos for match in fitting)
        return row.centavos == total or (row.centavos is None and not row.product)

    def _take(self, row: OfficialRow, matches: list[Match]) -> tuple[str, list[Match]]:
        self._taken |= {match.ours.id for match in matches}
        return "matched", matches

    def _ambiguous(self, row: OfficialRow, fitting: Sequence[Match]) -> tuple[str, list[Match]]:
        named = "; ".join(self._name(match.ours) for match in fitting[:_NAMED])
        return self._tell(row, AMBIGUOUS, "default", "ambiguous", count=str(len(fitting)), rows=named)

    def _name(self, ours: Ours) -> str:
        fact = self._facts.of_spending(ours.place) if ours.place is not None else self._facts.of_line(ours.line)
        return f"{fact.source.file} {fact.source.row}" if fact.source.row else fact.key

    def _tell(self, row: OfficialRow, code: str, variant: str, outcome: str, **more: str) -> tuple[str, list[Match]]:
        severity = Severity.INFO if code == REPEATED else Severity.ALERT
        self.findings.append(_finding(row, code, variant, severity, **more))
        return outcome, []


def _finding(row: OfficialRow, code: str, variant: str, severity: Severity, **more: str) -> Finding:
    told = {"row": str(row.source.row), "value": row.text, **more}
    return Finding(code, severity, variant, {"table": "oficial", "row": str(row.source.row)}, told, source=row.source)


def _identifies(row: OfficialRow) -> bool:
    return bool(row.key or row.number or row.persons or row.middles or row.product) or row.centavos is not None


def _fits(row: OfficialRow, ours: Ours, only: Sequence[str] = ()) -> bool:
    """Whether all (or `only` these of what) the official row says holds of ours."""
    told = {
        "key": not row.key or row.key in ours.keys,
        "item": row.item is None or not ours.item or row.item == ours.item,
        "number": not row.number or row.number == ours.number or bool(row.key),
        "person": row.persons <= ours.persons and all(_masked(m, ours.persons) for m in row.middles),
        "product": not row.product or row.product == ours.product,
        "value": row.centavos is None or row.centavos == ours.centavos,
        "date": row.on is None or row.on == ours.on,
    }
    return all(holds for name, holds in told.items() if not only or name in only)


def _names(row: OfficialRow, farmer: str) -> bool:
    return farmer in row.persons or any(fits_mask(farmer, middle) for middle in row.middles)


def _masked(middle: str, persons: Iterable[str]) -> bool:
    return any(fits_mask(person, middle) for person in persons)


def _others(row: OfficialRow, ours: Ours) -> Iterator[tuple[str, str, str]]:
    """What the ministry says of a row otherwise than we do: supplier, product, date."""
    if not row.persons <= ours.persons:
        yield "supplier", ", ".join(sorted(map(shown, row.persons))), ", ".join(sorted(map(shown, ours.persons)))
    if row.product and row.product != ours.product:
        yield "product", row.product, ours.product
    if row.on is not None and row.on != ours.on:
        yield "date", row.on.isoformat(), str(ours.on)


def _note_number(key: object) -> str:
    """The number of the note inside its key, without zeros."""
    return str(key)[25:34].lstrip("0") if key else ""
