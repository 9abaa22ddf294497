"""Portaria MDA 28/2024, with Portarias MDA 48/2024 and 36/2025, as a regime.

What was not seen of it stands in the law data as not established: without the minimum of art. 31 caput there is no
verdict, without the factor of § 1 a those purchases weigh one for their organisation; findings say so.
"""

from lastro.selo.regimes.portaria_28.regime import REGIME

__all__ = ["REGIME"]
