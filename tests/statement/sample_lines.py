"""The lines of the sample: every id of the Selo assessment, with formulas over the sample's totals."""

from __future__ import annotations

from lastro.statement.model import Line, Unit

P280 = "portaria-saf-mapa-280-2022"
BRL, PERCENT, POINTS = Unit.BRL, Unit.PERCENT, Unit.POINTS


def _line(
    line_id: str, unit: Unit, formula: str, cite: str = "art. 4", evidence: str = "seed", **arguments: str
) -> Line:
    return Line(line_id, "", unit, formula=formula, cites=(f"{P280} {cite}",), evidence=evidence, arguments=arguments)


def _given(line_id: str, unit: Unit, value: str, cite: str = "art. 4", evidence: str = "") -> Line:
    return Line(line_id, value, unit, cites=(f"{P280} {cite}",), evidence=evidence)


def _group(prefix: str, where: str) -> tuple[Line, ...]:
    """The caps of corn, inputs and spending over the rows that `where` selects (first or second figure)."""
    i = f"selo.{prefix}"
    return (
        _line(f"{i}item.I", BRL, f"sum(accepted_centavos{where})", "art. 4 I"),
        _line(f"{i}item.I.main", BRL, f"sum(accepted_centavos, cap_group=main{where})", "art. 4 I"),
        _line(f"{i}item.I.corn", BRL, f"sum(accepted_centavos, cap_group=corn{where})", "art. 3 § 6"),
        _line(f"{i}item.I.inputs", BRL, f"sum(accepted_centavos, cap_group=input{where})", "art. 3 § 5"),
        _line(f"{i}cap.corn.limit", BRL, f"{i}item.I.main * 0.3 / (1 - 0.3)", "art. 3 § 6"),
        _line(f"{i}cap.corn.kept", BRL, f"min({i}item.I.corn, {i}cap.corn.limit)", "art. 3 § 6"),
        _line(f"{i}cap.corn.cut", BRL, f"{i}item.I.corn - {i}cap.corn.kept", "art. 3 § 6"),
        _line(f"{i}cap.corn_and_inputs.limit", BRL, f"{i}item.I.main * 0.3 / (1 - 0.3)", "art. 3 § 7"),
        _line(
            f"{i}cap.corn_and_inputs.kept",
            BRL,
            f"min({i}cap.corn.kept + {i}item.I.inputs, {i}cap.corn_and_inputs.limit)",
            "art. 3 § 7",
        ),
        _line(
            f"{i}cap.corn_and_inputs.cut",
            BRL,
            f"{i}cap.corn.kept + {i}item.I.inputs - {i}cap.corn_and_inputs.kept",
            "art. 3 § 7",
        ),
        _line(f"{i}item.I.counted", BRL, f"{i}item.I.main + {i}cap.corn_and_inputs.kept", "art. 4 I"),
        _line(
            f"{i}item.I.weighted",
            BRL,
            f"sum(weighted, cap_group=main{where}) + (if({i}item.I.corn > 0, sum(weighted, cap_group=corn{where})"
            f" * {i}cap.corn.kept / {i}item.I.corn, 0) + sum(weighted, cap_group=input{where}))"
            f" * if({i}cap.corn.kept + {i}item.I.inputs > 0, {i}cap.corn_and_inputs.kept"
            f" / ({i}cap.corn.kept + {i}item.I.inputs), 0)",
            "art. 4 § 9",
        ),
        _line(f"{i}cap.research.limit", BRL, f"0.1 * {i}item.I.counted", "art. 4 § 7"),
        _line(f"{i}item.III", BRL, f"min(selo.item.III.accepted, {i}cap.research.limit)", "art. 4 III"),
        _line(f"{i}cap.research.kept", BRL, f"{i}item.III", "art. 4 § 7"),
        _line(f"{i}cap.research.cut", BRL, f"selo.item.III.accepted - {i}item.III", "art. 4 § 7"),
        _line(f"{i}spending", BRL, f"selo.item.II + {i}item.III + selo.item.IV + selo.item.V", "art. 4 § 8"),
        _line(
            f"{i}cap.spending.limit",
            BRL,
            f"{i}item.I.counted * (0.5 * sum(accepted_centavos, spending_region=other{where})"
            f" + 0.7 * sum(accepted_centavos, spending_region=priority{where})) / {i}item.I",
            "art. 4 § 8",
        ),
        _line(f"{i}cap.spending.kept", BRL, f"min({i}spending, {i}cap.spending.limit)", "art. 4 § 8"),
        _line(f"{i}cap.spending.cut", BRL, f"{i}spending - {i}cap.spending.kept", "art. 4 § 8"),
        _line(
            f"{i}multiplier.donation_research.added",
            BRL,
            f"(2 - 1) * (selo.item.II + {i}item.III) * {i}cap.spending.kept / {i}spending",
            "art. 4 § 10",
        ),
        _line(
            f"{i}numerator",
            BRL,
            f"{i}item.I.weighted + {i}cap.spending.kept + {i}multiplier.donation_research.added",
            "art. 4",
        ),
    )


def _shares() -> tuple[Line, ...]:
    found = []
    for kind, values in (
        ("region", ("N", "NE", "SE", "S", "CO")),
        ("product", ("soja", "mamona", "milho", "metanol")),
        ("supplier_kind", ("agricultor", "cooperativa_af")),
    ):
        for value in values:
            found += [
                _line(
                    f"selo.purchases.{kind}.{value}",
                    BRL,
                    f"sum(accepted_centavos, {kind}={value})",
                    "art. 4 I",
                    **{kind: value},
                ),
                _line(
                    f"selo.share.{kind}.{value}",
                    PERCENT,
                    f"100 * selo.purchases.{kind}.{value} / selo.item.I",
                    "art. 4 I",
                    **{kind: value},
                ),
            ]
    return tuple(found)


LINES: tuple[Line, ...] = (
    _given("selo.item.II.accepted", BRL, "1840000.00", "art. 4 II"),
    _given("selo.item.II", BRL, "1831000.50", "art. 4 II"),
    _given("selo.item.III.accepted", BRL, "2500000.00", "art. 4 III"),
    _given("selo.item.IV", BRL, "410000.25", "art. 4 IV"),
    _given("selo.item.V", BRL, "300000.00", "art. 4 V"),
    *_group("", ""),
    _line("selo.multiplier.priority_origin.added", BRL, "sum(weighted, region=N|NE) - sum(accepted_centavos, region=N|NE)", "art. 4 § 9 I"),
    _line("selo.multiplier.diversified.added", BRL, "sum(weighted, product=mamona) * 3 / 4", "art. 4 § 9 II"),
    _line("selo.multiplier.own_region.added", BRL, "sum(weighted, region=CO) * 3 / 4", "art. 4 § 9 III"),
    _line("selo.multiplier.cooperative.added", BRL, "sum(weighted, supplier_kind=cooperativa_af) * 3 / 13", "art. 4 § 9 IV"),
    _given("selo.sales.domestic", BRL, "228000000.00", "art. 3 § 3"),
    _given("selo.sales.export", BRL, "11543210.99", "art. 3 § 3 III"),
    _line("selo.denominator", BRL, "selo.sales.domestic - selo.sales.export", "art. 3 § 3"),
    _line("selo.weighted_percentage", PERCENT, "100 * selo.numerator / selo.denominator"),
    _line("selo.effective_percentage", PERCENT, "100 * (selo.item.I.counted + selo.cap.spending.kept) / selo.denominator"),
    _given("selo.minimum_percentage", PERCENT, "51.0000", "art. 4", "press"),
    _line("selo.margin", POINTS, "selo.weighted_percentage - selo.minimum_percentage", evidence="press"),
    _line("selo.margin_value", BRL, "selo.numerator - selo.minimum_percentage / 100 * selo.denominator", evidence="press"),
    *_group("after_risk.", ", risk=''"),
    _line("selo.weighted_percentage_after_risk", PERCENT, "100 * selo.after_risk.numerator / selo.denominator"),
    _line("selo.margin_after_risk", POINTS, "selo.weighted_percentage_after_risk - selo.minimum_percentage", evidence="press"),
    _line(
        "selo.margin_value_after_risk",
        BRL,
        "selo.after_risk.numerator - selo.minimum_percentage / 100 * selo.denominator",
        evidence="press",
    ),
    _line("selo.regional_share", PERCENT, "100 * sum(accepted_centavos, spending_region=priority) / selo.item.I"),
    *_shares(),
)  # fmt: skip
