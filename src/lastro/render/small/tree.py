"""What one statement prints, as a tree of finished strings for `template/small.typ`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby

from lastro.core.numbers import GRAMS_PER_KG, half_up
from lastro.render import labels, words
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.render.pdf.document import REGION, TAGS, every_string, last_pass, one_line
from lastro.render.pdf.glyphs import Json
from lastro.statement.catalogue import Lang, has_text, text
from lastro.statement.small import CooperativeStatement, Delivery, FarmerStatement, Origin, Party, Sale, SmallStatements

ON_ONE_PAGE = 24
"""Invoices listed one by one on a farmer's page; with more, the months stand for them."""
UNCOVERED = 20
"""Deliveries without origin that a cooperative's statement lists."""
_DIGEST = 12  # as the terminal shows it


def farmer_tree(found: FarmerStatement, of: SmallStatements, lang: Lang, *, unmask: bool) -> Json:
    """The page of one farmer."""
    by_month = len(found.sales) > ON_ONE_PAGE
    title = "months" if by_month else "sales"
    told = text(f"small.farmer.{title}", lang, {"count": str(len(found.sales))} if by_month else {})
    sections = [
        blocks.section(told, [_months(found, lang) if by_month else _sales(found, lang)], "here"),
        blocks.section(text("small.farmer.rooms", lang), list(_rooms(found, lang)), "here"),
    ]
    name = found.farmer.name or text("small.not_named", lang)
    head = [blocks.facts(_farmer_facts(found, name, lang))]
    closing = [blocks.note(text("small.farmer.contest", lang)), blocks.paragraph(_privacy(lang, unmask=unmask))]
    sections[-1]["blocks"] = [*_listed(sections[-1]["blocks"]), *closing]
    return _tree("farmer", found.year, name, head, sections, of, lang, unmask=unmask)


def cooperative_tree(found: CooperativeStatement, of: SmallStatements, lang: Lang, *, unmask: bool) -> Json:
    """The pages of one organisation."""
    name = found.organisation.name or text("small.not_named", lang)
    grown = [_origins(found.origins, lang)] if found.origins else [_paragraph("cooperative.no_origins", lang)]
    closing = [_paragraph("farmer.rooms_of", lang), blocks.paragraph(_privacy(lang, unmask=unmask))]
    sections = [
        blocks.section(text("small.cooperative.deliveries", lang), list(_uncovered(found, lang)), "here"),
        blocks.section(text("small.cooperative.origins", lang), [*grown, *closing], "here"),
    ]
    head = [blocks.facts(_cooperative_facts(found, name, lang))]
    return _tree("cooperative", found.year, name, head, sections, of, lang, unmask=unmask)


def _tree(
    kind: str, year: str, name: str, head: list[Block], sections: Sequence[Block], of: SmallStatements, lang: Lang,
    *, unmask: bool,
) -> Json:  # fmt: skip
    last = date.fromisoformat(of.end)
    title = text(f"small.{kind}.running_head", lang, {"year": year, "name": name})
    tree: Json = {
        "lang": TAGS[lang],
        "region": REGION[lang],
        "title": title,
        "author": text("pdf.product", lang),
        "description": text("small.description", lang),
        "keywords": [text("pdf.product", lang), of.digest],
        "date": [last.year, last.month, last.day],
        "header": {"left": one_line(title), "right": text("pdf.product", lang)},
        "footer": text("small.footer", lang, {"digest": of.digest[:_DIGEST]}),
        "page-label": text("pdf.page", lang),
        "programme": text("small.programme", lang),
        "heading": text(f"small.{kind}.title", lang, {"year": year}),
        "blocks": list(head),
        "sections": list(sections),
    }
    return every_string(tree, last_pass(unmask=unmask))


def _listed(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _paragraph(key: str, lang: Lang) -> Block:
    return blocks.paragraph(text(f"small.{key}", lang))


def _privacy(lang: Lang, *, unmask: bool) -> str:
    return text("small.unmasked" if unmask else "small.masked", lang)


def _farmer_facts(found: FarmerStatement, name: str, lang: Lang) -> Iterable[tuple[str, str]]:
    until = found.document_until
    yield text("small.farmer.name", lang), name
    yield text("small.farmer.cpf", lang), words.person(found.farmer.identifier, unmask=True)
    yield text("small.farmer.buyer", lang), party(found.buyer)
    yield (
        text("small.farmer.until", lang),
        words.day(until.isoformat(), lang) if until else text("small.farmer.no_until", lang),
    )
    yield text("small.farmer.sold", lang), words.money_of_centavos(found.centavos, lang)
    yield text("small.farmer.counted", lang), words.money_of_centavos(found.counted, lang)


def _sales(found: FarmerStatement, lang: Lang) -> Block:
    named = ("day", "invoice", "product", "kg", "value", "counted", "remark")
    rows = [blocks.row(_sale_cells(sale, lang)) for sale in found.sales]
    return blocks.table(_columns(named, lang), [*rows, _total(found, ("", "", ""), lang)], size="compact")


def _sale_cells(sale: Sale, lang: Lang) -> list[str]:
    return [
        words.day(sale.day.isoformat(), lang),
        invoice(sale.key, lang),
        labels.vocabulary("product", sale.product, lang),
        kilograms(sale.grams, lang),
        words.money_of_centavos(sale.centavos, lang),
        words.money_of_centavos(sale.counted, lang),
        _remark(sale, lang),
    ]


def _months(found: FarmerStatement, lang: Lang) -> Block:
    """The sales of a month and product as one row."""
    named = ("month", "invoices", "product", "kg", "value", "counted", "remark")

    def slot(sale: Sale) -> tuple[str, str]:
        return f"{sale.day:%Y-%m}", sale.product

    rows = []
    for (month, product), group in groupby(sorted(found.sales, key=slot), slot):
        sales = list(group)
        remarks = dict.fromkeys(remark for sale in sales if (remark := _remark(sale, lang)))
        cells = [
            f"{month[5:]}/{month[:4]}" if lang == "pt" else month,
            str(len(sales)),
            labels.vocabulary("product", product, lang),
            kilograms(_mass(sales), lang),
            words.money_of_centavos(sum(sale.centavos for sale in sales), lang),
            words.money_of_centavos(sum(sale.counted for sale in sales), lang),
            "; ".join(remarks),
        ]
        rows.append(blocks.row(cells))
    return blocks.table(_columns(named, lang), [*rows, _total(found, ("", "", ""), lang)], size="compact")


def _total(found: FarmerStatement, blank: Sequence[str], lang: Lang) -> Block:
    sums = [words.money_of_centavos(amount, lang) for amount in (found.centavos, found.counted)]
    mass = kilograms(_mass(found.sales), lang)
    return blocks.row([text("small.total", lang), *blank[1:], mass, *sums, ""], strong=True)


def _mass(sales: Iterable[Sale]) -> int | None:
    """The mass of sales that all state one; None otherwise."""
    grams = [sale.grams for sale in sales]
    known = [each for each in grams if each is not None]
    return sum(known) if len(known) == len(grams) else None


def _remark(sale: Sale, lang: Lang) -> str:
    """What to know of a line, in plain words: who delivered it, and what kept it from counting."""
    told = [sale.kind] if sale.kind != "purchase" else []
    told += [sale.reason] if sale.reason else [*sale.cuts, *(["at_risk"] if sale.at_risk else [])]
    remarks = [remark(code, lang) for code in told]
    if sale.through:
        remarks.append(f"{text('small.column.through', lang)} {words.person(sale.through)}")
    return "; ".join(remarks)


def remark(code: str, lang: Lang) -> str:
    """A reason in plain words."""
    key = f"small.remark.{code}"
    return text(key, lang) if has_text(key) else text("small.remark.other", lang, {"code": code})


def _rooms(found: FarmerStatement, lang: Lang) -> Iterable[Block]:
    rows = []
    for room in found.areas:
        told = {"product": labels.vocabulary("product", room.product, lang), "crop_year": room.crop_year}
        value = {"left": kilograms(room.left, lang), "whole": kilograms(room.whole, lang)}
        rows.append((text("small.farmer.area", lang, told), text("small.farmer.area_value", lang, value)))
    if found.income is not None:
        left, whole = (words.money_of_centavos(each, lang) for each in (found.income.left, found.income.whole))
        told = {"left": left, "whole": whole}
        rows.append((text("small.farmer.income", lang), text("small.farmer.income_value", lang, told)))
    if not rows:
        yield _paragraph("farmer.no_rooms", lang)
        return
    yield blocks.facts(rows)
    if found.family:
        people = ", ".join(words.person(cpf, unmask=True) for cpf in found.family)
        yield blocks.paragraph(text("small.farmer.family", lang, {"people": people}))
    yield _paragraph("farmer.rooms_of", lang)


def _cooperative_facts(found: CooperativeStatement, name: str, lang: Lang) -> Iterable[tuple[str, str]]:
    yield text("small.cooperative.name", lang), name
    yield text("small.cooperative.cnpj", lang), words.person(found.organisation.identifier)
    yield text("small.cooperative.kind", lang), labels.vocabulary("supplier_kind", found.kind, lang)
    yield text("small.cooperative.buyer", lang), party(found.buyer)
    sums = {"delivered": found.centavos, "named": found.named, "unnamed": found.unnamed, "counted": found.counted}
    for key, amount in sums.items():
        yield text(f"small.cooperative.{key}", lang), words.money_of_centavos(amount, lang)


def _uncovered(found: CooperativeStatement, lang: Lang) -> Iterable[Block]:
    open_ones = [delivery for delivery in found.deliveries if delivery.unnamed]
    if not open_ones:
        yield _paragraph("cooperative.all_covered", lang)
        return
    named = ("day", "invoice", "product", "kg", "value", "unnamed")
    rows = [blocks.row(_delivery_cells(delivery, lang)) for delivery in open_ones[:UNCOVERED]]
    yield blocks.table(_columns(named, lang), rows, size="compact")
    if len(open_ones) > UNCOVERED:
        yield blocks.paragraph(text("small.cooperative.more", lang, {"count": str(len(open_ones) - UNCOVERED)}))
    yield _paragraph("cooperative.send", lang)


def _delivery_cells(delivery: Delivery, lang: Lang) -> list[str]:
    return [
        words.day(delivery.day.isoformat(), lang),
        invoice(delivery.key, lang),
        labels.vocabulary("product", delivery.product, lang),
        kilograms(delivery.grams, lang),
        words.money_of_centavos(delivery.centavos, lang),
        words.money_of_centavos(delivery.unnamed, lang),
    ]


def _origins(origins: Sequence[Origin], lang: Lang) -> Block:
    named = ("farmer", "product", "kg", "value", "counted", "left")
    return blocks.table(
        _columns(named, lang), [blocks.row(_origin_cells(origin, lang)) for origin in origins], size="compact"
    )


def _origin_cells(origin: Origin, lang: Lang) -> list[str]:
    product = labels.vocabulary("product", origin.product, lang)
    return [
        party(origin.farmer),
        " ".join(filter(None, (product, origin.crop_year))),
        kilograms(origin.grams, lang),
        words.money_of_centavos(origin.centavos, lang),
        words.money_of_centavos(origin.counted, lang),
        kilograms(origin.left, lang),
    ]


_RIGHT = ("kg", "value", "counted", "unnamed", "left")
_WIDE = ("remark", "farmer")


def _columns(names: Iterable[str], lang: Lang) -> list[Block]:
    return [
        blocks.column(
            text(f"small.column.{name}", lang),
            align="right" if name in _RIGHT else "left",
            width=1 if name in _WIDE else 0,
        )
        for name in names
    ]


def party(of: Party) -> str:
    """A name and its number; CPFs are masked by the last pass."""
    return " · ".join(filter(None, (of.name, words.person(of.identifier, unmask=True))))


def invoice(key: str, lang: Lang) -> str:
    """The number of an invoice as its paper shows it, "série-número": positions 23 to 34 of the key."""
    return f"{int(key[22:25])}-{int(key[25:34])}" if len(key) == 44 else text("small.no_key", lang)


def kilograms(grams: int | None, lang: Lang) -> str:
    """Whole kilograms, as a scale shows them; a dash when no mass is stated."""
    return words.ABSENT if grams is None else words.number(str(_whole_kg(grams)), lang)


def _whole_kg(grams: int) -> int:
    """Grams to the nearest kilogram, for reading only."""
    return half_up(Fraction(grams, GRAMS_PER_KG))
