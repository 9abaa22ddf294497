"""The indicators of the ministry from many workspaces and statements.

reader = Reader(book)                       # one run: CPFs are compared by digests of a key of its own
sources = [*reader.of_workspace(evidence, question), reader.of_document(document, "file.json")]
indicators(sources, book) -> Indicators
"""

from lastro.selo.indicators.document import DocumentUnreadable
from lastro.selo.indicators.groups import indicators
from lastro.selo.indicators.reader import Reader

__all__ = ["DocumentUnreadable", "Reader", "indicators"]
