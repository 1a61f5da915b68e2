"""Running one command: over the wire, or here for those that manage the browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clz_cli import commands as families
from clz_cli.connections import client_of
from clz_cli.output import printing
from clz_cli.output.printing import Manner
from clz_cli.output.text import plain
from clz_core.contract.errors import NotConnected
from clz_core.contract.registry import Command


@dataclass(frozen=True)
class Options(Manner):
    """The options that every command has."""

    session: str = "default"
    agent: str = "cli"
    tab: int | None = None
    timeout_ms: int | None = None


def execute(command: Command, values: dict[str, Any], options: Options) -> int:
    """Run `command` with what was typed, print its result, and return the exit code. Raises: ClzError."""
    prepare = families.find("PREPARE", command.name)
    if prepare is not None:
        values = prepare(values)
    if values.get("follow") and command.runs != "local":
        from clz_cli.follow import follow

        return follow(command, _params(command, values, options), options)
    here = families.find("LOCAL" if command.runs == "local" else "HERE", command.name)
    result = here(values, options) if here is not None else None
    if result is None:
        with printing.progress(_doing(command, values), options.silent, printing.SOON_S):
            result = _call(command, _params(command, values, options), options)
    if isinstance(result, int):  # all is printed already
        return result
    finish = families.find("FINISH", command.name)
    if finish is not None:
        result = finish(result, values)
    printing.show(command, result, families.find("RENDER", command.name) or plain, options)
    code = families.find("EXIT", command.name)
    return 0 if code is None else int(code(result))


def _doing(command: Command, values: dict[str, Any]) -> Callable[[], str]:
    def text() -> str:
        doing = families.find("DOING", command.name)
        return str(doing(values)) if doing is not None else f"clz {command.cli}"

    return text


def _params(command: Command, values: dict[str, Any], options: Options) -> dict[str, Any]:
    params = {p.wire: values[p.name] for p in command.wire_params if values.get(p.name) is not None}
    if values.get("no_wait"):
        params["waitMs"] = 0
    if command.tab and options.tab is not None:
        params.setdefault("tabId", options.tab)
    return params


def _call(command: Command, params: dict[str, Any], options: Options) -> dict[str, Any]:
    with client_of(options.session, options.agent) as client:
        try:
            return client.call(command.name, params, options.timeout_ms)
        except NotConnected as problem:
            without_host = families.find("WITHOUT_HOST", command.name)
            if problem.code != "NOT_CONNECTED" or without_host is None:
                raise
            answer: dict[str, Any] | None = without_host(options)
            return client.call(command.name, params, options.timeout_ms) if answer is None else answer
