"""Rules in bulk: cited columns become SQL steps that an engine runs with exact integers."""

from lastro.relation.columns import Column, Kind
from lastro.relation.engine import DuckDBEngine, Engine, duckdb_engine, small_engine
from lastro.relation.expand import Expand
from lastro.relation.pipeline import NotConserved, run
from lastro.relation.steps import Derive, Join, Limit, Net, Step, Sum, Union, added_columns

__all__ = [
    "Column",
    "Derive",
    "DuckDBEngine",
    "Engine",
    "Expand",
    "Join",
    "Kind",
    "Limit",
    "Net",
    "NotConserved",
    "Step",
    "Sum",
    "Union",
    "added_columns",
    "duckdb_engine",
    "run",
    "small_engine",
]
