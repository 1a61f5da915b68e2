"""A finger on the page."""

from __future__ import annotations

from clz_cli.output.acted import acted

RENDER = {"tap": acted("tapped"), "swipe": acted("swiped over")}
