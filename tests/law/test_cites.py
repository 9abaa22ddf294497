"""Citations: the canonical text, both languages, and what is refused."""

from __future__ import annotations

import pytest

from lastro.law import Cite, cites_text, parse_cite, parse_cites, spoken

P280 = "portaria-saf-mapa-280-2022"


@pytest.mark.parametrize(
    "canonical, pt, en",
    [
        (f"{P280} art. 4 § 9 I", "Portaria SAF/MAPA 280/2022, art. 4º, § 9º, I", "Portaria SAF/MAPA 280/2022, art. 4 § 9 I"),
        (f"{P280} art. 4 § 10", "Portaria SAF/MAPA 280/2022, art. 4º, § 10", "Portaria SAF/MAPA 280/2022, art. 4 § 10"),
        (f"{P280} art. 4 IV b", 'Portaria SAF/MAPA 280/2022, art. 4º, IV, "b"', "Portaria SAF/MAPA 280/2022, art. 4 IV b"),
        (f"{P280} art. 3 §§ 6-7", "Portaria SAF/MAPA 280/2022, art. 3º, §§ 6º-7º", "Portaria SAF/MAPA 280/2022, art. 3 §§ 6-7"),
        (f"{P280} art. 9 sole §", "Portaria SAF/MAPA 280/2022, art. 9º, parágrafo único", "Portaria SAF/MAPA 280/2022, art. 9 sole §"),
        (f"{P280} art. 6 I-III", "Portaria SAF/MAPA 280/2022, art. 6º, I-III", "Portaria SAF/MAPA 280/2022, art. 6 I-III"),
        ("decreto-10527-2020 art. 1-A", "Decreto 10.527/2020, art. 1º-A", "Decreto 10.527/2020, art. 1-A"),
        ("lc-214-2025 arts. 172-175", "Lei Complementar 214/2025, arts. 172-175", "Lei Complementar 214/2025, arts. 172-175"),
        ("portaria-mda-28-2024 art. 31 caput", "Portaria MDA 28/2024, art. 31, caput", "Portaria MDA 28/2024, art. 31 caput"),
        ("mcr section 10-2", "Manual de Crédito Rural (MCR), seção 10-2", "Manual de Crédito Rural (MCR), section 10-2"),
        ("in-mda-2-2005 annex II", "IN MDA 2/2005, anexo II", "IN MDA 2/2005, annex II"),
        ("cosit-196-2021", "Solução de Consulta Cosit 196/2021", "Solução de Consulta Cosit 196/2021"),
    ],
)  # fmt: skip
def test_a_citation_is_printed_in_both_languages_and_reads_back(canonical: str, pt: str, en: str) -> None:
    cite = parse_cite(canonical)
    assert str(cite) == canonical
    assert cite.text("pt") == pt
    assert cite.text("en") == en


@pytest.mark.parametrize(
    "text",
    ["", "art. 4", f"{P280} 4", f"{P280} art. 4º", f"{P280} art. 4, § 9", f"{P280} § IV", "Portaria 280/2022 art. 4"],
)
def test_what_is_not_canonical_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_cite(text)


def test_an_unknown_act_parses_and_has_no_text() -> None:
    with pytest.raises(KeyError):
        parse_cite("decreto-1-1900 art. 1").text("pt")


def test_a_users_own_citation_keeps_its_words() -> None:
    cite = Cite(free="DOU 28/06/2024, p. 39")
    assert str(cite) == cite.text("pt") == cite.text("en") == "DOU 28/06/2024, p. 39"


def test_several_citations_are_one_text() -> None:
    cites = parse_cites(f"{P280} art. 6; decreto-10527-2020 art. 3")
    assert cites_text(cites, "pt") == "Portaria SAF/MAPA 280/2022, art. 6º; Decreto 10.527/2020, art. 3º"
    assert parse_cites("") == ()


def test_an_errors_citations_are_spoken_in_the_users_language() -> None:
    told = spoken({"key": "k", "cites": f"{P280} art. 6; decreto-10527-2020 art. 3"}, "pt")
    assert told == {"key": "k", "cites": "Portaria SAF/MAPA 280/2022, art. 6º; Decreto 10.527/2020, art. 3º"}
    assert spoken({"key": "k", "cites": ""}, "pt") == {"key": "k", "cites": ""}
