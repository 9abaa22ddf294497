"""SBS-24: the producer's note and the plant's entry note disagree; the lower counts and the difference is at risk."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

CHECKS = (
    LineCheck(
        code="SBS-24",
        variant="entry_note",
        severity=Severity.AT_RISK,
        cites=("portaria-saf-mapa-280-2022 art. 3 § 8",),
        rows="""select kind, line_id, part, least(note_risk_centavos, accepted_centavos) as amount, key
from weighted_lines where block = '' and note_risk_centavos > 0""",
    ),
)
