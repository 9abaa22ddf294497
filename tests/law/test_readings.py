"""Every question of reading, its options by machine name with the default first; people quote these names."""

from __future__ import annotations

from lastro.law import load

BOOK = load()

OPTIONS = {
    "selo.export_exclusion": "domestic_value by_volume",
    "selo.cap_allocation": "proportional least_weight_first most_weight_first latest_first",
    "selo.cap_base": "unweighted weighted",
    "selo.thirty_percent_base": "strict actual_total before_limits",
    "selo.regional_cap": "purchase_origin plant_region pool_per_region",
    "selo.family_unit": "document person",
    "selo.subject": "unit company",
    "selo.limit_order": "yield_then_income income_then_yield",
    "selo.yield_level": "source_first level_first",
    "selo.yield_survey": "last_survey last_published_on_purchase",
    "selo.area_shared": "each_crop_alone crops_share",
    "selo.area_of_season": "largest smallest",
    "selo.corn_harvests": "largest sum",
    "selo.yield_scope": "crops_only",
    "selo.form_conversion": "user_yield not_limited",
    "selo.list_xvii": "with_animal_fats vegetable_only",
    "selo.soy_oil": "excluded grain_only",
    "selo.semiarid_southeast": "both priority_only",
    "selo.price_of_expected": "contract_then_mean contract_only",
    "selo.perennial_and_real": "larger sum_refused",
    "selo.perennial_factors": "all_factors origin_only",
    "selo.loss_threshold": "threshold deductible",
    "selo.loss_multipliers": "as_purchase none",
    "selo.loss_estimate": "lower official_only",
    "selo.used_goods": "linear compound",
    "selo.travel_choice": "per_technician per_producer",
    "selo.return_year": "return_year purchase_year",
    "selo.art9_caf": "caf_stands_for_dap dap_only",
    "selo.gross_or_net": "gross net",
    "selo.denominator_scope": "all_sold own_production",
    "selo.financed_purchase": "counts excluded",
    "selo.regime_2022": "crop_after_publication civil_year portaria_144",
    "selo.regime_2009": "in_1_2009 in_1_2005",
    "selo.regime_2012": "upkeep new_grant",
    "selo.regime_2017": "undecided portaria_60",
    "selo.regime_2018": "undecided portaria_515",
    "selo.regime_2019": "crop_2018_19 crop_2019_20",
    "selo.regions_combined": "weighted_sum each_region",
    "selo.cost.multipliers": "largest product",
    "selo.cost.minimum_of_2012": "not_established unchanged",
    "selo.cost.animals": "without_factor other_crops left_out",
    "selo.cost.income_limit": "none kept",
    "selo.contra_nota": "lower",
    "selo.28.family_limits": "kept none",
    "selo.28.feedstock": "oilseeds_and_fats list_280",
    "selo.28.semiarid_southeast": "both only_priority",
    "selo.28.donations": "weight_one fomento out",
    "selo.28.group_training": "counts out",
    "selo.28.ater_in_fomento": "weight_one as_fomento",
    "selo.crop_calendar": "default_calendar stated_only",
    "selo.sack_weight": "trade_default contract_only",
    "framing.seal_request_clock": "from_finding from_start_of_operation",
    "calendar.holidays": "national with_carnival_and_corpus_christi",
}


def test_the_questions_of_this_version_and_their_options_are_the_documented_ones() -> None:
    found = {key: " ".join(q.names) for key, q in BOOK.readings.items() if not q.later}
    assert found == OPTIONS


def test_the_questions_of_later_versions_are_marked() -> None:
    later = {key.split(".")[0] for key, question in BOOK.readings.items() if question.later}
    assert later == {"tax", "renovabio"}


def test_every_question_is_asked_and_answered_in_both_languages() -> None:
    for question in BOOK.readings.values():
        assert question.default == question.options[0].name
        for lang in ("pt", "en"):
            assert question.question(lang).endswith("?")  # type: ignore[arg-type]
            assert question.reason(lang)  # type: ignore[arg-type]
            assert all(option.text(lang) for option in question.options)  # type: ignore[arg-type]


def test_every_default_is_taken_when_nobody_chooses() -> None:
    session = BOOK.session()
    for key in OPTIONS:
        assert session.reading(key) == BOOK.readings[key].default
    assert all(used.is_default for used in session.readings_used())


def test_the_calendar_has_one_table_per_option_of_its_reading() -> None:
    tables = {BOOK.calendar(option).holidays for option in BOOK.readings["calendar.holidays"].names}
    assert len(tables) == 2
