"""One line or one invoice explained: from the fact through the rule and the operands to the result.

The caller states the steps in words; the PDF shows them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lastro.render.pdf.blocks import Block
from lastro.statement.catalogue import Lang, text

StepKind = Literal["fact", "rule", "operands", "result"]


@dataclass(frozen=True)
class ExplanationStep:
    """One link of the chain: a sentence, and names with values under it. Either may be empty."""

    kind: StepKind
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Explanation:
    """What is explained, and its steps in the order fact, rule, operands, result (any may repeat)."""

    title: str
    steps: tuple[ExplanationStep, ...]


def explanation_blocks(explanations: Iterable[Explanation], lang: Lang) -> list[Block]:
    """One block per explanation."""
    return [
        {"kind": "explanation", "title": explained.title, "steps": [_step(step, lang) for step in explained.steps]}
        for explained in explanations
    ]


def _step(step: ExplanationStep, lang: Lang) -> Block:
    return {
        "heading": text(f"pdf.step.{step.kind}", lang),
        "text": step.text,
        "rows": [[name, value] for name, value in step.rows],
    }
