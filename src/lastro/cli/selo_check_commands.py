"""`lastro selo check`: what no single percentage shows – across companies and years, the tax, the framing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import LangOption, emit, written_to
from lastro.cli.options import day, language
from lastro.cli.speaking import say
from lastro.core.errors import WrongUse
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.selo.across import Company, IndexKey, Ledger

Folders = Annotated[list[Path], typer.Argument()]


def check(
    directories: Folders,
    year: Annotated[list[int] | None, typer.Option("--year")] = None,
    reading: Annotated[list[str] | None, typer.Option("--reading")] = None,
    known_on: Annotated[str, typer.Option("--as-known-on")] = "",
    on: Annotated[str, typer.Option("--date")] = "",
    against: Annotated[list[Path] | None, typer.Option("--against")] = None,
    write_index: Annotated[str, typer.Option("--write-index")] = "",
    key_file: Annotated[str, typer.Option("--key-file")] = "",
    as_json: Annotated[str, typer.Option("--json")] = "",
    show_all: Annotated[bool, typer.Option("--all")] = False,
    unmask: Annotated[bool, typer.Option("--unmask")] = False,
    lang: LangOption = "",
) -> None:
    """Checks across companies and years, of the tax and of the framing."""
    from lastro.render.checked import print_checked
    from lastro.render.json_file import json_text
    from lastro.selo import across

    chosen = language(lang)
    key, is_new = _key(key_file, bool(write_index), bool(against))
    others = [across.read_index(path, key) for path in against or ()] if key is not None else []
    companies = [_company(folder, chosen, year or [], reading or [], known_on) for folder in directories]
    checked = across.check(companies, others, key, day(on))
    if as_json:
        emit(json_text(checked.statement, unmask=unmask), as_json)
    if write_index and key is not None:
        emit(across.index_text(checked.ledgers, key), write_index)
    if as_json == "-":
        return
    print_checked(
        checked.statement, against=_names(others), lang=chosen, all_rows=show_all, unmask=unmask
    )  # fmt: skip
    if is_new:
        say([text("across.new_key", chosen, {"path": key_file})])
    if write_index:
        company = companies[0].evidence.config.company
        say([text("across.index_written", chosen, {"company": company.name or company.cnpj, "path": write_index})])
    if as_json:
        say([text("cli.written", chosen, {"path": as_json})])


def _key(path: str, writes: bool, compares: bool) -> tuple[IndexKey | None, bool]:
    """The key of the file; a new one where an index is written and none is there yet. Raises WrongUse."""
    from lastro.selo.across import new_key, read_key

    if not writes and not compares:
        return None, False
    if not path:
        raise WrongUse("across.key_needed")
    if writes and not compares and not Path(path).exists():
        with written_to(path):
            return new_key(Path(path)), True
    return read_key(Path(path)), False


def _company(folder: Path, lang: Lang, years: list[int], readings: list[str], known_on: str) -> Company:
    """A folder and the question of each year; without years, that of its lastro.toml."""
    from lastro.selo.across import Company

    asks = [asked(folder, lang, year=year, reading=readings, known_on=known_on) for year in years or [0]]
    return Company(asks[0].evidence, asks[0].book, tuple(ask.question for ask in asks))


def _names(others: list[Ledger]) -> list[str]:
    return [", ".join(ledger.names.values()) or ledger.company for ledger in others]
