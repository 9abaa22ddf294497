"""Writes the example workspace: `lastro.toml`, the notes, the tables, and a page that says all of it is invented."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from lastro.core.errors import WrongUse
from lastro.core.identifiers import formatted
from lastro.example import wares
from lastro.example.archive import write_documents
from lastro.example.cases import (
    agreements,
    clutter,
    goods,
    harvests,
    ledgers,
    notes,
    operations,
    papers,
    slips,
    spending,
    suppliers,
)
from lastro.example.draft import YEAR, Draft
from lastro.example.found_as import found_as
from lastro.example.manifest import ExampleManifest, Seeded
from lastro.example.places import ZONES
from lastro.example.sales import run_odd_sales, run_sales
from lastro.example.scene import Scene, build_scene
from lastro.example.sheets import rows_without_data, write_tables
from lastro.example.streams import run_lots, run_producers, scaled
from lastro.statement.catalogue import text

if TYPE_CHECKING:
    from lastro.law import LawBook

LEAST_NOTES = 1_200

_RESEARCH_REAIS = 7_400_000
_LATE_LOTS = 34
_UNNAMED_LOTS = 8
_README = "LEIA-ME.txt"


def write_example(directory: Path, book: LawBook, *, notes: int = 5000, seed: int = 1) -> ExampleManifest:
    """Write the example company into `directory` (created when missing) and say what was written.

    `notes` is the number of distinct NF-e; the amounts are tuned for 5,000. Raises WrongUse below `LEAST_NOTES`, which
    leave no room for one of each kind.
    """
    if notes < LEAST_NOTES:
        raise WrongUse("example.too_few_notes", least=LEAST_NOTES, asked=notes)
    scene = _invent(Random(seed), book, notes)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "lastro.toml").write_text(_config(scene), encoding="utf-8")
    (directory / _README).write_text(
        f"{text('example.readme', 'pt')}\n\n{text('example.readme', 'en')}\n", encoding="utf-8"
    )
    files = write_documents(directory / "nfe", scene.draft.documents)
    first_rows = write_tables(directory, scene.draft.rows)
    return _manifest(directory, scene, files, first_rows)


def _invent(rng: Random, book: LawBook, count: int) -> Scene:
    scene = build_scene(rng, book, count)
    trade = scene.trade
    monthly_m3 = run_sales(trade, scene.market, count) // 12
    run_odd_sales(trade, scene.market)
    run_producers(trade, {zone: scene.gazetteer.zone(zone) for zone in ZONES}, count)
    run_lots(trade, scene.suppliers, scene.members, scene.contracts, count)
    operations.stage(scene)
    goods.stage(scene, monthly_m3)
    papers.stage(scene)
    notes.stage(scene)
    suppliers.stage(scene, scaled(_UNNAMED_LOTS, count))
    agreements.stage(scene, scaled(_LATE_LOTS, count))
    clutter.stage(scene)
    harvests.stage(scene)
    spending.stage(scene, scaled(_RESEARCH_REAIS, count))
    ledgers.stage(scene, monthly_m3)
    _other_suppliers(scene, count)
    scene.farms.write()
    slips.stage(scene)
    return scene


def _other_suppliers(scene: Scene, count: int) -> None:
    """Soy and oil of dealers outside family farming fill the year up to `count` notes."""
    missing = count - len(scene.draft.keys)
    assert missing >= 0, missing
    towns = [scene.gazetteer.at(codes[0]) for codes in ZONES.values()]
    dealers = [scene.people.company(f"Cerealista Exemplo {number} Ltda", town) for number, town in enumerate(towns, 1)]
    rng = scene.draft.rng
    for number in range(missing):
        ware = wares.SOY_OIL if number % 5 == 0 else wares.SOY
        load = scene.load(ware, rng.randrange(800, 1_250) * 30, 1 + rng.randrange(12), 1 + rng.randrange(28))
        scene.trade.deliver(dealers[number % len(dealers)], load, "other_supplier", "102")
    scene.draft.seed("EVD-PUR-09", "suppliers_outside_family_farming", subject="summary")


def _config(scene: Scene) -> str:
    plant = scene.plant
    return (
        "# Empresa inventada / invented company\n"
        f'[empresa]\ncnpj = "{formatted(plant.document)}"\nnome = "{plant.name}"\n'
        'autorizacao_anp = "EX-0001/2015"\nregistro_rfb = "EX-0001"\n\n'
        f'[[unidade]]\ncnpj = "{formatted(plant.document)}"\nnome = "Usina Exemplo"\n'
        f'municipio = "{plant.place.name}/{plant.place.uf}"\n\n'
        f"[apuracao]\nano = {YEAR}\n\n"
        f'[[selo]]\ninicio = {YEAR - 3}-03-01\nfim = {YEAR + 2}-02-28\nsituacao = "ativa"\n\n'
        f"[[sicaf]]\ninicio = {YEAR - 1}-06-01\nfim = {YEAR + 1}-05-31\n\n"
        f'[[tributacao]]\nano = {YEAR}\nregime = "especial"\nopcao_em = {YEAR - 1}-11-21\n'
    )


def _manifest(directory: Path, scene: Scene, files: int, first_rows: dict[str, int]) -> ExampleManifest:
    draft = scene.draft
    return ExampleManifest(
        directory=directory,
        plant_cnpj=scene.plant.document,
        year=YEAR,
        notes=len(draft.keys),
        files=files,
        kinds={kind: tuple(keys) for kind, keys in sorted(draft.kinds.items())},
        defects=_defects(draft, first_rows),
        rows={table: len(rows) for table, rows in sorted(draft.rows.items())},
        nonstandard=tuple(draft.nonstandard),
    )


def _defects(draft: Draft, first_rows: dict[str, int]) -> dict[str, tuple[Seeded, ...]]:
    found: defaultdict[str, list[Seeded]] = defaultdict(list)
    for table, row in rows_without_data(draft.rows):
        cause = "title" if row == 1 else "total"
        found["EVD-TAB-09"].append(Seeded(cause, found_as("EVD-TAB-09", cause), table=table, row=row))
    for seed in draft.seeds:
        table, row = (seed.row.table, first_rows[seed.row.table] + seed.row.index) if seed.row else ("", 0)
        variant = found_as(seed.code, seed.cause)
        found[seed.code].append(Seeded(seed.cause, variant, seed.key, seed.item, table, row, seed.subject))
    return {code: tuple(found[code]) for code in sorted(found)}
