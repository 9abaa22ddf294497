"""The example as a whole: the number of notes asked for, the same bytes on every run, every kind and every defect."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import openpyxl
import pytest

from lastro.core.errors import WrongUse
from lastro.example import ExampleManifest, write_bulk_notes, write_example
from lastro.law import load
from tests.example.test_notes import documents

NEEDS_ONE_OF_EACH = (
    "producer_note",
    "tax_site_note",
    "tax_office_note",
    "paper_with_counter_note",
    "producer_note_and_counter_note",
    "disagreeing_counter_note",
    "lot_coop_south",
    "lot_coop_cerrado",
    "lot_coop_sertao",
    "lot_agent_enabled",
    "lot_agent_not_enabled",
    "lot_coop_without_caf",
    "price_to_fix_remittance",
    "price_to_fix_fixing",
    "future_delivery_billing",
    "future_delivery",
    "sale_to_order",
    "sale_to_order_remittance",
    "return_of_purchase",
    "price_complement",
    "corrected_note",
    "cancelled_event_before",
    "cancelled_event_after",
    "cancelled_glued",
    "cancelled_protocol",
    "denied",
    "homologation",
    "copied",
    "conflict",
    "without_protocol",
    "in_a_batch",
    "input_ethanol",
    "live_bovino",
    "live_suino",
    "diesel_for_own_use",
    "other_supplier",
    "sale",
    "sale_export",
    "sale_export_by_trader",
    "sale_of_third_party_biodiesel",
    "sale_of_glycerin",
    "return_of_sale",
)
CODES = (1, 3, 5, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)


def tree_hash(folder: Path) -> str:
    state = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            state.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def test_the_example_has_the_number_of_notes_asked_for(example: ExampleManifest) -> None:
    assert example.notes == 5000
    assert len({key for keys in example.kinds.values() for key in keys}) == 5000


def test_every_kind_of_note_and_every_code_of_defect_occurs(example: ExampleManifest) -> None:
    assert [kind for kind in NEEDS_ONE_OF_EACH if not example.kinds.get(kind)] == []
    assert [code for code in CODES if not example.defects.get(f"SBS-{code:02d}")] == []


def test_the_same_arguments_give_the_same_bytes_and_another_seed_gives_others(tmp_path: Path) -> None:
    book = load()
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder, seed in zip(folders, (7, 7, 8), strict=True):
        write_example(folder, book, notes=1200, seed=seed)
    hashes = [tree_hash(folder) for folder in folders]
    assert hashes[0] == hashes[1] != hashes[2]


def test_too_few_notes_for_one_of_each_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongUse):
        write_example(tmp_path / "x", load(), notes=50)


def test_a_seeded_row_stands_where_the_manifest_says(example: ExampleManifest) -> None:
    lines = example.directory.joinpath("aquisicoes.csv").read_bytes().decode("cp1252").splitlines()
    header = next(csv.reader(lines[:1], delimiter=";"))
    for seed in example.defects["SBS-08"]:
        row = dict(zip(header, next(csv.reader([lines[seed.row - 1]], delimiter=";")), strict=True))
        assert (seed.table, row["chave"]) == ("aquisicoes", seed.key)
    sheet = openpyxl.load_workbook(example.directory / "gastos e provas.xlsx", read_only=True)["dispendios"]
    rows = list(sheet.iter_rows(values_only=True))
    advanced = next(seed for seed in example.defects["SBS-17"] if seed.cause == "advanced")
    assert rows[advanced.row - 1][rows[0].index("antecipado")] == "S"


def test_tables_come_as_people_have_them(example: ExampleManifest) -> None:
    farmers = openpyxl.load_workbook(example.directory / "cadastros.xlsx")["agricultores"]
    rows = list(farmers.iter_rows(values_only=True))
    assert "inventadas" in str(rows[0][0])
    assert rows[2][0] == "cpf"
    assert rows[-1][0] == "TOTAL"
    assert {type(row[0]) for row in rows[3:-1]} == {str, int}
    purchases = example.directory.joinpath("aquisicoes.csv").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        purchases.decode("utf-8")
    assert example.directory.joinpath("producao.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_origins_of_lots_close_with_their_notes_except_where_seeded(example: ExampleManifest) -> None:
    named: dict[str, int] = {}
    for row in csv.DictReader(example.directory.joinpath("origens.csv").read_text("utf-8").splitlines()):
        if row["item"] == "1" and row["unidade_medida"] == "kg":
            named[row["chave"]] = named.get(row["chave"], 0) + int(row["quantidade"])
    seeded = {seed.key for seed in example.defects["SBS-09"]}
    lots = {key for kind, keys in example.kinds.items() if kind.startswith("lot_") for key in keys}
    told = {key: kg for key, kg in weights(example.directory / "nfe").items() if key in lots}
    assert len(told) == len(lots) > 500
    with_a_rejected_row = {example.kinds["lot_coop_south"][0]}
    assert {key for key, kg in told.items() if named.get(key, 0) != kg} == seeded | with_a_rejected_row


def weights(folder: Path) -> dict[str, int]:
    """Kilograms of the first item of each note whose taxable unit is kg."""
    found = {}
    for _, content in documents(folder):
        if b"<nfeProc" in content[:400] and b"<uTrib>KG</uTrib>" in content:
            key = content.partition(b'<infNFe Id="NFe')[2][:44].decode()
            quantity = content.partition(b"<qTrib>")[2].partition(b"</qTrib>")[0].decode()
            found[key] = int(quantity.partition(".")[0])
    return found


def test_bulk_notes_are_the_same_on_every_run(tmp_path: Path) -> None:
    first = write_bulk_notes(tmp_path / "a", 30)
    again = write_bulk_notes(tmp_path / "b", 30)
    assert [path.name for path in first] == [path.name for path in again]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]
