"""The link of notes as SQL steps: roles from dated effects, references between notes, and what stands alone."""

from __future__ import annotations

# `effects` (cfop, issued_on, effect) and `goods` (ncm, issued_on, product, form, use) hold what the law data say of
# the codes seen; `plants` (root) the first eight positions of the company's CNPJ, none when nobody said which.
ROLES: tuple[str, ...] = (
    """
    create view told as
    select i.*, d.state, d.issued_on, d.direction, d.purpose, d.total_centavos,
        coalesce(e.effect, '') as effect, coalesce(g.product, '') as product, coalesce(g.form, '') as form,
        coalesce(g.use, '') as use, coalesce(g.ambiguous, false) as ambiguous_product,
        -- On an entry note the emitter receives, so the buyer issued it; the one who gives back is the buyer too.
        (d.direction = '0') <> (
            coalesce(e.effect, '') in ('return_of_purchase', 'return_of_sale') or d.purpose = '4'
        ) as by_buyer,
        d.emitter, d.emitter_kind, d.emitter_name, d.emitter_municipality, d.emitter_uf, d.emitter_ie,
        d.recipient, d.recipient_kind, d.recipient_name, d.recipient_municipality, d.recipient_uf, d.recipient_ie,
        d.pickup_municipality
    from items i
    join documents d using (key)
    left join effects e on e.cfop = i.cfop and e.issued_on = d.issued_on
    left join goods g on g.ncm = i.ncm and g.issued_on = d.issued_on
    """,
    """
    create view sided as
    select *,
        case when by_buyer then recipient else emitter end as seller,
        case when by_buyer then emitter else recipient end as buyer,
        case when by_buyer then recipient_kind else emitter_kind end as seller_kind,
        case when by_buyer then recipient_name else emitter_name end as seller_name,
        case when by_buyer then recipient_ie else emitter_ie end as seller_ie,
        case when by_buyer then recipient_municipality else emitter_municipality end as seller_municipality,
        case when by_buyer then recipient_uf else emitter_uf end as seller_uf,
        case when by_buyer then emitter_municipality else recipient_municipality end as buyer_municipality,
        case when by_buyer then emitter_uf else recipient_uf end as buyer_uf,
        (select count(*) from plants) > 0 as plants_known
    from told
    """,
    """
    create view placed as
    select s.*,
        case
            when plants_known and seller_ours and buyer_ours then 'internal'
            when plants_known and buyer_ours then 'purchase'
            when plants_known and seller_ours then 'sale'
            when plants_known then 'others'
            when effect in ('sale', 'export', 'return_of_sale') or use in ('biodiesel', 'glycerin') then 'sale'
            else 'purchase'
        end as side
    from (
        select *, left(seller, 8) in (select root from plants) and length(seller) = 14 as seller_ours,
            left(buyer, 8) in (select root from plants) and length(buyer) = 14 as buyer_ours
        from sided
    ) s
    """,
    """
    create view roles as
    select *,
        case
            when purpose in ('3', '5', '6') then 'other'
            when effect = '' then 'unknown'
            when purpose = '4' or effect in ('return_of_purchase', 'return_of_sale') then 'return'
            when purpose = '2' then 'complement'
            when effect in ('remittance', 'sale_to_order_remittance') then 'remittance'
            when effect = 'fixing' then 'fixing'
            when effect = 'future_billing' then 'billing'
            when effect = 'future_delivery' then 'delivery'
            when effect in ('transfer', 'other') then 'other'
            when effect = 'export' then case when side = 'sale' then 'export' else 'other' end
            when side = 'sale' then 'sale'
            when by_buyer then 'entry_of_purchase'
            else 'purchase'
        end as role
    from placed
    """,
    """
    create table alone as
    select *,
        state = 'authorised' and in_total and side in ('purchase', 'sale')
            and role not in ('unknown', 'other', 'remittance', 'billing') as counts,
        case
            when state <> 'authorised' then 'state_' || state
            when side = 'others' then 'between_others'
            when side = 'internal' then 'between_own_establishments'
            when not in_total then 'not_in_total'
            when purpose in ('3', '5', '6') then 'adjustment_note'
            when role = 'unknown' then 'cfop_unknown'
            when role = 'other' then 'no_purchase_or_sale'
            when effect = 'sale_to_order_remittance' then 'sale_to_order_remittance'
            when role = 'remittance' then 'price_not_fixed'
            when role = 'billing' then 'not_delivered'
            when role = 'return' then 'return_subtracts'
            when role = 'complement' then 'complement_adds_value'
            when role = 'export' then 'export'
            when side = 'sale' then 'sale'
            when by_buyer then 'entry_note_alone'
            else 'producer_note_alone'
        end as counts_reason
    from roles
    """,
    # Notes that may be linked, and how each takes part: acquisitions and what leads to them, or changes of them.
    """
    create table linkable as
    select key, bool_or(role in ('return', 'complement')) as changes, bool_or(role <> 'unknown') as known
    from alone where state = 'authorised' group by key
    """,
    # A refNFeSig hides the numeric code of the key: positions 1 to 35 find the note.
    """
    create table edges as
    select distinct r.key, r.kind, coalesce(
            case
                when r.kind in ('refNFe', 'refNFeSig') and t.key is null and s.key is not null then s.key
                when r.kind in ('refNFe', 'refNFeSig') then r.referred_key
            end,
            concat_ws(':', r.kind, r.uf_code, r.year_month, r.person, r.model, r.series, r.number)
        ) as referred, t.key is not null or s.key is not null as present
    from "references" r
    semi join linkable l on l.key = r.key
    left join linkable t on t.key = r.referred_key
    left join (select left(key, 35) as head, min(key) as key from linkable group by 1) s
        on r.kind = 'refNFeSig' and s.head = left(r.referred_key, 35)
    where r.kind in ('refNFe', 'refNFeSig', 'refNFP', 'refNF')
    """,
)

EDGES = "select key, referred from edges order by key, referred"

MAIN_EDGES = """
    select e.key, e.referred from edges e
    join linkable a on a.key = e.key and not a.changes
    join linkable b on b.key = e.referred and not b.changes
    order by all
"""

# Items that meet others: in a group of more than one note, on the purchase side, in the total.
GROUPED = """
    select g.group_name, a.key, a.ordinal, a.role, a.by_buyer, a.seller, left(a.buyer, 8) as buyer, a.value_centavos,
        a.quantity, upper(trim(a.unit)) as unit
    from alone a join main_groups g using (key)
    where a.state = 'authorised' and a.side = 'purchase' and a.in_total and a.effect <> 'sale_to_order_remittance'
        and a.role in ('purchase', 'entry_of_purchase', 'fixing', 'delivery', 'remittance', 'billing')
    order by g.group_name, a.key, a.ordinal
"""

CHANGES = """
    select a.key, a.ordinal, a.role, a.by_buyer, a.seller, left(a.buyer, 8) as buyer, a.value_centavos, a.quantity,
        upper(trim(a.unit)) as unit, coalesce(e.original, '') as original
    from alone a left join (
        select key, min(referred) as original from edges where present group by key
    ) e using (key)
    where a.state = 'authorised' and a.side in ('purchase', 'sale') and a.in_total
        and a.role in ('return', 'complement')
    order by a.role, a.key, a.ordinal
"""

LINKED = """
    select a.* replace (
            coalesce(s.counts, a.counts) as counts, coalesce(s.reason, a.counts_reason) as counts_reason
        ),
        coalesce(g.link_group, '') as link_group, coalesce(s.counterpart_key, '') as counterpart_key,
        coalesce(s.difference_centavos, 0) as difference_centavos,
        case
            when a.role = 'complement' or not coalesce(s.counts, a.counts) then null
            when s.key is not null then s.quantity
            else a.quantity
        end as counted_quantity,
        case when s.key is not null and s.counts and s.quantity is distinct from a.quantity then s.unit else a.unit end
            as counted_unit
    from alone a
    left join link_groups g using (key)
    left join settled s on s.key = a.key and s.ordinal = a.ordinal
"""

DOCUMENTS = """
    select d.*, coalesce(g.link_group, '') as link_group
    from documents d left join link_groups g using (key) order by d.key
"""
