"""The column file agrees with itself, with the design's names, and with what is made from it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lastro.evidence import document
from lastro.evidence.columns import PER_UNIT, PROVENANCE, TYPES, folded, schema
from lastro.evidence.tables.cells import READERS
from lastro.evidence.tables.names import table_named
from tests.evidence.tables.records import ALL, records

DOCS = Path(__file__).parents[3] / "docs"
PROMISED = {
    "agricultores": "cpf nome familia municipio imovel area_ha documento numero inicio fim situacao car",
    "organizacoes": "cnpj nome tipo habilitacao inicio fim percentual_af legal_dap municipio",
    "contratos": "numero fornecedor unidade produto safra area_ha quantidade_kg assinatura fim preco preco_minimo unidade_preco "
    "prazo reajuste entrega salvaguardas anuente data_anuencia municipio",
    "aquisicoes": "chave item data unidade fornecedor produto forma municipio_origem quantidade unidade_medida valor contrato "
    "safra insumo propria parceria financiado destino_uso devolucao_de",
    "origens": "chave item cpf quantidade unidade_medida municipio valor",
    "vendas": "chave data unidade produto fabricacao destino volume_m3 valor valor_tributos devolucao_de",
    "dispendios": "tipo alinea data valor unidade municipio beneficiario comprovante recibo recurso_publico antecipado financiado "
    "aprovacao_data aprovacao_numero orgao_publico relatorio tecnico registro usado_desde anos_de_uso amortizar_anos",
    "frustracoes": "contrato tipo safra municipio data produto area_ha esperado entregue unidade_medida preco laudos laudo_datas "
    "requerimento doc_defesa_sanitaria doc_emergencia doc_ater_publica doc_cooperativa excecao_admitida",
    "perenes": "contrato cultura area_ha plantio maturidade rendimento_kg_ha fonte municipio preco manifestacao",
    "produtividades": "fonte nivel codigo produto safra kg_ha levantamento",
    "decisoes": "tipo objeto numero data inicio fim conteudo documento",
    "precos": "inicio fim municipio praca produto unidade preco fonte",
    "visitas": "contrato cpf data tecnico registro tipo arquivo_hash",
    "producao": "mes unidade biodiesel_m3 insumo quantidade coeficiente produto forma",
    "estoques": "mes unidade produto forma inicial final unidade_medida",
    "calendarios": "produto safra uf colheita_inicio colheita_fim contrato_ate fonte",
    "enquadramento": "projeto tipo data numero situacao comunicado_em documento",
    "compras_projeto": "projeto ano tipo familiar municipio produto forma quantidade_kg preco parte_produtor area_ha "
    "rendimento_kg_ha fonte",
    "ofertas": "nome tipo alinea tipo_fornecedor fornecedor unidade municipio_origem produto forma insumo safra preco "
    "quantidade unidade_medida custo_extra data",
    "consumo": "mes unidade produto forma classe municipio_origem fornecedor custo quantidade unidade_medida propria insumo",
}  # fmt: skip
PRODUCTS = (
    "soja milho mamona palma girassol canola algodao amendoim gergelim babacu macauba pinhao_manso cana trigo beterraba bovino "
    "suino ave ovino caprino peixe residuo outro_alimento outro"
)


def test_every_promised_table_and_column_is_there() -> None:
    assert set(PROMISED) == set(schema().tables)
    for name, columns in PROMISED.items():
        assert set(columns.split()) <= {c.name for c in schema().table(name).columns}
    assert list(schema().vocabularies["produto"].values) == PRODUCTS.split()


def test_every_type_has_a_reader_and_an_arrow_type() -> None:
    assert set(TYPES) == set(READERS)
    assert set(PER_UNIT) < set(TYPES)
    for table in ALL:
        assert table.empty().schema.names == [*(c.name for c in table.columns), *(name for name, _ in PROVENANCE)]


def test_headings_are_found_however_they_are_written() -> None:
    table = schema().table("aquisicoes")
    for heading in ("Município de Origem", "MUNICIPIO_ORIGEM", " municipio  origem ", "origin municipality"):
        assert table.headers[folded(heading)] == "municipio_origem"


@pytest.mark.parametrize(
    ("name", "table"),
    [("Aquisições", "aquisicoes"), ("purchases 2023", "aquisicoes"), ("VENDAS_01", "vendas"), ("Culturas Perenes", "perenes"),
     ("vendas2023", "vendas"), ("revendas", None), ("Planilha1", None), ("", None), ("2023 vendas", None)],
)  # fmt: skip
def test_tables_are_found_by_the_name_their_file_begins_with(name: str, table: str | None) -> None:
    assert table_named(name) == table


def test_the_documents_are_those_of_the_column_file() -> None:
    fix = "run: python -m lastro.evidence.document docs"
    assert (DOCS / document.MARKDOWN).read_text(encoding="utf-8") == document.markdown(), fix
    assert (DOCS / document.JSON_SCHEMA).read_text(encoding="utf-8") == document.json_schema(), fix


def test_the_json_schema_accepts_what_is_kept() -> None:
    made = json.loads(document.json_schema())
    for table in ALL:
        cells = made["$defs"][table.name]["properties"]
        assert set(cells) == {c.name for c in table.columns}
        for record in records(table):
            for column in table.columns:
                pattern = cells[column.name].get("pattern")
                if column.type in PER_UNIT and pattern:
                    assert re.fullmatch(pattern, record[column.name].plain)
