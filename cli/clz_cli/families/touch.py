"""A finger on the page."""

from __future__ import annotations

from clz_cli.acted import acted

RENDER = {"tap": acted("tapped"), "swipe": acted("swiped over")}
