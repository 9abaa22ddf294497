"""The limits of a family: area × yield, then the income ceiling, or the reverse (arts. 3 § 9 and 6 of Portaria 280).

A regime whose lines carry no room has no limit: the steps are the same and cut nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from lastro.relation import Column, Derive, Join, Kind, Limit, Step
from lastro.selo import columns as rules

P280 = rules.P280
ORDER = ("issued_on", "key", "item", "line_id", "part")
WHOLE_AREA = 1_000_000_000_000_000  # shares of a family's area: fine enough that no gram is lost


def limit_steps(yield_first: bool, crops_share: bool) -> list[Step]:
    """`requested` to `limited`: area × yield, then the family's income ceiling (or the reverse, by reading)."""
    room = Join(
        "with_room", "requested", "yield_rooms",
        "l.yield_family = r.family and l.product = r.product and l.crop_year = r.crop_year",
        [Column("yield_room_grams", Kind.GRAMS, "r.room_grams", "yield_room_grams", "yield_room_grams")],
    )  # fmt: skip
    limit = shared_area_steps if crops_share else _own_area_steps
    return [room, *(_yield_then_income(limit) if yield_first else _income_then_yield(limit))]


def _own_area_steps(name: str, source: str, request: str) -> list[Step]:
    return [_yield_limit(name, source, request)]


YieldLimit = Callable[[str, str, str], list[Step]]


def _yield_then_income(limit: YieldLimit) -> list[Step]:
    return [
        *limit("yielded", "with_room", "requested_grams"),
        Derive("after_yield", "yielded", rules.AFTER_YIELD),
        Limit(
            "earned", "after_yield", ("income_family",), ORDER, "after_yield_centavos", "income_room_centavos",
            rules.INCOME_ACCEPTED,
        ),
        Derive(
            "limited", "earned",
            rules.cuts("requested_centavos - after_yield_centavos", "after_yield_centavos - accepted_centavos"),
        ),
    ]  # fmt: skip


def _income_then_yield(limit: YieldLimit) -> list[Step]:
    family, income = rules.AFTER_YIELD[1:]
    left = Column(
        "grams_after_income", Kind.GRAMS,
        "case when requested_centavos = 0 then requested_grams "
        "else muldiv_half_up(requested_grams, after_income_centavos, requested_centavos) end",
        "quantidade depois do teto de renda", "quantity after the income ceiling", f"{P280} art. 3 § 9",
    )  # fmt: skip
    accepted = Column(
        "accepted_centavos", Kind.CENTAVOS,
        "case when grams_after_income = 0 or accepted_grams = grams_after_income then after_income_centavos "
        "else muldiv_half_up(after_income_centavos, accepted_grams, grams_after_income) end",
        rules.INCOME_ACCEPTED.pt, rules.INCOME_ACCEPTED.en, rules.INCOME_ACCEPTED.cites,
    )  # fmt: skip
    after_yield = Column(
        "after_yield_centavos", Kind.CENTAVOS, "accepted_centavos", rules.AFTER_YIELD[0].pt, rules.AFTER_YIELD[0].en,
        rules.AFTER_YIELD[0].cites,
    )  # fmt: skip
    return [
        Derive("with_ceiling", "with_room", [family, income]),
        Limit(
            "earned", "with_ceiling", ("income_family",), ORDER, "requested_centavos", "income_room_centavos",
            rules.INCOME_FIRST_ACCEPTED,
        ),
        Derive("earned_grams", "earned", [left]),
        *limit("yielded", "earned_grams", "grams_after_income"),
        Derive(
            "limited", "yielded",
            [accepted, after_yield, *rules.cuts(
                "after_income_centavos - accepted_centavos", "requested_centavos - after_income_centavos"
            )],
        ),
    ]  # fmt: skip


def _yield_limit(name: str, source: str, request: str) -> Limit:
    holder = ("yield_family", "product", "crop_year")
    return Limit(name, source, holder, ORDER, request, "yield_room_grams", rules.YIELD_ACCEPTED)


def shared_area_steps(name: str, source: str, request: str) -> list[Step]:
    """The yield limit when the crops of one season share the area: each quantity is a share of its own crop's room."""
    share = Column(
        "requested_share", Kind.INTEGER,
        f"case when coalesce(yield_room_grams, 0) = 0 then 0 "
        f"else muldiv_half_up({request}, {WHOLE_AREA}, yield_room_grams) end",
        "parte da área pedida", "share of the area asked for", f"{P280} art. 6",
    )  # fmt: skip
    whole = Column(
        "whole_area", Kind.INTEGER, f"case when yield_room_grams is null then null else {WHOLE_AREA} end",
        "área inteira", "whole area", f"{P280} art. 6",
    )  # fmt: skip
    kept = Column(
        "accepted_share", Kind.INTEGER, "", "parte da área aceita", "share of the area accepted", f"{P280} art. 6"
    )
    accepted = Column(
        "accepted_grams", Kind.GRAMS,
        f"case when yield_room_grams is null then {request} "
        f"when accepted_share = requested_share and requested_share > 0 then {request} "
        "when requested_share = 0 then 0 "
        "else muldiv_floor(accepted_share, yield_room_grams, whole_area) end",
        rules.YIELD_ACCEPTED.pt, rules.YIELD_ACCEPTED.en, rules.YIELD_ACCEPTED.cites,
    )  # fmt: skip
    return [
        Derive(f"{name}_asked", source, [share, whole]),
        Limit(
            f"{name}_shared",
            f"{name}_asked",
            ("yield_family", "crop_year"),
            ORDER,
            "requested_share",
            "whole_area",
            kept,
        ),
        Derive(name, f"{name}_shared", [accepted]),
    ]
