"""A finger on the page."""

from __future__ import annotations

from clz_cli.handler import CommandHandler
from clz_cli.output.acted import acted

HANDLERS = {
    "tap": CommandHandler(render=acted("tapped")),
    "swipe": CommandHandler(render=acted("swiped over")),
}
