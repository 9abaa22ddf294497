"""A refused row is matched to one of ours, or told why not: read = matched + ambiguous + unmatched + ignored."""

from __future__ import annotations

from datetime import date

from lastro.law import load
from lastro.selo.reconciling import Asked, read_official
from lastro.selo.reconciling.reconcile import reconciled
from lastro.statement.reconciled import Reconciliation, Standing
from tests.selo.reconciling.years import FARMERS, MEMBERS, lab, year
from tests.selo.world import BIA, COOPERATIVE, key

ROWS = year()["aquisicoes"]
HEAD = "Chave;Item;CPF/CNPJ;Produto;Valor glosado;Data;Motivo\n"


def _row(position: int) -> str:
    return str(ROWS[position]["chave"])


def _money(position: int) -> str:
    return str(ROWS[position]["valor"]).replace(".", ",")


def _asked(*rows: str) -> Reconciliation:
    data = (HEAD + "".join(f"{row}\n" for row in rows)).encode()
    answer = reconciled(lab(), read_official("oficial.csv", data, load(), Asked()))
    counts = answer.rows
    assert counts.read == counts.matched + counts.ambiguous + counts.unmatched + counts.ignored
    assert counts.read == len(rows)
    return answer


def _codes(answer: Reconciliation) -> list[str]:
    return [f"{finding.code} {finding.variant}" for finding in answer.findings if finding.code.startswith("REC-0")]


def test_a_key_alone_suffices() -> None:
    answer = _asked(f"{_row(5)};;;;;;")
    assert answer.rows.matched == 1
    assert answer.defence[0].fact.key == _row(5)


def test_supplier_product_or_value_alone_suffice_where_one_row_fits() -> None:
    answer = _asked(f";;{FARMERS[6]};;;;", f";;;;{_money(7)};;")
    assert [row.fact.supplier for row in answer.defence] == [FARMERS[6], FARMERS[7]]


def test_what_fits_several_rows_is_told_and_not_chosen() -> None:
    answer = _asked(";;;soja;;;")
    assert (answer.rows.ambiguous, answer.defence) == (1, ())
    finding = next(finding for finding in answer.findings if finding.code == "REC-01")
    assert finding.source is not None
    assert (finding.source.file, finding.source.row) == ("oficial.csv", 2)
    assert "soja" in finding.arguments["value"]


def test_a_key_of_nobody_and_a_value_of_nobody_are_told() -> None:
    answer = _asked(f"{key(777)};;;;;;", ";;;;0,07;;", f";;{COOPERATIVE};mamona;;;")
    assert answer.rows.unmatched == 3
    assert _codes(answer) == ["REC-02 no_such_key", "REC-02 no_such_row", "REC-02 no_such_row"]


def test_the_same_refusal_twice_takes_its_row_out_once() -> None:
    answer = _asked(f"{_row(5)};;;;;;", f"{_row(5)};1;;;;;")
    assert (answer.rows.matched, answer.rows.ignored, len(answer.given)) == (1, 1, 1)


def test_a_smaller_value_under_a_key_refuses_that_part_only() -> None:
    answer = _asked(f"{_row(5)};1;;;100,00;;")
    assert _codes(answer) == ["REC-03 partial"]
    weight = answer.defence[0].weight_thousandths
    assert weight is not None
    assert answer.ours.numerator - answer.after_given.numerator == 10_000 * weight // 1000


def test_a_larger_value_another_supplier_or_date_under_a_key_are_told() -> None:
    answer = _asked(f"{_row(5)};1;{FARMERS[9]};mamona;999.999,00;01/02/2023;")
    assert _codes(answer) == ["REC-03 larger", "REC-03 supplier", "REC-03 date"]
    assert answer.rows.matched == 1


def test_a_farmer_of_a_delivery_is_refused_apart_from_the_others() -> None:
    answer = _asked(f"{key(900, COOPERATIVE)};;{MEMBERS[1]};;30.000,10;;")
    (row,) = answer.defence
    assert (row.fact.part, row.fact.centavos) == (MEMBERS[1], 3_000_010)
    assert answer.ours.numerator - answer.after_given.numerator == row.adds


def test_a_delivery_named_by_its_cooperative_is_refused_whole() -> None:
    (row,) = _asked(f";;{COOPERATIVE};;90.000,30;;").defence
    assert (row.fact.part, row.fact.centavos) == ("", 9_000_030)


def test_a_masked_cpf_finds_its_farmer_by_value() -> None:
    person = FARMERS[8]
    (row,) = _asked(f";;***.{person[3:6]}.{person[6:9]}-**;;{_money(8)};;").defence
    assert row.fact.supplier == person


def test_what_we_keep_out_ourselves_is_conceded_and_a_row_of_another_year_changes_nothing() -> None:
    answer = _asked(f"{_row(23)};;;;;;", f";;{BIA};;{_money(25)};;")
    assert [row.standing for row in answer.defence] == [Standing.CONCEDED, Standing.ELSEWHERE]
    assert [finding.code for finding in answer.defence[0].findings] == ["SBS-01"]
    assert answer.after_given == answer.ours


def test_the_defence_names_fact_article_in_force_hash_and_what_counts() -> None:
    (row,) = _asked(f"{_row(11)};;;;;;sem contrato").defence
    assert row.standing in (Standing.COUNTS, Standing.AT_RISK)
    assert (row.reason, row.fact.on) == ("sem contrato", str(date(2023, 1, 15)))
    assert len(row.fact.row_hash) == 64
    assert row.fact.document.startswith("CAF")
    assert any("portaria-saf-mapa-280-2022 art. 4 § 9" in cite for point in row.law for cite in point.cites)
    assert all(point.evidence for point in row.law if point.key)
    assert row.adds == lab().bench.base.numerator - _asked(f"{_row(11)};;;;;;").after_given.numerator


def test_spending_is_matched_by_its_value_and_defended_by_its_item() -> None:
    value = str(year()["dispendios"][0]["valor"]).replace(".", ",")
    (row,) = _asked(f";;;;{value};;").defence
    assert (row.fact.table, row.standing) == ("dispendios", Standing.COUNTS)
    assert row.law


def test_given_rows_that_reach_the_figure_need_nothing_more() -> None:
    refused = _asked(f"{_row(5)};;;;;;", f"{_row(6)};;;;;;")
    numbers = {"numerator": f"{refused.after_given.numerator / 100:.2f}".replace(".", ",")}
    data = f"{HEAD}{_row(5)};;;;;;\n{_row(6)};;;;;;\n".encode()
    answer = reconciled(lab(), read_official("oficial.csv", data, load(), Asked(numbers)))
    assert [explanation.differences for explanation in answer.explanations] == [()]
    assert [difference.kind for difference in answer.given] == ["refused", "refused"]


def test_what_the_given_rows_leave_open_is_explained_beyond_them() -> None:
    both = _asked(f"{_row(5)};;;;;;", f"{_row(6)};;;;;;").after_given
    numbers = {"numerator": f"{both.numerator / 100:.2f}".replace(".", ",")}
    data = f"{HEAD}{_row(5)};;;;;;\n".encode()
    answer = reconciled(lab(), read_official("oficial.csv", data, load(), Asked(numbers)))
    (explanation,) = answer.explanations
    assert [difference.row.key for difference in explanation.differences if difference.row] == [_row(6)]
