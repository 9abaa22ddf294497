"""Fuzz target of the NF-e reader: whatever the bytes, it answers, accounts for what it read, and tells it in words.

With atheris installed: `python -m tests.fuzz.nfe_reader [corpus folder]`. Without it, `mutations` below feeds the
same target from a seeded generator, and pytest runs a few hundred of them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from lastro.evidence.nfe import FileNotes, fold, gather, link, read_note_file
from lastro.law import load
from lastro.statement.catalogue import LANGS, text
from tests.evidence.nfe.builder import (
    Item,
    Note,
    authorised,
    bare,
    counter_note,
    distribution,
    event,
    protocol_xml,
    ref_paper,
    wrapped,
    zipped,
)

_FUEL = "<comb><cProdANP>820101001</cProdANP><descANP>B100</descANP><pBio>0.0000</pBio><UFCons>GO</UFCons></comb>"
_NOTE = Note(items=(Item(), Item(cfop="5651", ncm="38260000", extra=_FUEL)), references=(ref_paper("12345678909", 7),))


def seeds() -> list[bytes]:
    """One document of every shape."""
    note, answer = authorised(_NOTE), event(_NOTE.key, detail="<xJust>erro</xJust>")
    return [
        note,
        bare(_NOTE),
        authorised(counter_note(_NOTE)),
        answer,
        distribution(note, answer),
        wrapped("retConsSitNFe", f"<cStat>101</cStat><chNFe>{_NOTE.key}</chNFe>" + protocol_xml(_NOTE)),
        zipped({"a.xml": note, "b/c.zip": zipped({"d.xml": answer})}),
        note.decode().encode("utf-16"),
        note.replace(b' xmlns="http://www.portalfiscal.inf.br/nfe"', b""),
    ]


def mutations(random_source: random.Random, count: int) -> Iterator[bytes]:
    """`count` damaged documents: bytes changed, cut, doubled, or spliced from another."""
    known = seeds()
    words = [
        b"<!DOCTYPE x>",
        b"&x;",
        b"<![CDATA[",
        b"]]>",
        b"\x00",
        b"\xff",
        b"</det>",
        b"9" * 30,
        b"-1",
        b"1e9",
        b"\xef\xbb\xbf",
    ]
    for _ in range(count):
        data = bytearray(random_source.choice(known))
        for _ in range(random_source.randrange(1, 5)):
            at = random_source.randrange(len(data) + 1)
            end = min(len(data), at + random_source.randrange(1, 60))
            match random_source.randrange(6):
                case 0:
                    data[at:end] = b""
                case 1:
                    data[at:at] = random_source.choice(words)
                case 2:
                    data[at:end] = bytes(random_source.randrange(256) for _ in range(end - at))
                case 3:
                    data[at:at] = data[at:end]
                case 4:
                    other = random_source.choice(known)
                    start = random_source.randrange(len(other))
                    data[at:end] = other[start : start + 200]
                case _:
                    del data[at:]
        yield bytes(data)


def target(data: bytes, name: str = "x.xml") -> FileNotes:
    """Read `data`, and assert what must hold for any bytes."""
    notes = read_note_file(name, data)
    assert sum(count.n for count in notes.counts) >= 1
    refused = sum(count.n for count in notes.counts if count.outcome == "rejected")
    assert not refused or notes.findings
    for finding in notes.findings:
        for lang in LANGS:
            for part in ("title", "message", "remedy"):
                text(f"findings.{finding.code}.{finding.variant}.{part}", lang, finding.arguments)
    return notes


def target_whole(data: bytes) -> None:
    """Also fold and link what was read, beside the sound documents it came from."""
    read = gather([target(data), *(read_note_file(f"seed-{n}", seed) for n, seed in enumerate(seeds()[:4]))])
    folded = fold(read.documents, read.events, read.references, read.items)
    link(folded, load(), ["12345678000195"])


def main() -> None:
    """Run under atheris."""
    import atheris  # type: ignore[import-not-found,unused-ignore]

    atheris.Setup(sys.argv, target_whole)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
