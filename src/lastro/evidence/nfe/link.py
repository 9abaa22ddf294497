"""Notes to the purchases and sales they document, each counted once.

The supplier is the emitter, or the recipient of an entry note, never what the key says. Effects of operation codes and
goods of NCM codes come from the law data of the day of the note; what two notes tell twice is settled in `settle`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa

from lastro.evidence.nfe import link_sql, schema
from lastro.evidence.nfe.components import components
from lastro.evidence.nfe.fold import FOLDED_DOCUMENTS, FoldedNotes
from lastro.evidence.nfe.limits import LIMITS
from lastro.evidence.nfe.link_findings import link_findings
from lastro.evidence.nfe.settle import Settled, Told, settle, settle_changes, settle_oversized
from lastro.evidence.nfe.units import unit_findings
from lastro.law import LawBook
from lastro.statement.model import Finding

_TEXT, _DAY, _WHOLE, _FLAG = pa.string(), pa.date32(), pa.int64(), pa.bool_()

LINKED_ITEMS = pa.schema(
    [
        *schema.ITEMS,
        ("issued_on", _DAY),
        ("state", _TEXT),  # of the note; only an authorised one counts
        ("effect", _TEXT),  # of the operation code on that day, "" unknown
        ("product", _TEXT),  # by NCM, "" unknown
        ("form", _TEXT),
        ("use", _TEXT),
        ("ambiguous_product", _FLAG),  # several products share the NCM
        ("side", _TEXT),  # purchase, sale, internal (between own establishments), others
        ("role", _TEXT),
        ("by_buyer", _FLAG),  # the buyer issued the note
        ("seller", _TEXT),
        ("seller_kind", _TEXT),
        ("seller_name", _TEXT),
        ("seller_ie", _TEXT),
        ("seller_municipality", _TEXT),
        ("seller_uf", _TEXT),
        ("buyer", _TEXT),
        ("buyer_municipality", _TEXT),
        ("buyer_uf", _TEXT),
        ("pickup_municipality", _TEXT),
        ("counts", _FLAG),
        ("counts_reason", _TEXT),
        ("link_group", _TEXT),  # least key of the notes linked with it, "" when it stands alone
        ("counterpart_key", _TEXT),  # the other note of the event; of a return or complement, the note that counts
        ("difference_centavos", _WHOLE),  # its part of what the two notes disagree about
        ("counted_quantity", _WHOLE),  # ten-thousandths of counted_unit; null when the item adds value only
        ("counted_unit", _TEXT),
    ]
)

LINKED_DOCUMENTS = pa.schema([*FOLDED_DOCUMENTS, ("link_group", _TEXT)])

_EFFECTS = pa.schema([("cfop", _TEXT), ("issued_on", _DAY), ("effect", _TEXT)])
_GOODS = pa.schema(
    [("ncm", _TEXT), ("issued_on", _DAY), ("product", _TEXT), ("form", _TEXT), ("use", _TEXT), ("ambiguous", _FLAG)]
)
_GROUPS = pa.schema([("key", _TEXT), ("link_group", _TEXT)])
_MAIN_GROUPS = pa.schema([("key", _TEXT), ("group_name", _TEXT)])
_SETTLED = pa.schema(
    [
        ("key", _TEXT),
        ("ordinal", _WHOLE),
        ("counts", _FLAG),
        ("reason", _TEXT),
        ("counterpart_key", _TEXT),
        ("difference_centavos", _WHOLE),
        ("quantity", _WHOLE),
        ("unit", _TEXT),
    ]
)


@dataclass(frozen=True)
class LinkedNotes:
    """`items`: one row per item of every folded note, sorted by key and ordinal. `documents`: the folded ones, each
    with `link_group`."""

    items: pa.Table
    documents: pa.Table
    findings: tuple[Finding, ...]


def link(folded: FoldedNotes, book: LawBook, plants: Collection[str] = ()) -> LinkedNotes:
    """Role, counterpart and standing of every item of `folded`.

    `plants` are CNPJs of the company; establishments of the same root are its own too. Without any, fuel and what is
    sold by its operation code is taken for a sale and all else for a purchase.
    """
    with duckdb.connect(":memory:") as connection:
        connection.register("documents", folded.documents)
        connection.register("items", folded.items)
        connection.register("references", folded.references)
        _register_law(connection, book, plants)
        for step in link_sql.ROLES:
            connection.execute(step)
        _register_groups(connection)
        _register_settled(connection)
        connection.execute(f"create table linked as {link_sql.LINKED}")
        items = connection.sql("from linked order by key, ordinal").to_arrow_table()
        documents = connection.sql(link_sql.DOCUMENTS).to_arrow_table()
        findings = link_findings(connection)
    items = items.select(LINKED_ITEMS.names).cast(LINKED_ITEMS)
    documents = documents.select(LINKED_DOCUMENTS.names).cast(LINKED_DOCUMENTS)
    return LinkedNotes(items, documents, (*findings, *unit_findings(items, documents, book)))


def _register_law(connection: duckdb.DuckDBPyConnection, book: LawBook, plants: Iterable[str]) -> None:
    """What the law data say of each code on each day it was used, and who the company is."""
    days = "select distinct i.{0}, d.issued_on from items i join documents d using (key) order by all"
    effects = [
        (code, on, known.effect)
        for code, on in connection.execute(days.format("cfop")).fetchall()
        if (known := book.cfop(code, on)) is not None
    ]
    goods = [
        (code, on, good.product, good.form, good.use, good.ambiguous)
        for code, on in connection.execute(days.format("ncm")).fetchall()
        if (good := book.ncm(code, on)) is not None
    ]
    connection.register("effects", _table(effects, _EFFECTS))
    connection.register("goods", _table(goods, _GOODS))
    roots = sorted({plant[:8] for plant in plants})
    connection.register("plants", pa.table({"root": pa.array(roots, _TEXT)}))


def _table(rows: Iterable[tuple[object, ...]], of: pa.Schema) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [() for _ in of]
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, of, strict=True)], schema=of)


def _register_groups(connection: duckdb.DuckDBPyConnection) -> None:
    """All notes that refer to each other, and among them those whose figures meet."""
    whole = components(connection.execute(link_sql.EDGES).fetchall())
    main = components(connection.execute(link_sql.MAIN_EDGES).fetchall())
    connection.register("link_groups", _table(whole.items(), _GROUPS))
    connection.register("main_groups", _table(main.items(), _MAIN_GROUPS))


def _register_settled(connection: duckdb.DuckDBPyConnection) -> None:
    settled = list(_settled_groups(connection))
    moved = {one.key: one.counterpart_key for one in settled if not one.counts and one.counterpart_key}
    settled += _settled_changes(connection, moved)
    rows = (tuple(getattr(one, name) for name in _SETTLED.names) for one in settled)
    connection.register("settled", _table(rows, _SETTLED))


def _told(row: tuple[Any, ...]) -> Told:
    key, ordinal, role, by_buyer, seller, buyer, value, quantity, unit = row
    return Told(key, ordinal, role, by_buyer, (seller, buyer), value, quantity, unit)


def _settled_groups(connection: duckdb.DuckDBPyConnection) -> Iterator[Settled]:
    """Acquisitions, deliveries and billings of the groups of linked notes."""
    group_of = dict(connection.execute("select key, group_name from main_groups").fetchall())
    edges: dict[str, list[tuple[str, str]]] = {}
    for one, other in connection.execute(link_sql.MAIN_EDGES).fetchall():
        edges.setdefault(group_of[one], []).append((one, other))
    for group, rows in groupby(_streamed(connection, link_sql.GROUPED), key=itemgetter(0)):
        items = [_told(row[1:]) for row in rows]
        if len({item.key for item in items}) > LIMITS.link_component:
            yield from settle_oversized(items)
        else:
            yield from settle(items, edges[group])


def _settled_changes(connection: duckdb.DuckDBPyConnection, moved: dict[str, str]) -> list[Settled]:
    """Returns and complements by the note they change; `moved` names the note that counts in the place of another."""
    rows = connection.execute(link_sql.CHANGES).fetchall()
    original_of = {row[0]: row[-1] for row in rows if row[-1]}
    changes: dict[tuple[str, str, str, str], list[Told]] = {}
    for row in rows:
        item = _told(row[:-1])
        original = _first_original(item.key, original_of)
        original = moved.get(original, original)
        changes.setdefault((item.role, *item.parties, original or f"alone:{item.key}"), []).append(item)
    return [
        one
        for (*_, original), items in sorted(changes.items())
        for one in settle_changes(items, "" if original.startswith("alone:") else original)
    ]


def _first_original(key: str, original_of: dict[str, str]) -> str:
    """The note at the end of a chain of changes, such as the seller's entry of a return that the buyer sent."""
    seen = {key}
    original = original_of.get(key, "")
    while original in original_of and original not in seen:
        seen.add(original)
        original = original_of[original]
    return original


def _streamed(connection: duckdb.DuckDBPyConnection, query: str) -> Iterator[tuple[Any, ...]]:
    result = connection.execute(query)
    while rows := result.fetchmany(50_000):
        yield from rows
