"""What pages are shown of the world."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_core.text.emulation import emulate

HANDLERS: dict[str, CommandHandler[Any]] = {"emulate": CommandHandler(render=emulate.told)}
