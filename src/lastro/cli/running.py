"""Turns a call into an exit code: root help without the command framework, errors as sentences."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from lastro.cli.options import language
from lastro.core.errors import LastroError, WrongUse
from lastro.law import spoken
from lastro.statement.catalogue import Lang, has_text, text

_HELP: tuple[list[str], ...] = ([], ["--help"], ["-h"])
_INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int:
    """The exit code of `lastro …`: 0 answered, 1 not compliant when asked to fail, 2 wrong use, 3 evidence that cannot
    be read, 4 a parameter that is not established."""
    lang = language(_asked(arguments))
    if [argument for argument in arguments if argument not in ("--lang", "pt", "en")] in _HELP:
        print(text("cli.help", lang))
        return 0
    try:
        return _dispatch(list(arguments), lang)
    except LastroError as fault:
        print(told(fault, lang), file=sys.stderr)
        return fault.exit_code
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return 0


def told(fault: LastroError, lang: Lang) -> str:
    """The sentence of an error in that language."""
    key = f"errors.{fault.code}"
    return (
        text(key, lang, spoken(fault.arguments, lang))
        if has_text(key)
        else text("errors.unnamed", lang, {"fault": str(fault)})
    )


def _dispatch(arguments: list[str], lang: Lang) -> int:
    import typer  # late: the command framework costs more than some commands

    from lastro.cli.app import call

    try:
        result = call(arguments)
    except typer.Abort:
        return _INTERRUPTED
    except _usage_fault() as fault:
        print(text("errors.cli.usage", lang, {"fault": getattr(fault, "message", str(fault))}), file=sys.stderr)
        return WrongUse.exit_code
    return result if isinstance(result, int) else 0


def _usage_fault() -> type[Exception]:
    """What the command framework raises for a call it does not understand; its base class is not public."""
    import typer

    kinds = (kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    found = next(kinds, typer.BadParameter)
    return found if issubclass(found, Exception) else typer.BadParameter


def _asked(arguments: Sequence[str]) -> str:
    """The value of --lang, wherever it stands."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and position + 1 < len(arguments):
            return arguments[position + 1]
    return ""
