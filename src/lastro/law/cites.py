"""Citations as data: act, article, paragraph, item, letter; printed in both languages.

Canonical text: `<act id> [art. 4|arts. 3-4|annex I|section 10-2] [caput] [§ 9|§§ 6-7|sole §] [IV] [b]`, for example
`portaria-saf-mapa-280-2022 art. 4 § 9 I`. The name of the act comes from the law data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Lang = Literal["pt", "en"]

_CITE = re.compile(
    r"(?P<act>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)"
    r"(?: (?:arts?\. (?P<article>\d+(?:-[A-Z])?(?:-\d+)?)|annex (?P<annex>[IVXLC]+)"
    r"|section (?P<section>\d+(?:-\d+)*)))?"
    r"(?P<caput> caput)?"
    r"(?: (?:§§? (?P<paragraph>\d+(?:-[A-Z])?(?:-\d+)?)|(?P<sole>sole §)))?"
    r"(?: (?P<item>[IVXLC]+(?:-[IVXLC]+)?))?"
    r"(?: (?P<letter>[a-z](?:-[a-z])?))?"
)
_RANGE = re.compile(r"\d+-\d+")
_ORDINAL_UP_TO = 9  # drafting convention: ordinal numbers up to the ninth, cardinal from the tenth


@dataclass(frozen=True, order=True)
class Cite:
    """One provision. `act` is the id of a known act; a user's own citation keeps its words in `free` instead."""

    act: str = ""
    article: str = ""
    annex: str = ""
    section: str = ""
    caput: bool = False
    paragraph: str = ""
    item: str = ""
    letter: str = ""
    free: str = ""

    def __str__(self) -> str:
        return self.free or " ".join(filter(None, (self.act, *self._provision("", "", ("caput",)))))

    def text(self, lang: Lang) -> str:
        """As people of that language write it. Raises KeyError for an act the law data does not know."""
        from lastro.law.reader import acts  # the acts are read by parsing citations: late to break the circle

        if self.free:
            return self.free
        name = acts()[self.act].name
        if lang == "pt":
            return ", ".join([name, *self._provision("º", '"', ("caput",))])
        provision = " ".join(self._provision("", "", ("caput",)))
        return f"{name}, {provision}" if provision else name

    def _provision(self, ordinal: str, quote: str, caput: tuple[str, ...]) -> list[str]:
        portuguese = bool(ordinal)
        parts: list[str] = []
        if self.article:
            parts.append(f"{'arts.' if _RANGE.fullmatch(self.article) else 'art.'} {_numbered(self.article, ordinal)}")
        if self.annex:
            parts.append(f"{'anexo' if portuguese else 'annex'} {self.annex}")
        if self.section:
            parts.append(f"{'seção' if portuguese else 'section'} {self.section}")
        if self.caput:
            parts.extend(caput)
        if self.paragraph == "sole":
            parts.append("parágrafo único" if portuguese else "sole §")
        elif self.paragraph:
            parts.append(f"{'§§' if _RANGE.fullmatch(self.paragraph) else '§'} {_numbered(self.paragraph, ordinal)}")
        if self.item:
            parts.append(self.item)
        if self.letter:
            parts.append(f"{quote}{self.letter}{quote}")
        return parts


def _numbered(number: str, ordinal: str) -> str:
    def one(text: str) -> str:
        return text + ordinal if text.isdigit() and int(text) <= _ORDINAL_UP_TO else text

    return "-".join(one(part) for part in number.split("-"))


def parse_cite(text: str) -> Cite:
    """The provision that the canonical `text` names. Raises ValueError when it is not in the canonical form."""
    found = _CITE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"not a citation: {text!r}")
    part = {name: value or "" for name, value in found.groupdict().items()}
    return Cite(
        act=part["act"],
        article=part["article"],
        annex=part["annex"],
        section=part["section"],
        caput=bool(part["caput"]),
        paragraph="sole" if part["sole"] else part["paragraph"],
        item=part["item"],
        letter=part["letter"],
    )


def parse_cites(text: str) -> tuple[Cite, ...]:
    """The provisions of a list separated by `; `; empty text has none. Raises ValueError."""
    return tuple(parse_cite(piece) for piece in text.split(";") if piece.strip())


def cites_text(cites: Iterable[Cite | str], lang: Lang) -> str:
    """Several citations as one text of that language, separated by `; `. Raises ValueError and KeyError."""
    parsed = (cite if isinstance(cite, Cite) else parse_cite(cite) for cite in cites)
    return "; ".join(cite.text(lang) for cite in parsed)


def spoken(arguments: Mapping[str, str], lang: Lang) -> Mapping[str, str]:
    """The arguments of an error with its `cites` as people write them; other arguments as they are."""
    if not arguments.get("cites"):
        return arguments
    return {**arguments, "cites": cites_text(arguments["cites"].split("; "), lang)}
