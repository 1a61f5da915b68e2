"""Commands that run in `clz` itself, and what others do when no host is there."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import zmq

from clz_cli import output
from clz_core import PROTOCOL_VERSION, __version__
from clz_core.limits import BROWSER_START_MS
from clz_native.firefox.manager import Manager

if TYPE_CHECKING:
    from clz_cli.run import Options


def start_browser(options: Options, headed: bool = False) -> dict[str, Any]:
    with output.progress("Starting Firefox", options.quiet):
        return Manager(options.session, options.agent).start(headed, options.timeout_ms or BROWSER_START_MS)


def own_version() -> dict[str, Any]:
    """The `version` result where no host is running."""
    return {
        "client": __version__,
        "protocol": PROTOCOL_VERSION,
        "host": None,
        "extension": None,
        "firefox": None,
        "python": platform.python_version(),
        "zeromq": zmq.zmq_version(),
    }


def _start(values: dict[str, Any], options: Options) -> dict[str, Any]:
    return start_browser(options, headed=values["headed"])


def _stop(values: dict[str, Any], options: Options) -> dict[str, Any]:
    return Manager(options.session, options.agent).stop()


def _status(values: dict[str, Any], options: Options) -> dict[str, Any]:
    return Manager(options.session, options.agent).status()


COMMANDS = {"browserStart": _start, "browserStop": _stop, "browserStatus": _status}
