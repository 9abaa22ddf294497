"""A statement as the Selo assessment of 2023 would give it, small and deterministic, for tests of what shows it.

Everyone in it is invented. The formulas are evaluated by the product, so lines and totals always agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cache

import pyarrow as pa
import pytest

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit
from lastro.core.numbers import fixed, fraction_text
from lastro.statement import catalogue
from lastro.statement.formula import evaluate, names, parse
from lastro.statement.formula_sums import kinds_of, sums_over
from lastro.statement.model import Finding, LawUsed, Line, MemoryColumn, ReadingUsed, Severity, Source, Statement, Unit
from tests.statement.sample_findings import findings_for
from tests.statement.sample_lines import LINES
from tests.statement.sample_texts import SAMPLE_TEXTS

P280 = "portaria-saf-mapa-280-2022"

COLUMNS = (
    MemoryColumn("line_id", "text", "linha", "line"),
    MemoryColumn("key", "text", "chave de acesso", "access key"),
    MemoryColumn("item", "integer", "item", "item"),
    MemoryColumn("issued_on", "date", "data de emissão", "issued on"),
    MemoryColumn("supplier", "text", "fornecedor", "supplier"),
    MemoryColumn("family", "text", "família", "family"),
    MemoryColumn("product", "text", "produto", "product"),
    MemoryColumn("form", "text", "forma", "form"),
    MemoryColumn("municipality", "text", "município de origem", "municipality of origin"),
    MemoryColumn("region", "text", "região", "region"),
    MemoryColumn("supplier_kind", "text", "tipo de fornecedor", "kind of supplier", f"{P280} art. 9"),
    MemoryColumn("cap_group", "text", "grupo do limite", "cap group", f"{P280} art. 3 § 7"),
    MemoryColumn("spending_region", "text", "região do limite de gastos", "spending cap region", f"{P280} art. 4 § 8"),
    MemoryColumn("grams", "grams", "quantidade (kg)", "quantity (kg)"),
    MemoryColumn("centavos", "centavos", "valor da nota", "invoice value", f"{P280} art. 3 § 8"),
    MemoryColumn("yield_limit_grams", "grams", "limite por área e rendimento (kg)", "area and yield limit (kg)", f"{P280} art. 6"),
    MemoryColumn("after_yield_centavos", "centavos", "valor após área e rendimento", "value after area and yield", f"{P280} art. 4 I"),
    MemoryColumn("income_room_centavos", "centavos", "saldo do teto de renda", "room under the income ceiling", f"{P280} art. 3 § 9"),
    MemoryColumn("accepted_centavos", "centavos", "valor aceito", "accepted value", f"{P280} art. 4 I"),
    MemoryColumn("origin_factor", "tenths", "fator de origem", "origin factor", f"{P280} art. 4 § 9 I"),
    MemoryColumn("diversified_factor", "tenths", "fator de diversificação", "diversification factor", f"{P280} art. 4 § 9 II"),
    MemoryColumn("own_region_factor", "tenths", "fator da própria região", "own region factor", f"{P280} art. 4 § 9 III"),
    MemoryColumn("cooperative_factor", "tenths", "fator de cooperativa", "cooperative factor", f"{P280} art. 4 § 9 IV"),
    MemoryColumn("weight", "thousandths", "peso", "weight", f"{P280} art. 4 § 9", "origin_factor * diversified_factor * own_region_factor * cooperative_factor"),
    MemoryColumn("weighted", "milli_centavos", "valor ponderado", "weighted value", f"{P280} art. 4 § 9", "accepted_centavos * weight"),
    MemoryColumn("block", "text", "bloqueio", "block"),
    MemoryColumn("risk", "text", "em risco", "at risk"),
)  # fmt: skip

GROUPS = ("cap_group", "spending_region", "region", "product", "supplier_kind", "weight", "risk")

# municipality, region, priority for the spending cap
PLACES = (
    ("4305108", "S", "other"),
    ("4104808", "S", "other"),
    ("5218805", "CO", "other"),
    ("5107925", "CO", "other"),
    ("2933307", "NE", "priority"),
    ("1721000", "N", "priority"),
)
PRODUCTS = (("soja", "grao", "main"), ("mamona", "baga", "main"), ("milho", "grao", "corn"), ("metanol", "", "input"))
KINDS = ("agricultor", "agricultor", "agricultor", "cooperativa_af", "agricultor", "cooperativa_af")


def cpf(n: int) -> str:
    """The n-th invented CPF, with valid check digits."""
    nine = str(123_000_000 + 7_919 * n)
    return nine + cpf_check_digits(nine)


def cnpj(n: int) -> str:
    """The n-th invented CNPJ, with valid check digits."""
    twelve = f"{11_222_000 + n:08d}0001"
    return twelve + cnpj_check_digits(twelve)


def key(n: int, issuer: str, day: date) -> str:
    """An access key with a valid check digit; a farmer's has `000` and the CPF where a company has its CNPJ."""
    body = f"52{day:%y%m}{issuer.rjust(14, '0')}55{920 if len(issuer) == 11 else 1:03d}{n:09d}1{n * 37 % 10**8:08d}"
    return body + key_check_digit(body)


def _factors(product: str, region: str, kind: str) -> tuple[int, int, int, int]:
    if product == "metanol":
        return (10, 10, 10, 10)
    return (
        50 if region in ("N", "NE") else 10,
        40 if product == "mamona" else 10,
        40 if region == "CO" else 10,
        13 if kind == "cooperativa_af" else 10,
    )


def memory_row(n: int) -> dict[str, object]:
    """The n-th line: mostly soy from the South and the plant's own region, some castor, corn and an input."""
    place, region, spending_region = PLACES[n * 7 // 3 % 6]
    product, form, cap_group = PRODUCTS[0 if n % 10 < 5 else 1 if n % 10 < 6 else 2 if n % 10 < 9 else 3]
    kind = KINDS[n % 6]
    supplier = cnpj(n % 2 + 1) if kind == "cooperativa_af" else cpf(n % 37)
    day = date(2023, 1, 9) + timedelta(days=(n * 17) % 350)
    centavos = 4_300_017 + (n * 1_734_533) % 19_000_000
    blocked = "SBS-01" if n % 41 == 7 else ""
    after_yield = centavos * 3 // 4 if n % 29 == 3 else centavos
    accepted = 0 if blocked else after_yield
    factors = _factors(product, region, kind)
    weight = factors[0] * factors[1] * factors[2] * factors[3] // 10
    note = key(n, supplier, day)
    return {
        "line_id": f"{note}-001",
        "key": note,
        "item": 1,
        "issued_on": day,
        "supplier": supplier,
        "family": "" if kind == "cooperativa_af" else f"DAP-{n % 37:04d}",
        "product": product,
        "form": form,
        "municipality": place,
        "region": region,
        "supplier_kind": kind,
        "cap_group": cap_group,
        "spending_region": spending_region,
        "grams": centavos * 4,
        "centavos": centavos,
        "yield_limit_grams": None if kind == "cooperativa_af" else after_yield * 4,
        "after_yield_centavos": after_yield,
        "income_room_centavos": None if kind == "cooperativa_af" else 50_000_000,
        "accepted_centavos": accepted,
        "origin_factor": factors[0],
        "diversified_factor": factors[1],
        "own_region_factor": factors[2],
        "cooperative_factor": factors[3],
        "weight": weight,
        "weighted": accepted * weight,
        "block": blocked,
        "risk": "SBS-09" if kind == "cooperativa_af" and n % 12 == 3 else "SBS-13" if n % 23 == 5 else "",
    }


_ARROW = {"text": pa.string(), "date": pa.date32()}


def memory_of(rows: list[dict[str, object]]) -> pa.Table:
    """Rows as the memory of calculation."""
    fields = [pa.field(column.name, _ARROW.get(column.kind, pa.int64())) for column in COLUMNS]
    return pa.Table.from_pylist(rows, pa.schema(fields))


def totals_of(memory: pa.Table) -> pa.Table:
    """The memory grouped by everything the formulas filter on."""
    grouped = memory.group_by(list(GROUPS), use_threads=False).aggregate(
        [("accepted_centavos", "sum"), ("weighted", "sum"), ("grams", "sum")]
    )
    named = grouped.rename_columns([name.removesuffix("_sum") for name in grouped.column_names])
    return named.sort_by([(name, "ascending") for name in GROUPS])


def evaluated(lines: tuple[Line, ...], totals: pa.Table) -> tuple[Line, ...]:
    """The lines with `value`, `exact` and `inputs` filled from their formulas, in order."""
    exact: dict[str, Fraction] = {}
    done = []
    for line in lines:
        if line.formula:
            node = parse(line.formula)
            exact[line.id] = evaluate(node, exact.__getitem__, sums_over(totals, kinds_of(COLUMNS)))
            line = replace(line, inputs=names(node))
        elif line.value is not None:
            exact[line.id] = Fraction(line.value)
        places = {Unit.BRL: 2, Unit.PERCENT: 4, Unit.POINTS: 4, Unit.FACTOR: 1, Unit.M3: 3, Unit.COUNT: 0, Unit.KG: 3}[
            line.unit
        ]
        value = exact[line.id]
        done.append(replace(line, value=fixed(value, places), exact=fraction_text(value)))
    return tuple(done)


@cache
def sample(rows: int = 200) -> Statement:
    """The statement over `rows` lines of purchases."""
    return statement_of(memory_of([memory_row(n) for n in range(rows)]))


def statement_of(memory: pa.Table, findings: tuple[Finding, ...] | None = None) -> Statement:
    """The statement over any memory of the columns above."""
    totals = totals_of(memory)
    return Statement(
        kind="selo.assess",
        subject={
            "company_cnpj": cnpj(90),
            "company_name": "Usina Exemplo S.A.",
            "unit_cnpj": cnpj(90),
            "unit_name": "Usina Exemplo – Rio Verde",
            "unit_municipality": "5218805",
        },
        period={"start": "2023-01-01", "end": "2023-12-31", "year": "2023"},
        regime="280/2022",
        lines=evaluated(LINES, totals),
        findings=findings_for(memory) if findings is None else findings,
        readings=(
            ReadingUsed("selo.cap_base", "unweighted", True),
            ReadingUsed("selo.gross_or_net", "net", False),
            ReadingUsed("selo.regional_cap", "purchase_origin", True),
        ),
        law=(
            LawUsed("selo.280.factor.priority_origin", "2022-05-30", "2024-02-01", "5", "factor", (f"{P280} art. 4 § 9 I",), "seed"),
            LawUsed("selo.280.factor.cooperative", "2022-05-30", "2024-02-01", "1.3", "factor", (f"{P280} art. 4 § 9 IV",), "seed"),
            LawUsed("selo.280.cap.corn", "2022-05-30", "2024-02-01", "0.3", "share", (f"{P280} art. 3 § 6",), "seed"),
            LawUsed("selo.minimum_percentage", "2022-05-30", "2024-02-01", "0.51", "share", (f"{P280} art. 4",), "press"),
            LawUsed("selo.pronaf_income_ceiling", "2022-07-01", "2024-07-01", "500000", "BRL", (f"{P280} art. 3 § 9",), "secondary"),
        ),
        provenance={"aquisicoes": "3b" * 32, "agricultores": "5c" * 32, "nfe": "7d" * 32},
        memory=memory,
        memory_columns=COLUMNS,
        totals=totals,
    )  # fmt: skip


def hostile() -> Statement:
    """A statement whose texts try to be formulas of a spreadsheet, markup or terminal commands."""
    names_ = [
        '=HYPERLINK("http://x")',
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        '#import "x"',
        "$x$",
        "[red]x[/red]",
        "\x1b[31mx",
    ]
    rows = []
    for n, name in enumerate(names_):
        rows.append({**memory_row(n), "family": name, "line_id": f"{name}-{n}"})
    findings = tuple(
        Finding("SBS-01", Severity.BLOCKS, "ended", {"table": "aquisicoes", "row_hash": f"{n:02d}" * 32},
                {"issued_on": "2023-04-10", "document_end": name, "farmer": name}, (f"{P280} art. 4 I",),
                Source(name, name, 7, name), 100, Fraction(1, 100))
        for n, name in enumerate(names_)
    )  # fmt: skip
    return replace(
        statement_of(memory_of(rows), findings),
        subject={
            "company_cnpj": cnpj(90),
            "company_name": "=1+1",
            "unit_cnpj": cnpj(90),
            "unit_name": "=cmd|' /C calc'!A0",
        },
    )


def with_sample_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the texts of the sample's findings into the catalogue for one test."""
    merged: Mapping[str, catalogue.Entry] = {**catalogue.entries(), **SAMPLE_TEXTS}
    monkeypatch.setattr(catalogue, "entries", lambda: merged)
