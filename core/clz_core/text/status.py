"""The system itself: versions, health, and the Firefox that clz starts."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Values
from clz_cli.options import Options
from clz_cli.output.text import Result
from clz_core import PROTOCOL_VERSION, __version__

if TYPE_CHECKING:
    from clz_core.contract.results import (
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
        DiagnoseResult,
        LogsResult,
        StatusResult,
        VersionResult,
    )

SHOWN = 6  # agents and loops in the one screen of `clz status`
MARKS = {"ok": "ok", "broken": "BROKEN", "skipped": "-", "unchecked": "?"}


def _own_version(options: Options) -> Result:
    """The `version` result where no host is running."""
    import zmq

    return {
        "client": __version__,
        "protocol": PROTOCOL_VERSION,
        "host": None,
        "extension": None,
        "firefox": None,
        "build": None,
        "python": platform.python_version(),
        "zeromq": zmq.zmq_version(),
    }


def _start(values: Values, options: Options) -> Result:
    from clz_cli.local.browser import start

    return start(options, headed=values["headed"])


def _stop(values: Values, options: Options) -> Result:
    from clz_cli.local.browser import stop

    return stop(options)


def _browser(values: Values, options: Options) -> Result:
    from clz_cli.local.browser import status

    return status(options)


def _doctor(values: Values, options: Options) -> Result:
    from clz_cli.output.printing import progress
    from clz_native.doctor import run

    with progress("Looking at every part", options.silent, 1):
        return run(
            options.session,
            options.agent,
            require_running=values["require_running"],
            repair=values["fix"],
            restart=values["restart"],
        )


def _logs(values: Values, options: Options) -> Result:
    from clz_cli.local.logs import logs

    return logs(values, options)


def _version(result: VersionResult) -> str:
    missing = "not running"
    return "\n".join(
        (
            f"clz {result['client']} (protocol {result['protocol']})",
            f"host {result['host'] or missing}",
            f"extension {result['extension'] or missing}{_build(result)}",
            f"Firefox {result['firefox'] or missing}",
            f"Python {result['python']}, ZeroMQ {result['zeromq']}",
        )
    )


def _build(result: Result) -> str:
    return {"managed": " with the helper", "plain": ", plain"}.get(str(result.get("build")), "")


def _versions(result: Result) -> str:
    return f"Firefox {result['firefox']}, extension {result['extension']}{_build(result)}"


def _status(result: StatusResult) -> str:
    seconds = result["uptimeMs"] // 1000
    up = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return "\n".join(
        (
            f"session {result['session']}: {_versions(result)}",
            f"host    pid {result['hostPid']}, up {up}, {result['pending']} commands under way",
            f"tabs    {result['tabCount']} of {result['maxTabs']}{_holders(result['holders'])}",
            f"agents  {result['agents']} keys admitted, you are {result['agentId']}",
            *_loops(result["loops"]),
            f"policy  {result['policy']}",
            f"socket  {result['endpoint']}",
            f"log     {result['log']}",
        )
    )


def _holders(holders: Sequence[Result]) -> str:
    told = [f"{_name(holder)} {holder['tabs']}" for holder in holders[:SHOWN]]
    more = [f"{len(holders) - SHOWN} more"] if len(holders) > SHOWN else []
    return ": " + ", ".join([*told, *more]) if told else ""


def _name(holder: Result) -> str:
    return "you" if holder["mine"] else holder["name"] or str(holder["agent"])


def _loops(loops: Sequence[Result]) -> list[str]:
    running = [loop for loop in loops if loop["active"]]
    lines = [
        f"loop    {loop['iteration']} of {loop['maxIterations']}, {loop['leftMs'] // 60_000} min left: "
        f"{loop['preview']}"
        for loop in running[:SHOWN]
    ]
    return [*lines, *([f"loop    … {len(running) - SHOWN} more"] if len(running) > SHOWN else [])]


def _log_lines(result: LogsResult) -> str:
    from clz_cli.local.logs import line

    return "\n".join(line(entry) for entry in result["entries"])


def _diagnosis(result: DiagnoseResult) -> str:
    width = max(len(row["name"]) for row in result["checks"])
    lines = [f"{MARKS[row['state']]:<6} {row['name']:<{width}}  {row['detail']}" for row in result["checks"]]
    for at, row in reversed(list(enumerate(result["checks"]))):
        if row["state"] == "broken" and row["fix"]:
            lines.insert(at + 1, f"{'':6} {'':{width}}  fix: {row['fix']}")
    lines += [f"fixed {what}" for what in result["mended"]]
    return "\n".join([*lines, result["summary"]])


def _browser_started(result: BrowserStartResult) -> str:
    if not result["started"]:
        return f"Firefox is running already (session {result['session']})"
    window = "headless" if result["headless"] else "with a window"
    return f"started Firefox {window} in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_stopped(result: BrowserStopResult) -> str:
    if not result["stopped"]:
        return f"no Firefox of clz was running (session {result['session']})"
    return f"stopped Firefox in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_status(result: BrowserStatusResult) -> str:
    if not result["running"]:
        return f"not running (session {result['session']})\nprofile {result['profile']}"
    kind = f"started by clz, pid {result['pid']}" if result["managed"] else "your own"
    return f"running (session {result['session']}; {kind})\nprofile {result['profile']}\nlog {result['log']}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "ping": CommandHandler(render=lambda result: "pong"),
    "version": CommandHandler(on_not_connected=_own_version, render=_version),
    "status": CommandHandler(render=_status),
    "diagnose": CommandHandler(handle_locally=_doctor, render=_diagnosis, exit_code=lambda result: result["exitCode"]),
    "logs": CommandHandler(handle_locally=_logs, render=_log_lines),
    "browserStart": CommandHandler(handle_locally=_start, render=_browser_started),
    "browserStop": CommandHandler(handle_locally=_stop, render=_browser_stopped),
    "browserStatus": CommandHandler(handle_locally=_browser, render=_browser_status),
}
