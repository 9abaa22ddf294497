"""Hypothesis without deadlines: a busy machine is no fault of the product. Everything else as it ships, CI included."""

from __future__ import annotations

import os

from hypothesis import settings

_SHIPPED = settings.get_profile("ci" if os.environ.get("CI") else "default")
settings.register_profile("lastro", parent=_SHIPPED, deadline=None)
settings.load_profile("lastro")
