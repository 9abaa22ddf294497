"""Findings that notes decide, built from real XML in a folder: what is wrong, and what just is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lastro.evidence.load import load_evidence
from lastro.evidence.workspace import open_workspace
from lastro.law import load
from lastro.render import labels
from lastro.selo.assess import Question, assess
from lastro.statement.catalogue import LANGS
from lastro.statement.model import Finding, Severity, Statement
from tests.cli.workspace import written
from tests.evidence.nfe.builder import DISTRIBUTOR, OTHER_PLANT, Item, Note, authorised, counter_note, event
from tests.selo.checks.from_notes import FROM_NOTES
from tests.selo.world import ANA, PLANT, Edit, add, all_of, edit, exact, nothing, selo_findings

BOOK = load()
SOY = Item(quantity="10000.0000", unit_price="2.0000000000", value="20000.00")
BOUGHT = Note(emitter=ANA, recipient=PLANT, issued_at="2023-04-10T10:20:30-03:00", items=(SOY,))
BIODIESEL = Item(
    cfop="7101", ncm="38260000", description="BIODIESEL B100", unit="M3", quantity="20.0000", value="100000.00"
)
ABROAD = Note(
    emitter=PLANT, recipient="EX123", series=1, number=9, issued_at="2023-07-01T08:00:00-03:00", items=(BIODIESEL,),
    nature="EXPORTACAO",
)  # fmt: skip
AT_HOME = replace(ABROAD, recipient=DISTRIBUTOR, items=(replace(BIODIESEL, cfop="5101"),))
ENTRY = counter_note(BOUGHT, series=1)
OF_THE_NOTE = edit("aquisicoes", chave=BOUGHT.key, item=1)
Files = Mapping[str, bytes]


def _noted(*notes: Note) -> dict[str, bytes]:
    return {f"{note.key}.xml": authorised(note) for note in notes}


def _lower(note: Note, value: str) -> Note:
    return replace(note, items=(replace(note.items[0], value=value),))


def _sale(note: Note) -> dict[str, Any]:
    return {"chave": note.key, "data": None, "destino": "exportacao", "valor": Decimal(100_000)}


@dataclass(frozen=True)
class Case:
    """Rows and files of the wrong and of the near workspace."""

    code: str
    variant: str
    severity: Severity
    amount: int
    wrong: Files
    nearly: Files
    rows: Edit = OF_THE_NOTE
    rows_nearly: Edit | None = None
    remedied: bool = True
    said: Mapping[str, str] = field(default_factory=dict)


CASES = (
    Case(
        "SBS-06", "twice", Severity.BLOCKS, 20_000_00, _noted(BOUGHT), _noted(BOUGHT), remedied=False,
        rows=all_of(OF_THE_NOTE, add("aquisicoes", {"chave": BOUGHT.key, "item": 1, "contrato": "C1", "safra": "2022/23"})),
        rows_nearly=OF_THE_NOTE,
    ),
    Case(
        "SBS-07", "undone", Severity.BLOCKS, 20_000_00,
        _noted(BOUGHT) | {"cancel.xml": event(BOUGHT.key)}, _noted(BOUGHT), said={"state": "cancelled"},
    ),
    Case(
        "SBS-08", "invalid", Severity.BLOCKS, 20_000_00, _noted(replace(BOUGHT, recipient=OTHER_PLANT)), _noted(BOUGHT),
        said={"fault": "recipient"},
    ),
    Case(
        "SBS-22", "export_not_shown", Severity.AT_RISK, 100_000_00, _noted(BOUGHT, AT_HOME), _noted(BOUGHT, ABROAD),
        rows=all_of(OF_THE_NOTE, add("vendas", _sale(AT_HOME))),
        rows_nearly=all_of(OF_THE_NOTE, add("vendas", _sale(ABROAD))),
    ),
    Case(
        "SBS-22", "export_left_in", Severity.ALERT, 100_000_00, _noted(BOUGHT, ABROAD), _noted(BOUGHT, AT_HOME),
        rows=all_of(OF_THE_NOTE, add("vendas", _sale(ABROAD) | {"destino": "interno"})), remedied=False,
        rows_nearly=all_of(OF_THE_NOTE, add("vendas", _sale(AT_HOME) | {"destino": "interno"})),
    ),
    Case(
        "SBS-24", "entry_note", Severity.AT_RISK, 100_00,
        _noted(BOUGHT, _lower(ENTRY, "19900.00")), _noted(BOUGHT, ENTRY), remedied=False,
    ),
)  # fmt: skip


def _assessed(folder: Path, rows: Edit, files: Files) -> Statement:
    written(folder, rows)
    (folder / "nfe").mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / "nfe" / name).write_bytes(content)
    workspace = open_workspace(folder, BOOK)
    return assess(load_evidence(workspace, BOOK), BOOK, Question(2023))


def _told(statement: Statement, code: str) -> list[Finding]:
    return [finding for finding in selo_findings(statement) if finding.code == code]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.code} {case.variant}") for case in CASES])
def test_the_notes_decide(tmp_path: Path, case: Case) -> None:
    (tmp_path / "wrong").mkdir()
    (tmp_path / "nearly").mkdir()
    wrong = _assessed(tmp_path / "wrong", case.rows, case.wrong)
    nearly = _assessed(tmp_path / "nearly", case.rows_nearly or case.rows, case.nearly)
    (finding,) = selo_findings(wrong)
    assert (finding.code, finding.variant, finding.severity) == (case.code, case.variant, case.severity)
    assert finding.amount_centavos == case.amount
    assert dict(finding.arguments).items() >= case.said.items()
    assert selo_findings(nearly) == []
    if case.remedied:
        assert finding.points == _change(wrong, nearly, case.severity)
    for lang in LANGS:
        assert labels.finding_message(finding, lang)
        assert labels.finding_remedy(finding, lang)


def _change(wrong: Statement, nearly: Statement, severity: Severity) -> Fraction:
    figure = "selo.weighted_percentage" + ("_after_risk" if severity is Severity.AT_RISK else "")
    return exact(nearly, figure) - exact(wrong, figure)


def test_what_only_notes_show_has_its_case_here() -> None:
    assert {(case.code, case.variant) for case in CASES} >= FROM_NOTES


def test_the_lower_of_two_notes_counts_and_the_difference_is_at_risk(tmp_path: Path) -> None:
    statement = _assessed(tmp_path, OF_THE_NOTE, _noted(BOUGHT, _lower(ENTRY, "19900.00")))
    assert statement.line("selo.item.I").value == "19900.00"
    (finding,) = _told(statement, "SBS-24")
    assert exact(statement) - exact(statement, "selo.weighted_percentage_after_risk") == finding.points


def test_a_justified_export_stays_out_of_the_base_of_both_figures(tmp_path: Path) -> None:
    decided = {"tipo": "achado_justificado", "objeto": "SBS-22 vendas", "numero": "P 3"}
    rows = all_of(OF_THE_NOTE, add("vendas", _sale(AT_HOME)), add("decisoes", decided))
    statement = _assessed(tmp_path, rows, _noted(BOUGHT, AT_HOME))
    (finding,) = _told(statement, "SBS-22")
    assert (finding.justified_by, finding.amount_centavos) == ("P 3", 100_000_00)
    assert exact(statement, "selo.after_risk.denominator") == exact(statement, "selo.denominator")


def test_a_note_that_no_row_names_counts_when_its_seller_is_registered(tmp_path: Path) -> None:
    def unnamed(tables: dict[str, list[dict[str, Any]]]) -> None:
        tables["aquisicoes"] = [{"data": None}]

    statement = _assessed(tmp_path, all_of(nothing, unnamed), _noted(BOUGHT))
    assert statement.line("selo.item.I").value == "20000.00"
