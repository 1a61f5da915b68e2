"""Agents that share one Firefox."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.pool import agents, granted, slots

HANDLERS: dict[str, CommandHandler[Any]] = {
    "requestTabSpace": CommandHandler(render=slots),
    "grantTabSpace": CommandHandler(render=granted),
    "getSlotRequests": CommandHandler(render=slots),
    "getAgents": CommandHandler(render=agents),
}
