"""SBS-17: a donation or research that is an advance, financed, public money, or unproved (art. 4 §§ 1-2, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, LineCheck, Staked
from lastro.selo.columns import blocked_by
from lastro.selo.spent import findings_of
from lastro.statement.model import Severity

P280 = "portaria-saf-mapa-280-2022"
_OUT = blocked_by("SBS-17")
_CITES = (f"{P280} art. 4 § 1", f"{P280} art. 4 § 2", f"{P280} art. 4 § 6")

_LEFT_OUT = (
    "advanced", "financed", "public_money", "letter", "beneficiary", "no_public_body", "not_admitted",
    "not_an_item", "not_an_option", "region", "fund_before", "no_prior_approval", "not_counted",
)  # fmt: skip
_BADLY_PROVED = ("no_invoice", "no_receipt", "no_contract", "no_report")


def _spending(facts: Facts) -> Iterator[Staked]:
    return findings_of(facts, "SBS-17", _CITES)


CHECKS = (
    FactCheck(
        "SBS-17",
        dict.fromkeys(_LEFT_OUT, Severity.BLOCKS) | dict.fromkeys(_BADLY_PROVED, Severity.AT_RISK),
        _CITES,
        _spending,
    ),
    LineCheck(
        code="SBS-17",
        variant="financed_purchase_out",
        severity=Severity.BLOCKS,
        cites=(f"{P280} art. 4 § 1",),
        rows=f"select kind, line_id, part, centavos as amount from weighted_lines where {_OUT}",
    ),
    LineCheck(
        code="SBS-17",
        variant="financed_purchase",
        severity=Severity.ALERT,
        cites=(f"{P280} art. 4 § 1",),
        rows="""select kind, line_id, part, accepted_centavos as amount from weighted_lines
where block = '' and financed and accepted_centavos > 0""",
    ),
)
