"""Firefox's remote debugging on a Unix socket, for the one thing that clz needs of it: a temporary add-on.

A packet is `LENGTH:JSON`. Every reply carries `from`, the actor that was asked; events carry a `type` as well.
Protocol: https://firefox-source-docs.mozilla.org/devtools/backend/protocol.html
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clz_core.contract import strict_json
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject

MAX_PACKET_BYTES = 1 << 20
MAX_LENGTH_DIGITS = 10

# What a Firefox must have set when it starts with `--start-debugger-server PATH`. Each is false, true in a new profile.
PREFERENCES: dict[str, bool] = {
    "devtools.debugger.remote-enabled": True,
    "devtools.chrome.enabled": True,
    "devtools.debugger.prompt-connection": False,
}


LEAST_S = 0.1  # to connect in, however late it is: a socket without a time limit does not wait at all


class Debugger:
    """A connection to the debugger of one Firefox, which is there for a moment only.

    Raises: SETUP_FAILED if it does not speak the protocol; OSError if it does not answer by the deadline.
    """

    def __init__(self, path: Path, deadline: Deadline) -> None:
        self._deadline = deadline
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._buffer = b""
        try:
            self._socket.settimeout(max(LEAST_S, deadline.remaining_s))
            self._socket.connect(str(path))
            self._packet()  # the greeting
            root = self._ask("root", "getRoot")
            self._addons = str(root["addonsActor"])
            self._preferences = str(root["preferenceActor"])
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._socket.close()

    def install(self, xpi: Path) -> None:
        """Load an add-on until this Firefox ends. Raises: SETUP_FAILED with Firefox's reason."""
        self._ask(self._addons, "installTemporaryAddon", addonPath=str(xpi), openDevTools=False)

    def forget(self, preferences: Iterable[str]) -> None:
        """Give preferences their defaults again, in the profile too. Raises: SETUP_FAILED with Firefox's reason."""
        for name in preferences:
            self._ask(self._preferences, "clearUserPref", name=name)

    def _ask(self, actor: str, type: str, **more: Any) -> JsonObject:
        body = json.dumps({"to": actor, "type": type, **more}).encode("utf-8")
        self._socket.sendall(b"%d:%b" % (len(body), body))
        while True:
            packet = self._packet()
            if packet.get("from") != actor or "type" in packet:
                continue  # an event
            if "error" in packet:
                raise error("SETUP_FAILED", f"Firefox refused {type}: {packet.get('message') or packet['error']}.")
            return packet

    def _packet(self) -> JsonObject:
        while b":" not in self._buffer:
            if len(self._buffer) > MAX_LENGTH_DIGITS:
                raise error("SETUP_FAILED", "What listens at Firefox's debugger socket does not speak its protocol.")
            self._more()
        head, _, rest = self._buffer.partition(b":")
        if not head.isdigit() or int(head) > MAX_PACKET_BYTES:
            raise error("SETUP_FAILED", "What listens at Firefox's debugger socket does not speak its protocol.")
        size = int(head)
        self._buffer = rest
        while len(self._buffer) < size:
            self._more()
        body, self._buffer = self._buffer[:size], self._buffer[size:]
        try:
            packet = strict_json.loads(body)
        except strict_json.BadJson:
            raise error("SETUP_FAILED", "What Firefox's debugger answered is not JSON.") from None
        return packet if isinstance(packet, dict) else {}

    def _more(self) -> None:
        left_s = self._deadline.remaining_s
        if left_s <= 0:
            raise TimeoutError("Firefox's debugger did not answer in time")
        self._socket.settimeout(left_s)
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError("Firefox closed its debugger socket")
        self._buffer += data
