"""The pages written by hand agree with the product: the law.yaml they show is taken, the marks and codes they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lastro.evidence.columns import schema
from lastro.law import Evidence, load
from lastro.selo.checks import REGISTRY
from lastro.statement.schema import line_ids

DOCS = Path(__file__).parents[2] / "docs"
TWINS = [
    ("evidence-marks.md", "marcas-de-prova.md"),
    ("reading-a-statement.md", "ler-uma-apuracao.md"),
    ("not-computed-yet.md", "o-que-ainda-nao-calcula.md"),
    ("indicators.md", "indicadores.md"),
]
PAGES = [name for pair in TWINS for name in pair]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TWINS[0])
def test_the_law_yaml_that_the_page_shows_is_taken(name: str, tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", page(name), re.MULTILINE | re.DOTALL)
    (tmp_path / "law.yaml").write_text(shown, encoding="utf-8")
    (value,) = load().overrides_from_yaml(tmp_path / "law.yaml")
    assert value.overridden
    assert value.cites[0].text("pt") == "Portaria SAF/MAPA 280/2022, art. 3º, caput"


@pytest.mark.parametrize("name", TWINS[0])
def test_every_mark_is_explained_from_the_strongest_to_the_weakest(name: str) -> None:
    assert re.findall(r"^\| `(\w+)` \|", page(name), re.MULTILINE) == list(Evidence)


@pytest.mark.parametrize("name", PAGES)
def test_every_key_of_the_law_and_every_line_that_a_page_names_exists(name: str) -> None:
    book = load()
    known = {*book.parameters, *book.readings, *line_ids(), "selo.sales"}
    for quoted in re.findall(r"`(selo\.[\w.]+)`", page(name)):
        assert quoted in known or any(key.startswith(f"{quoted}.") for key in known), quoted


@pytest.mark.parametrize("name", TWINS[2])
def test_a_check_said_to_be_missing_is_missing_and_a_table_named_exists(name: str) -> None:
    text = page(name)
    missing = set(re.findall(r"(SBS-\d\d) \(", text))
    assert len(missing) == 4
    assert missing.isdisjoint({check.code for check in REGISTRY})
    named = set(re.findall(r"^\| [^|]+ \| `(\w+)`", text, re.MULTILINE))
    assert named
    assert named <= set(schema().tables)


@pytest.mark.parametrize("english, portuguese", TWINS)
def test_a_page_and_its_twin_have_the_same_shape(english: str, portuguese: str) -> None:
    shapes = [re.findall(r"^(#+ |```|\||- )", page(name), re.MULTILINE) for name in (english, portuguese)]
    assert shapes[0] == shapes[1]
