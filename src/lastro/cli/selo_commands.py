"""`lastro selo …`: the percentage, its explanation, its readings, and the question at the weighbridge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import Folder, LangOption, emit, written_to
from lastro.cli.options import day, language, typed
from lastro.cli.speaking import say
from lastro.core.errors import ParameterNotEstablished, WrongUse
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.evidence.evidence import Evidence
    from lastro.render.explain import NoteFile
    from lastro.statement.model import Statement

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

YearOption = Annotated[int, typer.Option("--year")]
UnitOption = Annotated[str, typer.Option("--unit")]
ReadingOption = Annotated[list[str] | None, typer.Option("--reading")]
KnownOption = Annotated[str, typer.Option("--as-known-on")]
RegimeOption = Annotated[str, typer.Option("--regime")]
UnmaskOption = Annotated[bool, typer.Option("--unmask")]
JsonOption = Annotated[str, typer.Option("--json")]


@app.command()
def assess(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    as_json: JsonOption = "",
    xlsx: Annotated[str, typer.Option("--xlsx")] = "",
    pdf: Annotated[str, typer.Option("--pdf")] = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    fail_below: Annotated[bool, typer.Option("--fail-below")] = False,
    memory: Annotated[bool, typer.Option("--memory")] = False,
    regime: RegimeOption = "",
    show_all: Annotated[bool, typer.Option("--all")] = False,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """The year's percentage, with its memory of calculation."""
    from lastro.selo.assess import assess as compute

    chosen = language(lang)
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on, regime=regime)
    statement = compute(what.evidence, what.book, what.question)
    _write(statement, chosen, as_json, xlsx, pdf, memory=memory, unmask=unmask)
    if as_json != "-":  # the files stand before the screen is written: a closed pipe loses none of them
        _show(statement, chosen, show_all=show_all, unmask=unmask)
        say(text("cli.written", chosen, {"path": path}) for path in (as_json, xlsx, pdf) if path)
    if fail_below and _below(statement):
        raise typer.Exit(1)
    if statement.missing:  # what could be computed is written; a number of the law is missing
        raise typer.Exit(ParameterNotEstablished.exit_code)


@app.command()
def explain(
    directory: Folder,
    what: Annotated[str, typer.Argument()],
    year: YearOption = 0,
    unit: UnitOption = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    regime: RegimeOption = "",
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """One line or invoice: fact, rule, operands, result."""
    from lastro.render.explain import explain as explained
    from lastro.render.explain import explanation_lines
    from lastro.selo.assess import assess as compute

    chosen = language(lang)
    about = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on, regime=regime)
    statement = compute(about.evidence, about.book, about.question)
    found = explained(statement, what, chosen, notes=_note_files(about.evidence, statement, what), unmask=unmask)
    if not found:
        raise WrongUse("selo.nothing_to_explain", what=what)
    say(explanation_lines(found, chosen))


@app.command()
def readings(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    regime: RegimeOption = "",
    as_json: JsonOption = "",
    lang: LangOption = "",
) -> None:
    """The percentage under every option of every reading."""
    import json

    from lastro.render.readings_table import table_json, table_lines
    from lastro.selo.alternatives import alternatives

    chosen = language(lang)
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on, regime=regime)
    found = alternatives(what.evidence, what.book, what.question)
    if as_json:
        emit(json.dumps(table_json(found), ensure_ascii=False, indent=2), as_json)
    if as_json != "-":
        say(table_lines(found, chosen))


@app.command("can-count")
def can_count(
    directory: Folder,
    cpf: Annotated[str, typer.Option("--cpf")],
    product: Annotated[str, typer.Option("--product")],
    kg: Annotated[str, typer.Option("--kg")],
    origin: Annotated[str, typer.Option("--origin")],
    on: Annotated[str, typer.Option("--date")] = "",
    value: Annotated[str, typer.Option("--value")] = "",
    form: Annotated[str, typer.Option("--form")] = "",
    supplier: Annotated[str, typer.Option("--supplier")] = "",
    contract: Annotated[str, typer.Option("--contract")] = "",
    unit: UnitOption = "",
    reading: ReadingOption = None,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """At the weighbridge: counts, in part or not, and why."""
    from lastro.cli.kept import prepared_lines
    from lastro.law import load
    from lastro.render.weighbridge import answer_lines
    from lastro.selo.assess import plants_of, session_of
    from lastro.selo.can_count import weigh
    from lastro.selo.delivery import Delivery

    chosen, book = language(lang), load()
    with typed():
        delivery = Delivery.typed(cpf, product, kg, origin, day(on), value, form, supplier, book, contract)
    what = asked(directory, chosen, year=delivery.on.year, unit=unit, reading=reading)
    session = session_of(what.evidence, book, what.question)
    plants = plants_of(what.evidence, session, what.question.plant)
    prepared = prepared_lines(what.workspace.root, what.evidence, book, session, plants)
    weighing = weigh(what.evidence, prepared, plants[0], book, session, delivery)
    say(answer_lines(weighing, chosen, unmask=unmask))


def _note_files(evidence: Evidence, statement: Statement, what: str) -> Mapping[str, NoteFile]:
    """Where the XML lies of the notes that are explained, by access key."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from lastro.render.explain import NoteFile
    from lastro.render.explain_row import keys_of

    documents = evidence.documents
    asked_for = pc.is_in(documents["key"], value_set=pa.array(keys_of(statement, what), pa.string()))
    return {
        row["key"]: NoteFile(" ".join(filter(None, (row["_file"], row["_member"]))), row["sha256"])
        for row in documents.filter(asked_for).select(["key", "_file", "_member", "sha256"]).to_pylist()
    }


def _show(statement: Statement, lang: Lang, *, show_all: bool, unmask: bool) -> None:
    from lastro.render.terminal import print_statement

    print_statement(statement, lang=lang, all_rows=show_all, unmask=unmask)


def _write(statement: Statement, lang: Lang, as_json: str, xlsx: str, pdf: str, *, memory: bool, unmask: bool) -> None:
    if as_json:
        from lastro.render.json_file import json_text

        emit(json_text(statement, unmask=unmask, memory=memory), as_json)
    if xlsx:
        from lastro.render.xlsx.workbook import write_xlsx

        with written_to(xlsx):
            write_xlsx(statement, Path(xlsx), lang=lang, unmask=unmask)
    if pdf:
        from lastro.render.explain import of_the_result
        from lastro.render.pdf import render_pdf

        render_pdf(statement, Path(pdf), lang, unmask=unmask, explanations=of_the_result(statement, lang))


def _below(statement: Statement) -> bool:
    """Whether the declared figure does not reach the minimum; one that cannot be measured does not."""
    from fractions import Fraction

    margin = statement.line("selo.margin").exact
    return not margin or Fraction(margin) < 0
