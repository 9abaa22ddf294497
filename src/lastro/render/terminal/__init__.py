"""A statement on the terminal: the answer in the first three lines, then what it rests on.

    print_statement(statement, lang="pt")

Readable at 80 columns and on Windows consoles: a character that the console cannot write is replaced by a plain one,
and nothing in the user's files can move the cursor or colour the screen.
"""

from lastro.render.terminal.page import print_statement, statement_text

__all__ = ["print_statement", "statement_text"]
