"""Agents that share one Firefox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values
from clz_core.text.pool import forgotten

if TYPE_CHECKING:
    from clz_core.generated.results import ForgetAgentResult


def _forget(values: Values, options: Options) -> ForgetAgentResult:
    from clz_cli.local.agents import forget

    return forget(values["name"], options)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "forgetAgent": CommandHandler(handle_locally=_forget, render=forgotten),
}
