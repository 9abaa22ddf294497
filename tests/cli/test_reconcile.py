"""`lastro selo reconcile`: the figure and the file on the command line, three forms of answer, every wrong use."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.workspace import written
from tests.oracle.identifiers import cpf
from tests.selo.world import ANA, add, edit, key, purchase

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

NOTES = (key(1), key(2))


@pytest.fixture(scope="module")
def usina(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """R$ 20,000.00 and R$ 7,654.32 of one farmer, over R$ 1,000,000.00."""
    return written(
        tmp_path_factory.mktemp("usina"),
        edit("aquisicoes", chave=NOTES[0], item=1),
        add("aquisicoes", purchase(chave=NOTES[1], item=1, valor=Decimal("7654.32"), quantidade=Decimal(3_000))),
    )


@pytest.fixture
def refused(tmp_path: Path) -> Path:
    """The ministry's table: the first note refused, a key of nobody, its percentage above it."""
    path = tmp_path / "oficial.csv"
    rows = (f"{NOTES[0]};{ANA};20.000,00;sem contrato", f"{key(99)};;1,00;não localizada")
    head = "Percentual;3,0617 %\nChave de acesso;CPF;Valor glosado;Motivo"
    path.write_text("\n".join((head, *rows, "")), encoding="utf-8")
    return path


def _words(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


def test_the_row_that_is_out_is_named(call: Call, usina: Path) -> None:
    said = call("selo", "reconcile", usina, "--numerator", "80000,00", "--denominator", "1000000,00", "--lang", "en")
    assert said.code == 0
    assert "What explains the gap" in said.out
    assert NOTES[1][:4] in said.out
    assert ANA not in said.out


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pt", ("É o número do ministério", "4 lidas = 1 casadas", "Contam", "sem contrato")),
        ("en", ("That is the ministry's figure", "4 read = 1 matched", "They count", "sem contrato")),
    ],
)
def test_refused_rows_are_taken_out_matched_and_answered(
    call: Call, usina: Path, refused: Path, lang: str, words: tuple[str, ...]
) -> None:
    rows = refused.read_text(encoding="utf-8")
    refused.write_text(rows + "Total;;20.001,00;\n", encoding="utf-8")
    said = call("selo", "reconcile", usina, "--official", refused, "--lang", lang)
    assert said.code == 0
    for told in words:
        assert told in _words(said.out), said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_json_says_the_same_in_both_languages_and_masks(call: Call, usina: Path, refused: Path) -> None:
    said = call("selo", "reconcile", usina, "--official", refused, "--json", "-")
    document = json.loads(said.out)
    assert document["rows"] == {"read": 3, "matched": 1, "ambiguous": 0, "unmatched": 1, "ignored": 1}
    assert document["official"]["percentage"] == "3.0617"
    (row,) = document["defence"]
    assert (row["standing"], row["reason"], row["fact"]["value"]) == ("counts", "sem contrato", "20000.00")
    assert set(row["text"]) == {"pt", "en"}
    assert ANA not in said.out
    assert [finding["row"] for finding in document["findings"] if finding["code"] == "REC-02"] == [4]


def test_unmask_shows_the_whole_cpf(call: Call, usina: Path, refused: Path) -> None:
    said = call("selo", "reconcile", usina, "--official", refused, "--json", "-", "--unmask")
    assert ANA in said.out


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_the_pdf_is_written(call: Call, usina: Path, refused: Path, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "defesa.pdf"
    said = call("selo", "reconcile", usina, "--official", refused, "--pdf", path, "--lang", lang)
    assert said.code == 0
    assert path.read_bytes().startswith(b"%PDF-")


def test_what_stays_unexplained_is_told(call: Call, usina: Path) -> None:
    said = call("selo", "reconcile", usina, "--numerator", "1,00", "--denominator", "999.999,99", "--lang", "en")
    assert "What stays unexplained" in _words(said.out)
    assert "Searched: every combination" in _words(said.out)


def test_a_name_with_formula_and_markup_stays_text(call: Call, usina: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "#import =1+1.csv"
    hostile.write_text(f'Chave;Motivo\n{NOTES[0]};"=HYPERLINK(""x"") #panic() $x$ <b>"\n', encoding="utf-8")
    path = tmp_path / "defesa.pdf"
    said = call("selo", "reconcile", usina, "--official", hostile, "--pdf", path)
    assert (said.code, said.err) == (0, "")
    assert "=HYPERLINK" in said.out


WRONG: dict[str, tuple[tuple[str, ...], int]] = {
    "nothing": ((), 2),
    "no_number": (("--percentage", "muito"), 2),
    "two_readings": (("--numerator", "1.234"), 2),
    "bad_map": (("--percentage", "48,91", "--map", "valor"), 2),
    "unknown_role": (("--percentage", "48,91", "--map", "peso=A"), 2),
    "no_file": (("--official", "nada.csv"), 3),
    "no_table": (("--official", "{folder}/lastro.toml"), 3),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use_is_one_sentence_and_no_traceback(call: Call, usina: Path, name: str) -> None:
    arguments, code = WRONG[name]
    said = call("selo", "reconcile", usina, *(argument.format(folder=usina) for argument in arguments))
    assert said.code == code
    assert said.err.strip()
    assert "Traceback" not in said.err


def test_a_cpf_of_a_row_that_matches_nothing_is_masked(call: Call, usina: Path, tmp_path: Path) -> None:
    other = cpf("700000055")
    path = tmp_path / "oficial.csv"
    path.write_text(f"CPF;Valor\n{other};55,00\n", encoding="utf-8")
    said = call("selo", "reconcile", usina, "--official", path)
    assert "REC-02" in said.out
    assert other not in said.out
