"""Runs LibreOffice headless with a profile of its own that recalculates every formula on loading."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
_CACHED = re.compile(rb"(</f>)<v>[^<]*</v>")


def office() -> str:
    """The program's path. Skips the test without it, or fails when LASTRO_REQUIRE_LIBREOFFICE=1."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found:
        return found
    if os.environ.get("LASTRO_REQUIRE_LIBREOFFICE") == "1":
        pytest.fail("LibreOffice is required (LASTRO_REQUIRE_LIBREOFFICE=1) and soffice is not on the path")
    pytest.skip("soffice is not on the path")


def recalculated(workbook: Path, folder: Path) -> Path:
    """`workbook` as LibreOffice computes it: its results are wiped first, so none can survive unnoticed."""
    wiped = folder / "wiped" / workbook.name
    wiped.parent.mkdir(parents=True, exist_ok=True)
    wipe(workbook, wiped)
    return converted(wiped, folder / "recalculated", "xlsx")


def converted(workbook: Path, folder: Path, form: str) -> Path:
    """`workbook` converted to another form by LibreOffice."""
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_RECALCULATE, encoding="utf-8")
    command = [office(), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    command += ["--convert-to", form, "--outdir", str(folder), str(workbook)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder / f"{workbook.stem}.{form}"


def wipe(workbook: Path, target: Path) -> None:
    """A copy whose formulas all claim the result -1."""
    with zipfile.ZipFile(workbook) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for name in source.namelist():
            data = source.read(name)
            copy.writestr(name, _CACHED.sub(rb"\1<v>-1</v>", data) if name.startswith("xl/worksheets/") else data)
