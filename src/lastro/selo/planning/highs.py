"""The solver: HiGHS (MIT licence), asked for the best point of one linear program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastro.core.errors import LastroError, WrongUse
from lastro.selo.planning.linear import Program

PRECISION = 1e-9


@dataclass(frozen=True)
class Point:
    """The values of the columns and of what was made small (costs) or large (`maximise`)."""

    values: list[float]
    objective: float


def solved(program: Program) -> Point | None:
    """The best point; None where no point satisfies the program.

    Raises LastroError when the solver gives up, WrongUse where it is not installed.
    """
    if program.impossible or any(column.low > column.high for column in program.columns):
        return None
    if not program.columns:
        return Point([], program.maximise.constant if program.maximise is not None else 0.0)
    highspy = _highspy()
    solver: Any = highspy._Highs()  # the wrapper prints a banner before it can be told not to
    solver.setOptionValue("output_flag", False)
    for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance", "mip_feasibility_tolerance"):
        solver.setOptionValue(option, PRECISION)
    solver.setOptionValue("mip_rel_gap", 0.0)
    _write(program, solver, highspy)
    solver.run()
    status, known = solver.getModelStatus(), highspy.HighsModelStatus
    if status in (known.kInfeasible, known.kUnboundedOrInfeasible):
        return None
    if status != known.kOptimal:
        raise LastroError("plan.solver", status=solver.modelStatusToString(status))
    constant = program.maximise.constant if program.maximise is not None else 0.0
    return Point(list(solver.getSolution().col_value), solver.getObjectiveValue() + constant)


def _write(program: Program, solver: Any, highspy: Any) -> None:
    made_large = program.maximise.terms if program.maximise is not None else None
    for at, column in enumerate(program.columns):
        cost = column.cost if made_large is None else made_large.get(at, 0.0)
        solver.addCol(cost, column.low, column.high, 0, [], [])
        if column.whole:
            solver.changeColIntegrality(at, highspy.HighsVarType.kInteger)
    for row in program.rows:
        columns = list(row.terms)
        solver.addRow(row.low, row.high, len(columns), columns, [row.terms[c] for c in columns])
    if made_large is not None:
        solver.changeObjectiveSense(highspy.ObjSense.kMaximize)


def _highspy() -> Any:
    """The package, imported late: it is an extra, and brings numpy. Raises WrongUse where it is not installed."""
    try:
        import highspy
    except ImportError as fault:
        raise WrongUse("plan.no_solver") from fault
    return highspy
