"""The system itself: versions, health, and the Firefox that clz starts."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

from clz_cli.text import Result
from clz_core import PROTOCOL_VERSION, __version__

if TYPE_CHECKING:
    from clz_cli.run import Options


def _own_version(options: Options) -> Result:
    """The `version` result where no host is running."""
    import zmq

    return {
        "client": __version__,
        "protocol": PROTOCOL_VERSION,
        "host": None,
        "extension": None,
        "firefox": None,
        "python": platform.python_version(),
        "zeromq": zmq.zmq_version(),
    }


def _start(values: dict[str, Any], options: Options) -> Result:
    from clz_cli.browser import start

    return start(options, headed=values["headed"])


def _stop(values: dict[str, Any], options: Options) -> Result:
    from clz_cli.browser import stop

    return stop(options)


def _browser(values: dict[str, Any], options: Options) -> Result:
    from clz_cli.browser import status

    return status(options)


def _version(result: Result) -> str:
    missing = "not running"
    return "\n".join(
        (
            f"clz {result['client']} (protocol {result['protocol']})",
            f"host {result['host'] or missing}",
            f"extension {result['extension'] or missing}",
            f"Firefox {result['firefox'] or missing}",
            f"Python {result['python']}, ZeroMQ {result['zeromq']}",
        )
    )


def _status(result: Result) -> str:
    seconds = result["uptimeMs"] // 1000
    up = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return "\n".join(
        (
            f"session {result['session']}: Firefox {result['firefox']}, extension {result['extension']}",
            f"host    pid {result['hostPid']}, up {up}, {result['pending']} commands under way",
            f"tabs    {result['tabCount']} of {result['maxTabs']}",
            f"agents  {result['agents']} keys admitted, you are {result['agentId']}",
            f"socket  {result['endpoint']}",
            f"log     {result['log']}",
        )
    )


def _browser_started(result: Result) -> str:
    if not result["started"]:
        return f"Firefox is running already (session {result['session']})"
    window = "headless" if result["headless"] else "with a window"
    return f"started Firefox {window} in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_stopped(result: Result) -> str:
    if not result["stopped"]:
        return f"no Firefox of clz was running (session {result['session']})"
    return f"stopped Firefox in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def _browser_status(result: Result) -> str:
    if not result["running"]:
        return f"not running (session {result['session']})\nprofile {result['profile']}"
    kind = f"started by clz, pid {result['pid']}" if result["managed"] else "your own"
    return f"running (session {result['session']}; {kind})\nprofile {result['profile']}\nlog {result['log']}"


LOCAL = {"browserStart": _start, "browserStop": _stop, "browserStatus": _browser}
WITHOUT_HOST = {"version": _own_version}
RENDER = {
    "ping": lambda result: "pong",
    "version": _version,
    "status": _status,
    "browserStart": _browser_started,
    "browserStop": _browser_stopped,
    "browserStatus": _browser_status,
}
