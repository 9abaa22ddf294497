"""SBS-19: the raw material, or its form, is not admitted, or a factor cannot be shown (arts. 2 XVII, 3 § 4, 4 § 9)."""

from lastro.selo.checks.model import LineCheck
from lastro.selo.columns import blocked_by
from lastro.statement.model import Severity

_OUT = blocked_by("SBS-19")

CHECKS = (
    LineCheck(
        code="SBS-19",
        variant="not_admitted",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 2 XVII", "portaria-saf-mapa-280-2022 art. 3 § 4"),
        rows=f"""select kind, line_id, part, centavos as amount, product, form from weighted_lines
where {_OUT}""",
    ),
    LineCheck(
        code="SBS-19",
        variant="origin_undetermined",
        severity=Severity.ALERT,
        cites=("portaria-saf-mapa-280-2022 art. 4 § 9 I",),
        rows="""select kind, line_id, part, accepted_centavos as amount, coalesce(place, '') as place
from weighted_lines
where block = '' and region_undetermined and accepted_centavos > 0""",
    ),
)
