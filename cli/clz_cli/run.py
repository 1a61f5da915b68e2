"""Running one command: over the wire, or here for those that manage the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clz_cli import output
from clz_core.client import Client
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
    prepare = PREPARE.get(command.name)
    if prepare is not None:
        values = prepare(values)
    if command.runs == "local":
        from clz_cli import local

        result = local.COMMANDS[command.name](values, options)
    else:
        result = _call(command, _params(command, values, options), options)
    finish = FINISH.get(command.name)
    if finish is not None:
        result = finish(result, values)
    output.show(command, result, options.json, options.quiet)
    return 0


def _params(command: Command, values: dict[str, Any], options: Options) -> dict[str, Any]:
    params = {p.wire: values[p.name] for p in command.wire_params if values.get(p.name) is not None}
    if command.tab and options.tab is not None:
        params.setdefault("tabId", options.tab)
    return params


def _call(command: Command, params: dict[str, Any], options: Options) -> dict[str, Any]:
    with Client(options.session, options.agent) as client:
        try:
            return client.call(command.name, params, options.timeout_ms)
        except NotConnected as problem:
            if problem.code != "NOT_CONNECTED" or command.name not in WITHOUT_HOST:
                raise
            answer = WITHOUT_HOST[command.name](options)
            return answer if answer is not None else client.call(command.name, params, options.timeout_ms)


def _start_browser(options: Options) -> None:
    """`clz open` needs nothing set up: the managed Firefox starts when no host is there."""
    from clz_cli import local

    local.start_browser(options)


def _own_version(options: Options) -> dict[str, Any]:
    from clz_cli import local

    return local.own_version()


def _check_path(values: dict[str, Any]) -> dict[str, Any]:
    from clz_cli import files

    return files.prepare_screenshot(values)


def _save_image(result: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    from clz_cli import files

    return files.save_screenshot(result, values)


def _check_address(values: dict[str, Any]) -> dict[str, Any]:
    """A path becomes its file: address, and a wrong address is refused before a Firefox is started for it."""
    url = values["url"]
    if url.startswith(("/", "./", "../", "~/")):
        from clz_cli import files

        return {**values, "url": files.file_url(url)}
    from clz_core.urls import check_url

    return {**values, "url": check_url(url)}


# What a front does around a command; most need nothing.
PREPARE = {"screenshot": _check_path, "createWindow": _check_address, "navigate": _check_address}
FINISH = {"screenshot": _save_image}
WITHOUT_HOST = {"createWindow": _start_browser, "version": _own_version}
