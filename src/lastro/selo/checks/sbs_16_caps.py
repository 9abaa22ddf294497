"""SBS-16: what a cap cut: corn, inputs, research, spending, travel receipts (arts. 3 §§ 6-7, 4 IV b, §§ 7-8)."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.core.numbers import half_up
from lastro.selo.checks.model import FactCheck, Facts, Staked, TailCheck
from lastro.selo.spent import findings_of
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity

P280 = "portaria-saf-mapa-280-2022"
_TRAVEL = (f"{P280} art. 4 caput IV b",)
_CAPS = {
    "corn": f"{P280} art. 3 § 6",
    "corn_and_inputs": f"{P280} art. 3 § 7",
    "research": f"{P280} art. 4 § 7",
    "spending": f"{P280} art. 4 § 8",
    "spending.priority": f"{P280} art. 4 § 8",
    "spending.other": f"{P280} art. 4 § 8",
}
_CENTAVOS = 100
_VARIANTS = {name.replace(".", "_"): Severity.BLOCKS for name in _CAPS}


def _cut(trace: Trace, facts: Facts) -> Iterator[Finding]:
    """One finding per cap that binds, with what it cut. Nothing is regained by a remedy of a row: no points."""
    known = {line.id for line in trace.lines}
    for name, cite in _CAPS.items():
        if f"selo.cap.{name}.asked" in known:
            asked, amount = trace.value(f"selo.cap.{name}.asked"), trace.value(f"selo.cap.{name}.within")
            if asked > amount:
                cut = half_up((asked - amount) * _CENTAVOS)
                yield Finding(
                    "SBS-16", Severity.BLOCKS, name.replace(".", "_"), {"line": f"selo.cap.{name}.within"},
                    {}, (cite,), amount_centavos=cut,
                )  # fmt: skip


def _travel(facts: Facts) -> Iterator[Staked]:
    return findings_of(facts, "SBS-16", _TRAVEL)


CHECKS = (
    FactCheck("SBS-16", {"travel": Severity.BLOCKS}, _TRAVEL, _travel),
    TailCheck("SBS-16", _VARIANTS, tuple(dict.fromkeys(_CAPS.values())), _cut),
)
