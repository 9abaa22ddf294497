"""Under which variant of a finding each seeded cause must appear.

Several causes may share a variant (an expired and a suspended document are both "not in force"); a cause that is not
named here appears under the variant of its code that stands under "".
"""

from __future__ import annotations

from collections.abc import Mapping

FOUND_AS: Mapping[str, Mapping[str, str]] = {
    "EVD-NFE-01": {"": "malformed"},
    "EVD-NFE-05": {"freight_document": "other_document", "voided_numbers": "number_voided", "junk": "junk"},
    "EVD-NFE-10": {"": "no_protocol"},
    "EVD-NFE-11": {"": "on_date", "cancelled_protocol": "status"},
    "EVD-NFE-18": {"": "unknown"},
    "EVD-NFE-21": {"": "summary"},
    "EVD-NFE-31": {"": "lower"},
    "EVD-PUR-01": {"": "no_key"},
    "EVD-PUR-07": {"": "no_factor"},
    "EVD-TAB-09": {"title": "above_header", "total": "total"},
    "EVD-TAB-10": {"": "default", "equal_purchases": "kept"},
    "EVD-TAB-26": {"": "cpf_check"},
    "EVD-TAB-27": {"": "key_check"},
    "SBS-01": {"": "not_in_force", "farmer_not_registered": "unknown_farmer"},
    "SBS-03": {"": "ceiling"},
    "SBS-05": {"": "above_area", "oil_without_limit": "oil_not_limited"},
    "SBS-06": {"": "twice"},
    "SBS-07": {"": "undone"},
    "SBS-08": {"": "invalid"},
    "SBS-09": {"": "cooperative", "agent_names_nobody": "intermediary"},
    "SBS-11": {"": "not_qualified"},
    "SBS-13": {
        "": "clauses",
        "no_contract": "no_contract",
        "signed_after_delivery": "signed_after",
        "no_consent": "no_consent",
        "consent_after_delivery": "no_consent",
    },
    "SBS-14": {"": "below_guarantee"},
    "SBS-15": {
        "third_party_without_registration": "no_registration",
        "travel_without_receipts": "no_travel_receipt",
        "visit_without_registration": "visit_without_registration",
        "report_reused": "report_reused",
        "two_states_one_day": "two_states_one_day",
    },
    "SBS-16": {
        "corn": "corn",
        "corn_and_inputs": "corn_and_inputs",
        "research": "research",
        "travel_above_limit": "travel",
    },
    "SBS-17": {
        "no_receipt": "no_receipt",
        "no_invoice": "no_invoice",
        "advanced": "advanced",
        "financed": "financed",
        "public_money": "public_money",
        "beneficiary_is_no_cooperative": "beneficiary",
        "not_admitted": "not_admitted",
        "no_public_body": "no_public_body",
        "no_report": "no_report",
        "financed_purchase": "financed_purchase",
    },
    "SBS-18": {
        "wear_of_used_goods": "wear",
        "amortised_without_grant": "not_granted",
        "amortised_over_too_many_years": "years",
    },
    "SBS-19": {"": "not_admitted"},
    "SBS-20": {"": "above_need"},
    "SBS-21": {
        "below_threshold": "under_threshold",
        "too_few_reports": "few_reports",
        "no_report": "few_reports",
        "no_request": "no_request",
        "no_proof_of_death": "no_death_papers",
    },
    "SBS-22": {"": "export_not_shown", "export_called_domestic": "export_left_in"},
    "SBS-23": {"": "no_registration"},
    "SBS-24": {"": "entry_note"},
}


def found_as(code: str, cause: str) -> str:
    """The variant under which `cause` is told; "default" for codes that have one variant only."""
    variants = FOUND_AS.get(code, {"": "default"})
    return variants[cause] if cause in variants else variants[""]
