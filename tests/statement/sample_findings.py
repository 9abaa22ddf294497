"""The findings of the sample: one for each line that its memory blocks or holds at risk, and a few of other kinds."""

from __future__ import annotations

from fractions import Fraction

import pyarrow as pa

from lastro.statement.model import Finding, Severity, Source

P280 = "portaria-saf-mapa-280-2022"
_DENOMINATOR_CENTAVOS = 21_645_678_901


def findings_for(memory: pa.Table) -> tuple[Finding, ...]:
    """Findings in the order in which checks would give them."""
    found: list[Finding] = []
    for number, row in enumerate(memory.to_pylist()):
        if row["block"]:
            found.append(_document_ended(row, number))
        if row["risk"] == "SBS-09":
            found.append(_origins_not_shown(row, number))
        if row["risk"] == "SBS-13":
            found.append(_contract_after_delivery(row, number))
        if row["after_yield_centavos"] < row["centavos"]:
            found.append(_above_yield(row, number))
    return (*found, *_others())


def _points(row: dict[str, int], centavos: int) -> Fraction:
    return Fraction(100 * centavos * row["weight"], 1000 * _DENOMINATOR_CENTAVOS)


def _subject(row: dict[str, str]) -> dict[str, str]:
    return {"key": row["key"], "item": str(row["item"])}


def _source(number: int) -> Source:
    return Source("aquisicoes.csv", "", number + 2, "", f"{number:064x}")


def _document_ended(row: dict, number: int) -> Finding:
    return Finding(
        "SBS-01",
        Severity.BLOCKS,
        "ended",
        _subject(row),
        {"issued_on": str(row["issued_on"]), "document_end": "2023-01-02", "farmer": row["supplier"]},
        (f"{P280} art. 4 I",),
        _source(number),
        row["centavos"],
        _points(row, row["centavos"]),
    )


def _origins_not_shown(row: dict, number: int) -> Finding:
    return Finding(
        "SBS-09",
        Severity.AT_RISK,
        "default",
        _subject(row),
        {"organisation": row["supplier"], "shown_centavos": "0", "value_centavos": str(row["accepted_centavos"])},
        (f"{P280} art. 9",),
        _source(number),
        row["accepted_centavos"],
        _points(row, row["accepted_centavos"]),
    )


def _contract_after_delivery(row: dict, number: int) -> Finding:
    return Finding(
        "SBS-13",
        Severity.AT_RISK,
        "after_delivery",
        _subject(row),
        {"contract": f"C-{number:03d}", "signed_on": "2023-12-20", "issued_on": str(row["issued_on"])},
        (f"{P280} art. 3 § 2",),
        _source(number),
        row["accepted_centavos"],
        _points(row, row["accepted_centavos"]),
    )


def _above_yield(row: dict, number: int) -> Finding:
    excess = row["centavos"] - row["after_yield_centavos"]
    return Finding(
        "SBS-05",
        Severity.BLOCKS,
        "default",
        _subject(row),
        {"farmer": row["supplier"], "limit_grams": str(row["yield_limit_grams"] or 0), "grams": str(row["grams"])},
        (f"{P280} art. 6",),
        _source(number),
        excess,
        _points(row, excess),
    )


def _others() -> tuple[Finding, ...]:
    price = Finding(
        "SBS-14",
        Severity.ALERT,
        "not_checked",
        {"table": "precos", "row_hash": ""},
        {},
        (f"{P280} art. 3 § 2",),
    )
    justified = Finding(
        "SBS-13",
        Severity.AT_RISK,
        "after_delivery",
        {"table": "contratos", "row_hash": "ab" * 32},
        {"contract": "C-900", "signed_on": "2023-06-20", "issued_on": "2023-06-19"},
        (f"{P280} art. 3 § 2",),
        Source("planilhas/contratos.xlsx", "contratos", 12, "assinatura", "ab" * 32),
        1_000_000,
        Fraction(0),
        justified_by="Decisão 12/2024",
    )
    ignored = Finding(
        "EVD-01",
        Severity.INFO,
        "default",
        {"table": "aquisicoes", "row_hash": ""},
        {"count": "3"},
        (),
        Source("aquisicoes.csv", "", 201),
    )
    return (price, justified, ignored)
