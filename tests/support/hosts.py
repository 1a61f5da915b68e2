"""A real host process whose extension is the test: for what needs no page."""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.client import Client
from clz_core.client.keys import AgentKey
from clz_core.config.paths import SessionPaths
from clz_native.firefox import manifest
from tests.running.forked import Forked
from tests.support.scratch import Scratch
from tests.support.waiting import paced, until

Answer = Callable[[dict[str, Any]], dict[str, Any] | None]


def pong(message: dict[str, Any]) -> dict[str, Any] | None:
    """Answers every command with its own parameters."""
    return {"pong": True, "params": message["params"], "agent": message["agent"]["id"]}


class HostProcess:
    """`clz-native` on pipes. `answer` gives the result of a command, or None to leave it pending.

    It is forked from one that has loaded all it needs, unless it is to be its program's `own` process, `before` runs
    in it, or it has another `python`. With `relay`, what Firefox tells it, the process is a managed Firefox's: one that
    looks for a host started ahead.
    """

    def __init__(
        self,
        scratch: Scratch,
        answer: Answer = pong,
        session: str = "default",
        hello: bool = True,
        version: str = __version__,
        before: Callable[[], None] | None = None,
        known: tuple[str, ...] = (),
        relay: Mapping[str, str] | None = None,
        own: bool = False,
        python: str | os.PathLike[str] = sys.executable,
    ) -> None:
        self.scratch = scratch
        self.paths = SessionPaths(session, scratch.runtime)
        self.received: list[dict[str, Any]] = []
        self.raw_sizes: list[int] = []
        self.takes_files = True
        self.deaf = threading.Event()  # while set, nothing is read: a Firefox that hangs
        self._answer = answer
        self._hello = hello
        self._version = version
        self._known = known  # the agents that have tabs already
        self.process = _start({**scratch.env, "CLZ_SESSION": session}, scratch, before, relay, own, python)
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        if self._hello:
            self.say(
                {
                    "type": "hello",
                    "extensionVersion": self._version,
                    "protocol": PROTOCOL_VERSION,
                    "firefox": {"name": "Firefox", "version": "1.0", "buildID": "1"},
                    "agents": list(self._known),
                }
            )
            until(lambda: self.types() & {"welcome", "refused"})
            if self.scratch.env.get("CLZ_WARM") == "wait" and "welcome" in self.types():
                until(self.paths.warm.exists)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
        self.process.wait(paced(5))
        self._reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def close(self) -> None:
        """Close the port, as Firefox does when it ends."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def say(self, message: dict[str, Any]) -> None:
        self.say_bytes(json.dumps(message).encode())

    def say_bytes(self, body: bytes, size: int | None = None) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(struct.pack("=I", len(body) if size is None else size) + body)
        self.process.stdin.flush()

    def types(self) -> set[str]:
        return {message["type"] for message in self.received}

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.received if message["type"] == kind]

    def client(self, agent: str = "cli", **more: Any) -> Client:
        return Client(self.paths.name, agent, **more)

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while len(head := stream.read(4)) == 4:
            until(lambda: not self.deaf.is_set(), 120)
            (size,) = struct.unpack("=I", head)
            self.raw_sizes.append(size)
            message = json.loads(stream.read(size))
            self.received.append(message)
            if message["type"] == "part":
                parts = [part for part in self.of_type("part") if part["id"] == message["id"]]
                if len(parts) < message["total"]:
                    continue
                message = json.loads("".join(part["data"] for part in parts))
                self.received.append(message)
            if message["type"] == "file" and self.takes_files:
                self.say({"type": "taken"})
            if message["type"] == "command" and (result := self._answer(message)) is not None:
                with contextlib.suppress(ValueError, BrokenPipeError):  # closed meanwhile
                    self.say({"type": "result", "id": message["id"], "ok": True, "result": result, "ms": 0})


def _start(
    env: dict[str, str],
    scratch: Scratch,
    before: Callable[[], None] | None,
    relay: Mapping[str, str] | None,
    own: bool,
    python: str | os.PathLike[str],
) -> subprocess.Popen[bytes] | Forked:
    if not own and python == sys.executable and before is None and relay is None and hasattr(os, "fork"):
        return Forked("clz_native.host", env)
    return subprocess.Popen(
        [python, "-m", "clz_native.host"] if relay is None else [str(managed_launcher(scratch))],
        env={**env, **(relay or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=before,  # noqa: PLW1509 - it sets a limit, and no more
    )


def managed_launcher(scratch: Scratch) -> Path:
    """The program that a managed Firefox starts as its host."""
    path = scratch.root / "clz-native"
    path.write_text(manifest.managed_launcher())
    path.chmod(0o700)
    return path


def stranger(name: str = "stranger") -> AgentKey:
    """A key that nobody admitted."""
    from clz_core.client.keys import new_key

    return new_key(name)


def use(scratch: Scratch, monkeypatch: Any) -> None:
    """Make this very process live in the scratch home too."""
    for name in list(os.environ):
        if name.startswith(("CLZ_", "XDG_")):
            monkeypatch.delenv(name)
    for name, value in scratch.env.items():
        if name.startswith(("CLZ_", "XDG_")) or name == "HOME":
            monkeypatch.setenv(name, value)
