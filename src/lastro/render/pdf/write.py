"""From a statement to the file: the tree as JSON into the template, compiled by Typst under both standards.

Typst is an extra (`pip install "lastro[pdf]"`) and is imported only here, when a PDF is asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from lastro.core.errors import LastroError, WrongUse
from lastro.render.pdf.document import document
from lastro.render.pdf.explanation import Explanation
from lastro.render.pdf.glyphs import FONTS, Json
from lastro.statement.catalogue import Lang
from lastro.statement.model import Statement

MAX_ROWS = 2_000
"""Lines of the memory that are printed one by one unless the caller says otherwise: about forty landscape pages."""

STANDARDS = ("ua-1", "a-2a")
TEMPLATE = Path(__file__).parent / "template"


def render_pdf(
    statement: Statement,
    path: Path,
    lang: Lang,
    *,
    unmask: bool = False,
    explanations: Iterable[Explanation] = (),
    max_rows: int = MAX_ROWS,
) -> None:
    """Write the statement as PDF to `path`, whole or not at all.

    `unmask` prints CPFs in full. `explanations` are shown in their order. With more than `max_rows` lines the memory
    gives way to its totals. Raises WrongUse when Typst is not installed or `path` cannot be written, LastroError when
    Typst refuses the document.
    """
    put(pdf_bytes(statement, lang, unmask=unmask, explanations=explanations, max_rows=max_rows), path)


def put(made: bytes, path: Path) -> None:
    """The file, whole or not at all. Raises WrongUse when `path` cannot be written."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(made)
        os.replace(beside, path)
    except OSError as fault:
        beside.unlink(missing_ok=True)
        raise WrongUse("pdf.not_written", path=path, reason=fault.strerror or fault) from fault


def pdf_bytes(
    statement: Statement,
    lang: Lang,
    *,
    unmask: bool = False,
    explanations: Iterable[Explanation] = (),
    max_rows: int = MAX_ROWS,
) -> bytes:
    """The PDF itself. Raises as `render_pdf`, without the file."""
    return composed(document(statement, lang, unmask=unmask, explanations=explanations, max_rows=max_rows))


def composed(tree: Json) -> bytes:
    """The PDF of a tree (see `document`). Raises WrongUse without Typst, LastroError when Typst refuses it."""
    typst = typst_module()
    fonts = bundled_fonts(typst)
    try:
        return cast(
            bytes,
            typst.compile(
                str(TEMPLATE / "main.typ"),
                root=str(TEMPLATE),
                font_paths=fonts,
                pdf_standards=list(STANDARDS),
                sys_inputs={"data": json.dumps(tree, ensure_ascii=False)},
            ),
        )
    except typst.TypstError as fault:
        raise LastroError("pdf.not_composed", reason=fault.message) from fault


def bundled_fonts(typst: ModuleType) -> Any:
    """The shipped fonts and no others, as Typst takes them."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)])


def typst_module() -> ModuleType:
    """Typst. Raises WrongUse when the extra is not installed."""
    try:
        import typst
    except ModuleNotFoundError as missing:
        raise WrongUse("pdf.extra_missing") from missing
    return typst
