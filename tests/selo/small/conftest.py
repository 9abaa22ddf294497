"""The command line and its small workspace, for the statements that are written as files."""

from __future__ import annotations

from tests.cli.conftest import call, folder

__all__ = ["call", "folder"]
