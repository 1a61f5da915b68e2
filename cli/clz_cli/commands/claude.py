"""Setting up Claude Code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Values
from clz_cli.options import Options
from clz_cli.output.text import Result

if TYPE_CHECKING:
    from clz_core.contract.results import SetupClaudeResult


def _setup(values: Values, options: Options) -> Result:
    from clz_cli.setup.claude import setup

    return setup(values["plugin"], values["print_only"], options.quiet)


def _told(result: SetupClaudeResult) -> str:
    lines = "\n".join(f"  {line}" for line in result["commands"])
    if result["installed"]:
        return f"done:\n{lines}\nStart Claude Code again, then: /clz:help"
    if result["claude"] is None:
        return f"There is no `claude` command here. Where there is, run:\n{lines}"
    return f"Run:\n{lines}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setupClaude": CommandHandler(handle_locally=_setup, render=_told),
}
