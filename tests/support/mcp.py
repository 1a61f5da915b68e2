"""`clz mcp` as a process: spoken to by the SDK's own client, or line by line for what that would never send."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Literal, Self, TextIO

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent, TextResourceContents

from tests.running.commands import BY_FORK
from tests.running.forked import Forked
from tests.running.handing_over import handed_over
from tests.support import there
from tests.support.waiting import paced

SERVER = [sys.executable, "-m", "clz_cli", "mcp"]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
ANYWHERE = {"CLZ_MCP_ANYWHERE": "1"}  # tests keep their files in folders of their own
Message = dict[str, Any]


class Lines:
    """A server on pipes. Every line that it writes is kept in `said`."""

    def __init__(self, env: Mapping[str, str], *words: str, command: Sequence[str] | None = None) -> None:
        self.process = _start({**ANYWHERE, **env}, words, command)
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
            self.process.wait(paced(10))
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self._reader.join(5)
            for stream in (self.process.stdout, self.process.stderr):
                there(stream).close()

    def leave(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            there(self.process.stdin).close()

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

    def call(self, name: str, **arguments: Any) -> Message:
        """The result of a tool call."""
        answer = self.ask("tools/call", {"name": name, "arguments": arguments})
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result

    def write(self, message: Message) -> None:
        self.write_line(json.dumps(message).encode())

    def write_line(self, line: bytes) -> None:
        there(self.process.stdin).write(line + b"\n")
        there(self.process.stdin).flush()

    def notifications(self, method: str) -> list[Message]:
        return [message for message in map(json.loads, list(self.said)) if message.get("method") == method]

    def _read(self) -> None:
        for line in there(self.process.stdout):
            self.said.append(line)
            with contextlib.suppress(ValueError):
                message = json.loads(line)
                if message.get("id") in self._answers:
                    self._answers[message["id"]].put(message)


def _start(
    env: Mapping[str, str], words: Sequence[str], command: Sequence[str] | None
) -> subprocess.Popen[bytes] | Forked:
    if command is None and BY_FORK:
        return Forked("clz_cli", env, ["mcp", *words])
    return subprocess.Popen(
        [*(command or SERVER), *words],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def words_of(block: object) -> str:
    """The text of a block of content that has one."""
    assert isinstance(block, TextContent | TextResourceContents), block
    return block.text


def text(result: Message) -> str:
    """The text of a result."""
    return str(result["content"][0]["text"])


def failure(result: Message) -> Message:
    """The error in a result."""
    assert result["isError"] is True, result
    return told(text(result))


def told(text: str) -> Message:
    """The parts of an error's text: code, message and hint in our words, and the text between markers."""
    found = re.fullmatch(
        r"(?P<code>[A-Z_]+): (?P<message>.*?)(?:\nNext: (?P<hint>.*?))?"
        r"(?:\n<page-(?P<nonce>\w+)>\n(?P<page>.*)\n</page-(?P=nonce)>)?(?:\n(?P<tail>\[Cut: .*))?",
        text,
        re.DOTALL,
    )
    assert found, text
    return {name: part or "" for name, part in found.groupdict().items()}


Mode = Literal["legacy", "auto"]


@dataclass
class Session:
    """The SDK's own client, connected to a server, and the server's notifications meanwhile."""

    client: Client
    told: list[Any]

    async def call(self, name: str, /, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(name, arguments)

    async def text(self, name: str, /, **arguments: Any) -> str:
        """The text of a call that succeeds."""
        result = await self.call(name, **arguments)
        assert not result.is_error, result.content
        assert result.structured_content is None
        return words_of(result.content[0])

    async def fails(self, name: str, /, **arguments: Any) -> Message:
        """The error of a call that does not."""
        result = await self.call(name, **arguments)
        assert result.is_error, result.content
        return told(words_of(result.content[0]))

    async def names(self) -> list[str]:
        return [tool.name for tool in (await self.client.list_tools()).tools]


@asynccontextmanager
async def connected(
    env: Mapping[str, str], mode: Mode = "auto", *words: str, roots: Any = None, elicits: Any = None
) -> AsyncIterator[Session]:
    told: list[Any] = []

    async def listen(message: Any) -> None:
        told.append(message)

    env = {**ANYWHERE, **env}
    with _server(env, words) as (command, *arguments):
        server = StdioServerParameters(command=command, args=arguments, env=env)
        async with Client(
            stdio_client(server, nowhere()),
            mode=mode,
            message_handler=listen,
            list_roots_callback=roots,
            elicitation_callback=elicits,
        ) as client:
            yield Session(client, told)


@contextmanager
def _server(env: Mapping[str, str], words: Sequence[str]) -> Iterator[list[str]]:
    """The command line by which the SDK's client starts a server."""
    if BY_FORK:
        with handed_over("clz_cli", env, ["mcp", *words]) as command:
            yield command
    else:
        yield [*SERVER, *words]


@cache
def nowhere() -> TextIO:
    """Where the server's stderr goes: the SDK wants a real file, and a test's own stderr is none."""
    return open(os.devnull, "w", encoding="utf-8")
