"""Prints the glossary as the page `docs/glossary.md`: `python -m lastro.law.glossary > docs/glossary.md`."""

from __future__ import annotations

import sys

from lastro.law.cites import cites_text
from lastro.law.model import Term
from lastro.law.reader import glossary

_HEAD = """# Glossary · Glossário

Each term of the code and the documents with the term of Brazilian law. The definitions are ours, not the law's.
Cada termo do código e dos documentos com o termo da lei brasileira. As definições são nossas, não da lei.

Generated from `src/lastro/law/data/glossary.yaml` by `python -m lastro.law.glossary`; edit that file, not this page.

| English | Português | what it is | o que é | provision |
|---|---|---|---|---|
"""


def page() -> str:
    """The whole page as Markdown."""
    return _HEAD + "".join(_row(term) for term in glossary())


def _row(term: Term) -> str:
    cells = (term.en, term.pt, term.definition_en, term.definition_pt, cites_text(term.cites, "en"))
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]  # a Windows console is cp1252
    sys.stdout.write(page())
