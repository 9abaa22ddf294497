"""What the law says on a date: acts, dated parameters, readings, citations, places, goods and the glossary.

`load()` gives the `LawBook`; `book.session()` answers a computation and records what it consulted. Every legal number,
date and list lives in `data/`, dated, cited and with the mark of how well it is known.
"""

from lastro.law.book import LawBook, load
from lastro.law.cites import Cite, cites_text, parse_cite, parse_cites, spoken
from lastro.law.crops import YieldValue
from lastro.law.evidence import Evidence, weakest
from lastro.law.goods import CfopEffect, NcmEffect, UnitFactor
from lastro.law.model import (
    Act,
    ConsultedReading,
    ConsultedValue,
    DatedValue,
    Option,
    Parameter,
    ReadingQuestion,
    Term,
    value_text,
)
from lastro.law.places import Municipality, MunicipalityAmbiguous, MunicipalityUnknown
from lastro.law.session import Session

__all__ = [
    "Act",
    "CfopEffect",
    "Cite",
    "ConsultedReading",
    "ConsultedValue",
    "DatedValue",
    "Evidence",
    "LawBook",
    "Municipality",
    "MunicipalityAmbiguous",
    "MunicipalityUnknown",
    "NcmEffect",
    "Option",
    "Parameter",
    "ReadingQuestion",
    "Session",
    "Term",
    "UnitFactor",
    "YieldValue",
    "cites_text",
    "load",
    "parse_cite",
    "parse_cites",
    "spoken",
    "value_text",
    "weakest",
]
