"""Turns a call into an exit code: root help without the command framework, errors as sentences."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from lastro.cli.options import language
from lastro.core.errors import LastroError, WrongUse
from lastro.law import spoken
from lastro.statement.catalogue import Lang, has_text, text

_HELP: tuple[list[str], ...] = ([], ["--help"], ["-h"])
_INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int:
    """The exit code of `lastro …`: 0 answered, 1 not compliant when asked to fail, 2 wrong use, 3 evidence that cannot
    be read, 4 a parameter that is not established."""
    lang: Lang = "pt"
    try:
        lang = language(_asked(arguments))
        if _without_language(arguments) in _HELP:
            print(text("cli.help", lang))
            return 0
        return _dispatch(list(arguments), lang)
    except LastroError as fault:
        for sentence in sentences(fault, lang):
            print(sentence, file=sys.stderr)
        return fault.exit_code
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return 0


def sentences(fault: LastroError, lang: Lang) -> Iterator[str]:
    """What is said of an error: one sentence, or one for each of the faults that it holds."""
    for each in getattr(fault, "faults", ()) or (fault,):
        yield told(each, lang)


def told(fault: LastroError, lang: Lang) -> str:
    """The sentence of an error in that language."""
    key = f"errors.{fault.code}"
    if not has_text(key):
        return text("errors.unnamed", lang, {"fault": str(fault)})
    return text(key, lang, spoken(fault.arguments, lang))


def _dispatch(arguments: list[str], lang: Lang) -> int:
    import typer  # late: the command framework costs more than some commands

    from lastro.cli.app import call
    from lastro.cli.help import ASKING, help_lines, stops_at_a_group
    from lastro.cli.speaking import say
    from lastro.cli.usage import UsageFault, usage_told

    if any(argument in ASKING for argument in arguments):
        say(help_lines(arguments, lang))
        return 0
    if stops_at_a_group(_without_language(arguments)):
        say(help_lines(arguments, lang))
        return WrongUse.exit_code
    try:
        result = call(arguments)
    except typer.Abort:
        return _INTERRUPTED
    except UsageFault as fault:
        print(usage_told(fault, lang), file=sys.stderr)
        return WrongUse.exit_code
    return result if isinstance(result, int) else 0


def _asked(arguments: Sequence[str]) -> str:
    """The value of --lang, wherever it stands."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and position + 1 < len(arguments):
            return arguments[position + 1]
    return ""


def _without_language(arguments: Sequence[str]) -> list[str]:
    """The arguments without --lang and its value."""
    left: list[str] = []
    value = False
    for argument in arguments:
        if value:
            value = False
        elif argument == "--lang":
            value = True
        elif not argument.startswith("--lang="):
            left.append(argument)
    return left
