"""`lastro framing assess` on a folder that a person filled."""

from __future__ import annotations

import json
from pathlib import Path

from lastro.cli.app import call
from tests.selo.world import PLANT

TOML = f"""[empresa]
cnpj = "{PLANT}"
nome = "Usina"

[[unidade]]
cnpj = "{PLANT}"
nome = "Usina"
municipio = "Rio Verde/GO"
"""
ROWS = """ano;tipo;familiar;municipio;produto;quantidade_kg;preco
2007;compra;S;Rio Verde/GO;soja;1.000;1,00
2007;compra;N;Rio Verde/GO;soja;9.000;1,00
"""


def test_the_command_answers_and_writes_json(tmp_path: Path) -> None:
    (tmp_path / "lastro.toml").write_text(TOML, encoding="utf-8")
    (tmp_path / "compras_projeto.csv").write_text(ROWS, encoding="utf-8")
    out = tmp_path / "projeto.json"
    call(["framing", "assess", str(tmp_path), "--json", str(out), "--lang", "en"])
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["kind"] == "framing.assess"
    values = {line["id"]: line["value"] for line in told["lines"]}
    assert values["framing.percentage"] == "10.0000"
    assert values["framing.margin"] == "0.0000"
