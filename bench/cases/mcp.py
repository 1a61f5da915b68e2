"""The MCP server: its start, the size of its lists, and what it adds to a command."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import CLZ, Bench, Case, CommandFailed, Figure, Measure, Samples, timed, timed_process
from tests.support.mcp import Lines

TARGET = "#count"  # of form.html: clicking it changes one number
MCP = [str(CLZ), "mcp"]


@contextmanager
def start(bench: Bench) -> Iterator[Measure]:
    """From nothing to the list of tools, and in turn the least that any server on the same library can take."""
    scratch = bench.warm()

    def once() -> Samples:
        begin = time.perf_counter()
        with Lines(scratch.env, command=MCP) as server:
            server.hello()
            server.ask("tools/list")
            took = (time.perf_counter() - begin) * 1000
        least = timed_process([sys.executable, "-c", "import mcp"])
        return {"mcp.start": took, "mcp.import": least}

    yield once


@contextmanager
def lists(bench: Bench) -> Iterator[Measure]:
    """Characters of the lists of tools, as sent on the wire."""
    scratch = bench.warm()

    def size(*words: str) -> float:
        with Lines(scratch.env, *words, command=MCP) as server:
            server.hello()
            return float(len(json.dumps(server.ask("tools/list")["result"], ensure_ascii=False, separators=(",", ":"))))

    yield lambda: {"mcp.list": size(), "mcp.list.all": size("--tools", "all")}


@contextmanager
def calls(bench: Bench) -> Iterator[Measure]:
    """A click and a screenshot by `tools/call`, and in turn the same click through a warm client."""
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client, Lines(scratch.env, command=MCP) as server:
        server.hello()

        def call(tool: str, **arguments: str) -> None:
            result = server.call(tool, **arguments)
            if result.get("isError"):
                raise CommandFailed(f"{tool}: {result['content'][0]['text']}")

        call("firefox_open", url=bench.site.url("form.html"))

        def once() -> Samples:
            through_client = timed(lambda: client.call("click", {"target": TARGET}))
            through_mcp = timed(lambda: call("firefox_click", target=TARGET))
            return {
                "mcp.click.client": through_client,
                "mcp.click": through_mcp,
                "mcp.click.added": through_mcp - through_client,
                "mcp.screenshot": timed(lambda: call("firefox_screenshot")),
            }

        yield once


CASES = [
    Case(
        "mcp-start",
        start,
        (
            Figure("mcp.start", "clz mcp, start to tools/list"),
            Figure("mcp.import", "python -c 'import mcp'"),
            Figure("mcp.ratio", "clz mcp / that", 0.65, of="mcp.start", per="mcp.import"),
        ),
        runs=10,
        warm_up=2,
    ),
    Case(
        "mcp-lists",
        lists,
        (
            Figure("mcp.list", "tools/list, characters", 8_000, measure="chars"),
            Figure("mcp.list.all", "tools/list of all tools, characters", 30_000, measure="chars"),
        ),
        runs=1,
    ),
    Case(
        "mcp-calls",
        calls,
        (
            Figure("mcp.click.client", "click, warm client"),
            Figure("mcp.click", "click, MCP tools/call"),
            Figure("mcp.click.added", "  of it added by MCP", 3),
            Figure("mcp.screenshot", "screenshot, MCP tools/call", 60),
        ),
        runs=60,
        warm_up=10,
    ),
]
