"""What every command asks in the same way: the language, a day, a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta, timezone

from lastro.core.errors import InexactNumber, InvalidIdentifier, WrongUse
from lastro.statement.catalogue import Lang

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_BRASILIA = timezone(timedelta(hours=-3))


def language(asked: str = "") -> Lang:
    """The language asked for, else that of the locale, else Portuguese. Raises WrongUse for another word."""
    if asked:
        if asked.lower()[:2] not in ("pt", "en"):
            raise WrongUse("cli.language", value=asked)
        return "en" if asked.lower().startswith("en") else "pt"
    locale = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return "en" if locale.lower().startswith("en") else "pt"


def day(typed: str) -> date:
    """The day typed (ISO or dd/mm/yyyy), else today in Brasília. Raises WrongUse."""
    if not typed:
        return datetime.now(_BRASILIA).date()
    for form in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return datetime.strptime(typed, form).date()  # noqa: DTZ007 - a civil day has no time zone
        except ValueError:
            continue
    raise WrongUse("law.date_text", value=typed)


@contextmanager
def typed() -> Iterator[None]:
    """A CPF, CNPJ or number that was typed wrong is wrong use, not evidence that cannot be read."""
    try:
        yield
    except (InvalidIdentifier, InexactNumber) as fault:
        raise WrongUse(fault.code, **fault.arguments) from fault
