"""What the commands print: help in both languages, 80 columns, JSON alone where asked, any console."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lastro
from lastro.cli.speaking import wrapped
from lastro.statement.catalogue import LANGS, has_text
from tests.cli.conftest import Call
from tests.selo.world import ANA

SCALE = ("--cpf", ANA, "--product", "soja", "--kg", "1000", "--origin", "Rio Verde/GO", "--date", "2023-05-02")


def _tree() -> list[tuple[list[str], Any]]:
    """Every command and group with its path."""
    import typer

    from lastro.cli.app import app

    found: list[tuple[list[str], Any]] = []

    def walk(command: Any, path: list[str]) -> None:
        found.append((path, command))
        for name, child in getattr(command, "commands", {}).items():
            walk(child, [*path, name])

    walk(typer.main.get_command(app), [])
    return found


TREE = _tree()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("path", [path for path, _ in TREE], ids=" ".join)
def test_every_command_has_help_in_both_languages(call: Call, path: list[str], lang: str) -> None:
    said = call(*path, "--help", "--lang", lang)
    assert (said.code, said.err) == (0, "")
    assert len(said.out.splitlines()) > 3
    assert [line for line in said.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(
    ("path", "command"), TREE, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_every_parameter_is_explained(path: list[str], command: Any) -> None:
    for parameter in command.params:
        own = ".".join(["help", *path, parameter.name])
        assert has_text(own) or has_text(f"help.parameters.{parameter.name}"), own


def test_a_group_without_a_command_shows_its_help(call: Call) -> None:
    said = call("selo", "--lang", "en")
    assert said.code == 2
    assert "can-count" in said.out


def test_the_words_of_a_command_follow_the_locale(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert "the backing of every number" in call("--help").out
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "o lastro de cada número" in call("--help").out
    assert "the backing" in call("--help", "--lang=en").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("selo", "assess", "{folder}"),
        ("selo", "assess", "{folder}", "--all"),
        ("selo", "explain", "{folder}", "selo.weighted_percentage"),
        ("selo", "readings", "{folder}"),
        ("selo", "can-count", "{folder}", *SCALE),
        ("import", "{folder}", "--all"),
        ("calendar", "add", "2023-04-20", "3"),
        ("calendar", "between", "2023-04-20", "2023-05-02"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_what_is_printed_fits_eighty_columns(call: Call, folder: Path, arguments: tuple[str, ...]) -> None:
    for lang in LANGS:
        said = call(*(argument.format(folder=folder) for argument in arguments), "--lang", lang)
        assert said.code == 0
        assert said.out.strip()
        assert [line for line in said.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("arguments", [("selo", "assess"), ("selo", "readings"), ("import",)], ids=" ".join)
def test_json_on_the_screen_is_nothing_but_json(call: Call, folder: Path, arguments: tuple[str, ...]) -> None:
    said = call(*arguments, folder, "--json", "-")
    assert said.err == ""
    assert json.loads(said.out)


def test_json_in_a_file_leaves_the_summary_on_the_screen(call: Call, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "apuracao.json"
    said = call("selo", "assess", folder, "--json", target)
    assert said.out.startswith("Declarado")
    assert f"Gravado: {target}" in said.out.replace("\n  ", " ")
    assert json.loads(target.read_text(encoding="utf-8")) == json.loads(
        call("selo", "assess", folder, "--json", "-").out
    )


def test_the_documents_are_written(call: Call, folder: Path, tmp_path: Path) -> None:
    xlsx, pdf = tmp_path / "a.xlsx", tmp_path / "a.pdf"
    assert call("selo", "assess", folder, "--xlsx", xlsx, "--pdf", pdf, "--lang", "en").code == 0
    assert xlsx.read_bytes().startswith(b"PK")
    assert pdf.read_bytes().startswith(b"%PDF")


def test_no_cpf_stands_open_unless_asked(call: Call, folder: Path) -> None:
    assert ANA not in call("selo", "assess", folder, "--json", "-", "--memory").out
    assert ANA in call("selo", "assess", folder, "--json", "-", "--memory", "--unmask").out


def test_templates_are_written_once_and_read(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "nova"
    assert "Gravado" in call("init", folder).out
    assert call("init", folder).out == ""
    assert call("selo", "assess", folder, "--year", "2023").code in (0, 3)


def test_a_demo_takes_no_folder_that_holds_something_else(call: Call, tmp_path: Path) -> None:
    (tmp_path / "receita.txt").write_text("bolo", encoding="utf-8")
    said = call("demo", tmp_path)
    assert said.code == 2
    assert (tmp_path / "receita.txt").exists()


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
def test_a_windows_console_prints_every_command(folder: Path, encoding: str) -> None:
    """In a process of its own: the encoding of the streams is set when Python starts."""
    calls = [
        ["selo", "assess", str(folder), "--all"],
        ["selo", "explain", str(folder), "selo.numerator"],
        ["selo", "can-count", str(folder), *SCALE],
        ["--help"],
        ["selo", "assess", "--help"],
        ["law", "show", "selo.minimum_percentage"],
        ["selo", "assess", str(folder / "não há …")],
    ]
    program = f"from lastro.cli.main import _tolerate_any_console as t; t()\nfrom lastro.cli.running import run\nfor c in {calls!r}: run(c)"
    done = _process("-c", program, PYTHONIOENCODING=encoding)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert b"8,0000" in done.stdout


def _process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run([sys.executable, *arguments], env={**kept, **environment}, capture_output=True, check=False)


def test_the_version_loads_no_engine_and_no_framework() -> None:
    heavy = ("duckdb", "pyarrow", "typer", "rich", "lxml", "yaml", "lastro.evidence", "lastro.selo")
    program = (
        "import sys\nfrom lastro.cli.main import main\ntry:\n    main(['--version'])\nexcept SystemExit as done:\n"
        f"    assert done.code == 0\nprint([name for name in {heavy!r} if name in sys.modules])"
    )
    done = _process("-c", program)
    assert done.stdout.decode().splitlines() == [f"lastro {lastro.__version__}", "[]"]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--help", "--lang", "en"]])
def test_help_comes_before_the_framework_and_the_engine(arguments: list[str]) -> None:
    heavy = ("duckdb", "pyarrow", "typer", "rich", "lastro.selo")
    program = (
        f"import sys\nfrom lastro.cli.running import run\nrun({arguments!r})\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    assert _process("-c", program).stdout.decode().splitlines()[-1] == "[]"


def test_the_law_is_shown_without_the_engine() -> None:
    program = (
        "import sys\nfrom lastro.cli.running import run\nrun(['law', 'show', 'selo.minimum_percentage'])\n"
        "print([name for name in ('duckdb', 'lastro.selo') if name in sys.modules])"
    )
    assert _process("-c", program).stdout.decode().splitlines()[-1] == "[]"


def test_a_long_line_wraps_under_its_own_indent() -> None:
    rows = list(wrapped("    " + "palavra " * 20, 40))
    assert all(len(row) <= 40 for row in rows)
    assert rows[0].startswith("    palavra")
    assert all(row.startswith("      palavra") for row in rows[1:])
    assert list(wrapped("x" * 90)) == ["x" * 90]
