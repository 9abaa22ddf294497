"""A decision of kind `achado_justificado` answers for a finding: it stays listed, and stands no longer among the causes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from lastro.statement.causes import causes, justified
from lastro.statement.model import Finding, Statement
from tests.selo.world import Edit, add, assessed, cost, decision, edit, exact, key, purchase, put, selo_findings

AFTER_RISK = "selo.weighted_percentage_after_risk"
NO_CONSENT = edit("contratos", anuente=None)
ON_A_NOTE = edit("aquisicoes", chave=key(1), item=1)


def _excused(about: str, **columns: Any) -> Edit:
    return add("decisoes", decision("achado_justificado", about) | {"numero": "P 12/2023"} | columns)


def _only(statement: Statement) -> Finding:
    (finding,) = selo_findings(statement)
    return finding


def test_a_justified_risk_stays_listed_and_returns_to_the_second_figure() -> None:
    open_ = assessed(ON_A_NOTE, NO_CONSENT)
    excused = assessed(ON_A_NOTE, NO_CONSENT, _excused(f"SBS-13 {key(1)}"))
    assert (exact(open_, AFTER_RISK), exact(excused, AFTER_RISK)) == (0, exact(open_))
    finding = _only(excused)
    assert (finding.variant, finding.justified_by, finding.points) == ("no_consent", "P 12/2023", None)
    assert [f.code for f in justified(excused.findings)] == ["SBS-13"]
    assert "SBS-13" not in {cause.code for cause in causes(excused.findings)}


def test_a_justified_limit_of_the_text_stays_a_limit() -> None:
    late = edit("agricultores", fim=date(2023, 4, 9))
    excused = assessed(ON_A_NOTE, late, _excused(f"SBS-01 {key(1)}"))
    assert _only(excused).justified_by == "P 12/2023"
    assert exact(excused) == exact(excused, AFTER_RISK) == 0


@pytest.mark.parametrize(
    "about",
    [
        f"SBS-13 {key(1)}",
        f"SBS-13 {key(1)}-1",
        f"SBS-13 {key(1)}-001",
        f"sbs-13 no_consent {key(1)}",
        "SBS-13 C1",
        f"SBS-13  {' '.join(key(1)[at : at + 4] for at in range(0, 44, 4))}",
    ],
)
def test_a_finding_may_be_named_by_note_item_or_contract(about: str) -> None:
    assert _only(assessed(ON_A_NOTE, NO_CONSENT, _excused(about))).justified_by == "P 12/2023"


@pytest.mark.parametrize(
    "about",
    ["SBS-13", "SBS-13 no_consent", f"SBS-14 {key(1)}", f"SBS-13 {key(2)}", f"SBS-13 signed_after {key(1)}", ""],
)
def test_a_decision_that_names_no_finding_justifies_none_and_is_told(about: str) -> None:
    found = selo_findings(assessed(ON_A_NOTE, NO_CONSENT, _excused(about)))
    assert [(f.code, f.variant, f.justified_by) for f in found] == [
        ("SBS-13", "no_consent", ""),
        ("SBS-25", "nothing_named", ""),
    ]


def test_a_row_without_note_is_named_by_the_beginning_of_its_hash() -> None:
    row_hash = _only(assessed(NO_CONSENT)).subject["row_hash"]
    assert _only(assessed(NO_CONSENT, _excused(f"SBS-13 {row_hash[:12]}"))).justified_by
    assert len(selo_findings(assessed(NO_CONSENT, _excused(f"SBS-13 {row_hash[:11]}")))) == 2


def test_a_decision_without_number_or_document_justifies_nothing() -> None:
    found = selo_findings(assessed(ON_A_NOTE, NO_CONSENT, _excused(f"SBS-13 {key(1)}", numero=None)))
    assert [(f.code, f.justified_by) for f in found] == [("SBS-13", ""), ("SBS-25", "")]
    document = assessed(ON_A_NOTE, NO_CONSENT, _excused(f"SBS-13 {key(1)}", numero=None, documento="of9.pdf"))
    assert _only(document).justified_by == "of9.pdf"


@pytest.mark.parametrize(
    ("holds", "columns"),
    [
        (True, {"inicio": date(2023, 12, 31)}),
        (False, {"inicio": date(2024, 1, 1)}),
        (True, {"fim": date(2023, 1, 1)}),
        (False, {"fim": date(2022, 12, 31)}),
    ],
)
def test_a_decision_holds_in_the_years_it_names(holds: bool, columns: Mapping[str, Any]) -> None:
    found = assessed(ON_A_NOTE, NO_CONSENT, _excused(f"SBS-13 {key(1)}", **columns))
    assert bool(_only(found).justified_by) == holds


def test_of_two_causes_the_one_that_is_left_still_holds_the_line() -> None:
    both = [ON_A_NOTE, NO_CONSENT, edit("contratos", preco_minimo=Decimal(3))]
    excused = assessed(*both, _excused(f"SBS-13 {key(1)}"))
    assert exact(excused, AFTER_RISK) == 0
    left = next(f for f in selo_findings(excused) if f.code == "SBS-14")
    assert left.points == exact(excused)


def test_a_justified_proof_of_spending_returns_its_amount() -> None:
    bare = put("dispendios", cost("doacao", "a", "1000", recibo=False))
    open_ = assessed(bare)
    row_hash = _only(open_).subject["row_hash"]
    excused = assessed(bare, _excused(f"SBS-17 {row_hash}"))
    assert exact(open_, AFTER_RISK) < exact(open_) == exact(excused, AFTER_RISK)


def test_what_two_proofs_hold_is_regained_by_the_one_that_is_not_justified() -> None:
    bare = put("dispendios", cost("doacao", "a", "1000", recibo=False, comprovante=None))
    row_hash = selo_findings(assessed(bare))[0].subject["row_hash"]
    excused = assessed(bare, _excused(f"SBS-17 no_receipt {row_hash}"))
    points = {f.variant: f.points for f in selo_findings(excused)}
    assert points == {"no_receipt": None, "no_invoice": exact(excused) - exact(excused, AFTER_RISK)}


def test_one_decision_may_answer_for_every_finding_it_names() -> None:
    two = add("aquisicoes", purchase(chave=key(2), item=1))
    found = selo_findings(assessed(ON_A_NOTE, two, NO_CONSENT, _excused("SBS-13 C1")))
    assert [f.justified_by for f in found] == ["P 12/2023"] * 2
