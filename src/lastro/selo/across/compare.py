"""What several ledgers have in common that may count only once, or only up to a limit (arts. 3 §§ 8 and 9, 6).

    compare(ours, others, shown)  ->  findings that touch at least one ledger of ours

SBS-06: an item of a note that counts in two places. SBS-03 and SBS-05: a family whose places together pass its income
ceiling, or its area × yield. Each finding names what each plant counts; who has to give way is not ours to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lastro.core.numbers import muldiv_half_up
from lastro.evidence.nfe.components import components
from lastro.selo.across.ledger import Crop, Income, Ledger, Members, Place, Use
from lastro.selo.regimes import REGIMES
from lastro.statement.model import Finding, Severity

_COUNTED_ONCE = ("portaria-saf-mapa-280-2022 art. 3 § 8",)
_CEILING = ("portaria-saf-mapa-280-2022 art. 3 § 9",)
_YIELD = ("portaria-saf-mapa-280-2022 art. 6",)
_PERSON = "cpf:"
_T = TypeVar("_T", Use, Income, Crop)


@dataclass(frozen=True)
class AcrossCheck:
    """One question over several ledgers: its code, its variants and how each weighs."""

    code: str
    variants: Mapping[str, Severity]
    cites: tuple[str, ...]
    run: Callable[[Meeting], Iterable[Finding]]


@dataclass(frozen=True)
class Meeting:
    """The ledgers that meet: ours, which may be told in full by `shown` (token → plain text), and those of others."""

    ours: tuple[Ledger, ...]
    others: tuple[Ledger, ...]
    shown: Mapping[str, str]

    @property
    def all(self) -> tuple[Ledger, ...]:
        """Ours first."""
        return (*self.ours, *self.others)

    @property
    def own_places(self) -> frozenset[Place]:
        """The plants and years of ours."""
        return frozenset(place for ledger in self.ours for place in ledger.places)

    def cites(self, code: str, entries: Iterable[_T], declared: tuple[str, ...]) -> tuple[str, ...]:
        """The provisions of the check under the regulations that ruled our own entries."""
        places = {entry.place for entry in entries}
        acts = sorted({ledger.regime for ledger in self.ours if ledger.places & places and ledger.regime})
        told = [cite for act in acts for cite in REGIMES[act].cites(code, declared)]
        return tuple(dict.fromkeys(told)) or declared

    def touches_ours(self, entries: Iterable[_T]) -> bool:
        """Whether one of the entries is ours: what others have among themselves is none of our business."""
        return any(entry.place in self.own_places for entry in entries)


def compare(
    ours: Sequence[Ledger], others: Sequence[Ledger] = (), shown: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """The findings of every check over these ledgers, all plain or all sealed under one key."""
    meeting = Meeting(tuple(ours), tuple(others), shown or {})
    return tuple(finding for check in ACROSS for finding in check.run(meeting))


def _used_twice(meeting: Meeting) -> Iterator[Finding]:
    for uses in _grouped(meeting, lambda ledger: ledger.uses, lambda use: use.item):
        if len({use.place for use in uses}) > 1:
            yield _twice(meeting, uses, _how(meeting, uses))


def _note_shared(meeting: Meeting) -> Iterator[Finding]:
    """A note has one buyer: two plants that count different items of it cannot both be that."""
    for uses in _grouped(meeting, lambda ledger: ledger.uses, lambda use: use.note):
        items = [use.item for use in uses]
        if len({use.place.plant for use in uses}) > 1 and len(set(items)) == len(items):
            yield _twice(meeting, uses, "note_shared")


def _twice(meeting: Meeting, uses: Sequence[Use], variant: str) -> Finding:
    own = next(use for use in uses if use.place in meeting.own_places)
    key, _, item = meeting.shown.get(own.item, own.item).partition(":")[2].rpartition("-")
    severity = Severity.ALERT if variant == "note_shared" else Severity.BLOCKS
    amounts = [use.centavos for use in uses]
    beyond = sum(amounts) - max(amounts)
    subject = {"key": key, "item": item}
    return Finding(
        "SBS-06", severity, variant, subject, subject | {"parts_centavos": _parts(uses, amounts)},
        meeting.cites("SBS-06", uses, _COUNTED_ONCE),
        own.source, None if variant == "note_shared" else beyond,
    )  # fmt: skip


def _how(meeting: Meeting, uses: Sequence[Use]) -> str:
    """By a plant and an organisation it buys from, by two plants, or by one plant in two years."""
    plants = {use.place.plant for use in uses}
    if len(plants) == 1:
        return "two_years"
    meet = [ledger for ledger in meeting.all if plants & set(ledger.names)]
    sells = any(
        _root(one.company) in {_root(cnpj) for cnpj in other.suppliers} - {_root(other.company)}
        for one in meet
        for other in meet
    )
    return "with_cooperative" if sells else "two_plants"


def _root(cnpj: str) -> str:
    return cnpj[:8]


def _above_ceiling(meeting: Meeting) -> Iterator[Finding]:
    family = _families(meeting)
    for parts in _grouped(meeting, lambda ledger: ledger.incomes, lambda i: (family(i.members), i.place.year)):
        total, ceiling = sum(part.centavos for part in parts), max(part.ceiling for part in parts)
        if total > ceiling:
            told = {
                "family": _name(meeting, parts),
                "year": str(parts[0].place.year),
                "total_centavos": str(total),
                "ceiling_centavos": str(ceiling),
                "parts_centavos": _parts(parts, [part.centavos for part in parts]),
            }
            yield Finding(
                "SBS-03", Severity.BLOCKS, "across", {"cpf": told["family"]}, told,
                meeting.cites("SBS-03", parts, _CEILING),
                amount_centavos=total - ceiling,
            )  # fmt: skip


def _above_area(meeting: Meeting) -> Iterator[Finding]:
    """A crop is sold over two civil years: its places are plants and years."""
    family = _families(meeting)
    for parts in _grouped(
        meeting, lambda ledger: ledger.crops, lambda c: (family(c.members), c.product, c.crop_year)
    ):  # fmt: skip
        room, grams = _room(parts), sum(part.grams for part in parts)
        if room is not None and grams > room:
            told = {
                "family": _name(meeting, parts),
                "product": parts[0].product,
                "crop_year": parts[0].crop_year,
                "total_grams": str(grams),
                "room_grams": str(room),
                "parts_grams": _parts(parts, [part.grams for part in parts]),
            }
            value = sum(part.centavos for part in parts)
            yield Finding(
                "SBS-05", Severity.BLOCKS, "across", {"cpf": told["family"]}, told,
                meeting.cites("SBS-05", parts, _YIELD),
                amount_centavos=muldiv_half_up(value, grams - room, grams),
            )  # fmt: skip


def _room(parts: Sequence[Crop]) -> int | None:
    """The largest room that one place knows: what passes it is too much by every plant's own register."""
    rooms: defaultdict[Place, list[int | None]] = defaultdict(list)
    for part in parts:
        rooms[part.place].append(part.room)
    known = [sum(r for r in found if r is not None) for found in rooms.values() if None not in found]
    return max(known, default=None)


ACROSS: tuple[AcrossCheck, ...] = (
    AcrossCheck(
        "SBS-06",
        dict.fromkeys(("two_plants", "two_years", "with_cooperative"), Severity.BLOCKS),
        _COUNTED_ONCE,
        _used_twice,
    ),
    AcrossCheck("SBS-06", {"note_shared": Severity.ALERT}, _COUNTED_ONCE, _note_shared),
    AcrossCheck("SBS-03", {"across": Severity.BLOCKS}, _CEILING, _above_ceiling),
    AcrossCheck("SBS-05", {"across": Severity.BLOCKS}, _YIELD, _above_area),
)


def _grouped(
    meeting: Meeting, entries: Callable[[Ledger], Iterable[_T]], by: Callable[[_T], object]
) -> Iterator[list[_T]]:
    """Entries of all ledgers that agree in `by` and are at least two, when one of them is ours; in order of place."""
    groups: defaultdict[object, list[_T]] = defaultdict(list)
    for ledger in meeting.all:
        for entry in entries(ledger):
            groups[by(entry)].append(entry)
    for group in groups.values():
        if len(group) > 1 and meeting.touches_ours(group):
            yield sorted(group, key=lambda entry: entry.place)


def _families(meeting: Meeting) -> Callable[[Members], str]:
    """Families that share a person or a document anywhere are one: the name of the whole, by any of its members."""
    edges = []
    for ledger in meeting.all:
        for members in ledger.families:
            first, *rest = sorted(members)
            edges += [(first, first), *((first, other) for other in rest)]
    whole = components(edges)
    return lambda members: whole[min(members)]


def _name(meeting: Meeting, parts: Iterable[Income | Crop]) -> str:
    """The least CPF among the members that are ours."""
    told = [meeting.shown.get(token, token) for part in parts for token in part.members]
    people = sorted(token.removeprefix(_PERSON) for token in told if token.startswith(_PERSON))
    return people[0]


def _parts(entries: Sequence[Use | Income | Crop], amounts: Sequence[int]) -> str:
    """Plant, year and amount of each place, as `render.labels` reads them."""
    sums: defaultdict[Place, int] = defaultdict(int)
    for entry, amount in zip(entries, amounts, strict=True):
        sums[entry.place] += amount
    return "; ".join(f"{place.plant} {place.year} {amount}" for place, amount in sorted(sums.items()))
