"""From purchases to weighted lines: the steps of every regime, in the order of design section 5.

net returns → expand cooperative origins → add expected production and losses → join facts of the date → yield limit →
income limit → weights → risk → sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lastro.relation import Column, Derive, Expand, Join, Kind, Limit, Net, Step, Sum, Union, added_columns
from lastro.selo import columns as rules
from lastro.selo import weight_columns as weights
from lastro.selo.frames import KEY_SCOPE, LINE_SCOPE, SUPPLIER_SCOPE
from lastro.selo.line_rules import LineRules

P280 = rules.P280
ORDER = ("issued_on", "key", "item", "line_id", "part")

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


WHOLE_AREA = 1_000_000_000_000_000  # shares of a family's area: fine enough that no gram is lost


def limit_steps(yield_first: bool, crops_share: bool) -> list[Step]:
    """`requested` to `limited`: area × yield, then the family's income ceiling (or the reverse, by reading)."""
    room = Join(
        "with_room", "requested", "yield_rooms",
        "l.yield_family = r.family and l.product = r.product and l.crop_year = r.crop_year",
        [_fact("yield_room_grams", "r.room_grams", Kind.GRAMS)],
    )  # fmt: skip
    limit = shared_area_steps if crops_share else _own_area_steps
    return [room, *(_yield_then_income(limit) if yield_first else _income_then_yield(limit))]


def _own_area_steps(name: str, source: str, request: str) -> list[Step]:
    return [_yield_limit(name, source, request)]


YieldLimit = Callable[[str, str, str], list[Step]]


def _yield_then_income(limit: YieldLimit) -> list[Step]:
    return [
        *limit("yielded", "with_room", "requested_grams"),
        Derive("after_yield", "yielded", rules.AFTER_YIELD),
        Limit(
            "earned", "after_yield", ("income_family",), ORDER, "after_yield_centavos", "income_room_centavos",
            rules.INCOME_ACCEPTED,
        ),
        Derive(
            "limited", "earned",
            rules.cuts("requested_centavos - after_yield_centavos", "after_yield_centavos - accepted_centavos"),
        ),
    ]  # fmt: skip


def _income_then_yield(limit: YieldLimit) -> list[Step]:
    family, income = rules.AFTER_YIELD[1:]
    left = Column(
        "grams_after_income", Kind.GRAMS,
        "case when requested_centavos = 0 then requested_grams "
        "else muldiv_half_up(requested_grams, after_income_centavos, requested_centavos) end",
        "quantidade depois do teto de renda", "quantity after the income ceiling", f"{P280} art. 3 § 9",
    )  # fmt: skip
    accepted = Column(
        "accepted_centavos", Kind.CENTAVOS,
        "case when grams_after_income = 0 or accepted_grams = grams_after_income then after_income_centavos "
        "else muldiv_half_up(after_income_centavos, accepted_grams, grams_after_income) end",
        rules.INCOME_ACCEPTED.pt, rules.INCOME_ACCEPTED.en, rules.INCOME_ACCEPTED.cites,
    )  # fmt: skip
    after_yield = Column(
        "after_yield_centavos", Kind.CENTAVOS, "accepted_centavos", rules.AFTER_YIELD[0].pt, rules.AFTER_YIELD[0].en,
        rules.AFTER_YIELD[0].cites,
    )  # fmt: skip
    return [
        Derive("with_ceiling", "with_room", [family, income]),
        Limit(
            "earned", "with_ceiling", ("income_family",), ORDER, "requested_centavos", "income_room_centavos",
            rules.INCOME_FIRST_ACCEPTED,
        ),
        Derive("earned_grams", "earned", [left]),
        *limit("yielded", "earned_grams", "grams_after_income"),
        Derive(
            "limited", "yielded",
            [accepted, after_yield, *rules.cuts(
                "after_income_centavos - accepted_centavos", "requested_centavos - after_income_centavos"
            )],
        ),
    ]  # fmt: skip


def _yield_limit(name: str, source: str, request: str) -> Limit:
    holder = ("yield_family", "product", "crop_year")
    return Limit(name, source, holder, ORDER, request, "yield_room_grams", rules.YIELD_ACCEPTED)


def shared_area_steps(name: str, source: str, request: str) -> list[Step]:
    """The yield limit when the crops of one season share the area: each quantity is a share of its own crop's room."""
    share = Column(
        "requested_share", Kind.INTEGER,
        f"case when coalesce(yield_room_grams, 0) = 0 then 0 "
        f"else muldiv_half_up({request}, {WHOLE_AREA}, yield_room_grams) end",
        "parte da área pedida", "share of the area asked for", f"{P280} art. 6",
    )  # fmt: skip
    whole = Column(
        "whole_area", Kind.INTEGER, f"case when yield_room_grams is null then null else {WHOLE_AREA} end",
        "área inteira", "whole area", f"{P280} art. 6",
    )  # fmt: skip
    kept = Column(
        "accepted_share", Kind.INTEGER, "", "parte da área aceita", "share of the area accepted", f"{P280} art. 6"
    )
    accepted = Column(
        "accepted_grams", Kind.GRAMS,
        f"case when yield_room_grams is null then {request} "
        f"when accepted_share = requested_share and requested_share > 0 then {request} "
        "when requested_share = 0 then 0 "
        "else muldiv_floor(accepted_share, yield_room_grams, whole_area) end",
        rules.YIELD_ACCEPTED.pt, rules.YIELD_ACCEPTED.en, rules.YIELD_ACCEPTED.cites,
    )  # fmt: skip
    return [
        Derive(f"{name}_asked", source, [share, whole]),
        Limit(
            f"{name}_shared",
            f"{name}_asked",
            ("yield_family", "crop_year"),
            ORDER,
            "requested_share",
            "whole_area",
            kept,
        ),
        Derive(name, f"{name}_shared", [accepted]),
    ]


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
