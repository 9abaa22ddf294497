"""The printed statement: PDF/UA-1 and PDF/A-2a at once, composed by Typst from a statement as data.

`render_pdf` writes it. Equal statements give equal bytes: bundled fonts, no clock, no network, no system fonts. Text is
data to the template and is never evaluated, so `#import`, `$`, `*`, `@` and `\\` in a name are only characters.
"""

from lastro.render.pdf.explanation import Explanation, ExplanationStep
from lastro.render.pdf.write import MAX_ROWS, pdf_bytes, render_pdf

__all__ = ["MAX_ROWS", "Explanation", "ExplanationStep", "pdf_bytes", "render_pdf"]
