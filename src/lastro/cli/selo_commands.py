"""`lastro selo …`: the percentage, its explanation, its readings, and the question at the weighbridge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import day, language
from lastro.cli.workplace import loaded, opened, own_law
from lastro.core.errors import WrongUse
from lastro.law import load
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.selo.assess import Question
    from lastro.statement.model import Statement

app = typer.Typer(no_args_is_help=True, help="Selo Biocombustível Social", rich_markup_mode=None)

YearOption = Annotated[int, typer.Option("--year", help="ano civil / civil year")]
UnitOption = Annotated[str, typer.Option("--unit", help="CNPJ da unidade / of the plant")]
ReadingOption = Annotated[list[str] | None, typer.Option("--reading", help="chave=opção / key=option")]
KnownOption = Annotated[str, typer.Option("--as-known-on", help="atos publicados até / acts published by")]
UnmaskOption = Annotated[bool, typer.Option("--unmask", help="mostra CPF inteiro / shows CPFs in full")]


@app.command()
def assess(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    as_json: Annotated[str, typer.Option("--json", help="arquivo ou - / file or -")] = "",
    xlsx: Annotated[str, typer.Option("--xlsx", help="planilha / workbook")] = "",
    pdf: Annotated[str, typer.Option("--pdf", help="PDF")] = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    fail_below: Annotated[bool, typer.Option("--fail-below", help="sai com 1 abaixo do mínimo / exit 1 below")] = False,
    memory: Annotated[bool, typer.Option("--memory", help="linhas no JSON / lines in the JSON")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="todos os achados / all findings")] = False,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """O percentual do ano, com a memória de cálculo / The year's percentage, with its memory of calculation."""
    chosen = language(lang)
    statement = _assessed(directory, year, unit, reading, known_on, chosen)
    if as_json != "-":
        _show(statement, chosen, show_all=show_all, unmask=unmask)
    _write(statement, chosen, as_json, xlsx, pdf, memory=memory, unmask=unmask)
    if fail_below and _below(statement):
        raise typer.Exit(1)


@app.command()
def explain(
    directory: Folder,
    what: Annotated[str, typer.Argument(help="linha ou chave / line or key")],
    year: YearOption = 0,
    unit: UnitOption = "",
    reading: ReadingOption = None,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """Uma linha ou uma nota: fato, regra, operandos, resultado / One line or invoice: fact, rule, operands, result."""
    from lastro.render.explain import explain as explained
    from lastro.render.explain import explanation_lines

    chosen = language(lang)
    statement = _assessed(directory, year, unit, reading, "", chosen)
    found = explained(statement, what, chosen, unmask=unmask)
    if not found:
        raise WrongUse("selo.nothing_to_explain", what=what)
    for line in explanation_lines(found, chosen):
        typer.echo(line)


@app.command()
def readings(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    reading: ReadingOption = None,
    as_json: Annotated[str, typer.Option("--json", help="arquivo ou - / file or -")] = "",
    lang: LangOption = "",
) -> None:
    """O percentual sob cada opção de cada leitura / The percentage under every option of every reading."""
    import json

    from lastro.render.readings_table import table_json, table_lines
    from lastro.selo.alternatives import alternatives

    chosen = language(lang)
    ws = opened(directory)
    evidence = loaded(ws, chosen)
    found = alternatives(evidence, load(), _question(ws.config.year, year, unit, reading, "", own_law(ws, load())))
    if as_json:
        emit(json.dumps(table_json(found), ensure_ascii=False, indent=2), as_json)
    if as_json != "-":
        for line in table_lines(found, chosen):
            typer.echo(line)


@app.command("can-count")
def can_count(
    directory: Folder,
    cpf: Annotated[str, typer.Option("--cpf", help="CPF do agricultor / of the farmer")],
    product: Annotated[str, typer.Option("--product", help="produto / product")],
    kg: Annotated[str, typer.Option("--kg", help="quantidade em kg / quantity in kg")],
    origin: Annotated[str, typer.Option("--origin", help="município / municipality")],
    on: Annotated[str, typer.Option("--date", help="data / date")] = "",
    value: Annotated[str, typer.Option("--value", help="valor em R$ / value in R$")] = "",
    form: Annotated[str, typer.Option("--form", help="forma / form")] = "",
    supplier: Annotated[str, typer.Option("--supplier", help="CNPJ de quem entrega / of who delivers")] = "",
    contract: Annotated[str, typer.Option("--contract", help="contrato / contract")] = "",
    unit: UnitOption = "",
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """Na balança: conta, em parte, não conta, e por quê / At the weighbridge: counts, in part or not, and why."""
    from lastro.cli.kept import prepared_lines
    from lastro.render.weighbridge import answer_lines
    from lastro.selo.assess import plants_of, session_of
    from lastro.selo.can_count import weigh
    from lastro.selo.delivery import Delivery

    chosen, book = language(lang), load()
    ws = opened(directory)
    delivery = Delivery.typed(cpf, product, kg, origin, day(on), value, form, supplier, book, contract)
    evidence = loaded(ws, chosen)
    question = _question(delivery.on.year, 0, unit, None, "", own_law(ws, book))
    session = session_of(evidence, book, question)
    plants = plants_of(evidence, session, question.plant)
    prepared = prepared_lines(ws.root, evidence, book, session, plants)
    for line in answer_lines(weigh(evidence, prepared, plants[0], book, session, delivery), chosen, unmask=unmask):
        typer.echo(line)


def _assessed(directory: Path, year: int, unit: str, reading: list[str] | None, known_on: str, lang: Lang) -> Statement:
    from lastro.selo.assess import assess as compute

    ws = opened(directory)
    book = load()
    question = _question(ws.config.year, year, unit, reading, known_on, own_law(ws, book))
    return compute(loaded(ws, lang), book, question)


def _question(
    of_workspace: int | None, year: int, unit: str, reading: list[str] | None, known_on: str, overrides: object
) -> Question:
    from lastro.selo.assess import Question

    asked = year or of_workspace
    if not asked:
        raise WrongUse("selo.no_year")
    return Question(
        year=asked,
        plant=_plant(unit),
        readings=_readings(reading or []),
        overrides=overrides,  # type: ignore[arg-type]
        known_on=day(known_on) if known_on else None,
    )


def _plant(unit: str) -> str:
    from lastro.core.identifiers import parse_cnpj

    return parse_cnpj(unit) if unit else ""


def _readings(pairs: list[str]) -> dict[str, str]:
    chosen = {}
    for pair in pairs:
        key, found, option = pair.partition("=")
        if not found:
            raise WrongUse("cli.reading_pair", value=pair)
        chosen[key.strip()] = option.strip()
    return chosen


def _show(statement: Statement, lang: Lang, *, show_all: bool, unmask: bool) -> None:
    from lastro.render.terminal import print_statement

    print_statement(statement, lang=lang, all_rows=show_all, unmask=unmask)


def _write(statement: Statement, lang: Lang, as_json: str, xlsx: str, pdf: str, *, memory: bool, unmask: bool) -> None:
    if as_json:
        from lastro.render.json_file import json_text

        emit(json_text(statement, unmask=unmask, memory=memory), as_json)
    if xlsx:
        from lastro.render.xlsx.workbook import write_xlsx

        write_xlsx(statement, Path(xlsx), lang=lang, unmask=unmask)
    if pdf:
        from lastro.render.explain import of_the_result
        from lastro.render.pdf import render_pdf

        render_pdf(statement, Path(pdf), lang, unmask=unmask, explanations=of_the_result(statement, lang))
    for path in (as_json, xlsx, pdf):
        if path and path != "-" and as_json != "-":
            typer.echo(text("cli.written", lang, {"path": path}))


def _below(statement: Statement) -> bool:
    from fractions import Fraction

    return Fraction(statement.line("selo.margin").exact) < 0
