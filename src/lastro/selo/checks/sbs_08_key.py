"""SBS-08: the access key is not one: check digit, model, state, month or issuer do not agree (art. 3 § 8)."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

CHECKS = (
    LineCheck(
        code="SBS-08",
        variant="invalid",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 3 § 8",),
        rows="""select kind, line_id, part, centavos as amount, key, evidence_block_variant as fault
from weighted_lines where block = 'SBS-08'""",
    ),
)
