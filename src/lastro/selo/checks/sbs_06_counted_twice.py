"""SBS-06: the same item of the same access key is counted twice (art. 3 § 8)."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

CHECKS = (
    LineCheck(
        code="SBS-06",
        variant="twice",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 3 § 8",),
        rows="select kind, line_id, part, centavos as amount, key, item from weighted_lines where block = 'SBS-06'",
        regains=False,
    ),
)
