"""SBS-07: the note was cancelled, refused or not authorised, or a return has no purchase to fall on (art. 3 § 8)."""

from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, LineCheck, Staked
from lastro.selo.frames import SUPPLIER_SCOPE
from lastro.statement.model import Finding, Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 3 § 8",)


def _unabsorbed(facts: Facts) -> Iterator[Staked]:
    """Returns that no purchase of the year absorbs: they may belong to another year, or to a purchase not claimed."""
    rows = facts.engine.fetch(
        f"""select s.key, s.item, s._hash as row_hash, s._file, s._sheet, s._row, s.centavos, s.return_of
from returns_scoped s
where s.line_id not in (select returned_by from returns_beyond) and s.scope not in (
  select 'line:' || line_id from year_lines union select 'key:' || key || '|' || product from year_lines
  union select {SUPPLIER_SCOPE} from year_lines) order by s.key, s.item, s._hash"""
    )
    for row in rows.to_pylist():
        finding = Finding(
            "SBS-07", Severity.ALERT, "return_without_purchase",
            {"key": row["key"], "item": str(row["item"]), "row_hash": row["row_hash"]},
            {"return_of": row["return_of"]}, _CITES, amount_centavos=row["centavos"],
        )  # fmt: skip
        yield finding, None


CHECKS = (
    LineCheck(
        code="SBS-07",
        variant="undone",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows="""select kind, line_id, part, centavos as amount, key, evidence_block_variant as state
from weighted_lines where block = 'SBS-07'""",
    ),
    FactCheck("SBS-07", {"return_without_purchase": Severity.ALERT}, _CITES, _unabsorbed),
)
