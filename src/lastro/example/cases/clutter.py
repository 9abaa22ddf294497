"""What lies in real folders besides notes: copies, conflicts, batches, other documents, broken files, junk.

Codes EVD-NFE-…: each document must be counted and told of, none may stop the import.
"""

from __future__ import annotations

from dataclasses import replace

from lastro.example import wares
from lastro.example.events import batch
from lastro.example.parties import Note, access_key
from lastro.example.scene import Scene
from lastro.example.trade import Channel
from lastro.example.xml import DECLARATION, NAMESPACE, authorised, processed, unsigned_parts

_JATAI = "5211909"


def stage(scene: Scene) -> None:
    """All of them."""
    _copies(scene)
    _conflict(scene)
    _without_protocol(scene)
    _other_documents(scene)
    _broken_files(scene)
    _pair_that_disagrees(scene)
    _odd_writing(scene)


def _note(scene: Scene, day: int) -> Note:
    """A note of a farmer who sells under a contract: it would count."""
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    load = scene.load(wares.SOY, 6_000, 2, day)
    scene.farms.delivered(farmer, wares.SOY, load.kg)
    scene.farms.drawn(contract, load.kg)
    return scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)


def _copies(scene: Scene) -> None:
    """The same file twice more: in another folder, and under another name."""
    note = _note(scene, 6)
    content = authorised(note)
    key = scene.draft.file(note, "copied", content, f"2023-02/{unsigned_parts(note, '100').key}-nfe.xml")
    for path in (f"recebidas-por-email/{key}.xml", f"recebidas-por-email/NFe{key[:10]} (2).XML"):
        scene.draft.attach(path.rpartition("/")[2], content, path)
    scene.draft.seed("EVD-NFE-17", "two_copies", key=key)


def _conflict(scene: Scene) -> None:
    """One key, two contents: the second file writes another quantity."""
    note = _note(scene, 7)
    key = scene.draft.issue(note, "conflict")
    other = replace(note.items[0], quantity_e4=note.items[0].quantity_e4 * 2)
    content = authorised(replace(note, items=(other,)))
    path = f"recebidas-por-email/{key}-v2.xml"
    scene.draft.attach(f"{key}-v2.xml", content, path)
    scene.draft.seed("EVD-NFE-13", "same_key_other_content", key=key, subject=f"nfe/{path}")


def _without_protocol(scene: Scene) -> None:
    """A bare NFe and a batch as it was sent: nothing proves their authorisation."""
    bare = _note(scene, 8)
    parts = unsigned_parts(bare, "100")
    scene.draft.file(bare, "without_protocol", f"{DECLARATION}{parts.nfe}".encode(), f"2023-02/{parts.key}.xml")
    scene.draft.seed("EVD-NFE-10", "bare_note", key=parts.key)
    notes = (_note(scene, 9), _note(scene, 9))
    sent = tuple(unsigned_parts(note, "100") for note in notes)
    path = "2023-02/lote-000001.xml"
    scene.draft.attach("lote-000001.xml", batch(sent), path)
    for part in sent:
        scene.draft.keys.add(part.key)
        scene.draft.kinds["in_a_batch"].append(part.key)
        scene.draft.seed("EVD-NFE-10", "batch_without_protocol", key=part.key, subject=f"nfe/{path}")


def _other_documents(scene: Scene) -> None:
    """A freight document, a summary, a voided number range, a PDF, a thumbnail store."""
    unseen = access_key(_note(scene, 14))
    freight = f'{DECLARATION}<cteProc xmlns="http://www.portalfiscal.inf.br/cte" versao="3.00"><CTe/></cteProc>'
    summary = f'{DECLARATION}<resNFe xmlns="{NAMESPACE}" versao="1.01"><chNFe>{unseen}</chNFe></resNFe>'
    voided = f'{DECLARATION}<procInutNFe xmlns="{NAMESPACE}" versao="4.00"><inutNFe/></procInutNFe>'
    for cause, path, content in (
        ("freight_document", "outros/cte-000123.xml", freight.encode()),
        ("summary_without_note", "outros/resumo.xml", summary.encode()),
        ("voided_numbers", "outros/inutilizacao.xml", voided.encode()),
        ("junk", "outros/DANFE.pdf", b"%PDF-1.4\n%%EOF\n"),
        ("junk", "outros/Thumbs.db", b"\xd0\xcf\x11\xe0" + bytes(60)),
    ):
        scene.draft.attach(path.rpartition("/")[2], content, path)
        scene.draft.nonstandard.append(path)
        if cause == "summary_without_note":
            scene.draft.seed("EVD-NFE-21", cause, key=unseen)
        else:
            scene.draft.seed("EVD-NFE-05", cause, subject=f"nfe/{path}")


def _broken_files(scene: Scene) -> None:
    """A download that stopped half way, and a file with a document type."""
    cut = authorised(_note(scene, 10))
    typed = authorised(_note(scene, 10)).replace(b"?><nfeProc", b"?><!DOCTYPE nfeProc><nfeProc", 1)
    for code, path, content in (
        ("EVD-NFE-01", "2023-02/download-interrompido.xml", cut[: len(cut) // 2]),
        ("EVD-NFE-02", "2023-02/com-doctype.xml", typed),
    ):
        scene.draft.attach(path.rpartition("/")[2], content, path)
        scene.draft.nonstandard.append(path)
        scene.draft.seed(code, "broken_file", subject=f"nfe/{path}")


def _pair_that_disagrees(scene: Scene) -> None:
    """Producer's note and contra-nota differ by a discount for moisture: the lower counts, the rest is at risk."""
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    load = scene.load(wares.SOY, 9_000, 3, 13)
    key = scene.trade.sell(farmer, load, Channel.OWN_SOFTWARE)
    lower = replace(load, kg=8_700)
    items = (scene.trade.entry_item(farmer.party, lower),)
    entry = scene.draft.issue(scene.trade.counter_note(farmer.party, items, load.on, key), "disagreeing_counter_note")
    scene.farms.drawn(contract, load.kg)
    scene.draft.seed("EVD-NFE-31", "pair_disagrees", key=entry, subject=key)
    scene.draft.seed("SBS-24", "pair_disagrees", key=entry, item=1, subject=key)


def _odd_writing(scene: Scene) -> None:
    """Latin-1, a byte order mark and no declaration: to be read like any other."""
    latin = _note(scene, 13)
    text = processed(unsigned_parts(latin, "100"))
    scene.draft.file(latin, "latin_1", text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"').encode("latin-1"))
    marked = _note(scene, 13)
    scene.draft.file(marked, "byte_order_mark", b"\xef\xbb\xbf" + authorised(marked))
    silent = _note(scene, 13)
    scene.draft.file(silent, "no_declaration", authorised(silent).removeprefix(DECLARATION.encode()))
