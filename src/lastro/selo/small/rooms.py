"""What each family may still sell: area × official yield per crop, and the income ceiling (arts. 3 § 9, 4 I and 6).

The rooms are those the assessment used; what is left is the room less what the year already took of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from lastro.statement.small import AreaRoom, IncomeRoom

Row = Mapping[str, object]


def area_rooms(rows: Iterable[Row], *, shared: bool) -> dict[str, tuple[AreaRoom, ...]]:
    """Per family the room of each crop that a limit held. `shared`: the crops of one season divide the area."""
    whole: dict[tuple[str, str, str], int] = {}
    used: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for row in rows:
        if row["yield_room_grams"] is not None:
            slot = (str(row["family"]), str(row["crop_year"]), str(row["product"]))
            whole[slot] = _whole(row["yield_room_grams"])
            used[slot] += _whole(row["accepted_grams"])
    taken = _taken(whole, used) if shared else None
    found: defaultdict[str, list[AreaRoom]] = defaultdict(list)
    for slot in sorted(whole):
        family, crop_year, product = slot
        room = whole[slot]
        left = room - used[slot] if taken is None else room - _floor(room * taken[family, crop_year])
        found[family].append(AreaRoom(product, crop_year, room, max(0, left)))
    return {family: tuple(rooms) for family, rooms in found.items()}


def _taken(
    whole: Mapping[tuple[str, str, str], int], used: Mapping[tuple[str, str, str], int]
) -> Mapping[tuple[str, str], Fraction]:
    """The part of the area that a season's crops together took."""
    parts: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for slot, room in whole.items():
        family, crop_year, _ = slot
        parts[family, crop_year] += Fraction(used[slot], room) if room else Fraction(1)
    return {slot: min(Fraction(1), part) for slot, part in parts.items()}


def income_rooms(rows: Iterable[Row], *, income_first: bool) -> dict[str, IncomeRoom]:
    """Per family the ceiling that held last and what is left under it. `income_first`: the ceiling came before the
    area, and took what the area cut afterwards as well."""
    ceiling: dict[str, int] = {}
    used: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        if row["income_room_centavos"] is None:
            continue
        family = str(row["family"])
        ceiling[family] = _whole(row["income_room_centavos"])
        within = _whole(row["requested_centavos"]) - _whole(row["income_cut_centavos"])
        used[family] += within if income_first else _whole(row["accepted_centavos"])
    return {family: IncomeRoom(whole, max(0, whole - used[family])) for family, whole in ceiling.items()}


def _floor(value: Fraction) -> int:
    return value.numerator // value.denominator


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
