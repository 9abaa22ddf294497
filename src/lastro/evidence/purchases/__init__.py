"""How notes and rows become purchases: one line per item bought, proven or claimed, of one plant."""

from lastro.evidence.purchases.lines import PurchaseLines, purchase_lines

__all__ = ["PurchaseLines", "purchase_lines"]
