"""Lastro: exact, explained compliance for the Brazilian biofuel programmes."""

__version__ = "0.1.0"
