"""A workspace: the folder a person fills in, and what its `lastro.toml` says (design, section 5).

    ws = open_workspace(Path("usina"), book)      # ws.config.units[0].municipality == "5218805"

Everything in the file is checked, and all its faults are told at once: an unknown key, a CNPJ, a place, a reading.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lastro.core.dates import Interval
from lastro.core.errors import EvidenceUnreadable, LastroError, WrongUse

if TYPE_CHECKING:
    from lastro.law import LawBook

CONFIG_FILE = "lastro.toml"
LAW_FILE = "law.yaml"
NOTES_FOLDER = "nfe"
STORE_FOLDER = ".lastro"


@dataclass(frozen=True)
class Company:
    """`[empresa]`. `autorizacao_anp` and `registro_rfb` are "" when not given."""

    cnpj: str
    name: str = ""
    autorizacao_anp: str = ""
    registro_rfb: str = ""


@dataclass(frozen=True)
class Plant:
    """One `[[unidade]]`. `municipality` is its IBGE code."""

    cnpj: str
    name: str
    municipality: str


@dataclass(frozen=True)
class SealPeriod:
    """One `[[selo]]`: a state of the seal over an interval. `plant` is a CNPJ, "" when it is every plant's."""

    interval: Interval
    situation: str  # ativa, suspensa, cancelada
    plant: str = ""


@dataclass(frozen=True)
class TaxOption:
    """One `[[tributacao]]`: the regime of a civil year (`especial` or `ad_valorem`) and the day it was opted for."""

    year: int
    regime: str
    opted_on: date | None = None


@dataclass(frozen=True)
class EngineConfig:
    """`[motor]`: `name` is duckdb or spark; `memory` a size such as "2GB"."""

    name: str = "duckdb"
    memory: str = "2GB"


@dataclass(frozen=True)
class Config:
    """What `lastro.toml` says. `year` is None when the command must give it; `expected_sales` are the centavos that the
    user expects to sell in that year, None when not given."""

    company: Company
    units: tuple[Plant, ...]
    year: int | None
    seals: tuple[SealPeriod, ...]
    sicaf: tuple[Interval, ...]
    taxation: tuple[TaxOption, ...]
    readings: Mapping[str, str]
    engine: EngineConfig
    expected_sales: int | None = None


@dataclass(frozen=True)
class Workspace:
    """A folder and its configuration."""

    root: Path
    config: Config

    @property
    def law_file(self) -> Path | None:
        """The user's own parameters, None when there is no `law.yaml`."""
        path = self.root / LAW_FILE
        return path if path.is_file() else None

    @property
    def notes(self) -> Path:
        """Where the NF-e files are; it may not exist."""
        return self.root / NOTES_FOLDER

    @property
    def store(self) -> Path:
        """Where what was read is kept; safe to delete."""
        return self.root / STORE_FOLDER


class WorkspaceFaults(EvidenceUnreadable):
    """All faults of a `lastro.toml`. The error itself tells the first; `faults` holds every one, in file order."""

    def __init__(self, faults: tuple[LastroError, ...]) -> None:
        super().__init__(faults[0].code, **faults[0].arguments)
        self.faults = faults


def open_workspace(root: Path, book: LawBook) -> Workspace:
    """The workspace in `root`. `book` knows the municipalities and the readings.

    Raises WrongUse when `root` is no workspace, EvidenceUnreadable when its `lastro.toml` cannot be read, and
    WorkspaceFaults when it says what it may not.
    """
    from lastro.evidence.config_file import config_from

    return Workspace(root, config_from(_toml(root), book))


def _toml(root: Path) -> Mapping[str, object]:
    if not root.is_dir():
        raise WrongUse("workspace.no_folder", folder=root)
    path = root / CONFIG_FILE
    if not path.exists():
        raise WrongUse("workspace.no_config", folder=root)
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as fault:
        raise EvidenceUnreadable("workspace.unreadable", file=CONFIG_FILE, reason=fault.strerror or fault) from fault
    except UnicodeDecodeError as fault:
        raise EvidenceUnreadable("workspace.not_utf8", file=CONFIG_FILE) from fault
    except tomllib.TOMLDecodeError as fault:
        raise EvidenceUnreadable("workspace.not_toml", file=CONFIG_FILE, reason=fault) from fault
