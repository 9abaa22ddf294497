"""SBS-09: a cooperative or an intermediary does not name every farmer behind what it delivered (art. 9).

Of a family-farming cooperative the unnamed part is badly proved; of an intermediary, or a cooperative without its own
CAF, it does not count at all.
"""

from lastro.selo.checks.model import LineCheck
from lastro.selo.columns import blocked_by
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 9 sole §",)
_OUT = blocked_by("SBS-09")

CHECKS = (
    LineCheck(
        code="SBS-09",
        variant="cooperative",
        severity=Severity.AT_RISK,
        cites=_CITES,
        rows="""select kind, line_id, part, accepted_centavos as amount, supplier, key from weighted_lines
where block = '' and kind = 'purchase' and not supplier_is_person and not named and accepted_centavos > 0""",
    ),
    LineCheck(
        code="SBS-09",
        variant="intermediary",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, supplier, key from weighted_lines
where {_OUT} and centavos > 0""",
    ),
)
