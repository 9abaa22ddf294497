"""The command `lastro`. Answers `--version` and `--help` before anything heavy is imported.

Errors are told in one sentence (what, where, how to fix) and leave with the code of their kind; never a traceback.
"""

from __future__ import annotations

import sys

import lastro


def main(arguments: list[str] | None = None) -> None:
    """Run the command line with `arguments` (those of the process when None)."""
    given = sys.argv[1:] if arguments is None else arguments
    _tolerate_any_console()
    if given in (["--version"], ["-V"]):
        print(f"lastro {lastro.__version__}")
        raise SystemExit(0)
    from lastro.cli.running import run

    raise SystemExit(run(given))


def _tolerate_any_console() -> None:
    """A console that cannot show a character gets a substitute, not a traceback (Windows code pages)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


if __name__ == "__main__":
    main()
