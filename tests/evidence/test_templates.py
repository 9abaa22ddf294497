"""What `lastro init` writes can be opened, filled in and read back."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.columns import schema
from lastro.evidence.templates import WORKBOOK, workbook_bytes, write_templates
from lastro.evidence.workspace import WorkspaceFaults, open_workspace
from lastro.statement.catalogue import LANGS, Lang
from tests.evidence.tables.packages import edited
from tests.evidence.tables.records import records
from tests.evidence.tables.support import BOOK, codes, read


@pytest.mark.parametrize("lang", LANGS)
def test_an_empty_template_reads_as_no_rows_and_no_faults(lang: Lang) -> None:
    found = read(workbook_bytes(lang), WORKBOOK)
    assert found.findings == ()
    assert sum(table.num_rows for table in found.tables.values()) == 0
    assert found.counts == ()  # a sheet nobody filled in is no table the user gave


@pytest.mark.parametrize("lang", LANGS)
def test_a_template_filled_in_is_read_whole(lang: Lang) -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(workbook_bytes(lang)))
    for sheet, table in zip(workbook.worksheets, schema().tables.values(), strict=False):
        for record in records(table):
            sheet.append([cell.native for cell in record.values()])
    target = io.BytesIO()
    workbook.save(target)
    found = read(target.getvalue(), WORKBOOK)
    assert codes(found) == []
    assert {name: table.num_rows for name, table in found.tables.items()} == dict.fromkeys(schema().tables, 3)


def test_the_same_lastro_writes_the_same_template() -> None:
    assert workbook_bytes("pt") == workbook_bytes("pt")


def test_vocabularies_are_lists_to_choose_from() -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(workbook_bytes("pt")))
    rules = workbook["aquisicoes"].data_validations.dataValidation
    assert any("soja,milho,mamona" in rule.formula1 for rule in rules)
    assert len(rules) == sum(c.type in ("choice", "boolean") for c in schema().table("aquisicoes").columns)


def marked(version: str) -> bytes:
    part = f"xl/worksheets/sheet{len(schema().tables) + 1}.xml"
    return edited(workbook_bytes("pt"), part, f"<v>{schema().version}</v>".encode(), version.encode())


def test_a_template_of_a_later_lastro_is_not_read() -> None:
    assert codes(read(marked(f"<v>{schema().version + 1}</v>"), WORKBOOK)) == ["EVD-TAB-04.unknown"]
    assert codes(read(marked("<v></v>"), WORKBOOK)) == ["EVD-TAB-04.unknown"]


def test_a_template_of_an_earlier_lastro_is_read_with_an_alert() -> None:
    assert codes(read(marked("<v>0</v>"), WORKBOOK)) == ["EVD-TAB-04.older"]


@pytest.mark.parametrize("lang", LANGS)
def test_init_writes_what_is_missing_and_overwrites_nothing(tmp_path: Path, lang: Lang) -> None:
    folder = tmp_path / "usina"
    assert [path.name for path in write_templates(folder, BOOK, lang)] == ["lastro.toml", WORKBOOK]
    assert (folder / "nfe").is_dir()
    (folder / "lastro.toml").write_text("mine", encoding="utf-8")
    assert write_templates(folder, BOOK, lang) == ()
    assert (folder / "lastro.toml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("lang", LANGS)
def test_the_config_template_opens_once_its_three_blanks_are_filled(tmp_path: Path, lang: Lang) -> None:
    write_templates(tmp_path, BOOK, lang)
    with pytest.raises(WorkspaceFaults) as raised:
        open_workspace(tmp_path, BOOK)
    assert [f.code for f in raised.value.faults] == ["workspace.not_a_cnpj"] * 2 + ["workspace.not_a_municipality"]
    path = tmp_path / "lastro.toml"
    filled = path.read_text(encoding="utf-8").replace("00.000.000/0000-00", "11.222.333/0001-81")
    for place in ("Município/UF", "Municipality/UF"):
        filled = filled.replace(place, "Rio Verde/GO")
    path.write_text(
        filled.replace('# "', '"').replace("# [motor]", "[motor]").replace("# nome", "nome"), encoding="utf-8"
    )
    config = open_workspace(tmp_path, BOOK).config
    assert (config.year, config.units[0].municipality) == (2023, "5218805")
    assert all(config.readings[key] == BOOK.readings[key].default for key in config.readings)
    assert "selo.cap_base" in config.readings


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(EvidenceUnreadable) as raised:
        write_templates(tmp_path / "file", BOOK, "pt")
    assert raised.value.code == "workspace.not_writable"


def test_the_template_holds_no_macro_and_no_link() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook_bytes("pt"))) as package:
        assert not [n for n in package.namelist() if "vba" in n.lower() or "externalLinks" in n]
