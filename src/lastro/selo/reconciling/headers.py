"""What the columns of the ministry's table mean: by the user's word, by their heading, else by what stands in them.

Nobody publishes a form for the rows that are refused, so that any heading may come. A column that nothing explains is
left aside with a finding; two that could both be the value are not chosen between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lastro.core.errors import WrongUse
from lastro.evidence.columns import Column, folded
from lastro.evidence.tables.cells import Context, Value, read_columns
from lastro.evidence.tables.findings import Fault
from lastro.evidence.tables.header import is_blank
from lastro.evidence.tables.model import BadCell, Cell, Sheet
from lastro.evidence.tables.reading import column_letter
from lastro.selo.reconciling.words import is_masked, product_of

KEY, ITEM, NUMBER, PERSON = "chave", "item", "numero", "fornecedor"
PRODUCT, VALUE, DAY, REASON = "produto", "valor", "data", "motivo"
TELLING = (KEY, NUMBER, PERSON, PRODUCT, VALUE)  # any one of these can say which row is meant

# Headings, folded; the first of a list that a sheet has is the one that counts.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    KEY: ("chave", "chave de acesso", "chave nfe", "chave nf e", "chave da nota", "chave da nf e", "chave da nfe",
          "chave da nota fiscal", "chave de acesso da nf e", "access key", "key", "nfe key", "invoice key"),
    ITEM: ("item", "numero do item", "n item", "nitem", "item da nota", "item number"),
    NUMBER: ("numero", "numero da nota", "numero nf", "numero da nf", "n nf", "no nf", "nf", "nota", "nota fiscal",
             "nfe", "nf e", "n da nota", "no da nota", "numero da nota fiscal", "invoice", "invoice number", "number"),
    PERSON: ("fornecedor", "cpf", "cnpj", "cpf cnpj", "cnpj cpf", "cpf ou cnpj", "cpf cnpj do fornecedor",
             "cpf do agricultor", "cnpj da cooperativa", "cpf do produtor", "agricultor", "produtor", "cooperativa",
             "beneficiario", "cpf cnpj do beneficiario", "cnpj do fornecedor", "cpf do fornecedor", "documento",
             "supplier", "farmer", "beneficiary"),
    PRODUCT: ("produto", "materia prima", "especie", "cultura", "oleaginosa", "insumo", "tipo", "tipo de dispendio",
              "product", "crop", "feedstock", "kind"),
    VALUE: ("valor glosado", "valor da glosa", "valor recusado", "valor desconsiderado", "glosa", "valor", "valor r$",
            "valor em r$", "valor em reais", "valor total", "valor da nota", "valor da nota fiscal", "valor do item",
            "valor da aquisicao", "vlr", "vl", "montante", "refused value", "value", "amount", "total value"),
    DAY: ("data", "data da nota", "data de emissao", "data emissao", "emissao", "data da nf", "data da aquisicao",
          "dt", "dt emissao", "date", "issue date", "invoice date"),
    REASON: ("motivo", "motivo da glosa", "motivo da recusa", "justificativa", "fundamento", "observacao",
             "observacoes", "obs", "ocorrencia", "inconsistencia", "reason", "remarks", "note", "comment"),
}  # fmt: skip
_IN_ENGLISH = {"key": KEY, "number": NUMBER, "supplier": PERSON, "product": PRODUCT, "value": VALUE, "date": DAY,
               "reason": REASON}  # fmt: skip
_TYPES = {KEY: "key", ITEM: "integer", NUMBER: "text", PERSON: "person", VALUE: "money", DAY: "date", REASON: "text"}
_BY_HEADING = {heading: (role, rank) for role, names in HEADINGS.items() for rank, heading in enumerate(names)}
_SEARCHED = 60
_MOST = 3, 5  # a column is what at least three in five of its cells are


@dataclass(frozen=True)
class Heading:
    """A column of the sheet: where it stands, its heading ("" without one), its role ("" none). `told` by the user, as
    `column`."""

    position: int
    text: str
    role: str
    column: str = ""

    @property
    def told(self) -> bool:
        return bool(self.column)


@dataclass(frozen=True)
class Header:
    """`row` from 0, -1 without a header; the columns with a role; what was left aside and why (heading, variant)."""

    row: int
    columns: tuple[Heading, ...]
    aside: tuple[tuple[Heading, str], ...] = ()

    def of(self, role: str) -> tuple[Heading, ...]:
        """The columns of a role."""
        return tuple(column for column in self.columns if column.role == role)


def typed_roles(pairs: Sequence[str]) -> Mapping[str, str]:
    """ "role=Column" pairs as column → role. Raises WrongUse for another shape or an unknown role."""
    told = {}
    for pair in pairs:
        role, found, column = pair.partition("=")
        name = _IN_ENGLISH.get(folded(role), folded(role))
        if not found or not column.strip():
            raise WrongUse("reconcile.map_pair", value=pair)
        if name not in HEADINGS:
            raise WrongUse("reconcile.map_role", value=role.strip(), roles=", ".join(HEADINGS))
        told[column.strip()] = name
    return told


def read_header(sheet: Sheet, told: Mapping[str, str], context: Context) -> Header | None:
    """The header of a sheet; None when no column of it has a role."""
    at = _header_row(sheet.rows, told)
    row = sheet.rows[at] if at >= 0 else []
    body = sheet.rows[at + 1 :]
    width = max((len(r) for r in sheet.rows), default=0)
    texts = [str(row[p]).strip() if p < len(row) and not isinstance(row[p], BadCell) else "" for p in range(width)]
    named = _by_name(texts, told)
    kept, aside = _one_each([*_proven(named, body, context)])
    by_content, doubtful = _by_content(texts, kept, aside, body, context)
    columns = (*kept, *by_content)
    if not any(column.role in TELLING for column in columns):
        return None
    return Header(at, columns, (*aside, *doubtful))


def _header_row(rows: Sequence[Sequence[Cell]], told: Mapping[str, str]) -> int:
    """The first of the rows that name the most roles; else the first row of nothing but words; -1 for none."""
    best, most, words = -1, 0, -1
    for number, row in enumerate(rows[:_SEARCHED]):
        texts = [cell for cell in row if isinstance(cell, str) and not is_blank(cell)]
        roles = {_role(text, told) for text in texts} - {""}
        filled = sum(not is_blank(cell) for cell in row)
        if len(roles) > most and (len(roles) > 1 or filled != 2):  # two cells of one name state a figure
            best, most = number, len(roles)
        if words < 0 and filled > 1 and len(texts) == filled and not any(any(c.isdigit() for c in t) for t in texts):
            words = number
    return best if best >= 0 else words


def _role(text: str, told: Mapping[str, str]) -> str:
    by_user = next((role for column, role in told.items() if folded(column) == folded(text)), "")
    return by_user or _BY_HEADING.get(folded(text), ("", 0))[0]


def _by_name(texts: Sequence[str], told: Mapping[str, str]) -> list[Heading]:
    found = []
    for position, text in enumerate(texts):
        names = {folded(text), folded(column_letter(position))} - {""}
        column = next((column for column in told if folded(column) in names), "")
        role = told[column] if column else _BY_HEADING.get(folded(text), ("", 0))[0] if text else ""
        if role:
            found.append(Heading(position, text, role, column))
    return found


def _proven(
    named: Sequence[Heading], body: Sequence[Sequence[Cell]], context: Context
) -> Iterator[tuple[Heading, bool]]:
    """Each claim with whether anything in its column is what the heading says (a column of names is no CPF)."""
    for heading in named:
        cells = _cells(body, heading.position)
        yield heading, heading.told or not cells or any(_readable(heading.role, cells, context))


def _one_each(claims: Sequence[tuple[Heading, bool]]) -> tuple[tuple[Heading, ...], tuple[tuple[Heading, str], ...]]:
    """One column a role, suppliers aside, which may stand in two (a CPF and a CNPJ)."""
    kept: dict[str, Heading] = {}
    persons: list[Heading] = []
    aside: list[tuple[Heading, str]] = []
    for heading, proven in sorted(claims, key=lambda claim: (not claim[0].told, _rank(claim[0]))):
        if not proven:
            aside.append((heading, "unlike"))
        elif heading.role == PERSON:
            persons.append(heading)
        elif heading.role in kept:
            aside.append((heading, "second"))
        else:
            kept[heading.role] = heading
    return (*kept.values(), *persons), tuple(aside)


def _rank(heading: Heading) -> int:
    return _BY_HEADING.get(folded(heading.text), ("", -1))[1]


def _by_content(
    texts: Sequence[str], kept: Sequence[Heading], aside: Sequence[tuple[Heading, str]],
    body: Sequence[Sequence[Cell]], context: Context,
) -> tuple[list[Heading], list[tuple[Heading, str]]]:  # fmt: skip
    """Columns that no name explains: a key, a CPF or CNPJ, a product or money by what stands in them."""
    taken = {heading.position for heading in kept} | {heading.position for heading, why in aside if why == "second"}
    missing = [role for role in (KEY, PERSON, PRODUCT, VALUE) if role not in {heading.role for heading in kept}]
    found: list[Heading] = []
    doubtful: list[tuple[Heading, str]] = []
    for role in missing:
        fitting = [p for p in range(len(texts)) if p not in taken and _mostly(role, _cells(body, p), context)]
        if role == VALUE and len(fitting) > 1:
            doubtful += [(Heading(p, texts[p], role), "which_value") for p in fitting]
            fitting = []
        chosen = fitting if role == PERSON else fitting[:1]
        found += [Heading(p, texts[p], role) for p in chosen]
        taken |= {*chosen, *(heading.position for heading, _ in doubtful)}
    told = {heading.position for heading, _ in aside}
    rest = [p for p in range(len(texts)) if p not in taken and p not in told and _cells(body, p)]
    return found, [*doubtful, *((Heading(p, texts[p], ""), "unknown") for p in rest)]


def _cells(body: Sequence[Sequence[Cell]], position: int) -> list[Cell]:
    return [row[position] for row in body if position < len(row) and not is_blank(row[position])]


def _mostly(role: str, cells: Sequence[Cell], context: Context) -> bool:
    if not cells:
        return False
    if role == VALUE and not any(_has_decimals(cell) for cell in cells):
        return False  # whole numbers may count anything
    return sum(_readable(role, cells, context)) * _MOST[1] >= len(cells) * _MOST[0]


def _has_decimals(cell: Cell) -> bool:
    return isinstance(cell, float) or (isinstance(cell, str) and ("," in cell or "." in cell or "R$" in cell))


def _readable(role: str, cells: Sequence[Cell], context: Context) -> list[bool]:
    """Of each cell, whether it is what the role wants."""
    if role == PRODUCT:
        return [product_of(str(cell)) is not None for cell in cells]
    values, faults = typed(role, list(cells), Context(context.places, context.epoch))
    return [
        (value is not None and at not in faults) or (role == PERSON and is_masked(str(cells[at])))
        for at, value in enumerate(values)
    ]


def typed(role: str, cells: list[Cell], context: Context) -> tuple[list[Value], Mapping[int, Fault]]:
    """The cells of a column in the type of its role (products apart: `words.product_of`), and what cannot be read."""
    column = Column(role, _TYPES[role], role, (), {})
    values, faults = read_columns([(column, cells)], context)
    return values[role], faults[role]
