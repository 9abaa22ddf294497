"""Many small PDFs by one Typst compiler: fonts and template are read once, and each file is a whole tagged document.

See docs/adr/0025: no large document is split, as a split loses the tags that a reader for the blind needs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from lastro.core.errors import LastroError, WrongUse
from lastro.core.identifiers import mask
from lastro.render.pdf.glyphs import Json
from lastro.render.pdf.write import STANDARDS, TEMPLATE, bundled_fonts, typst_module
from lastro.render.small.data import statements_json
from lastro.render.small.tree import cooperative_tree, farmer_tree
from lastro.statement.catalogue import Lang, text
from lastro.statement.small import SmallStatements

KINDS = ("farmers", "cooperatives")


@dataclass(frozen=True)
class Written:
    """How many files of each kind were written."""

    farmers: int
    cooperatives: int


class Printer:
    """Compiles one tree after another. Raises WrongUse when Typst is not installed."""

    def __init__(self) -> None:
        self._typst = typst_module()
        self._compiler = self._typst.Compiler(
            str(TEMPLATE / "small.typ"), root=str(TEMPLATE), font_paths=bundled_fonts(self._typst)
        )

    def pdf(self, tree: Json) -> bytes:
        """The PDF of one tree, under both standards. Raises LastroError when Typst refuses it."""
        data = {"data": json.dumps(tree, ensure_ascii=False)}
        try:
            return cast(bytes, self._compiler.compile(sys_inputs=data, pdf_standards=list(STANDARDS)))
        except self._typst.TypstError as fault:
            raise LastroError("pdf.not_composed", reason=fault.message) from fault


def write_statements(
    found: SmallStatements,
    folder: Path,
    lang: Lang,
    *,
    kinds: Collection[str] = KINDS,
    unmask: bool = False,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Written:
    """Write a PDF for each farmer and organisation asked for, and one JSON file of all, into `folder`.

    A file bears a running number and what a masked CPF shows of it, or the CNPJ; never a name. `tell` hears how many
    are done. Raises WrongUse when the folder cannot be written.
    """
    printer = Printer()
    named = dict(_named(found, kinds, lang))
    wanted = list(_wanted(found, kinds, lang, unmask=unmask))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for done, (identifier, tree) in enumerate(wanted, start=1):
            _whole(folder / named[identifier], printer.pdf(tree()))
            tell(done, len(wanted))
        data = statements_json(found, named, unmask=unmask)
        shown = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
        _whole(folder / f"{text('small.file.all', lang)}.json", shown.encode())
    except OSError as fault:
        raise WrongUse("small.folder", path=folder, reason=fault.strerror or type(fault).__name__) from fault
    farmers = len(found.farmers) if "farmers" in kinds else 0
    return Written(farmers, len(wanted) - farmers)


def _named(found: SmallStatements, kinds: Collection[str], lang: Lang) -> Iterator[tuple[str, str]]:
    """The file of each CPF and CNPJ."""
    if "farmers" in kinds:
        places = len(str(len(found.farmers)))
        for number, each in enumerate(found.farmers, start=1):
            shown = "".join(filter(str.isdigit, mask(each.farmer.identifier)))
            yield each.farmer.identifier, f"{text('small.file.farmer', lang)}-{number:0{places}}-{shown}.pdf"
    if "cooperatives" in kinds:
        for of in found.cooperatives:
            cnpj = of.organisation.identifier
            yield cnpj, f"{text('small.file.cooperative', lang)}-{''.join(filter(str.isalnum, cnpj))}.pdf"


def _wanted(
    found: SmallStatements, kinds: Collection[str], lang: Lang, *, unmask: bool
) -> Iterator[tuple[str, Callable[[], Json]]]:
    """Each CPF and CNPJ with what makes its tree."""
    if "farmers" in kinds:
        for each in found.farmers:
            yield each.farmer.identifier, partial(farmer_tree, each, found, lang, unmask=unmask)
    if "cooperatives" in kinds:
        for one in found.cooperatives:
            yield one.organisation.identifier, partial(cooperative_tree, one, found, lang, unmask=unmask)


def _whole(path: Path, content: bytes) -> None:
    """The file whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
