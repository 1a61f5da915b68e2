"""Agents that act by script, and keep all that a model in their place would write and be given."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any

from bench.harness import CommandFailed
from tests.support.mcp import Lines

Run = Callable[[Sequence[str]], tuple[int, str]]  # a command line, to its exit code and what it printed


class Agent:
    """What an agent wrote (its calls) and was given (their results), call by call."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    @property
    def calls(self) -> int:
        return len(self.said)

    @property
    def texts(self) -> list[str]:
        return [text for pair in self.said for text in pair]

    @property
    def chars(self) -> int:
        return sum(map(len, self.texts))

    def keep(self, call: str, result: str, ok: bool, says: str) -> str:
        """Raises: CommandFailed where the call failed, or its result does not hold the text that it must."""
        self.said.append((call, result))
        if not ok or says not in result:
            raise CommandFailed(f"{call} does not say {says!r}: {result}")
        return result

    def ref(self, *words: str) -> str:
        """The ref of an element, from the newest result that has a line with all these words."""
        for _, result in reversed(self.said):
            for line in reversed(result.splitlines()):
                found = re.search(r"\[ref=(\w+)\]|^(?:[+~] +)?(f?\d*e\d+) ", line)
                if found and not re.match(r"- +-", line) and all(word in line for word in words):
                    return found[1] or found[2]
        raise CommandFailed(f"nothing has shown {' '.join(words)}: {self.said}")


class McpAgent(Agent):
    """Calls the tools of an MCP server."""

    def __init__(self, server: Lines, prefix: str = "firefox_") -> None:
        super().__init__()
        self._server = server
        self._prefix = prefix
        hello = server.hello()["result"]
        self.lists = [hello.get("instructions", ""), as_json(server.ask("tools/list")["result"]["tools"])]

    def call(self, tool: str, says: str = "", /, **arguments: Any) -> str:
        result = self._server.call(f"{self._prefix}{tool}", **arguments)
        text = "\n".join(block["text"] for block in result["content"] if block["type"] == "text")
        call = as_json({"name": tool, "arguments": arguments})
        return self.keep(call, text, not result.get("isError"), says)


class CliAgent(Agent):
    """Types commands."""

    def __init__(self, name: str, run: Run) -> None:
        super().__init__()
        self._name = name
        self._run = run

    def type(self, says: str, *words: str) -> str:
        code, printed = self._run(words)
        return self.keep(f"{self._name} {shlex.join(words)}", printed.strip(), code == 0, says)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
