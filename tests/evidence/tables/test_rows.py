"""What is a header, what is data, and that every row is accounted for with all of its faults."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lastro.statement.model import Severity
from tests.evidence.tables.support import check, codes, column, cpf, csv_bytes, key, one, purchase, read, rows, told

HEADER = ["data", "fornecedor", "produto", "valor"]
GOOD = ["10/04/2023", cpf(1), "soja", "10,00"]


def variants(found) -> list[str]:
    return [f.variant for f in found.findings if f.code == "EVD-TAB-09"]


def test_titles_above_and_totals_below_are_left_aside_and_told() -> None:
    table = [["Usina Exemplo S/A"], ["Compras de 2023", "", "emitido em 05/01/2024"], [], HEADER, GOOD, [],
             ["SUBTOTAL", "", "", "10,00"], [*GOOD[:3], "11,00"], ["", "Total geral:", "", "21,00"]]  # fmt: skip
    found = read(csv_bytes(table))
    assert variants(found) == ["above_header", "above_header", "total", "total"]
    assert column(found, "_row") == [5, 8]
    [count] = found.counts
    assert (count.read, count.accepted, count.ignored) == (6, 2, 4)


def test_a_farmer_called_total_is_not_a_total() -> None:
    text = f"cpf;nome;area_ha\n{cpf(1)};Total;10,5\nTOTAL;;10,5\n"
    found = read(text, "agricultores.csv")
    assert column(found, "nome", "agricultores") == ["Total"]
    assert variants(found) == ["total"]


def test_a_total_loss_is_a_loss() -> None:
    found = read("contrato;tipo;laudos\nC-1;total;1\n;total;1\nTOTAL;;2\n", "frustracoes.csv")
    assert column(found, "contrato", "frustracoes") == ["C-1"]
    assert codes(found) == ["EVD-TAB-20"]
    assert variants(found) == ["total"]


def test_a_header_pasted_again_is_left_aside() -> None:
    found = read(csv_bytes([HEADER, GOOD, HEADER, [*GOOD[:3], "12,00"]]))
    assert variants(found) == ["repeated_header"]
    assert column(found, "_row") == [2, 4]


def test_every_fault_of_a_row_is_told_at_once_and_nothing_of_it_is_taken() -> None:
    record = purchase(
        data="31/02/2023", fornecedor="123", produto="quinoa", valor="abc", municipio_origem="Xanadu", propria="?"
    )
    found = read(csv_bytes(one(record)))
    assert sorted(codes(found)) == [
        "EVD-TAB-21",
        "EVD-TAB-25",
        "EVD-TAB-26.cpf_check",
        "EVD-TAB-29",
        "EVD-TAB-30",
        "EVD-TAB-32",
    ]
    assert rows(found) == []
    assert all(
        f.severity is Severity.BLOCKS and f.source.row == 2 and f.source.file == "aquisicoes.csv"
        for f in found.findings
    )
    assert {f.source.column for f in found.findings} == set(record)


def test_a_faulty_optional_cell_refuses_the_row() -> None:
    found = read(csv_bytes([[*HEADER, "safra"], [*GOOD, "2022/29"], [*GOOD, ""]]))
    assert (codes(found), column(found, "_row")) == (["EVD-TAB-34"], [3])


def test_an_unknown_heading_is_ignored_with_a_hint() -> None:
    found = read(csv_bytes([[*HEADER, "fornecedo", "observação"], [*GOOD, "x", "y"]]))
    assert codes(found, at_least=Severity.ALERT) == ["EVD-TAB-07.suggestion", "EVD-TAB-07"]
    assert "fornecedor" in told(found.findings[0])["pt.remedy"]
    assert len(rows(found)) == 1


def test_a_value_under_no_heading_is_told() -> None:
    found = read(csv_bytes([[*HEADER, "", ""], [*GOOD, "", "nota"]]))
    assert codes(found) == ["EVD-TAB-07.unnamed"]
    assert found.findings[0].arguments["letter"] == "F"


def test_two_columns_of_one_name_stop_the_sheet() -> None:
    found = read(csv_bytes([[*HEADER, "valor"], [*GOOD, "11,00"]]))
    assert codes(found) == ["EVD-TAB-08"]
    assert (found.counts[0].read, found.counts[0].rejected) == (1, 1)


def test_of_two_headings_for_one_column_the_exact_name_holds() -> None:
    found = read(csv_bytes([[*HEADER, "Valor total"], [*GOOD, "99,00"]]))
    assert codes(found) == ["EVD-TAB-07.second"]
    assert column(found, "valor") == [1000]


def test_a_missing_indispensable_column_is_one_finding_not_one_per_row() -> None:
    found = read(csv_bytes([["data", "produto", "valor"], *[["10/04/2023", "soja", "1,50"]] * 50]))
    assert codes(found) == ["EVD-TAB-06"]
    assert found.findings[0].arguments["column"] == "fornecedor"
    assert (found.counts[0].read, found.counts[0].rejected) == (50, 50)


def test_a_key_alone_is_enough_for_a_purchase() -> None:
    found = read(csv_bytes([["chave", "item"], [key(1), "1"], [key(2), ""], ["", "3"]]))
    assert codes(found) == ["EVD-TAB-20"]
    assert column(found, "item") == [1, None]


def test_no_header_is_told_once() -> None:
    assert codes(read(csv_bytes([["a", "b"], ["1", "2"]]))) == ["EVD-TAB-05"]


def test_a_period_the_wrong_way_round_is_told() -> None:
    found = read(
        f"cpf;inicio;fim\n{cpf(1)};01/05/2023;30/04/2023\n{cpf(2)};01/05/2023;01/05/2023\n", "agricultores.csv"
    )
    assert codes(found) == ["EVD-TAB-40"]
    assert column(found, "cpf", "agricultores") == [cpf(2)]


def test_sixty_five_thousand_blank_rows_are_nothing() -> None:
    found = read(csv_bytes([HEADER, GOOD, *[["", " ", "\u00a0", ""]] * 65_536, [*GOOD[:3], "12,00"]]))
    assert column(found, "_row") == [2, 65_539]
    assert found.counts[0].read == 2


def test_a_message_never_shows_a_whole_cpf() -> None:
    wrong = cpf(111222333)[:-2] + "00"
    found = read(csv_bytes(one(purchase(fornecedor=wrong, contrato=f"C {cpf(5)}"))))
    words = " ".join(" ".join(told(finding).values()) for finding in found.findings)
    assert wrong not in words
    assert f"***.{wrong[3:6]}.{wrong[6:9]}-**" in words


def test_a_finding_speaks_of_the_row_wherever_it_stands() -> None:
    bad = [*GOOD[:3], "abc"]
    first, second = (
        read(csv_bytes([HEADER, bad, GOOD])),
        read(csv_bytes([["título"], HEADER, GOOD, bad]), "aquisicoes 2.csv"),
    )
    [one_finding] = [f for f in first.findings if f.code == "EVD-TAB-21"]
    [other] = [f for f in second.findings if f.code == "EVD-TAB-21"]
    assert (one_finding.subject, one_finding.arguments) == (other.subject, other.arguments)
    assert one_finding.source != other.source


CELLS = st.sampled_from(
    [
        "",
        " ",
        "10/04/2023",
        "03/25/2023",
        "1,5",
        "1.234",
        "soja",
        "TOTAL",
        "data",
        "valor",
        "x",
        "#REF!",
        "-",
        cpf(1),
        "sim",
        "a" * 90,
        key(3),
        "\x07",
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(CELLS, max_size=6), max_size=12),
    st.sampled_from(["aquisicoes", "agricultores", "vendas", "dispendios"]),
)
def test_whatever_the_rows_hold_each_is_accepted_or_told(body: list[list[str]], table: str) -> None:
    header = {
        "aquisicoes": HEADER,
        "agricultores": ["cpf", "nome", "inicio", "fim"],
        "vendas": ["data", "valor", "destino"],
        "dispendios": ["tipo", "data", "valor"],
    }[table]
    found = read(csv_bytes([header, *body]), f"{table}.csv")
    check(found)
    [count] = found.counts or [None]
    told_rows = {f.source.row for f in found.findings if f.source.row}
    filled = sum(any(c.strip() for c in row) for row in body)
    if count is not None and "EVD-TAB-08" not in codes(found):
        assert count.read == filled
        assert len(told_rows) == count.rejected + count.ignored
