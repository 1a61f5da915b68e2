"""The first answers of a server, given before the MCP SDK is loaded: a client that starts a server waits for its tools.

They are what the SDK would say, written down beforehand (`python -m clz_generate`). The SDK is handed the same lines
afterwards, so that it knows its client, and its answers to them are kept back. Whatever is not as most clients say it
is left to the SDK, with all that follows. Nothing heavy is imported here.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
ANSWERS = Path(__file__).parents[1] / "generated" / "first_answers.json"
SEARCHED, WHOLE = "searched", "whole"  # the lists of tools: for clients that search in them, and for others
SOON_S = 0.05  # a client that has asked for nothing else by then is not waiting for it
READ_BYTES = 65_536
Message = dict[str, Any]


@dataclass
class Early:
    """What was read from stdin, and the ids of the requests in it that were answered."""

    read: bytes = b""
    answered: set[int | str] = field(default_factory=set)


def searches_tools(client: str) -> bool:
    """True for Claude Code as it is by default: its model sees the names of tools, and asks for the rest.

    What is marked `anthropic/alwaysLoad` it sees in full at once.
    """
    off = os.environ.get("ENABLE_TOOL_SEARCH", "").lower() in ("false", "0", "no", "off")
    return client == "claude-code" and not off


def answer(load: Callable[[], object]) -> Early:
    """Answer a client of the handshake era up to its list of tools. `load` may be called, in another thread."""
    early = Early()
    if sys.stdin is None or sys.stdin.isatty():
        return early
    for name in SIGNALS:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, lambda number, _: os._exit(128 + number))
    woken, wakes = os.pipe()  # a signal that comes just before a read does not interrupt it
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    loading = threading.Timer(SOON_S, _loaded, [load])
    loading.daemon = True
    client: str | None = None
    ready = False
    rest = b""
    while True:
        while b"\n" not in rest and (more := _read(woken)):
            early.read += more
            rest += more
        line, _, rest = rest.partition(b"\n")
        message = _message(line)
        if client is None and message is not None and (client := _client(message)) is not None:
            version = {"protocolVersion": message["params"]["protocolVersion"]}
            _say(early, message, _answers()["initialize"] | version)
            loading.start()
        elif client is not None and not ready and message is not None and _says_ready(message):
            ready = True
        else:
            if client is not None and ready and message is not None and _asks_for_tools(message):
                _say(early, message, _answers()["tools/list"][SEARCHED if searches_tools(client) else WHOLE])
            break
    loading.cancel()
    if loading.is_alive():
        loading.join()
    signal.set_wakeup_fd(-1)
    for end in (woken, wakes):
        os.close(end)
    return early


def _read(woken: int) -> bytes:
    if os.name == "posix":  # elsewhere no file can be waited for
        select.select([0, woken], [], [])
    return os.read(0, READ_BYTES)


def _loaded(load: Callable[[], object]) -> None:
    with contextlib.suppress(Exception):  # the next one to load it says why it cannot be
        load()


@cache
def _answers() -> dict[str, Any]:
    answers: dict[str, Any] = json.loads(ANSWERS.read_bytes())
    return answers


def _message(line: bytes) -> Message | None:
    """A request or notification without anything that the SDK might refuse; None for all else."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    keys = message.keys()
    return message if {"jsonrpc", "method"} <= keys <= {"jsonrpc", "id", "method", "params"} else None


def _has_id(message: Message) -> bool:
    id = message.get("id")
    return (isinstance(id, int) and not isinstance(id, bool)) or (isinstance(id, str) and id.isascii())


def _client(message: Message) -> str | None:
    """The name of a client that begins with a handshake that is known."""
    params = message.get("params")
    if message["method"] != "initialize" or not _has_id(message) or not isinstance(params, dict):
        return None
    version, can, info = (params.get(name) for name in ("protocolVersion", "capabilities", "clientInfo"))
    plain = (
        version in _answers()["versions"]
        and isinstance(can, dict)
        and all(isinstance(one, dict) and _is_plain(one) for one in can.values())
        and isinstance(info, dict)
        and info.keys() >= {"name", "version"}
        and all(isinstance(value, str) for value in info.values())
        and params.keys() == {"protocolVersion", "capabilities", "clientInfo"}
    )
    return str(info["name"]) if plain and isinstance(info, dict) else None


def _is_plain(value: object) -> bool:
    """True for capabilities as clients send them: yes, no, and groups of them."""
    return isinstance(value, bool) or (isinstance(value, dict) and all(map(_is_plain, value.values())))


def _says_ready(message: Message) -> bool:
    return message["method"] == "notifications/initialized" and "id" not in message and message.get("params", {}) == {}


def _asks_for_tools(message: Message) -> bool:
    return message["method"] == "tools/list" and _has_id(message) and message.get("params", {}) == {}


def _say(early: Early, message: Message, result: Message) -> None:
    text = json.dumps(
        {"jsonrpc": "2.0", "id": message["id"], "result": result}, ensure_ascii=False, separators=(",", ":")
    )
    left = memoryview(text.encode() + b"\n")
    early.answered.add(message["id"])
    while left:
        left = left[os.write(1, left) :]
