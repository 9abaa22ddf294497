"""One example company, written once and shared by the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastro.example import ExampleManifest, write_example
from lastro.law import load


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> ExampleManifest:
    return write_example(tmp_path_factory.mktemp("example") / "usina", load())


@pytest.fixture(scope="session")
def folder(example: ExampleManifest) -> Path:
    return example.directory
