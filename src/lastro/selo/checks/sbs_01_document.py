"""SBS-01: the farmer has no DAP or CAF in force on the date of the invoice (art. 4 I)."""

from lastro.selo.checks.model import LineCheck
from lastro.selo.columns import blocked_by
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 4 I",)
_OUT = blocked_by("SBS-01")

CHECKS = (
    LineCheck(
        code="SBS-01",
        variant="unknown_farmer",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, farmer as cpf, issued_on
from weighted_lines where {_OUT} and not farmer_known""",
    ),
    LineCheck(
        code="SBS-01",
        variant="not_in_force",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows=f"""select kind, line_id, part, centavos as amount, farmer as cpf, issued_on
from weighted_lines where {_OUT} and farmer_known and not document_in_force""",
    ),
    LineCheck(
        code="SBS-01",
        variant="only_dap",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 9 sole §",),
        rows=f"""select kind, line_id, part, centavos as amount, farmer as cpf, issued_on
from weighted_lines where {_OUT} and document_in_force""",
    ),
)
