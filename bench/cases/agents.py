"""Many agents at once: what sharing one Firefox costs, and how long the tabs of a dead agent stay."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx

from bench.harness import CLZ, ROOT, Bench, Case, CommandFailed, Figure, Measure, timed
from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.contract.limits import MAX_TABS
from tests.support.agents import agent_process
from tests.support.waiting import until

CLICKS = 100
WATCHED_CLICKS = 150
GONE_MS = 5_000


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


@contextmanager
def looking(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with scratch.client() as cli, ExitStack() as stack:
        for tab in cli.call("getTabs")["tabs"]:
            cli.call("closeTab", {"tabId": tab["tabId"]})
        crew = [stack.enter_context(Client(scratch.session, key=new_key(f"agent-{n}"))) for n in range(MAX_TABS)]
        tabs = [client.call("createWindow", {"url": bench.site.url("form.html")})["tabId"] for client in crew]
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

        @contextmanager
        def somebody_looks() -> Iterator[list[int]]:
            seen = [0]
            began, over = threading.Event(), threading.Event()

            def look() -> None:
                with httpx.stream("GET", f"{address}events?shown={tabs[1]}", timeout=30) as stream:
                    for line in stream.iter_lines():
                        if over.is_set():
                            break
                        if line == "event: tab":
                            seen[0] += 1
                            began.set()

            thread = threading.Thread(target=look)
            thread.start()
            began.wait(30)
            yield seen
            over.set()
            thread.join()

        def once() -> dict[str, float]:
            alone = clicks()
            with somebody_looks() as seen:
                watched = clicks()
            return {"show.alone": alone, "show.watched": watched, "show.pictures": float(seen[0])}

        try:
            yield once
        finally:
            server.terminate()
            server.wait()
            for client in crew:
                client.call("goodbye")
            cli.call("createWindow", {"url": bench.site.url("form.html")})


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
    Case(
        "show",
        looking,
        (
            Figure("show.alone", "click of one of 12 agents, nobody looks on"),
            Figure("show.watched", "the same, while clz show shows all 12 tabs"),
            Figure("show.costs", "what looking on costs a click", 1.1, of="show.watched", per="show.alone"),
            Figure("show.pictures", "pictures that were seen meanwhile", measure=""),
        ),
        runs=7,
        warm_up=1,
    ),
]
