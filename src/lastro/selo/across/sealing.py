"""Keyed hashes (HMAC-SHA256), so that companies can find what they have in common without showing it to each other.

    key = read_key(path)          or   new_key(path)
    key.seal("cpf:…")             the same text and key always give the same 64 hex digits; without the key nothing

A plain hash of a CPF can be undone by trying all of them. A keyed one can be undone in the same way by whoever has the
key: it is for those who compare, and for nobody else (docs/adr/0024).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, replace
from pathlib import Path

from lastro.core.errors import WrongUse
from lastro.selo.across.ledger import Ledger, Members

_BYTES = 32
_SHAPE = re.compile(r"[0-9a-f]{64}")
_CHECK = "lastro-index-key"


@dataclass(frozen=True)
class IndexKey:
    """The secret that several companies share."""

    secret: bytes

    def seal(self, text: str) -> str:
        """The keyed hash of a text, in hex."""
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()

    @property
    def check(self) -> str:
        """What an index keeps of its key: enough to tell another key, nothing to find this one."""
        return self.seal(_CHECK)


def read_key(path: Path) -> IndexKey:
    """The key in that file. Raises WrongUse for a file that is not there or is no key."""
    try:
        told = path.read_text(encoding="ascii").strip()
    except FileNotFoundError as fault:
        raise WrongUse("across.no_key_file", path=path) from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise WrongUse("across.not_a_key", path=path) from fault
    if not _SHAPE.fullmatch(told):
        raise WrongUse("across.not_a_key", path=path)
    return IndexKey(bytes.fromhex(told))


def new_key(path: Path) -> IndexKey:
    """A fresh random key, written to a file that only its owner can read. Raises FileExistsError, OSError."""
    key = IndexKey(secrets.token_bytes(_BYTES))
    path.touch(mode=0o600, exist_ok=False)
    path.write_text(f"{key.secret.hex()}\n", encoding="ascii", newline="\n")
    return key


def sealed(ledger: Ledger, key: IndexKey) -> Ledger:
    """The ledger with every person, document and note as a keyed hash, and without its suppliers and files."""
    return replace(
        ledger,
        uses=tuple(replace(use, note=key.seal(use.note), item=key.seal(use.item), source=None) for use in ledger.uses),
        incomes=tuple(replace(income, members=_sealed(income.members, key)) for income in ledger.incomes),
        crops=tuple(replace(crop, members=_sealed(crop.members, key)) for crop in ledger.crops),
        suppliers=frozenset(),
    )


def _sealed(members: Members, key: IndexKey) -> Members:
    return frozenset(key.seal(member) for member in members)


def plain_tokens(ledger: Ledger) -> frozenset[str]:
    """Every token of a ledger that is not sealed."""
    found = {token for use in ledger.uses for token in (use.note, use.item)}
    return frozenset(found).union(*ledger.families)
