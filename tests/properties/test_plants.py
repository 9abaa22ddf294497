"""Companies with several plants: each row belongs to the plant it names, and to none when it names none."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.oracle import assess, product
from tests.oracle.identifiers import cnpj
from tests.properties.workspaces import PLANT, Example, Sizes, build

OTHER = cnpj("990000010002")


def _two_plants(seed: int, subject: str) -> Example:
    """A workspace in which a third of the rows are the other plant's, in another region, and a few are nobody's."""
    example = build(seed, Sizes(12, 3, 60, 6, 20, 0, 0), {"selo.subject": subject})
    draw = Random(seed)
    tables = dict(example.tables)
    for name in ("aquisicoes", "vendas", "dispendios"):
        owner = {"aquisicoes": "chave"}.get(name)
        plants: dict[object, str | None] = {}
        rows = []
        for number, row in enumerate(tables[name]):
            note = row.get("devolucao_de", "")[:44] or row[owner] if owner else number
            plant = plants.setdefault(note, draw.choice([PLANT, PLANT, OTHER, None]))
            rows.append(row | {"unidade": plant})
        tables[name] = rows
    tables["contratos"] = [{k: v for k, v in row.items() if k != "unidade"} for row in tables["contratos"]]
    tables["producao"] = []
    config = replace(example.config, municipality="5218805", units={PLANT: "5218805", OTHER: "4314100"})
    return Example(tables, config, seed)


@pytest.mark.parametrize("subject", ["unit", "company"])
def test_both_answers_agree_about_a_company_of_two_plants(subject: str) -> None:
    example = _two_plants(7, subject)
    expected, found = assess(example.tables, example.config), product.assess(example.tables, example.config)
    assert expected.lines["selo.item.I"] > 0
    assert dict(expected.lines) == {name: found.lines.get(name) for name in expected.lines}


def test_a_company_counts_what_its_plants_count_and_nothing_of_rows_that_name_none() -> None:
    example = _two_plants(7, "company")
    named = {row["chave"] for row in example.tables["aquisicoes"] if row["unidade"]}
    assert {part.key for part in assess(example.tables, example.config).parts} <= named
