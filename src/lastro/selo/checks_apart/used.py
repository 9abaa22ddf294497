"""What was used in a month, as `consumo` tells it: its class for the coefficient, its weight, what it makes.

The class is the row's own; where the row leaves it open, that of supplier, origin and product (Decreto 10.527/2020,
art. 6). Weights are exact grams; a unit that is no mass gives none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval, add_months
from lastro.law import LawBook
from lastro.selo.checks_apart.model import Row, YearFacts
from lastro.selo.valuation import MICRO
from lastro.statement.model import Finding, Severity, Source

GENERAL, CASTOR_PALM, FAMILY, FAMILY_PRIORITY = "geral", "mamona_palma", "familiar", "familiar_prioritaria"
FAMILIES = frozenset((FAMILY, FAMILY_PRIORITY))
REDUCED = FAMILIES | {CASTOR_PALM}

Good = tuple[str, str]  # product, form


def good(row: Row) -> Good:
    """Product and form of a row of any table."""
    product = row.get("produto", row.get("product"))
    form = row.get("forma", row.get("form"))
    return str(product or ""), str(form or "")


def month(row: Row) -> Interval:
    """The month of a row of a monthly table."""
    start = date.fromisoformat(f"{row['mes']}-01")
    return Interval(start, add_months(start, 1))


def grams(book: LawBook, row: Row, column: str) -> Fraction | None:
    """A quantity column of a monthly table in grams; None when it is empty or its unit is no mass."""
    if row[column] is None:
        return None
    factor = book.unit_factor(str(row["produto"] or ""), row["unidade_medida"] or "kg", month(row).start)
    return Fraction(row[column], MICRO) * factor.factor if factor is not None and factor.kind == "mass" else None


def feedstock_used(facts: YearFacts) -> list[Row]:
    """The rows of `consumo` about feedstock."""
    return [row for row in facts.rows("consumo") if not row["insumo"] and row["produto"]]


def class_of(facts: YearFacts, row: Row) -> str:
    """The class that a row of `consumo` claims, or the one that its supplier and origin give it."""
    if row["classe"]:
        return str(row["classe"])
    if row["fornecedor"] in facts.families:
        return FAMILY_PRIORITY if _priority(facts, row) else FAMILY
    castor_palm = facts.session.names("tax.castor_palm_products", month(row).start)
    return CASTOR_PALM if row["produto"] in castor_palm and _priority(facts, row) else GENERAL


def _priority(facts: YearFacts, row: Row) -> bool:
    code = row["municipio_origem"]
    if not code:
        return False
    on = month(row).start
    regions = facts.session.names("tax.priority_regions", on)
    return facts.book.municipality(code).region.value in regions or facts.book.semiarido(code, on) is True


class Coefficients:
    """Grams of a feedstock in a form per m³ of biodiesel, as the user's `producao` gives them."""

    def __init__(self, facts: YearFacts) -> None:
        self._known: defaultdict[Good, dict[str, Fraction]] = defaultdict(dict)
        for row in facts.rows("producao"):
            amount = grams(facts.book, row, "coeficiente") if row["produto"] else None
            if amount:
                self._known[good(row)][str(row["mes"])] = amount

    def of(self, what: Good, mes: str) -> Fraction | None:
        """That of the month, else the last one before, else the first one after."""
        known = self._known.get(what)
        if not known:
            return None
        before = [told for told in sorted(known) if told <= mes]
        return known[before[-1] if before else min(known)]

    def same(self, amounts: Iterable[tuple[Good, str, Fraction]], base: Good) -> Fraction | None:
        """The sum of (good, month, grams) in grams of the form `base`; None when a form has no coefficient."""
        total = Fraction(0)
        for what, mes, amount in amounts:
            if what != base and amount:
                own, other = self.of(base, mes), self.of(what, mes)
                if own is None or other is None:
                    return None
                amount = amount * own / other
            total += amount
        return total


def cost(rows: Iterable[Row]) -> int:
    """Centavos of the rows."""
    return sum(row["custo"] or 0 for row in rows)


def finding(
    code: str, severity: Severity, variant: str, row: Row, table: str, told: Mapping[str, str], cites: tuple[str, ...],
    amount: int | None = None,
) -> Finding:  # fmt: skip
    """A finding about a row of a table."""
    source = Source(str(row["_file"]), str(row["_sheet"] or ""), int(row["_row"] or 0))
    subject = {"table": table, "row_hash": str(row["_hash"])}
    return Finding(code, severity, variant, subject, told, cites, source, amount)
