"""`--help` of every command in the language asked: what it answers, how it is called, what each option means.

The framework knows the commands and their parameters; the words are the catalogue's, under `help.<command>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lastro.statement.catalogue import Lang, has_text, text

ASKING = ("--help", "-h")
_GAP = 2
_WIDEST = 22  # a longer name has its words on the next line


def help_lines(arguments: Sequence[str], lang: Lang) -> Iterator[str]:
    """The help of the command that `arguments` begin with, or of the group that they reach."""
    command, path = _reached(arguments)
    yield from _told(command, path, lang)


def stops_at_a_group(arguments: Sequence[str]) -> bool:
    """Whether a group is named and no command of it: its help is the answer."""
    command, path = _reached(arguments)
    return bool(getattr(command, "commands", {})) and len(path) == len(arguments)


def _reached(arguments: Sequence[str]) -> tuple[Any, list[str]]:
    """The command or group, and the words that lead to it."""
    from lastro.cli.app import tree

    command: Any = tree()
    path: list[str] = []
    for word in arguments:
        if word in getattr(command, "commands", {}):
            command = command.commands[word]
            path.append(word)
        elif not word.startswith("-"):
            break
    return command, path


def _told(command: Any, path: Sequence[str], lang: Lang) -> Iterator[str]:
    subcommands = dict(getattr(command, "commands", {}))
    yield _call(command, path, bool(subcommands), lang)
    yield ""
    yield f"  {text(_key(path), lang)}"
    if subcommands:
        yield ""
        yield from _listed({name: text(_key([*path, name]), lang) for name in subcommands})
    for heading, options in (("arguments", False), ("options", True)):
        shown = {_shown(p, lang): _meaning(path, p, lang) for p in command.params if _is_option(p) == options}
        if shown:
            yield ""
            yield text(f"cli.help_{heading}", lang)
            yield from _listed(shown)


def _call(command: Any, path: Sequence[str], group: bool, lang: Lang) -> str:
    words = ["lastro", *path]
    words += [_shown(p, lang) if p.required else f"[{_shown(p, lang)}]" for p in command.params if not _is_option(p)]
    words += [_shown(p, lang) for p in command.params if _is_option(p) and p.required]
    if any(_is_option(p) and not p.required for p in command.params):
        words.append(text("cli.help_more", lang))
    if group:
        words.append(text("cli.help_command", lang))
    return " ".join(words)


def _key(path: Sequence[str]) -> str:
    return ".".join(["help", *path, "about"]) if path else "help.about"


def _is_option(parameter: Any) -> bool:
    return str(parameter.opts[0]).startswith("-")


def _shown(parameter: Any, lang: Lang) -> str:
    """An option as it is typed, with a word for its value; an argument as that word."""
    value = text(f"help.values.{parameter.name}", lang) if has_text(f"help.values.{parameter.name}") else ""
    if not _is_option(parameter):
        return value or str(parameter.name).upper()
    return f"{parameter.opts[0]} {value}".rstrip() if not parameter.is_flag else str(parameter.opts[0])


def _meaning(path: Sequence[str], parameter: Any, lang: Lang) -> str:
    """What a parameter means in this command, else what it means everywhere."""
    own = ".".join(["help", *path, str(parameter.name)])
    return text(own if has_text(own) else f"help.parameters.{parameter.name}", lang)


def _listed(entries: dict[str, str]) -> Iterator[str]:
    """Names and meanings in two columns."""
    width = min(max(map(len, entries)), _WIDEST)
    indent = " " * (2 + width + _GAP)
    for name, meaning in entries.items():
        rows = list(_folded(meaning, 80 - len(indent)))
        if len(name) > width:
            yield f"  {name}"
            yield from (f"{indent}{row}" for row in rows)
        else:
            yield f"  {name.ljust(width)}{' ' * _GAP}{rows[0]}"
            yield from (f"{indent}{row}" for row in rows[1:])


def _folded(meaning: str, width: int) -> Iterator[str]:
    import textwrap

    yield from textwrap.wrap(meaning, width, break_long_words=False, break_on_hyphens=False) or [""]
