"""Several files as one: what is a repeat, what a contradiction, and what two equal events are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lastro.evidence.tables import FileTables, combine
from tests.evidence.tables.support import check, codes, column, cpf, csv_bytes, key, purchase, read, xlsx_bytes


def purchases(*records: dict[str, object], name: str = "aquisicoes.csv") -> FileTables:
    names = list(dict.fromkeys(n for record in records for n in record))
    return read(csv_bytes([names, *([record.get(n, "") for n in names] for record in records)]), name)


def keyed(number: int, **cells: object) -> dict[str, object]:
    return purchase(chave=key(number), item="1") | cells


def combined(*files: FileTables) -> FileTables:
    found = combine(files)
    check(found)
    return found


def duplicates(found: FileTables) -> int:
    return sum(f.code == "EVD-TAB-10" and f.variant == "default" for f in found.findings)


def test_the_same_item_twice_in_one_sheet_stays_and_is_told() -> None:
    """Which of the rows counts is for the check SBS-06 to say."""
    found = combined(purchases(keyed(1), keyed(2), keyed(1)))
    assert column(found, "_row") == [2, 3, 4]
    assert codes(found) == ["EVD-TAB-10.kept"]


def test_the_same_item_in_two_files_counts_once() -> None:
    found = combined(purchases(keyed(1)), purchases(keyed(1), keyed(3), name="aquisicoes 2.csv"))
    assert column(found, "_file") == ["aquisicoes 2.csv", "aquisicoes 2.csv"]
    assert duplicates(found) == 1


def test_one_item_with_two_values_stays_with_both_for_the_rules_to_judge() -> None:
    found = combined(purchases(keyed(1), keyed(2)), purchases(keyed(1, valor="999,99"), name="aquisicoes-b.csv"))
    assert codes(found) == []
    assert sorted(column(found, "chave")) == sorted([key(1), key(1), key(2)])


def test_two_equal_deliveries_of_one_sheet_both_count_with_an_alert() -> None:
    found = combined(purchases(purchase(), purchase()))
    assert codes(found) == ["EVD-TAB-10.kept"]
    assert column(found, "_row") == [2, 3]


def test_a_copy_of_the_file_adds_nothing() -> None:
    rows = [purchase(), purchase(), purchase(valor="1,00")]
    found = combined(purchases(*rows), purchases(*reversed(rows), name="aquisicoes - Copia.csv"))
    assert found.tables["aquisicoes"].num_rows == 3
    assert duplicates(found) == 3


def test_equal_lines_of_a_register_are_one_fact() -> None:
    text = f"cpf;area_ha\n{cpf(1)};10,5\n{cpf(1)};10,5\n{cpf(1)};11,5\n"
    found = combined(read(text, "agricultores.csv"))
    assert column(found, "area_ha", "agricultores") == [105_000, 115_000]
    assert duplicates(found) == 1


def test_an_empty_part_of_a_key_may_still_name_a_fact() -> None:
    text = "mes;biodiesel_m3\n01/2023;10,5\n01/2023;11,5\n02/2023;1,5\n"
    found = combined(read(text, "producao.csv"))
    assert codes(found) == ["EVD-TAB-11", "EVD-TAB-11"]
    assert column(found, "mes", "producao") == ["2023-02"]


def test_two_sheets_of_one_table_are_one_table() -> None:
    header = ["data", "fornecedor", "valor"]
    data = xlsx_bytes(
        {
            "Aquisições jan": [header, ["10/01/2023", cpf(1), 1.5]],
            "Aquisições fev": [header, ["10/02/2023", cpf(1), 1.5]],
        }
    )
    found = combined(read(data, "x.xlsx"))
    assert column(found, "_sheet") == ["Aquisições fev", "Aquisições jan"]


def test_nothing_combines_to_nothing() -> None:
    assert combine([]) == FileTables({})


ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["1,50", "2,50"])), max_size=6)


@given(st.lists(ROWS, min_size=1, max_size=3), st.randoms())
def test_the_order_of_the_files_changes_nothing(files: list[list[tuple[int, str]]], chance) -> None:
    given_files = [
        purchases(
            *[keyed(n, valor=v) if n else purchase(valor=v) for n, v in rows] or [keyed(9)], name=f"aquisicoes {at}.csv"
        )
        for at, rows in enumerate(files)
    ]
    shuffled = list(given_files)
    chance.shuffle(shuffled)
    one, other = combined(*given_files), combined(*shuffled)
    assert one.tables["aquisicoes"].equals(other.tables["aquisicoes"])
    assert (one.findings, one.counts) == (other.findings, other.counts)
