"""A short run of the fuzz target on seeded damage."""

from __future__ import annotations

import random

from tests.fuzz.nfe_reader import mutations, seeds, target, target_whole


def test_every_seed_is_read_without_a_rejection() -> None:
    for seed in seeds():
        assert not [count for count in target(seed).counts if count.outcome == "rejected"]


def test_damaged_documents_never_raise_and_are_accounted_for() -> None:
    for data in mutations(random.Random(20230315), 1_500):
        target(data)


def test_what_survives_the_damage_folds_and_links() -> None:
    for data in mutations(random.Random(5), 12):
        target_whole(data)
