"""`lastro selo reconcile`: what the ministry did otherwise, and what answers each of its refusals (docs/adr/0023).

read_official(name, data, book, asked)           the ministry's file: its figure and its refused rows
reconcile(evidence, book, question, official)    the smallest verified explanations, and the defence
"""

from lastro.selo.reconciling.official import read_official
from lastro.selo.reconciling.official_rows import Asked, Official, OfficialRow
from lastro.selo.reconciling.reconcile import reconcile

__all__ = ["Asked", "Official", "OfficialRow", "read_official", "reconcile"]
