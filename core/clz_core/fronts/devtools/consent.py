"""Consent banners."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text import reading
from clz_core.text.reading import consent

VIEWS = {
    "handleConsent": View(
        lambda facts: f"Tab {facts['tabId']}:",
        lambda result: f"{reading.consent(result)}\nat {result['url']}",
        text=consent,
    )
}
