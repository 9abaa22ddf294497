"""SBS-13: no contract before the delivery, or no consent of the farmers' entity (Decreto art. 3 § 2 II).

The seed pages of Portaria 280 end before its articles on contracts; the duty to contract beforehand is the decree's.
"""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

_CITES = ("decreto-10527-2020 art. 3 § 2 II",)
_CONTRACTS = """(select numero, min(assinatura) as signed_on, max(coalesce(anuente, '')) as consenting,
  min(data_anuencia) as consented_on,
  bool_and(prazo) as has_term, bool_and(reajuste) as has_adjustment, bool_and(entrega) as has_delivery,
  bool_and(salvaguardas) as has_safeguards, min(fim) as ends_on
from contratos group by numero)"""
_LINES = """select w.kind, w.line_id, w.part, w.accepted_centavos as amount, w.contract, w.supplier, w.issued_on
from weighted_lines w"""
_COUNTED = "w.block = '' and w.kind = 'purchase' and not w.is_input and w.accepted_centavos > 0"

CHECKS = (
    LineCheck(
        code="SBS-13",
        variant="no_contract",
        severity=Severity.AT_RISK,
        cites=_CITES,
        rows=f"""{_LINES} left join {_CONTRACTS} c on c.numero = w.contract
where {_COUNTED} and c.numero is null""",
        needs=("contratos",),
    ),
    LineCheck(
        code="SBS-13",
        variant="signed_after",
        severity=Severity.AT_RISK,
        cites=_CITES,
        rows=f"""{_LINES} join {_CONTRACTS} c on c.numero = w.contract
where {_COUNTED} and (c.signed_on is null or c.signed_on > w.issued_on)""",
        needs=("contratos",),
    ),
    LineCheck(
        code="SBS-13",
        variant="no_consent",
        severity=Severity.AT_RISK,
        cites=_CITES,
        rows=f"""{_LINES} join {_CONTRACTS} c on c.numero = w.contract
where {_COUNTED} and c.signed_on <= w.issued_on and (c.consenting = '' or c.consented_on > w.issued_on)""",
        needs=("contratos",),
    ),
    LineCheck(
        code="SBS-13",
        variant="clauses",
        severity=Severity.ALERT,
        cites=_CITES,
        rows=f"""{_LINES} join {_CONTRACTS} c on c.numero = w.contract
where {_COUNTED} and not (coalesce(c.has_term, false) and coalesce(c.has_adjustment, false)
  and coalesce(c.has_delivery, false) and coalesce(c.has_safeguards, false))""",
        needs=("contratos",),
    ),
    LineCheck(
        code="SBS-13",
        variant="expired",
        severity=Severity.ALERT,
        cites=_CITES,
        rows=f"{_LINES} join {_CONTRACTS} c on c.numero = w.contract where {_COUNTED} and c.ends_on < w.issued_on",
        needs=("contratos",),
    ),
    LineCheck(
        code="SBS-13",
        variant="expected_without_contract",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 7 caput",),
        rows="""select kind, line_id, part, centavos as amount, contract, evidence_block_variant as fault
from weighted_lines where block = 'SBS-13'""",
    ),
)
