"""An independent second answer: Portaria SAF/MAPA 280/2022 and Decreto 10.527/2020 computed row by row.

Written from the law, slow on purpose, in `Fraction`, `int` and `date`. It shares no code and no number with the
product: only municipality names, the Semiárido list and the shipped yields come from `lastro.law`, as facts.
"""

from tests.oracle.year import Config, Result, assess

__all__ = ["Config", "Result", "assess"]
