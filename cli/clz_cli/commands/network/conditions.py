"""Network conditions: how the network of an agent's tabs is."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text import conditions

HANDLERS: dict[str, CommandHandler[Any]] = {
    "setExtraHeaders": CommandHandler(render=conditions.set_headers),
    "clearExtraHeaders": CommandHandler(render=conditions.cleared),
    "setOffline": CommandHandler(render=conditions.set_offline),
    "throttleNetwork": CommandHandler(render=conditions.throttled),
    "getNetworkConditions": CommandHandler(render=conditions.listed),
}
