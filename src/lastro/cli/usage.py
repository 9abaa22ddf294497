"""What is said of a call that the command framework does not understand, in both languages.

Its exceptions are told apart by name: the framework gives them no public home.
"""

from __future__ import annotations

import re
from typing import Any

import typer

from lastro.statement.catalogue import Lang, has_text, text

_NO_COMMAND = re.compile(r"No such command '(.+)'\.?")


def _base() -> type[Exception]:
    """What the framework raises for every such call."""
    kinds = (kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    found = next(kinds, typer.BadParameter)
    return found if issubclass(found, Exception) else typer.BadParameter


UsageFault = _base()


def usage_told(fault: Any, lang: Lang) -> str:
    """The sentence: what is missing, unknown or of the wrong kind, and where the help is."""
    match type(fault).__name__:
        case "MissingParameter":
            return text("errors.cli.missing", lang, {"what": _parameter(fault, lang)})
        case "NoSuchOption":
            return text("errors.cli.no_option", lang, {"what": str(fault.option_name)})
        case "BadParameter":
            return text("errors.cli.bad_value", lang, {"what": _parameter(fault, lang)})
    unknown = _NO_COMMAND.fullmatch(str(fault.message))
    if unknown:
        return text("errors.cli.no_command", lang, {"what": unknown[1]})
    return text("errors.cli.usage", lang, {"fault": str(fault.format_message())})


def _parameter(fault: Any, lang: Lang) -> str:
    """The option or argument as the help names it."""
    parameter = fault.param
    if parameter is None:
        return str(fault.param_hint or "")
    options = [str(option) for option in parameter.opts if str(option).startswith("-")]
    word = f"help.values.{parameter.name}"
    return options[0] if options else text(word, lang) if has_text(word) else str(parameter.name)
