"""What pages are shown of the world."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text.emulation import emulate

VIEWS = {"emulate": View(lambda facts: f"Emulated in tab {facts['tabId']}:", emulate.rendered)}
