"""Statements for the small: what was sold in each farmer's name, and what each cooperative delivered.

    small_statements(statement, evidence) -> SmallStatements

Everything comes from the memory of calculation of one assessment; nothing is computed again.
"""

from lastro.selo.small.gathering import small_statements

__all__ = ["small_statements"]
