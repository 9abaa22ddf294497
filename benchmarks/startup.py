"""`lastro --version` against a bare start of Python, and what it loads."""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.measure import Chapter, child_cpu, compared

_VERSION = "import sys; sys.argv = ['lastro', '--version']; from lastro.cli.main import main; main()"
_LOADED = """
import contextlib, io, json, sys
bare = set(sys.modules)
sys.argv = ['lastro', '--version']
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    from lastro.cli.main import main
    main()
print(json.dumps(sorted(set(sys.modules) - bare)))
"""
HEAVY = ("duckdb", "pyarrow", "lxml", "typer", "rich", "yaml", "xlsxwriter", "typst")


def measure(times: int = 15) -> Chapter:
    """CPU of the two starts; the modules beyond those that were there before."""
    figure = compared(
        "`lastro --version`", "start", lambda: child_cpu(["-c", _VERSION]),
        "bare `python -c pass`", lambda: child_cpu(["-c", "pass"]), times,
    )  # fmt: skip
    loaded = loaded_modules()
    heavy = [name for name in HEAVY if name in loaded]
    about = f"Loads {len(loaded)} modules, of the heavy ones {', '.join(heavy) or 'none'}: {', '.join(loaded)}."
    return Chapter("Start-up", about, [figure])


def loaded_modules() -> list[str]:
    """Names that `lastro --version` adds to `sys.modules`."""
    done = subprocess.run([sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True)
    return list(json.loads(done.stdout))
