"""From purchases to weighted lines: the steps of every regime, in the order of design section 5.

net returns → expand cooperative origins → add expected production and losses → join facts of the date → yield limit →
income limit → weights → risk → sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from lastro.relation import Column, Derive, Expand, Join, Kind, Limit, Net, Step, Sum, Union, added_columns
from lastro.selo import columns as rules
from lastro.selo import weight_columns as weights
from lastro.selo.frames import KEY_SCOPE, LINE_SCOPE, SUPPLIER_SCOPE
from lastro.selo.limit_steps import limit_steps
from lastro.selo.line_rules import LineRules

P280 = rules.P280

LINE_COLUMNS = (
    "kind", "line_id", "part", "key", "item", "issued_on", "plant", "supplier", "supplier_is_person", "farmer",
    "product", "form", "input", "own", "sharecropping", "stated_place", "stated_first", "grams", "centavos",
    "contract", "crop_year", "financed", "destination", "proven", "evidence_block", "evidence_block_variant",
    "note_risk_centavos", "line_centavos", "line_named", "source_table", "source_hash", "source_file", "source_sheet",
    "source_row",
)  # fmt: skip

_FROM_PARTS = (
    "'purchase'", "line_id", "part", "key", "item", "issued_on", "plant", "supplier", "supplier_is_person",
    "case when supplier_is_person then supplier else part end", "product", "form", "input", "own", "sharecropping",
    "case when municipality_source in ('row', 'municipio_origem') then municipality "
    "else coalesce(part_municipality, municipality) end",
    "municipality is not null or part_municipality is not null",
    "part_net_grams", "part_net_centavos", "contract", "crop_year", "financed", "destination", "proven",
    "evidence_block", "evidence_block_variant", "case when part_order = 0 then at_risk_centavos else 0 end",
    "net_centavos", "part_count > 1 or part <> ''", "'aquisicoes'", "_hash", "_file", "_sheet", "_row",
)  # fmt: skip


_OLDEST = ("issued_on", "key", "item", "line_id")


def purchase_steps() -> list[Step]:
    """`year_lines` to `netted`: returns taken off the few lines that they touch (`returned_lines`)."""
    amounts = {"centavos": "centavos", "grams": "grams"}
    steps: list[Step] = []
    source = "returned_lines"
    for number, scope in enumerate((LINE_SCOPE, KEY_SCOPE, SUPPLIER_SCOPE), start=1):
        before = amounts
        amounts = {kind: f"{kind}_after_{number}" for kind in before}
        netted = {amounts[kind]: (before[kind], kind) for kind in before}
        steps.append(Net(f"netted_{number}", source, "returns_by_scope", scope, _OLDEST, netted))
        source = f"netted_{number}"
    left = [
        Column(f"{kind}_left", kind_of, f"r.{amounts[kind]}", "", "")
        for kind, kind_of in (("centavos", Kind.CENTAVOS), ("grams", Kind.GRAMS))
    ]
    netted_columns = [
        Column(
            "net_centavos", Kind.CENTAVOS, "coalesce(centavos_left, centavos)", "valor líquido", "net value",
            f"{P280} art. 3 § 8",
        ),
        Column(
            "net_grams", Kind.GRAMS, "coalesce(grams_left, grams)", "quantidade líquida", "net quantity",
            f"{P280} art. 3 § 8",
        ),
    ]  # fmt: skip
    return [
        *steps,
        Join("with_returns", "year_lines", source, "l.line_id = r.line_id", left),
        Derive("netted", "with_returns", netted_columns),
    ]


def unabsorbed_returns() -> str:
    """SQL: per scope what the lines of the year could not give back (`centavos_after_3`, `grams_after_3`)."""
    last = purchase_steps()[2]
    assert isinstance(last, Net)
    return last.unabsorbed()


def part_steps() -> list[Step]:
    """`netted` to `lines`: one row per line and farmer behind it, then expected production and losses."""
    split = {"net_centavos": ("value_weight", "value_whole"), "net_grams": ("grams_weight", "grams_whole")}
    return [
        Expand("parts", "netted", "origin_parts", "line_id", split, carried=("municipality",)),
        Union("lines", LINE_COLUMNS, {"parts": _FROM_PARTS, "extra_lines": LINE_COLUMNS}),
    ]


def fact_steps(rules_of: LineRules) -> list[Step]:
    """`lines` to `requested`: the facts of each line's date, the reasons that keep it out, the quantity to limit.

    Each row gets a number of its own, by which later steps find it again."""
    on_date = "l.issued_on >= r.valid_from and l.issued_on < r.valid_to"
    place = Column(
        "place", Kind.TEXT, "coalesce(stated_place, home)", "município de origem", "municipality of origin",
        f"{P280} art. 4 § 9 I",
    )  # fmt: skip
    number = Column("line_no", Kind.INTEGER, "row_number() over ()", "número da linha", "number of the row")
    return [
        Join(
            "with_law", "lines", "law", on_date, [_fact(name, f"r.{name}") for name in rules_of.law_columns],
            required=True,
        ),
        Join(
            "with_people", "with_law", "people", "l.farmer = r.cpf",
            [_fact("family", "r.family")],
        ),
        Join(
            "with_home", "with_people", "homes", f"l.farmer = r.cpf and {on_date}",
            [_fact("home", "r.municipality")],
        ),
        Derive("with_place", "with_home", [place]),
        Join(
            "with_region", "with_place", "places", f"l.place = r.code and {on_date}",
            [_fact("place_region", "r.region"), _fact("place_semiarido", "r.semiarido", Kind.BOOLEAN)],
        ),
        Join("with_plant", "with_region", "plants", "l.plant = r.cnpj", [_fact("plant_region", "r.region")]),
        Join(
            "with_species", "with_plant", "species", "l.product = r.product and l.form = r.form",
            [_fact(name, f"r.{name}") for name in ("admitted", "diversified", "multiplies", "grown", "pressed", "corn")]
            + [_fact("oil_yield_ppm", "r.oil_yield_ppm", Kind.INTEGER)],
        ),
        Join(
            "with_document", "with_species", "documents", f"l.farmer = r.cpf and {on_date}",
            [_fact("document_from", "r.valid_from", Kind.DATE), _fact("document_to", "r.valid_to", Kind.DATE)],
        ),
        Join(
            "with_dap", "with_document", "dap_documents", f"l.farmer = r.cpf and {on_date}",
            [_fact("dap_from", "r.valid_from", Kind.DATE)],
        ),
        Join(
            "with_organisation", "with_dap", "organisations", f"l.supplier = r.cnpj and {on_date}",
            [_fact("organisation_kind", "r.kind"), _fact("organisation_is_qualified", "r.qualified", Kind.BOOLEAN),
             _fact("organisation_share", "r.share", Kind.INTEGER)],
        ),
        Join("with_listed", "with_organisation", "listed", "l.supplier = r.cnpj", [_fact("listed_kind", "r.kind")]),
        Derive("requested", "with_listed", [*rules_of.requested, number]),
    ]  # fmt: skip


def weight_steps(rules_of: LineRules, limits: Sequence[Step] = ()) -> list[Step]:
    """`limited`, as these limits made it, to `weighted_lines`: the factors, written once with all that
    checks and memory ask for."""
    steps = [*fact_steps(rules_of), *limits, Derive("weighed", "limited", rules_of.weights)]
    made = [name for step in steps for name in added_columns(step)]
    columns = (*LINE_COLUMNS, *made)
    return [steps[-1], Union("weighted_lines", columns, {"weighed": columns})]


TOTALS_BY = ("kind", "cap_group", "spending_region", "region", "product", "supplier_kind", "month", "weight")
TOTALS = (
    "centavos", "requested_centavos", "yield_cut_centavos", "income_cut_centavos", "accepted_centavos", "origin_added",
    "diversified_added", "own_region_added", "cooperative_added", "weighted", "risk_centavos", "risk_weighted",
    "safe_centavos", "safe_weighted",
)  # fmt: skip


def total_steps(more: Sequence[str] = ()) -> list[Step]:
    """`weighted_lines` and `risks` (line_id, part, risk_amount) to `final_lines` and `totals`, with `more` sums."""
    region = Column("region", Kind.TEXT, "coalesce(place_region, '?')", "região de origem", "region of origin")
    month = Column("month", Kind.TEXT, "substr(cast(issued_on as varchar), 6, 2)", "mês", "month")
    return [
        Join(
            "with_risk", "weighted_lines", "risks", "l.line_id = r.line_id and l.part = r.part and l.kind = r.kind",
            [_fact("risk_amount", "r.risk_amount", Kind.CENTAVOS), _fact("at_risk", "r.codes")],
        ),
        Derive("final_lines", "with_risk", [*weights.RISK, region, month]),
        Sum("totals", "final_lines", TOTALS_BY, (*TOTALS, *more)),
    ]  # fmt: skip


def cited_columns(rules_of: LineRules) -> Sequence[Column]:
    """Every column that is a rule of a regime, for explanations, docs and the test that each citation parses."""
    steps = [
        *purchase_steps(),
        *part_steps(),
        *fact_steps(rules_of),
        *limit_steps(True, False),
        *weight_steps(rules_of),
        *total_steps(),
    ]
    found: list[Column] = []
    for step in steps:
        if isinstance(step, Derive):
            found.extend(step.columns)
        elif isinstance(step, Limit):
            found.append(step.accepted)
    return found


def _fact(name: str, sql: str, kind: Kind = Kind.TEXT) -> Column:
    return Column(name, kind, sql, name, name)
