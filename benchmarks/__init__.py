"""Measurements: `make bench` runs them and writes docs/performance.md. None of them is a gate."""
