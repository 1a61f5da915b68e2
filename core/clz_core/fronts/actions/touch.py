"""A finger on the page."""

from __future__ import annotations

from clz_core.fronts.acting import acted
from clz_core.fronts.view import View

VIEWS = {"tap": View(text=acted("tapped")), "swipe": View(text=acted("swiped over"))}
