"""The parts of README.md and README.pt-BR.md that the program prints, and the pictures of its PDF.

python -m docs.readme      # runs `lastro demo` in a temporary folder and rewrites what stands between the markers

A part stands between `<!-- prints: NAME -->` and `<!-- end -->`. Pictures need pdftoppm (poppler-utils); without it the
texts are rewritten and the pictures stay.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
READMES = {"en": ROOT / "README.md", "pt": ROOT / "README.pt-BR.md"}
PICTURES = {"en": ROOT / "docs/images/statement-en.png", "pt": ROOT / "docs/images/apuracao-pt.png"}
PICTURE_DOTS_PER_INCH = 96
FIGURES_KEYWORD = "Figures"  # in a text chunk of the picture: the percentages that it shows

_PART = re.compile(r"(?<=<!-- prints: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Part:
    """The command that prints a part, as a person types it, the one that prints the same page, and the cut."""

    typed: str
    run: tuple[str, ...]
    cut: Callable[[str], str]


def opening(page: str) -> str:
    """The answer, the subject and the two figures: the first three paragraphs."""
    return "\n\n".join(page.split("\n\n")[:3])


def whole(page: str) -> str:
    """All that was printed."""
    return page


PARTS: Mapping[str, Part] = {
    "figures": Part("lastro demo", ("selo", "assess", "demo"), opening),
    "explained": Part(
        "lastro selo explain demo selo.cap.corn.within", ("selo", "explain", "demo", "selo.cap.corn.within"), whole
    ),
}


def lastro(folder: Path, *arguments: str) -> str:
    """What the command prints in `folder`, at 80 columns. Raises CalledProcessError."""
    environment = {**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "lastro.cli.main", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, encoding="utf-8")
    return done.stdout


def block(name: str, lang: str, printed: str) -> str:
    """The block that stands in the README of that language for what the part's command printed."""
    part = PARTS[name]
    lines = "\n".join(line.rstrip() for line in part.cut(printed).strip("\n").splitlines())
    return f"```console\n$ {part.typed} --lang {lang}\n{lines}\n```\n"


def filled(text: str, blocks: Mapping[str, str]) -> str:
    """`text` with each part replaced."""
    return _PART.sub(lambda found: f"{found[1]}{found[2]}{blocks[found[1]]}", text)


def parts_of(text: str) -> dict[str, str]:
    """The parts that stand in `text`, by name."""
    return {found[1]: found[0].split(" -->\n", 1)[1] for found in _PART.finditer(text)}


def figures(text: str) -> str:
    """The first line of the figures in a README: both percentages and the minimum."""
    return parts_of(text)["figures"].splitlines()[2]


def first_page(pdf: Path, target: Path, told: str) -> None:
    """The picture of the PDF's first page, which carries `told` in a text chunk."""
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder) / "page"
        size = ("-r", str(PICTURE_DOTS_PER_INCH), "-png", "-f", "1", "-singlefile")
        subprocess.run(["pdftoppm", *size, str(pdf), str(stem)], check=True)
        picture = stem.with_suffix(".png").read_bytes()
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(with_text(picture, FIGURES_KEYWORD, told))


def with_text(png: bytes, keyword: str, told: str) -> bytes:
    """`png` with an international text chunk before its last chunk."""
    data = keyword.encode("latin-1") + b"\0\0\0\0\0" + told.encode()
    body = b"iTXt" + data
    chunk = struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    return png[:-12] + chunk + png[-12:]


def text_of(png: bytes, keyword: str) -> str:
    """The text of that keyword, "" when the picture has none."""
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        data = png[at + 8 : at + 8 + length]
        if png[at + 4 : at + 8] == b"iTXt" and data.startswith(keyword.encode("latin-1") + b"\0"):
            return data[len(keyword) + 5 :].decode()
        at += length + 12
    return ""


def main() -> None:
    """Rewrite the parts of both READMEs and, where pdftoppm is, the pictures."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lastro(folder, "demo", "demo")
        for lang, path in READMES.items():
            printed = {name: lastro(folder, *PARTS[name].run, "--lang", lang) for name in PARTS}
            text = filled(path.read_text(encoding="utf-8"), {name: block(name, lang, printed[name]) for name in PARTS})
            path.write_text(text, encoding="utf-8", newline="\n")
            if shutil.which("pdftoppm"):
                pdf = folder / f"{lang}.pdf"
                lastro(folder, "selo", "assess", "demo", "--pdf", str(pdf), "--lang", lang)
                first_page(pdf, PICTURES[lang], figures(text))


if __name__ == "__main__":
    main()
