"""Consent banners."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.reading import consent

HANDLERS: dict[str, CommandHandler[Any]] = {
    "handleConsent": CommandHandler(render=consent),
}
