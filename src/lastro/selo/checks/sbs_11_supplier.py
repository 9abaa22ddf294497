"""SBS-11: the organisation that sold is not known, or not qualified, on the date of the invoice (art. 9)."""

from lastro.selo.checks.model import LineCheck
from lastro.selo.columns import blocked_by
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 9",)
_OUT = blocked_by("SBS-11")

CHECKS = (
    LineCheck(
        code="SBS-11",
        variant="unknown",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, supplier, issued_on from weighted_lines
where {_OUT} and listed_kind is null""",
    ),
    LineCheck(
        code="SBS-11",
        variant="not_qualified",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, supplier, issued_on from weighted_lines
where {_OUT} and listed_kind is not null and not organisation_qualified""",
    ),
    LineCheck(
        code="SBS-11",
        variant="not_admitted",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, supplier, issued_on, supplier_kind from weighted_lines
where {_OUT} and organisation_qualified""",
        regains=False,
    ),
)
