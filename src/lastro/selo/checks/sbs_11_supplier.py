"""SBS-11: the organisation that sold is not known, or not qualified, on the date of the invoice (art. 9)."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 9",)

CHECKS = (
    LineCheck(
        code="SBS-11",
        variant="unknown",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows="""select kind, line_id, part, centavos as amount, supplier, issued_on from weighted_lines
where block = 'SBS-11' and listed_kind is null""",
    ),
    LineCheck(
        code="SBS-11",
        variant="not_qualified",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows="""select kind, line_id, part, centavos as amount, supplier, issued_on from weighted_lines
where block = 'SBS-11' and listed_kind is not null""",
    ),
)
