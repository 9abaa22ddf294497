"""Texts of the sample's findings, standing in for those of the rules."""

from __future__ import annotations

SAMPLE_TEXTS: dict[str, dict[str, str]] = {
    "findings.SBS-01.ended.title": {
        "pt": "Documento do agricultor fora da validade na data da nota",
        "en": "Farmer's document not in force on the invoice date",
    },
    "findings.SBS-01.ended.message": {
        "pt": "O documento de {farmer} terminou em {document_end}; a nota é de {issued_on}.",
        "en": "The document of {farmer} ended on {document_end}; the invoice is of {issued_on}.",
    },
    "findings.SBS-01.ended.remedy": {
        "pt": "Junte o documento que valia em {issued_on} ou retire a nota.",
        "en": "Attach the document that was valid on {issued_on}, or take the invoice out.",
    },
    "findings.SBS-05.default.title": {
        "pt": "Compra acima de área × rendimento",
        "en": "Purchase above area × yield",
    },
    "findings.SBS-05.default.message": {
        "pt": "{farmer} vendeu {grams}; a área e o rendimento oficial permitem {limit_grams}.",
        "en": "{farmer} sold {grams}; area and official yield allow {limit_grams}.",
    },
    "findings.SBS-05.default.remedy": {
        "pt": "Inclua as outras áreas do documento ou um rendimento oficial melhor.",
        "en": "Add the other areas of the document, or a better official yield.",
    },
    "findings.SBS-09.default.title": {
        "pt": "Cooperativa sem a lista dos agricultores",
        "en": "Cooperative without the list of farmers",
    },
    "findings.SBS-09.default.message": {
        "pt": "{organisation} mostrou a origem de {shown_centavos} de {value_centavos}.",
        "en": "{organisation} showed the origin of {shown_centavos} out of {value_centavos}.",
    },
    "findings.SBS-09.default.remedy": {
        "pt": "Peça à cooperativa a lista e preencha a tabela origens.",
        "en": "Ask the cooperative for the list and fill in the table origens.",
    },
    "findings.SBS-13.after_delivery.title": {
        "pt": "Contrato assinado depois da entrega",
        "en": "Contract signed after delivery",
    },
    "findings.SBS-13.after_delivery.message": {
        "pt": "O contrato {contract} foi assinado em {signed_on}, depois da nota de {issued_on}.",
        "en": "Contract {contract} was signed on {signed_on}, after the invoice of {issued_on}.",
    },
    "findings.SBS-13.after_delivery.remedy": {
        "pt": "Informe o contrato que valia na entrega.",
        "en": "State the contract that was in force at delivery.",
    },
    "findings.SBS-14.not_checked.title": {"pt": "Preço mínimo não conferido", "en": "Minimum price not checked"},
    "findings.SBS-14.not_checked.message": {
        "pt": "Faltam preços de referência na tabela precos.",
        "en": "Reference prices are missing in the table precos.",
    },
    "findings.SBS-14.not_checked.remedy": {
        "pt": "Preencha a tabela precos com o PGPAF ou o mercado.",
        "en": "Fill in the table precos from PGPAF or the market.",
    },
    "findings.EVD-01.default.title": {"pt": "Linhas de total não lidas", "en": "Total rows not read"},
    "findings.EVD-01.default.message": {
        "pt": "{count} linhas de total foram puladas.",
        "en": "{count} total rows were skipped.",
    },
    "findings.EVD-01.default.remedy": {"pt": "Nada a fazer.", "en": "Nothing to do."},
}
