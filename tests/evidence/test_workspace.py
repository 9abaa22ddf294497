"""`lastro.toml`: what it says, and everything that is wrong with it at once."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lastro.core.dates import Interval
from lastro.core.errors import EvidenceUnreadable, LastroError, WrongUse
from lastro.evidence.workspace import Config, EngineConfig, WorkspaceFaults, open_workspace
from lastro.statement.catalogue import LANGS, text
from tests.evidence.tables.support import BOOK, cnpj

COMPANY, NORTH, SOUTH = cnpj(112223330001), cnpj(112223330002), cnpj(112223330003)
MINIMAL = f"""
[empresa]
cnpj = "{COMPANY}"
nome = "Usina Exemplo"
[[unidade]]
cnpj = "{NORTH}"
municipio = "Rio Verde/GO"
"""
FULL = f"""
[empresa]
cnpj = "{COMPANY[:2]}.{COMPANY[2:5]}.{COMPANY[5:8]}/{COMPANY[8:12]}-{COMPANY[12:]}"
nome = "Usina Exemplo"
autorizacao_anp = "123"
registro_rfb = "456"
[[unidade]]
cnpj = "{NORTH}"
nome = "Rio Verde"
municipio = "Rio Verde/GO"
[[unidade]]
cnpj = "{SOUTH}"
municipio = "4314902"
[apuracao]
ano = 2023
[[selo]]
inicio = 2020-01-01
fim = "31/12/2024"
situacao = "suspenso"
unidade = "{NORTH}"
[[selo]]
inicio = "2025-01-01"
[[sicaf]]
inicio = 2023-01-01
fim = 2023-12-31
[[tributacao]]
ano = 2023
regime = "Ad Valorem"
opcao_em = 2022-11-30
[leituras]
"selo.cap_base" = "weighted"
calendar.holidays = "national"
[motor]
nome = "spark"
memoria = "16GB"
"""


def config(folder: Path, toml: str) -> Config:
    (folder / "lastro.toml").write_text(toml, encoding="utf-8")
    return open_workspace(folder, BOOK).config


def faults(folder: Path, toml: str) -> list[LastroError]:
    """The faults, each put into words in both languages."""
    with pytest.raises(WorkspaceFaults) as raised:
        config(folder, toml)
    found = list(raised.value.faults)
    for fault in found:
        assert all(text(f"errors.{fault.code}", lang, fault.arguments) for lang in LANGS)
    assert (raised.value.code, raised.value.arguments) == (found[0].code, found[0].arguments)
    assert raised.value.exit_code == 3
    return found


def names(found: list[LastroError]) -> list[str]:
    return [fault.code.removeprefix("workspace.") for fault in found]


def test_a_small_file_says_enough(tmp_path: Path) -> None:
    found = config(tmp_path, MINIMAL)
    assert (found.company.cnpj, found.units[0].cnpj, found.units[0].name) == (COMPANY, NORTH, "Usina Exemplo")
    assert (found.units[0].municipality, found.year, found.seals, found.readings) == ("5218805", None, (), {})
    assert found.engine == EngineConfig("duckdb", "2GB")


def test_a_full_file_is_read_whole(tmp_path: Path) -> None:
    found = config(tmp_path, FULL)
    assert [unit.municipality for unit in found.units] == ["5218805", "4314902"]
    first, second = found.seals
    assert (first.interval, first.situation, first.plant) == (
        Interval(date(2020, 1, 1), date(2025, 1, 1)),
        "suspensa",
        NORTH,
    )
    assert (second.interval, second.situation, second.plant) == (Interval(date(2025, 1, 1)), "ativa", "")
    assert found.sicaf == (Interval(date(2023, 1, 1), date(2024, 1, 1)),)
    [option] = found.taxation
    assert (option.year, option.regime, option.opted_on) == (2023, "ad_valorem", date(2022, 11, 30))
    assert found.readings == {"selo.cap_base": "weighted", "calendar.holidays": "national"}
    assert found.engine == EngineConfig("spark", "16GB")


def test_windows_editors_may_leave_a_mark_and_other_line_ends(tmp_path: Path) -> None:
    (tmp_path / "lastro.toml").write_bytes(b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode())
    assert open_workspace(tmp_path, BOOK).config.year == 2023


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    toml = f"""
    [empresa]
    cnpj = "11.222.333/0001-82"
    nom = "x"
    [[unidade]]
    cnpj = "{NORTH}"
    municipio = "Bom Jesus"
    [[unidade]]
    cnpj = 123
    [apuracao]
    ano = "2023"
    [[selo]]
    inicio = "01/31/2023"
    situacao = "boa"
    unidade = "{SOUTH}"
    [[sicaf]]
    inicio = 2023-12-31
    fim = 2023-01-01
    [[tributacao]]
    regime = "normal"
    [leituras]
    "selo.cap_bse" = "weighted"
    "selo.cap_base" = "heavy"
    [motor]
    memoria = "muita"
    [zzz]
    """
    assert sorted(names(faults(tmp_path, toml))) == sorted(
        ["unknown_key", "unknown_key_suggestion", "not_a_cnpj", "not_a_municipality", "not_a_text", "missing_key", "not_a_year",
         "unit_unknown", "not_an_option", "not_a_date", "period_inverted", "missing_key", "not_an_option",
         "unknown_key_suggestion", "not_an_option", "not_an_option"]
    )  # fmt: skip


def test_a_misspelt_key_gets_a_suggestion(tmp_path: Path) -> None:
    [fault] = faults(tmp_path, MINIMAL + '[leituras]\n"selo.cap_bas" = "weighted"\n')
    assert fault.arguments["suggestion"] == "selo.cap_base"
    assert "selo.cap_base" in text(f"errors.{fault.code}", "pt", fault.arguments)


def test_an_empty_file_tells_what_is_missing(tmp_path: Path) -> None:
    assert [f.arguments["key"] for f in faults(tmp_path, "")] == ["[empresa]", "[[unidade]]"]


def test_sections_of_the_wrong_shape_are_told(tmp_path: Path) -> None:
    assert names(faults(tmp_path, "empresa = 1\nunidade = 2\n")) == ["not_a_section", "not_a_section"]
    assert "not_a_section" in names(faults(tmp_path, MINIMAL.replace("[[unidade]]", "[unidade]")))


def test_repeats_and_overlaps_are_told(tmp_path: Path) -> None:
    toml = f"""{MINIMAL}
    [[unidade]]
    cnpj = "{NORTH}"
    municipio = "Rio Verde/GO"
    [[selo]]
    inicio = 2020-01-01
    [[selo]]
    inicio = 2022-01-01
    fim = 2022-12-31
    [[tributacao]]
    ano = 2023
    regime = "especial"
    [[tributacao]]
    ano = 2023
    regime = "ad_valorem"
    """
    found = faults(tmp_path, toml)
    assert names(found) == ["unit_twice", "taxation_twice", "seals_overlap"]
    assert found[2].arguments["day"] == "2022-01-01"


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"[empresa", "workspace.not_toml"), (b"nome = S\xe3o", "workspace.not_utf8")],
)
def test_a_file_that_is_no_toml_is_told(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "lastro.toml").write_bytes(content)
    with pytest.raises(EvidenceUnreadable) as raised:
        open_workspace(tmp_path, BOOK)
    assert raised.value.code == code
    assert text(f"errors.{code}", "pt", raised.value.arguments)


def test_a_folder_that_is_no_workspace_is_wrong_use(tmp_path: Path) -> None:
    for folder, code in ((tmp_path / "nowhere", "workspace.no_folder"), (tmp_path, "workspace.no_config")):
        with pytest.raises(WrongUse) as raised:
            open_workspace(folder, BOOK)
        assert raised.value.code == code
        assert "lastro init" in text(f"errors.{code}", "en", raised.value.arguments)


def test_the_workspace_knows_its_places(tmp_path: Path) -> None:
    (tmp_path / "lastro.toml").write_text(MINIMAL, encoding="utf-8")
    workspace = open_workspace(tmp_path, BOOK)
    assert (workspace.law_file, workspace.notes.name, workspace.store.name) == (None, "nfe", ".lastro")
    (tmp_path / "law.yaml").write_text("", encoding="utf-8")
    assert workspace.law_file == tmp_path / "law.yaml"
