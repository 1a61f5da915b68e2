"""Many agents at once: what sharing one Firefox costs, and how long the tabs of a dead agent stay."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from bench.harness import CLZ, ROOT, Bench, Case, CommandFailed, Figure, Measure, timed
from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.limits import MAX_TABS
from tests.support.agents import agent_process
from tests.support.waiting import until

CLICKS = 100
WATCHED_CLICKS = 150
GONE_MS = 5_000
VIEWER = """import sys, urllib.request
with urllib.request.urlopen(sys.argv[1]) as stream, open(sys.argv[2], "wb", 0) as file:
    for line in stream:
        file.write(line)
"""
# Each picture of it differs from the last.
MOVES = "setInterval(() => { document.querySelector('h1').textContent = performance.now(); }, 200)"


@contextmanager
def clicks(bench: Bench) -> Iterator[Measure]:
    """As many clicks by one agent alone as by twelve at once; each has to land in its own tab."""
    scratch = bench.warm()
    with scratch.client() as cli, ExitStack() as stack:
        for tab in cli.call("getTabs")["tabs"]:
            cli.call("closeTab", {"tabId": tab["tabId"]})
        crew = [stack.enter_context(Client(scratch.session, key=new_key(f"agent-{n}"))) for n in range(MAX_TABS)]
        for client in crew:
            client.call("createWindow", {"url": bench.site.url("form.html")})
        expected = [0] * MAX_TABS

        def click(at: int, times: int) -> None:
            for _ in range(times):
                crew[at].call("click", {"target": "#count"})
            expected[at] += times

        def together() -> None:
            threads = [threading.Thread(target=click, args=(at, CLICKS)) for at in range(MAX_TABS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        def once() -> dict[str, float]:
            alone_ms = timed(lambda: click(0, CLICKS * MAX_TABS))
            together_ms = timed(together)
            totals = [int(client.call("getContent", {"target": "#total"})["text"]) for client in crew]
            if totals != expected:
                raise CommandFailed(f"clicks landed elsewhere: {totals}, not {expected}")
            return {"agents.alone": alone_ms, "agents.together": together_ms}

        yield once
        for client in crew:
            client.call("goodbye")
        cli.call("createWindow", {"url": bench.site.url("form.html")})


@contextmanager
def killed(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with scratch.client() as cli:
        before = cli.call("getSlotRequests")["tabCount"]

        def once() -> dict[str, float]:
            with agent_process(*[bench.site.url("form.html")] * 3, env=scratch.env) as (process, _):
                process.kill()
                return {"agents.killed": timed(lambda: until(lambda: tabs() == before, GONE_MS / 1000))}

        def tabs() -> int:
            return int(cli.call("getSlotRequests")["tabCount"])

        yield once


def looking(name: str, moving: int) -> Callable[[Bench], AbstractContextManager[Measure]]:
    """What it costs one agent of twelve that somebody looks on, while `moving` tabs of the others never rest."""

    @contextmanager
    def stage(bench: Bench) -> Iterator[Measure]:
        scratch = bench.warm()
        with scratch.client() as cli, ExitStack() as stack:
            for tab in cli.call("getTabs")["tabs"]:
                cli.call("closeTab", {"tabId": tab["tabId"]})
            crew = [stack.enter_context(Client(scratch.session, key=new_key(f"agent-{n}"))) for n in range(MAX_TABS)]
            tabs = [client.call("createWindow", {"url": bench.site.url("form.html")})["tabId"] for client in crew]
            for client in crew[1 : moving + 1]:
                client.call("evaluate", {"expression": MOVES, "unsafe": True})
            server = subprocess.Popen(
                [str(CLZ), "show", "--quiet"], cwd=ROOT, env=scratch.env, stdout=subprocess.PIPE, text=True
            )
            assert server.stdout is not None
            address = server.stdout.readline().strip()

            def clicks() -> float:
                def all_of_them() -> None:
                    for _ in range(WATCHED_CLICKS):
                        crew[0].call("click", {"target": "#count"})

                return timed(all_of_them) / WATCHED_CLICKS

            def once() -> dict[str, float]:
                alone = clicks()
                events = f"{address}events?shown={tabs[1]}"
                with pictures_seen(events, MAX_TABS, scratch.root / "seen.txt") as seen:
                    begin = time.monotonic()
                    watched = clicks()
                    seconds = time.monotonic() - begin
                    pictures = seen()
                rates = [pictures[tab] / seconds for tab in tabs]
                return {
                    f"{name}.alone": alone,
                    f"{name}.watched": watched,
                    f"{name}.moving": sum(rates[1 : moving + 1]) / max(1, moving),
                    f"{name}.still": sum(rates[moving + 1 :]) / max(1, MAX_TABS - 1 - moving),
                }

            try:
                yield once
            finally:
                server.terminate()
                server.wait()
                for client in crew:
                    client.call("goodbye")
                cli.call("createWindow", {"url": bench.site.url("form.html")})

    return stage


@contextmanager
def pictures_seen(events: str, tabs: int, file: Path) -> Iterator[Callable[[], Counter[int]]]:
    """Somebody looks on, in a process of its own: how many pictures came of each tab since all were seen once."""
    viewer = subprocess.Popen([sys.executable, "-c", VIEWER, events, str(file)])
    try:
        until(lambda: len(_pictures(file, 0)) == tabs, 30)
        begin = file.stat().st_size
        yield lambda: _pictures(file, begin)
    finally:
        viewer.kill()
        viewer.wait()
        file.unlink()


def _pictures(file: Path, begin: int) -> Counter[int]:
    if not file.exists():
        return Counter()
    with file.open("rb") as stream:
        stream.seek(begin)
        lines = stream.read().decode().splitlines()
    told = [data for event, data in pairwise(lines[:-1]) if event == "event: tab"]  # the last line may still grow
    return Counter(json.loads(data.removeprefix("data: "))["tabId"] for data in told)


def looked_at(name: str, moving: int, target: float | None) -> Case:
    what = f"{moving} of {MAX_TABS} tabs moving"
    return Case(
        name,
        looking(name, moving),
        (
            Figure(f"{name}.alone", f"click of one of {MAX_TABS} agents, {what}, nobody looks on"),
            Figure(f"{name}.watched", f"the same, while clz show shows all {MAX_TABS} tabs"),
            Figure(f"{name}.costs", "what looking on costs a click", target, f"{name}.watched", f"{name}.alone"),
            Figure(f"{name}.moving", "pictures a second of a tab that moves", measure=""),
            Figure(f"{name}.still", "pictures a second of a tab that does not", measure=""),
        ),
        runs=7,
        warm_up=1,
    )


CASES = [
    Case(
        "agents-clicks",
        clicks,
        (
            Figure("agents.alone", f"{MAX_TABS * CLICKS} clicks, one agent alone"),
            Figure("agents.together", f"the same clicks, {MAX_TABS} agents at once"),
            # A throughput of at least 0.8 of the one agent's.
            Figure("agents.ratio", "12 agents / one agent", 1.25, of="agents.together", per="agents.alone"),
        ),
        runs=3,
    ),
    Case(
        "agents-killed", killed, (Figure("agents.killed", "SIGKILL of an agent until its tabs are gone", GONE_MS),), 5
    ),
    looked_at("show-still", 0, 1.1),
    looked_at("show", 3, 1.1),
    # More than it is made for: pictures come less often then, so that agents get on.
    looked_at("show-moving", MAX_TABS - 1, None),
]
