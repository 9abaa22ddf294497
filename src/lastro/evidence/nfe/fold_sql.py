"""The fold as SQL steps. cStat and event codes are those of the layout, not of any law.

A document is `usable` when it is of production; among the usable ones the proven are the candidates, and two
candidates with different content are a conflict. The copy kept is the least by content, root and place.
"""

from __future__ import annotations

from lastro.evidence.nfe import schema

_AUTHORISED = "('100', '150')"
_CANCELLED = "('101', '151', '155')"
_DENIED = "('110', '205', '301', '302', '303')"
_CANCEL_EVENTS = "('110111', '110112')"
_CORRECTION = "'110110'"
_MANIFESTATIONS = "('210200', '210210', '210220', '210240')"
_UNDOES = "'110001'"

_NOTE_FACTS = (
    "environment", "model", "series", "number", "issued_at", "direction", "purpose", "emitter", "emitter_municipality",
    "recipient", "recipient_municipality", "pickup_municipality", "products_centavos", "discount_centavos",
    "total_centavos",
)  # fmt: skip
_ITEM_FACTS = (
    "item", "ncm", "cfop", "unit", "quantity", "value_centavos", "tax_unit", "tax_quantity", "discount_centavos",
    "freight_centavos", "other_centavos", "in_total", "anp_code",
)  # fmt: skip
_REFERENCE_FACTS = ("kind", "referred_key", "uf_code", "year_month", "person", "model", "series", "number")


def _said(facts: tuple[str, ...], of: str = "") -> str:
    return "concat_ws(chr(29), " + ", ".join(f"coalesce(cast({of}{fact} as varchar), '')" for fact in facts) + ")"


STEPS: tuple[str, ...] = (
    # The narrow part of each document that the state depends on; the rest is fetched once, for the copy kept.
    """
    create table documents as
    select distinct key, root, model, environment, key_faults, split_part(key_faults, ',', 1) as key_part,
        protocol_key, protocol_status, protocol_digest,
        signature_digest, number, series, issued_on, total_centavos, _file, _member, _position
    from documents_read
    """,
    "create view production_events as select distinct * from events_read where environment <> '2'",
    # One row per event, whichever of request and answer arrived.
    """
    create table events as
    select key, event_type, sequence, bool_or(proven) as proven,
        coalesce(min(occurred_on) filter (where proven), min(occurred_on)) as occurred_on,
        coalesce(max(protocol) filter (where proven), '') as protocol,
        max(undoes_type) as undoes_type, max(undoes_protocol) as undoes_protocol, max(author) as author,
        max(text) as text
    from production_events where kind = 'event' group by key, event_type, sequence
    """,
    # A registered cancel-of-event names the event by type and protocol.
    f"""
    create table settled_events as
    select e.*, e.proven and exists (
        select 1 from events u
        where u.key = e.key and u.event_type = {_UNDOES} and u.proven and e.event_type <> {_UNDOES}
            and u.undoes_type in ('', e.event_type)
            and (
                u.undoes_protocol = e.protocol
                or ((u.undoes_protocol = '' or e.protocol = '') and u.undoes_type <> '')
            )
    ) as undone
    from events e
    """,
    # What a note says, free of texts, layout, order of items and protocol: only copies of one key need comparing.
    f"""
    create table contents as
    with repeated as (select key from documents group by key having count(*) > 1),
    goods as (
        select key, _file, _member, _position, string_agg(said, chr(31) order by said) as said
        from (
            select distinct key, _file, _member, _position, ordinal, {_said(_ITEM_FACTS)} as said
            from items_read semi join repeated using (key)
        ) group by all
    ),
    linked as (
        select key, _file, _member, _position, string_agg(said, chr(31) order by said) as said
        from (
            select distinct key, _file, _member, _position, {_said(_REFERENCE_FACTS)} as said
            from references_read semi join repeated using (key)
        ) group by all
    )
    select d.key, d._file, d._member, d._position,
        md5(concat_ws(chr(30), {_said(_NOTE_FACTS, "d.")}, g.said, coalesce(l.said, ''))) as content
    from (select distinct * from documents_read semi join repeated using (key)) d
    left join goods g using (key, _file, _member, _position)
    left join linked l using (key, _file, _member, _position)
    """,
    # Statuses that came without their note: they prove a note only when their digest is the note's own.
    """
    create table statuses as
    select key, status, digest from production_events where kind in ('protocol', 'summary') and status <> ''
    union
    select key, protocol_status, protocol_digest from documents where protocol_key = key and environment <> '2'
    """,
    f"""
    create table statuses_by_key as
    select key, bool_or(status in {_CANCELLED}) as cancelled,
        coalesce(min(status) filter (where status in {_DENIED}), '') as denied_status
    from statuses group by key
    """,
    f"""
    create table events_by_key as
    select key,
        coalesce(bool_or(event_type in {_CANCEL_EVENTS} and proven and not undone), false) as cancelled,
        coalesce(bool_or(event_type in {_CANCEL_EVENTS} and not proven), false) as cancel_requested,
        min(occurred_on) filter (where event_type in {_CANCEL_EVENTS} and proven and not undone) as cancelled_on,
        max(sequence) filter (where event_type = {_CORRECTION} and proven and not undone) as correction_sequence,
        coalesce(
            arg_max(text, sequence) filter (where event_type = {_CORRECTION} and proven and not undone), ''
        ) as correction,
        coalesce(
            string_agg(distinct event_type, ',' order by event_type)
                filter (where event_type in {_MANIFESTATIONS} and proven and not undone), ''
        ) as manifestations
    from settled_events group by key
    """,
    f"""
    create table proofs as
    select distinct key, digest from statuses where status in {_AUTHORISED} and digest <> ''
    """,
    f"""
    create table graded as
    select d.*, (
            (protocol_key = d.key and protocol_status in {_AUTHORISED})
            or (p.key is not null and d.protocol_status = '')
        ) as proven,
        case when environment <> '1' then 2 when proven then 0 else 1 end as grade, coalesce(c.content, '') as content
    from documents d
    left join contents c using (key, _file, _member, _position)
    left join proofs p on p.key = d.key and p.digest = d.signature_digest
    """,
    """
    create table ranked as
    select *, grade = min(grade) over (partition by key) as candidate,
        row_number() over arrival_free as place, first(content) over arrival_free as kept_content
    from graded
    window arrival_free as (
        partition by key order by grade, protocol_status = '', content, root, _file, _member, _position
    )
    """,
    """
    create table keys as
    select key, count(*) as copies, count(distinct content) filter (where candidate) > 1 as conflict,
        coalesce(bool_or(not candidate and grade < 2 and content <> kept_content), false) as other_content
    from ranked group by key
    """,
    """
    create table facts as
    select r.*, k.copies, k.conflict, k.other_content, e.cancelled_on, coalesce(e.correction, '') as correction,
        e.correction_sequence, coalesce(e.manifestations, '') as manifestations,
        coalesce(e.cancel_requested and not e.cancelled, false) as cancel_requested,
        coalesce(s.denied_status, '') as denied_status,
        coalesce(e.cancelled, false) or coalesce(s.cancelled, false) as cancelled
    from ranked r
    join keys k using (key)
    left join events_by_key e using (key)
    left join statuses_by_key s using (key)
    where r.place = 1
    """,
    """
    create table folded as
    select *, case
            when model <> '55' then 'other_model'
            when environment <> '1' then 'homologation'
            when key_faults <> '' then 'invalid_key'
            when cancelled then 'cancelled'
            when denied_status <> '' then 'denied'
            when conflict then 'conflict'
            when proven then 'authorised'
            else 'unproven'
        end as state
    from facts
    """,
)

_STATE = (
    "state", "cancelled_on", "denied_status", "correction", "correction_sequence", "manifestations",
    "cancel_requested", "copies", "other_content",
)  # fmt: skip
# `{distinct}` is needed only when the same rows were given twice.
FOLDED = f"""
    select {{distinct}} d.*, {", ".join(f"f.{name}" for name in _STATE)}
    from documents_read d join folded f using (key, _file, _member, _position) order by d.key
"""

GIVEN_TWICE = "select (select count(*) from documents_read) > (select count(*) from documents)"

EVENTS = "select * from settled_events order by key, event_type, sequence"

DISPOSITIONS = """
    select r.key, r.root, case
            when r.place = 1 then 'kept'
            when r.content = r.kept_content then 'duplicate'
            when r.candidate then 'conflict'
            else 'superseded'
        end as disposition, r._file, r._member, r._position
    from ranked r order by r.key, r._file, r._member, r._position
"""


def _of_kept(table: str, of_fields: list[str], order: str) -> str:
    columns = ", ".join(f"t.{name}" for name in of_fields)
    return f"""
        select {{distinct}} {columns} from {table} t
        join folded f using (key, _file, _member, _position) order by {order}
    """


ITEMS = _of_kept("items_read", schema.ITEMS.names, "t.key, t.ordinal")
REFERENCES = _of_kept(
    "references_read",
    schema.REFERENCES.names,
    "t.key, t.kind, t.referred_key, t.uf_code, t.person, t.model, t.series, t.number",
)
