"""What to do about the answer: the cheapest plan that reaches the minimum, and what a purchase more would bring."""

from lastro.selo.planning.adding import Addition, typed_addition, what_if
from lastro.selo.planning.cheapest import plan

__all__ = ["Addition", "plan", "typed_addition", "what_if"]
