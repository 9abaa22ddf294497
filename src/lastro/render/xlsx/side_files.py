"""The memory of calculation beside a workbook that is too small for it: Parquet for programs, CSV for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from lastro.render import words
from lastro.render.xlsx.cells import neutral
from lastro.statement.catalogue import Lang
from lastro.statement.model import PER_UNIT, MemoryColumn, Statement

_BATCH = 50_000
_SEPARATOR = {"pt": ";", "en": ","}
_POINT = {"pt": ",", "en": "."}


def write_side_files(statement: Statement, workbook: Path, lang: Lang, clean: Callable[[str], str]) -> tuple[Path, ...]:
    """`<name>-memoria.parquet` and `.csv` (pt; `-memory` in English) beside `workbook`, CPFs passed through `clean`."""
    assert statement.memory is not None
    stem = workbook.with_name(f"{workbook.stem}-{'memoria' if lang == 'pt' else 'memory'}")
    parquet, table = stem.with_suffix(".parquet"), stem.with_suffix(".csv")
    columns = [column for column in statement.memory_columns if column.name in statement.memory.column_names]
    shown = _cleaned(statement.memory.select([column.name for column in columns]), clean)
    pq.write_table(shown, parquet, compression="zstd")
    _write_csv(shown, columns, table, lang)
    return (parquet, table)


def _cleaned(table: pa.Table, clean: Callable[[str], str]) -> pa.Table:
    """`table` with every text passed through `clean`, once for each distinct value."""
    arrays = []
    for column in table.columns:
        if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
            coded = column.combine_chunks().dictionary_encode()
            words_ = pa.array([clean(word) for word in coded.dictionary.to_pylist()], pa.string())
            arrays.append(pa.DictionaryArray.from_arrays(coded.indices, words_).cast(pa.string()))
        else:
            arrays.append(column)
    return pa.table(arrays, names=table.column_names)


def _write_csv(table: pa.Table, columns: list[MemoryColumn], path: Path, lang: Lang) -> None:
    """UTF-8 with mark, the language's separators, numbers in the unit people read, texts that never run as formulas."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, delimiter=_SEPARATOR[lang], lineterminator="\r\n")
        writer.writerow([neutral(column.pt if lang == "pt" else column.en) for column in columns])
        for batch in table.to_batches(max_chunksize=_BATCH):
            told = [_told(batch.column(n).to_pylist(), column.kind, lang) for n, column in enumerate(columns)]
            writer.writerows(zip(*told, strict=True))


def _told(values: list[object], kind: str, lang: Lang) -> Iterable[str]:
    return [_cell(value, kind, lang) for value in values]


def _cell(value: object, kind: str, lang: Lang) -> str:
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and kind in PER_UNIT:
        return words.plain(value, kind).replace(".", _POINT[lang])
    if isinstance(value, date):
        return words.day(value.isoformat(), lang)
    return neutral(str(value))
