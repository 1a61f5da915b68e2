"""`clz mcp` as a process, spoken to line by line: for what a well-behaved client would never send, and for timing."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

SERVER = [sys.executable, "-m", "clz_cli", "mcp"]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
Message = dict[str, Any]


class Lines:
    """A server on pipes. Every line that it writes is kept in `said`."""

    def __init__(self, env: Mapping[str, str], *words: str, command: Sequence[str] = SERVER) -> None:
        self.process = subprocess.Popen(
            [*command, *words],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said: list[bytes] = []
        self._last = 0
        self._answers: dict[Any, queue.SimpleQueue[Message]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.leave()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self._reader.join(5)
            for stream in (self.process.stdout, self.process.stderr):
                stream.close()

    def leave(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def hello(self) -> Message:
        """The handshake of the older era."""
        answer = self.ask("initialize", HELLO)
        self.tell("notifications/initialized")
        return answer

    def ask(self, method: str, params: Message | None = None, timeout_s: float = 30) -> Message:
        return self.answer(self.send(method, params), timeout_s)

    def send(self, method: str, params: Message | None = None, id: Any = None) -> Any:
        """Send a request and return its id."""
        self._last += 1
        id = self._last if id is None else id
        self._answers[id] = queue.SimpleQueue()
        self.write({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}})
        return id

    def answer(self, id: Any, timeout_s: float = 30) -> Message:
        return self._answers[id].get(timeout=timeout_s)

    def answered(self, id: Any) -> bool:
        return not self._answers[id].empty()

    def tell(self, method: str, params: Message | None = None) -> None:
        self.write({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def call(self, name: str, timeout_s: float = 30, **arguments: Any) -> Message:
        """The result of a tool call."""
        answer = self.ask("tools/call", {"name": name, "arguments": arguments}, timeout_s)
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result

    def write(self, message: Message) -> None:
        self.write_line(json.dumps(message).encode())

    def write_line(self, line: bytes) -> None:
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def notifications(self, method: str) -> list[Message]:
        return [message for message in map(json.loads, list(self.said)) if message.get("method") == method]

    def _read(self) -> None:
        for line in self.process.stdout:
            self.said.append(line)
            with contextlib.suppress(ValueError):
                message = json.loads(line)
                if message.get("id") in self._answers:
                    self._answers[message["id"]].put(message)


def text(result: Message) -> str:
    """The text of a result."""
    return str(result["content"][0]["text"])


def failure(result: Message) -> Message:
    """The error that a result tells of."""
    assert result["isError"] is True, result
    told: Message = json.loads(text(result))
    return told
