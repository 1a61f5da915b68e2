"""From what was typed to its running, whichever way it was parsed: it loads no Typer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from clz_cli.parser import syntax
from clz_cli.parser.syntax import ELSEWHERE, GLOBALS
from clz_core.config import settings
from clz_core.contract.errors import ClzError, error
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_cli.handler import LineRunner
    from clz_cli.parser.options import Options

GLOBAL_NAMES = tuple(param.name for param in GLOBALS)


def carry_out(command: Command, values: Values, before: Values) -> int | LineRunner:
    """Run a command with what was typed after its name, the global options there included, and those `before` it."""
    from clz_cli.lines.run import execute

    options = options_of(command, values, before)
    return execute(command, with_settings(command, values), options)


def options_of(command: Command, values: Values, before: Values) -> Options:
    """The global options of one call: those after the command's name win over those before it, both over settings.

    They are taken out of `values`. After its name a command's own options mean what it says.
    Raises: CONFIG_INVALID if a file of settings is broken, unless the command repairs such things. INVALID_PARAMS.
    """
    from clz_cli.output.printing import tell, wants_markers
    from clz_cli.parser.options import Options

    own, repairs = {param.name for param in command.params}, command.typed.repairs
    given = {name: None if name in own else values.pop(name) for name in GLOBAL_NAMES}
    if any(given[name] is not None for name in ELSEWHERE):
        _check_place(command, given)
    merged = {name: before.get(name) if value is None else value for name, value in given.items()}
    known = settings.load(lenient=repairs)

    def chosen(name: str) -> Any:
        if merged[name] is not None:
            return merged[name]
        try:
            return known.chosen(name)
        except ClzError:  # a variable that holds nonsense
            if not repairs:
                raise
            return None

    session, named = chosen("session"), bool(chosen("session"))
    machine = os.environ.get("CLZ_ON") if merged["on"] is None else merged["on"]
    if machine:
        from clz_core.remote.machines import session_on

        session, named = session_on(session or "default", machine), True
    options = Options(
        session=session or "default",
        session_named=named,
        agent_named=chosen("agent") or "",
        tab=merged["tab"],
        timeout_ms=chosen("timeout"),
        json=bool(chosen("json")),
        quiet=bool(chosen("quiet")),
        raw=bool(chosen("raw")),
        markers=wants_markers(chosen("markers")),
    )
    for line in known.warnings if not options.quiet else ():
        tell(f"warning: {line}")
    return options


def _check_place(command: Command, given: Values) -> None:
    """Have what leads elsewhere come before the name of a command that Claude Code may run unasked.

    Its rules know a command by how its line begins, and no option after that, however it is quoted.
    Raises: INVALID_PARAMS.
    """
    if not os.environ.get("CLAUDECODE"):
        return
    from clz_apps.machine.setup.allowed import has_rule

    if has_rule(command):
        said = " ".join(f"--{name} {given[name]}" for name in ELSEWHERE if given[name] is not None)
        raise error(
            "INVALID_PARAMS",
            f"Inside Claude Code {said} comes before the command, so that a person is asked even if clz {command.cli} "
            "is allowed without asking.",
            f"Type: clz {said} {command.cli} …",
        )


def with_settings(command: Command, values: dict[str, Any]) -> dict[str, Any]:
    """What was typed, and the person's settings where nothing was. A command is built without them, once for all."""
    unset = [param for param in command.params if param.setting and values.get(param.name, False) is None]
    return values | {param.name: syntax.usual(param) for param in unset} if unset else values
