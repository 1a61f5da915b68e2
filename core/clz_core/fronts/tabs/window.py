"""Windows and viewports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import windows
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import SetViewportResult


def _viewport(result: SetViewportResult) -> str:
    return "\n".join([windows.viewport(result), f"at {result['url']}"])


VIEWS = {
    "getWindows": View(
        lambda facts: f"{counted(len(facts['windows']), 'window')}; * has your current tab:", windows.windows
    ),
    "closeWindow": View(windows.closed),
    "resizeWindow": View(windows.resized),
    "setViewport": View(lambda facts: f"Tab {facts['tabId']}:", _viewport, text=windows.viewport),
}
