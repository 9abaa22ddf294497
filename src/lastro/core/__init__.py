"""Exact numbers, dates and business days, CPF/CNPJ/access key, regions. No input or output."""
