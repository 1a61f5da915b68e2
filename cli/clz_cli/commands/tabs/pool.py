"""Agents that share one Firefox."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application
from clz_core.text.pool import forgotten

HANDLERS: dict[str, CommandHandler[Any]] = {
    "forgetAgent": CommandHandler(handle_locally=application("agents.forget", "forget"), render=forgotten),
}
