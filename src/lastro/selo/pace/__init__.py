"""The pace of a year in progress, toward the minimum of its regime.

pace(evidence, book, question, Asked(on=date(2023, 8, 15))) -> Pace
"""

from lastro.selo.pace.pace import Asked, pace

__all__ = ["Asked", "pace"]
