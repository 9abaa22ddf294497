"""The regimes before 2022, measured on the cost of feedstock: IN MDA 1/2005 and 1/2009, Portarias MDA 60/2012, SEAD
515/2018 and MAPA 144/2019.

One implementation: what tells them apart is law data (`selo.cost.*`). What nobody has established leaves the statement
incomplete, with a finding that names it.
"""

from lastro.selo.regimes.cost_based.regime import COST_BASED

__all__ = ["COST_BASED"]
