"""Running one command: over the wire, or here for those that manage the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clz_cli import families, output
from clz_cli.connections import client_of
from clz_cli.text import plain
from clz_core.errors import NotConnected
from clz_core.registry import Command


@dataclass(frozen=True)
class Options:
    """The options that every command has."""

    session: str
    agent: str
    tab: int | None
    timeout_ms: int | None
    json: bool
    quiet: bool


def execute(command: Command, values: dict[str, Any], options: Options) -> int:
    """Run `command` with what was typed, print its result, and return the exit code. Raises: ClzError."""
    prepare = families.find("PREPARE", command.name)
    if prepare is not None:
        values = prepare(values)
    if values.get("follow"):
        from clz_cli.follow import follow

        return follow(command, _params(command, values, options), options)
    if command.runs == "local":
        result = families.find("LOCAL", command.name)(values, options)
        if isinstance(result, int):
            return result
    else:
        result = _call(command, _params(command, values, options), options)
    finish = families.find("FINISH", command.name)
    if finish is not None:
        result = finish(result, values)
    output.show(result, families.find("RENDER", command.name) or plain, options.json, options.quiet)
    return 0


def _params(command: Command, values: dict[str, Any], options: Options) -> dict[str, Any]:
    params = {p.wire: values[p.name] for p in command.wire_params if values.get(p.name) is not None}
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
