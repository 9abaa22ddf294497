"""SBS-03: the family sold more than the income ceiling of the year (art. 3 § 9); the excess is out."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

CHECKS = (
    LineCheck(
        code="SBS-03",
        variant="ceiling",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 3 § 9",),
        rows="""select kind, line_id, part, income_cut_centavos as amount, family, income_ceiling as ceiling_centavos
from weighted_lines where income_cut_centavos > 0""",
    ),
)
