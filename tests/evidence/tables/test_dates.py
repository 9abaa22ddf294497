"""Days, months and crop years."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.evidence.columns import schema
from lastro.evidence.tables.cells import Context, read_columns
from lastro.evidence.tables.findings import Fault
from tests.evidence.tables.support import BOOK

DAY = schema().table("aquisicoes").column("data")
MONTH = schema().table("producao").column("mes")
CROP = schema().table("aquisicoes").column("safra")
REPORTS = schema().table("frustracoes").column("laudo_datas")
EPOCH = date(1899, 12, 30)
EVENING = datetime(2023, 3, 31, 22, 10)  # noqa: DTZ001 - a spreadsheet knows no time zone


def parse(*cells: object, column=DAY, epoch: date | None = None) -> list[object]:
    values, faults = read_columns([(column, list(cells))], Context(BOOK, epoch=epoch))
    return [faults[column.name].get(at, value) for at, value in enumerate(values[column.name])]


def fault(*cells: object, column=DAY, epoch: date | None = None) -> str:
    last = parse(*cells, column=column, epoch=epoch)[-1]
    assert isinstance(last, Fault), last
    return f"{last.code}.{last.variant}"


@pytest.mark.parametrize(
    "written",
    ["31/03/2023", "31-03-2023", "31.03.2023", "31/3/23", "2023-03-31", "2023-03-31T22:10:00-03:00", "31/03/2023 22:10",
     EVENING, date(2023, 3, 31)],
)  # fmt: skip
def test_one_day_in_all_its_spellings(written: object) -> None:
    assert parse(written) == [date(2023, 3, 31)]


@pytest.mark.parametrize("written", ["31/02/2023", "2023-13-01", "ontem", "03/2023", "1/1/85", "31/04/2023"])
def test_what_is_no_day_is_told(written: str) -> None:
    assert fault(written) == "EVD-TAB-25.default"


def test_the_month_never_comes_first() -> None:
    assert fault("03/25/2023") == "EVD-TAB-25.month_first"
    assert parse("03/04/2023") == [date(2023, 4, 3)]


def test_one_month_first_date_makes_its_column_doubtful() -> None:
    first, second, third, fourth = parse("03/25/2023", "03/04/2023", "05/05/2023", "2023-04-03")
    assert isinstance(first, Fault)
    assert isinstance(second, Fault)
    assert (second.variant, second.arguments) == ("month_first_column", {"other": "03/25/2023"})
    assert (third, fourth) == (date(2023, 5, 5), date(2023, 4, 3))


def test_date_cells_beside_a_month_first_text_are_doubtful_too() -> None:
    text, swapped, certain = parse("03/25/2023", date(2023, 4, 3), date(2023, 4, 13))
    assert isinstance(text, Fault)
    assert isinstance(swapped, Fault)
    assert swapped.variant == "month_first_column"
    assert certain == date(2023, 4, 13)


def test_a_serial_needs_the_epoch_of_its_workbook() -> None:
    assert parse(45_016, epoch=EPOCH) == [date(2023, 3, 31)]
    assert parse(45_016 - 1462, epoch=date(1904, 1, 1)) == [date(2023, 3, 31)]
    assert fault(45_016) == "EVD-TAB-25.serial"
    assert fault("45016", epoch=EPOCH) == "EVD-TAB-25.serial"
    assert fault(20_230_331, epoch=EPOCH) == "EVD-TAB-25.serial"


def test_a_year_out_of_reach_is_told() -> None:
    assert fault("31/03/0203") == "EVD-TAB-25.year"
    assert fault(date(1900, 1, 1)) == "EVD-TAB-25.year"


@given(
    st.dates(date(2000, 1, 1), date(2069, 12, 31)), st.sampled_from(["%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y", "%d-%m-%y"])
)
def test_a_day_comes_back_as_it_was_written(day: date, form: str) -> None:
    assert parse(day.strftime(form)) == [day]


@given(st.dates(date(1930, 1, 1), date(2100, 12, 31)))
def test_a_serial_comes_back_as_its_day(day: date) -> None:
    assert parse((day - EPOCH) // timedelta(days=1), epoch=EPOCH) == [day]


@pytest.mark.parametrize(
    "written",
    ["03/2023", "3/2023", "2023-03", "2023/03", "mar/23", "mar/2023", "Março/2023", "março de 2023", "march 2023", "03/23",
     "01/03/2023", date(2023, 3, 1)],
)  # fmt: skip
def test_one_month_in_all_its_spellings(written: object) -> None:
    assert parse(written, column=MONTH) == ["2023-03"]


@pytest.mark.parametrize("written", ["13/2023", "00/2023", "2023", "mmm/23", 2023, "mar/1"])
def test_what_is_no_month_is_told(written: object) -> None:
    assert fault(written, column=MONTH) == "EVD-TAB-33.default"


@pytest.mark.parametrize(
    ("written", "crop_year"),
    [("2022/23", "2022/23"), ("2022/2023", "2022/23"), ("22/23", "2022/23"), ("2022-23", "2022/23"),
     ("Safra 2022/23", "2022/23"), ("1999/00", "1999/00"), ("2023", "2023"), (2023, "2023"), (2023.0, "2023")],
)  # fmt: skip
def test_one_crop_year_in_all_its_spellings(written: object, crop_year: str) -> None:
    assert parse(written, column=CROP) == [crop_year]


@pytest.mark.parametrize("written", ["2022/24", "2023/22", "23", "22/2024", "verão", 2023.5])
def test_what_is_no_crop_year_is_told(written: object) -> None:
    assert fault(written, column=CROP) == "EVD-TAB-34.default"


def test_a_crop_year_that_became_a_date_is_told_as_such() -> None:
    assert fault(date(2023, 11, 12), column=CROP) == "EVD-TAB-34.date"


def test_several_days_in_one_cell() -> None:
    assert parse("10/03/2023; 01/02/2023 2023-03-10", column=REPORTS) == ["2023-02-01;2023-03-10"]
    assert parse(date(2023, 2, 1), column=REPORTS) == ["2023-02-01"]
    assert fault("10/03/2023; 31/02/2023", column=REPORTS) == "EVD-TAB-25.default"
