"""Social framing of a biodiesel project for bank finance: IN MDA 2/2005.

    assess(evidence, book, question)  ->  Statement   a projection of the purchases to be made, against 50, 30 and 10 %

It is no right to use the seal (art. 13). Documents and terms of the file are the check ENQ-01.
"""

from lastro.framing.assess import Question, assess

__all__ = ["Question", "assess"]
