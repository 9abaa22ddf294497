"""`lastro demo`: writes the example company, reads it as any other, assesses its year, and renders every document."""

from __future__ import annotations

from pathlib import Path

import typer

from lastro.cli.workplace import loaded, opened, own_law
from lastro.core.errors import WrongUse
from lastro.example import write_example
from lastro.law import load
from lastro.render.explain import of_the_result
from lastro.render.json_file import write_json
from lastro.render.terminal import print_statement
from lastro.render.xlsx.workbook import write_xlsx
from lastro.selo.assess import Question, assess
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Statement

YEAR_FILES = "apuracao"


def run_demo(directory: Path, lang: Lang) -> Statement:
    """The example in `directory`, its statement on the screen, and JSON, XLSX and PDF beside it.

    Raises WrongUse when the folder holds something that is not the example.
    """
    if directory.exists() and any(directory.iterdir()) and not (directory / "lastro.toml").exists():
        raise WrongUse("cli.demo_folder", path=directory)
    if not (directory / "lastro.toml").exists():
        typer.echo(text("cli.demo.writing", lang, {"path": str(directory)}))
        write_example(directory, load())
    ws = opened(directory)
    evidence = loaded(ws, lang)
    statement = assess(evidence, load(), Question(ws.config.year or 0, overrides=own_law(ws, load())))
    print_statement(statement, lang=lang)
    for path in _documents(statement, directory, lang):
        typer.echo(text("cli.written", lang, {"path": str(path)}))
    typer.echo(text("cli.demo.next", lang, {"path": str(directory)}))
    return statement


def _documents(statement: Statement, directory: Path, lang: Lang) -> list[Path]:
    """JSON, XLSX and, when the extra is installed, PDF, in a folder of their own."""
    folder = directory / "saida"
    folder.mkdir(exist_ok=True)
    written = [folder / f"{YEAR_FILES}.json", folder / f"{YEAR_FILES}.xlsx"]
    write_json(statement, written[0])
    write_xlsx(statement, written[1], lang=lang)
    try:
        from lastro.render.pdf import render_pdf

        pdf = folder / f"{YEAR_FILES}.pdf"
        render_pdf(statement, pdf, lang, explanations=of_the_result(statement, lang))
        written.append(pdf)
    except WrongUse as fault:
        if fault.code != "pdf.extra_missing":
            raise
        typer.echo(text(f"errors.{fault.code}", lang, fault.arguments))
    return written
