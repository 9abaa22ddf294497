"""The four tables that reading produces, column by column.

Money is int64 centavos; `quantity`, `tax_quantity`, `ambient_quantity`, `mono_quantity` and `bio_percent` are int64
ten-thousandths of the unit the note states; `net_grams` is grams. Codes of the layout stay text. A null is a field
that the note does not have; an optional amount of an item that is absent is 0, as the layout means it.
Every row ends with its provenance: `_file` (relative path), `_member` (path inside the zip, "" none) and `_position`
(order inside the document, from 0).
"""

from __future__ import annotations

import pyarrow as pa

_TEXT, _DAY, _WHOLE, _FLAG = pa.string(), pa.date32(), pa.int64(), pa.bool_()

_PROVENANCE: list[tuple[str, pa.DataType]] = [("_file", _TEXT), ("_member", _TEXT), ("_position", _WHOLE)]

DOCUMENTS = pa.schema(
    [
        ("key", _TEXT),  # 44 positions, from infNFe/@Id
        ("root", _TEXT),  # kind of document it came in: nfeProc, NFe, enviNFe
        ("layout", _TEXT),  # versao: 4.00, 3.10, 2.00, 1.10
        ("environment", _TEXT),  # tpAmb: 1 production, 2 homologation
        ("model", _TEXT),
        ("series", _TEXT),  # no leading zeros
        ("number", _TEXT),  # no leading zeros
        ("issued_on", _DAY),  # literal local date of dhEmi: the fiscal date
        ("issued_at", _TEXT),  # dhEmi as written
        ("direction", _TEXT),  # tpNF from the emitter's side: 0 entry, 1 exit
        ("purpose", _TEXT),  # finNFe: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit
        ("nature", _TEXT),  # natOp
        ("emitter", _TEXT),  # CPF or CNPJ
        ("emitter_kind", _TEXT),  # cpf, cnpj or ""
        ("emitter_name", _TEXT),
        ("emitter_ie", _TEXT),  # a farm is (CPF, IE, UF)
        ("emitter_municipality", _TEXT),  # IBGE code
        ("emitter_uf", _TEXT),
        ("recipient", _TEXT),
        ("recipient_kind", _TEXT),  # cpf, cnpj, foreign or ""
        ("recipient_name", _TEXT),
        ("recipient_ie", _TEXT),
        ("recipient_municipality", _TEXT),
        ("recipient_uf", _TEXT),
        ("office", _TEXT),  # avulsa/CNPJ: the tax office of an NFA-e
        ("pickup", _TEXT),  # retirada: CPF or CNPJ
        ("pickup_municipality", _TEXT),
        ("delivery_municipality", _TEXT),
        ("products_centavos", _WHOLE),  # ICMSTot/vProd
        ("discount_centavos", _WHOLE),
        ("freight_centavos", _WHOLE),
        ("other_centavos", _WHOLE),
        ("total_centavos", _WHOLE),  # ICMSTot/vNF, without IBS and CBS
        ("net_grams", _WHOLE),  # sum of transp/vol/pesoL
        ("transit_guide", _TEXT),  # agropecuario/guiaTransito: series and number
        ("cane_crop", _TEXT),  # cana/safra
        ("remarks", _TEXT),  # beginning of infCpl
        ("key_faults", _TEXT),  # "" or names of what disagrees with the key, by comma
        ("protocol_key", _TEXT),  # protNFe/infProt of the same document, "" when there is none
        ("protocol_status", _TEXT),  # cStat
        ("protocol_at", _TEXT),
        ("protocol_number", _TEXT),
        ("protocol_digest", _TEXT),  # digVal
        ("signature_digest", _TEXT),  # DigestValue of the note's own signature
        ("sha256", _TEXT),  # of the bytes of the document
        *_PROVENANCE,
    ]
)

ITEMS = pa.schema(
    [
        ("key", _TEXT),
        ("item", _WHOLE),  # nItem
        ("ordinal", _WHOLE),  # place in the note, from 1; unique even when nItem repeats
        ("code", _TEXT),
        ("description", _TEXT),
        ("ncm", _TEXT),
        ("cfop", _TEXT),
        ("unit", _TEXT),  # uCom as written
        ("quantity", _WHOLE),
        ("unit_price", _TEXT),  # vUnCom as written; informative
        ("value_centavos", _WHOLE),  # vProd
        ("tax_unit", _TEXT),
        ("tax_quantity", _WHOLE),
        ("discount_centavos", _WHOLE),
        ("freight_centavos", _WHOLE),
        ("insurance_centavos", _WHOLE),
        ("other_centavos", _WHOLE),
        ("in_total", _FLAG),  # indTot
        ("anp_code", _TEXT),
        ("anp_description", _TEXT),
        ("bio_percent", _WHOLE),
        ("ambient_quantity", _WHOLE),
        ("consumption_uf", _TEXT),
        ("fuel_origins", _TEXT),  # "imported:uf code:percent" by semicolon
        ("mono_quantity", _WHOLE),  # qBCMono: litres, a second source of volume
        ("remarks", _TEXT),  # infAdProd
        *_PROVENANCE,
    ]
)

REFERENCES = pa.schema(
    [
        ("key", _TEXT),  # of the note that refers
        ("kind", _TEXT),  # refNFe, refNFeSig, refNF, refNFP, refCTe, refECF
        ("referred_key", _TEXT),  # 44 positions for refNFe, refNFeSig and refCTe
        ("uf_code", _TEXT),
        ("year_month", _TEXT),
        ("person", _TEXT),
        ("ie", _TEXT),
        ("model", _TEXT),
        ("series", _TEXT),
        ("number", _TEXT),
        *_PROVENANCE,
    ]
)

EVENTS = pa.schema(
    [
        ("key", _TEXT),
        ("kind", _TEXT),  # event, protocol (a status without its note) or summary
        ("event_type", _TEXT),  # tpEvento; "" for a status
        ("sequence", _WHOLE),  # nSeqEvento; 0 for a status
        ("status", _TEXT),  # cStat of the answer, "" for a request alone
        ("environment", _TEXT),
        ("occurred_on", _DAY),
        ("occurred_at", _TEXT),
        ("protocol", _TEXT),  # nProt
        ("proven", _FLAG),  # an answer registers it
        ("undoes_type", _TEXT),  # tpEventoAut of a cancel-of-event
        ("undoes_protocol", _TEXT),  # nProtEvento
        ("author", _TEXT),
        ("digest", _TEXT),  # digVal of a status
        ("text", _TEXT),  # beginning of xCorrecao or xJust
        ("root", _TEXT),
        *_PROVENANCE,
    ]
)
