"""The few functions that rules may call besides plain SQL, defined once per engine with the same meaning.

Both engines divide integers towards zero, so half-up away from zero has to look at the sign itself. 128 bits hold any
product of two int64 values: an ordinary line of 5,000 t and R$ 12.5 million already leaves 64 bits.
"""

from __future__ import annotations

DUCKDB: tuple[str, ...] = (
    # half-up (away from zero) of a * b / c
    """create or replace macro muldiv_half_up(a, b, c) as cast(
         case when (cast(a as hugeint) * b >= 0) = (c > 0)
              then (2 * abs(cast(a as hugeint) * b) + abs(cast(c as hugeint))) // (2 * abs(cast(c as hugeint)))
              else -((2 * abs(cast(a as hugeint) * b) + abs(cast(c as hugeint))) // (2 * abs(cast(c as hugeint))))
         end as bigint)""",
    # floor of a * b / c for non-negative operands, and what is left of it
    "create or replace macro muldiv_floor(a, b, c) as cast((cast(a as hugeint) * b) // c as bigint)",
    "create or replace macro muldiv_rest(a, b, c) as cast((cast(a as hugeint) * b) % c as bigint)",
    # exact integer quotient
    "create or replace macro whole(a, b) as cast(cast(a as hugeint) // b as bigint)",
    "create or replace macro clamp(value, low, high) as greatest(low, least(value, high))",
)

SPARK: tuple[str, ...] = (
    """create or replace temporary function muldiv_half_up(a bigint, b bigint, c bigint) returns bigint return cast(
         case when (cast(a as decimal(38,0)) * b >= 0) = (c > 0)
              then (2 * abs(cast(a as decimal(38,0)) * b) + abs(c)) div (2 * abs(cast(c as decimal(38,0))))
              else -((2 * abs(cast(a as decimal(38,0)) * b) + abs(c)) div (2 * abs(cast(c as decimal(38,0)))))
         end as bigint)""",
    """create or replace temporary function muldiv_floor(a bigint, b bigint, c bigint) returns bigint return
         cast((cast(a as decimal(38,0)) * b) div c as bigint)""",
    """create or replace temporary function muldiv_rest(a bigint, b bigint, c bigint) returns bigint return
         cast((cast(a as decimal(38,0)) * b) % c as bigint)""",
    "create or replace temporary function whole(a bigint, b bigint) returns bigint return cast(a div b as bigint)",
    """create or replace temporary function clamp(value bigint, low bigint, high bigint) returns bigint return
         greatest(low, least(value, high))""",
)
