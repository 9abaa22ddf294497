"""CAR: a property of a supplying farmer is not shown to be registered (art. 5).

The day from which the registration can be demanded was not established, so the check alerts and takes nothing out.
"""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

CHECKS = (
    LineCheck(
        code="SBS-23",
        variant="no_registration",
        severity=Severity.ALERT,
        cites=("portaria-saf-mapa-280-2022 art. 5",),
        rows="""select w.kind, w.line_id, w.part, w.accepted_centavos as amount, w.farmer as cpf from weighted_lines w
join (select cpf from agricultores group by cpf having bool_or(coalesce(car, '') <> '') = false) a on a.cpf = w.farmer
where w.block = '' and w.kind = 'purchase' and w.accepted_centavos > 0""",
    ),
)
