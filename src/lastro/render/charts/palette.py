"""Colours of the charts and of the PDF: sober, and each at least 4.5:1 against the paper (WCAG 2.2, 1.4.3; a test
computes it). Colour never speaks alone: sums are filled, deductions hollow, and every bar carries its signed figure."""

from __future__ import annotations

PAPER = "#ffffff"
INK = "#17212b"
MUTED = "#55606c"
TOTAL = "#1c3d5a"
ADDED = "#2f6b52"
REMOVED = "#96382b"
LIMIT = "#7a4a00"

GRID = "#d3d9df"
"""Hairlines only: they carry no information."""

READABLE = (INK, MUTED, TOTAL, ADDED, REMOVED, LIMIT)
