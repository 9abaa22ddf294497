"""A row is what it says: saving its table in another format, encoding, language or order keeps its hash, and the same
fault gets the same code through every door."""

from __future__ import annotations

import pytest

from lastro.evidence.columns import Table
from lastro.evidence.tables import combine
from tests.evidence.tables.packages import ods_bytes
from tests.evidence.tables.records import ALL, records
from tests.evidence.tables.support import codes, cpf, csv_bytes, key, one, purchase, read, xlsx_bytes


def brazilian_csv(table: Table) -> bytes:
    body = [[cell.brazilian for cell in record.values()] for record in records(table)]
    return csv_bytes([[c.name.replace("_", " ").upper() for c in table.columns], *body], ";", "cp1252")


def plain_csv(table: Table) -> bytes:
    """Columns and rows in another order, English headers."""
    names = [c.name for c in reversed(table.columns)]
    body = [[record[name].plain for name in names] for record in reversed(records(table))]
    return csv_bytes([[table.column(name).en for name in names], *body], ",")


def workbook(table: Table) -> bytes:
    body = [[cell.native for cell in record.values()] for record in records(table)]
    return xlsx_bytes({table.en: [["Título"], [], [c.name for c in table.columns], *body, ["TOTAL"]]})


def open_document(table: Table) -> bytes:
    body = [[cell.brazilian for cell in record.values()] for record in records(table)]
    return ods_bytes(table.name, [[c.name for c in table.columns], *body])


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.name)
def test_every_format_gives_the_same_rows(table: Table) -> None:
    files = {
        f"{table.name}.csv": brazilian_csv(table),
        f"{table.en}.csv": plain_csv(table),
        "x.xlsx": workbook(table),
        "x.ods": open_document(table),
    }
    found = [read(data, name) for name, data in files.items()]
    assert [codes(one_found) for one_found in found] == [[]] * len(files)
    hashes = [sorted(f.tables[table.name].column("_hash").to_pylist()) for f in found]
    assert hashes[1:] == hashes[:1] * (len(files) - 1)
    assert len(set(hashes[0])) == 3
    names = [c.name for c in table.columns]
    typed = [f.tables[table.name].select(names).sort_by([(n, "ascending") for n in names]) for f in found]
    assert all(other.equals(typed[0]) for other in typed[1:])


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.name)
def test_the_same_table_given_four_times_counts_once(table: Table) -> None:
    files = [
        read(brazilian_csv(table), f"{table.name}.csv"),
        read(plain_csv(table), f"{table.en}.csv"),
        read(workbook(table), "x.xlsx"),
        read(open_document(table), "x.ods"),
    ]
    combined = combine(files)
    assert combined.tables[table.name].num_rows == 3
    assert sum(count.duplicate for count in combined.counts) == 9


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.name)
def test_any_cell_that_changes_changes_the_hash(table: Table) -> None:
    first, second, _ = records(table)
    base = {name: cell.brazilian for name, cell in first.items()}
    reference = read(csv_bytes(one(base)), f"{table.name}.csv").tables[table.name].column("_hash").to_pylist()
    for column in table.columns:
        other = second[column.name].brazilian
        if (
            other == base[column.name]
            or column.type in {"dates", "municipality"}
            or column.name in (table.period or ())
        ):
            continue
        changed = read(csv_bytes(one(base | {column.name: other})), f"{table.name}.csv")
        assert changed.tables[table.name].column("_hash").to_pylist() != reference, column.name


def test_an_added_empty_column_keeps_the_hash() -> None:
    narrow, wide = read(csv_bytes(one(purchase()))), read(csv_bytes(one(purchase(safra="", propria="N", contrato="-"))))
    assert narrow.tables["aquisicoes"].column("_hash") == wide.tables["aquisicoes"].column("_hash")


BAD = {
    "valor": ["abc", "1.234", "0,005", "-1", "", "#REF!"],
    "data": ["31/02/2023", "03/25/2023", "45016", ""],
    "fornecedor": ["123", cpf(5)[:-1] + ("0" if cpf(5)[-1] != "0" else "1"), ""],
    "chave": [key(1)[:-1], "3,52607E+43", "abc"],
    "item": ["0", "1,5", "um"],
    "produto": ["quinoa", "mamonna"],
    "municipio_origem": ["Xanadu", "Bom Jesus", "123"],
    "safra": ["2022/29", "23"],
    "propria": ["talvez"],
    "contrato": ["a\x07b", "a" * 6_000],
    "quantidade": ["10 kg", "1,2345678"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "cell"), [(name, cell) for name, cells in BAD.items() for cell in cells])
def test_the_same_fault_has_the_same_code_through_every_door(name: str, cell: str) -> None:
    record = one(purchase(**{name: cell}))
    expected = codes(read(csv_bytes(record)))
    assert expected
    doors = {
        "aquisicoes.xlsx": xlsx_bytes({"aquisicoes": record}),
        "purchases.csv": csv_bytes(record, ",", "utf-8-sig"),
    }
    if cell.isprintable():
        doors["aquisicoes.ods"] = ods_bytes("aquisicoes", record)
    for door, data in doors.items():
        found = read(data, door)
        assert codes(found) == expected, door
        assert [f.arguments for f in found.findings] == [f.arguments for f in read(csv_bytes(record)).findings], door
