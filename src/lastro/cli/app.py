"""The tree of commands."""

from __future__ import annotations

from functools import cache
from typing import Any

import typer

from lastro.cli import (
    calendar_commands,
    evidence_commands,
    framing_commands,
    law_commands,
    selo_check_commands,
    selo_commands,
    selo_compare_commands,
    selo_indicator_commands,
    selo_pace_commands,
    selo_plan_commands,
    selo_reconcile_commands,
    selo_small_commands,
)

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
selo_commands.app.command("pace")(selo_pace_commands.pace)
selo_commands.app.command("compare")(selo_compare_commands.compare)
selo_commands.app.command("check")(selo_check_commands.check)
selo_commands.app.command("plan")(selo_plan_commands.plan)
selo_commands.app.command("indicators")(selo_indicator_commands.indicators)
selo_commands.app.command("reconcile")(selo_reconcile_commands.reconcile)
selo_commands.app.command("statements")(selo_small_commands.statements)
app.add_typer(selo_commands.app, name="selo")
app.add_typer(framing_commands.app, name="framing")
app.add_typer(law_commands.app, name="law")
app.add_typer(calendar_commands.app, name="calendar")
app.command("init")(evidence_commands.init)
app.command("import")(evidence_commands.import_)
app.command("demo")(evidence_commands.demo)


@cache
def tree() -> Any:
    """The commands as the framework runs them."""
    return typer.main.get_command(app)


def call(arguments: list[str]) -> Any:
    """Run the command and answer what it answers, without leaving the process."""
    return tree().main(args=arguments, prog_name="lastro", standalone_mode=False)
