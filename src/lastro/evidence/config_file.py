"""What stands in a `lastro.toml`, checked key by key; every fault is collected before any is raised."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from lastro.core.dates import Interval, closed
from lastro.core.errors import EvidenceUnreadable, InexactNumber, InvalidIdentifier, LastroError
from lastro.core.identifiers import parse_cnpj
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.columns import folded, schema
from lastro.evidence.tables.cells.dates import FIRST_YEAR, LAST_YEAR, parse_day
from lastro.evidence.typed_number import typed_number
from lastro.evidence.workspace import (
    CONFIG_FILE,
    Company,
    Config,
    EngineConfig,
    Plant,
    SealPeriod,
    TaxOption,
    WorkspaceFaults,
)
from lastro.law import MunicipalityAmbiguous, MunicipalityUnknown

if TYPE_CHECKING:
    from lastro.law import LawBook

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "empresa": ("cnpj", "nome", "autorizacao_anp", "registro_rfb"),
    "unidade": ("cnpj", "nome", "municipio"),
    "apuracao": ("ano", "vendas_previstas"),
    "selo": ("inicio", "fim", "situacao", "unidade"),
    "sicaf": ("inicio", "fim"),
    "tributacao": ("ano", "regime", "opcao_em"),
    "leituras": (),  # its keys are those of the readings
    "motor": ("nome", "memoria"),
}
REGIMES = {"especial": "especial", "ad valorem": "ad_valorem"}
ENGINES = {"duckdb": "duckdb", "spark": "spark"}
_MEMORY = re.compile(r"\d+(\.\d+)? ?[KMGT]i?B", re.I)
_T = TypeVar("_T")


def config_from(toml: Mapping[str, object], book: LawBook) -> Config:
    """The configuration of a parsed file. Raises WorkspaceFaults."""
    reader = _Reader(book)
    config = reader.config(toml)
    if reader.faults:
        raise WorkspaceFaults(tuple(reader.faults))
    return config


class _Section:
    """One table of the file on its way, with the name its messages give it."""

    def __init__(self, shown: str, values: Mapping[str, object]) -> None:
        self.shown, self.values = shown, values


class _Reader:
    """Reads sections into the configuration. A faulty value gives a placeholder and a fault, so that all are found."""

    def __init__(self, book: LawBook) -> None:
        self.book = book
        self.faults: list[LastroError] = []

    def config(self, toml: Mapping[str, object]) -> Config:
        for name in toml:
            if name not in SECTIONS:
                self._unknown(name, CONFIG_FILE, SECTIONS)
        company = self._company(self._one(toml, "empresa", required=True))
        units = tuple(self._plant(section, company) for section in self._many(toml, "unidade", required=True))
        year = self._one(toml, "apuracao")
        config = Config(
            company=company,
            units=units,
            year=self._year(year, "ano") if "ano" in year.values else None,
            seals=tuple(self._seal(section, units) for section in self._many(toml, "selo")),
            sicaf=tuple(self._interval(section) for section in self._many(toml, "sicaf")),
            taxation=tuple(self._taxation(section) for section in self._many(toml, "tributacao")),
            readings=self._readings(self._one(toml, "leituras")),
            engine=self._engine(self._one(toml, "motor")),
            expected_sales=self._money(year, "vendas_previstas"),
        )
        self._check_repeats(config)
        return config

    # sections

    def _company(self, section: _Section) -> Company:
        anp, rfb = self._text(section, "autorizacao_anp"), self._text(section, "registro_rfb")
        return Company(self._cnpj(section, "cnpj", required=True), self._text(section, "nome"), anp, rfb)

    def _plant(self, section: _Section, company: Company) -> Plant:
        name = self._text(section, "nome") or company.name
        return Plant(self._cnpj(section, "cnpj", required=True), name, self._municipality(section, "municipio"))

    def _seal(self, section: _Section, units: Sequence[Plant]) -> SealPeriod:
        states = schema().vocabularies["situacao"].canonical
        plant = self._cnpj(section, "unidade")
        if plant and plant not in {unit.cnpj for unit in units}:
            self._fault("unit_unknown", section=section.shown, cnpj=plant)
        situation = self._choice(section, "situacao", states, "ativa")
        return SealPeriod(self._interval(section), situation, plant)

    def _taxation(self, section: _Section) -> TaxOption:
        regime = self._choice(section, "regime", REGIMES, "")
        opted_on = self._day(section, "opcao_em") if "opcao_em" in section.values else None
        return TaxOption(self._year(section, "ano"), regime, opted_on)

    def _engine(self, section: _Section) -> EngineConfig:
        default = EngineConfig()
        memory = self._text(section, "memoria") or default.memory
        if not _MEMORY.fullmatch(memory):
            self._fault("not_an_option", section=section.shown, key="memoria", value=memory, options="512MB, 2GB, 16GB")
        return EngineConfig(self._choice(section, "nome", ENGINES, default.name), memory)

    def _readings(self, section: _Section) -> Mapping[str, str]:
        chosen: dict[str, str] = {}
        for key, option in _flat(section.values, ""):
            question = self.book.readings.get(key)
            if question is None:
                self._unknown(key, section.shown, self.book.readings)
            elif option not in question.names:
                options = ", ".join(question.names)
                self._fault("not_an_option", section=section.shown, key=key, value=option, options=options)
            else:
                chosen[key] = str(option)
        return chosen

    def _check_repeats(self, config: Config) -> None:
        for cnpj in _repeated([unit.cnpj for unit in config.units if unit.cnpj]):
            self._fault("unit_twice", cnpj=cnpj)
        for year in _repeated([option.year for option in config.taxation]):
            self._fault("taxation_twice", year=year)
        for number, seal in enumerate(config.seals):
            for other in config.seals[:number]:
                if other.plant == seal.plant and other.interval.overlaps(seal.interval):
                    self._fault("seals_overlap", day=max(other.interval.start, seal.interval.start))

    # one table or a list of them

    def _one(self, toml: Mapping[str, object], name: str, *, required: bool = False) -> _Section:
        value = toml.get(name, {})
        shown = f"[{name}]"
        if not isinstance(value, Mapping):
            self._fault("not_a_section", section=name, shape=shown)
            value = {}
        elif name not in toml and required:
            self._fault("missing_key", section=CONFIG_FILE, key=shown)
        return self._known(name, _Section(shown, value))

    def _many(self, toml: Mapping[str, object], name: str, *, required: bool = False) -> list[_Section]:
        value = toml.get(name, [])
        shown = f"[[{name}]]"
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            self._fault("not_a_section", section=name, shape=shown)
            return []
        if not value and required:
            self._fault("missing_key", section=CONFIG_FILE, key=shown)
        several = len(value) > 1
        return [
            self._known(name, _Section(f"{shown} ({number})" if several else shown, entry))
            for number, entry in enumerate(value, start=1)
        ]

    def _known(self, name: str, section: _Section) -> _Section:
        keys = SECTIONS[name]
        for key in section.values if keys else ():
            if key not in keys:
                self._unknown(key, section.shown, keys)
        return section

    # values

    def _text(self, section: _Section, key: str) -> str:
        value = section.values.get(key, "")
        if not isinstance(value, str):
            self._fault("not_a_text", section=section.shown, key=key, value=value)
            return ""
        return " ".join(value.split())

    def _required(self, section: _Section, key: str) -> str:
        if key not in section.values or section.values[key] == "":
            if section.values:  # a section that is missing as a whole was already told
                self._fault("missing_key", section=section.shown, key=key)
            return ""
        return self._text(section, key)

    def _cnpj(self, section: _Section, key: str, *, required: bool = False) -> str:
        text = self._required(section, key) if required else self._text(section, key)
        return self._tried(
            lambda: parse_cnpj(text) if text else "", InvalidIdentifier, "not_a_cnpj", section, key, text
        )

    def _municipality(self, section: _Section, key: str) -> str:
        text = self._required(section, key)
        find = self.book.find_municipality
        faults = (MunicipalityUnknown, MunicipalityAmbiguous)
        return self._tried(lambda: find(text) if text else "", faults, "not_a_municipality", section, key, text)

    def _tried(
        self,
        read: Callable[[], str],
        expected: type[LastroError] | tuple[type[LastroError], ...],
        code: str,
        section: _Section,
        key: str,
        text: str,
    ) -> str:
        try:
            return read()
        except expected:
            self._fault(code, section=section.shown, key=key, value=text)
            return ""

    def _choice(self, section: _Section, key: str, options: Mapping[str, str], default: str) -> str:
        text = self._text(section, key) if default else self._required(section, key)
        if text and folded(text) not in options:
            names = ", ".join(dict.fromkeys(options.values()))
            self._fault("not_an_option", section=section.shown, key=key, value=text, options=names)
        return options.get(folded(text), default)

    def _money(self, section: _Section, key: str) -> int | None:
        """Whole reais, or "1.234,56" as text, in centavos."""
        value = section.values.get(key)
        if value is None:
            return None
        try:
            amount = typed_number(str(value), CENTAVOS_PER_REAL)
        except InexactNumber:
            amount = 0
        if isinstance(value, bool | float) or amount <= 0:
            self._fault("not_money", section=section.shown, key=key, value=value)
        return amount

    def _year(self, section: _Section, key: str) -> int:
        value = section.values.get(key)
        if value is None:
            self._fault("missing_key", section=section.shown, key=key)
        elif isinstance(value, int) and FIRST_YEAR <= value <= LAST_YEAR:
            return value
        else:
            self._fault("not_a_year", section=section.shown, key=key, value=value)
        return FIRST_YEAR

    def _day(self, section: _Section, key: str) -> date:
        value = section.values.get(key)
        if value is None:
            self._fault("missing_key", section=section.shown, key=key)
        elif isinstance(value, date) and not isinstance(value, datetime):
            return value
        elif isinstance(value, str) and (day := parse_day(value.strip())):
            return day
        else:
            self._fault("not_a_date", section=section.shown, key=key, value=value)
        return date(FIRST_YEAR, 1, 1)

    def _interval(self, section: _Section) -> Interval:
        start = self._day(section, "inicio")
        end = self._day(section, "fim") if section.values.get("fim", "") != "" else None
        if end is not None and end < start:
            self._fault("period_inverted", section=section.shown, start=start, end=end)
            end = None
        return closed(start, end)

    # faults

    def _unknown(self, key: str, section: str, known: Mapping[str, _T] | Sequence[str]) -> None:
        close = get_close_matches(key, list(known), n=1)
        if close:
            self._fault("unknown_key_suggestion", section=section, key=key, suggestion=close[0])
        else:
            self._fault("unknown_key", section=section, key=key, known=", ".join(known))

    def _fault(self, code: str, **arguments: object) -> None:
        self.faults.append(EvidenceUnreadable(f"workspace.{code}", file=CONFIG_FILE, **arguments))


def _repeated(values: Sequence[_T]) -> list[_T]:
    return [value for number, value in enumerate(values) if value in values[:number]]


def _flat(values: Mapping[str, object], prefix: str) -> list[tuple[str, object]]:
    """Keys by their whole dotted name, whether the file quotes them ("selo.cap_base") or not."""
    flat: list[tuple[str, object]] = []
    for name, value in values.items():
        flat += _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else [(f"{prefix}{name}", value)]
    return flat
