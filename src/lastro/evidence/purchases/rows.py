"""Rows of `aquisicoes` before anything is known of their notes: one row each, in an order no file decides."""

from __future__ import annotations

ROWS = """
select row_number() over (order by _hash, _file, _sheet, _row) as rid,
       coalesce(chave, '') as chave, item, data, unidade, fornecedor, produto, forma, municipio_origem,
       quantidade, unidade_medida, valor, coalesce(contrato, '') as contrato, safra, coalesce(insumo, '') as insumo,
       coalesce(propria, false) as propria, coalesce(parceria, false) as parceria,
       coalesce(financiado, false) as financiado, coalesce(destino_uso, '') as destino_uso,
       coalesce(devolucao_de, '') as devolucao_de, _file, _sheet, _row, _hash
from aquisicoes
"""
