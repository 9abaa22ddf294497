"""The errors a user can meet. Each carries a message code and its arguments, never finished prose.

The command line turns the code into a sentence of the user's language (`lastro.statement.catalogue`) and exits with
`exit_code`: 2 wrong use, 3 evidence that cannot be read, 4 a legal parameter that is not established.
"""

from __future__ import annotations


class LastroError(Exception):
    """A failure that is told to the user as one sentence: what, where, how to fix.

    `code` names a text of the catalogue under `errors.`; `arguments` fill its placeholders.
    """

    exit_code = 1

    def __init__(self, code: str, **arguments: object) -> None:
        self.code = code
        self.arguments = {name: str(value) for name, value in arguments.items()}
        told = ", ".join(f"{name}={value}" for name, value in self.arguments.items())
        super().__init__(f"{code}: {told}" if told else code)


class WrongUse(LastroError):
    """The command was called in a way it does not understand (exit 2)."""

    exit_code = 2


class EvidenceUnreadable(LastroError):
    """A file that the question needs cannot be read at all (exit 3)."""

    exit_code = 3


class ParameterNotEstablished(LastroError):
    """The law has, or may have, a value here, and nobody has established it (exit 4).

    Raised instead of assuming zero. `arguments` name `key`, `on` (date) and `cites` (provision, may be empty).
    """

    exit_code = 4


class InexactNumber(LastroError, ValueError):
    """A number that cannot be held exactly where it is needed: too many places, or outside 64 bits."""

    exit_code = 3


class InvalidIdentifier(LastroError, ValueError):
    """A CPF, CNPJ or access key that fails its own check. `arguments` name `value` and `reason`."""

    exit_code = 3


class OutsideCalendar(LastroError):
    """A business-day question about a date that the holiday table does not cover."""

    exit_code = 4
