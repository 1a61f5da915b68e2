"""Routes: how soon an answer without a server reaches the page, and what routes cost requests they do not match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.harness import Bench, Case, Figure, Measure
from clz_core.contract import limits
from tests.site.body_site import body_site

if TYPE_CHECKING:
    from clz_core.client import Client

REQUESTS = 200
OTHERS = limits.MAX_ROUTES - 1

# The page measures, so that the way of the command does not count.
ONE_BY_ONE = """(async () => {
  const times = [];
  for (let n = 0; n < %d; n++) {
    const begun = performance.now();
    await (await fetch(`/mocked?${n}`)).text();
    times.push(performance.now() - begun);
  }
  return JSON.stringify(times);
})()"""
AS_A_PAGE = """(async () => {
  const begun = performance.now();
  let next = 0;
  const load = async () => { while (next < %d) await (await fetch(`%s?${next++}`)).text(); };
  await Promise.all([1, 2, 3, 4, 5, 6].map(load));
  return performance.now() - begun;
})()"""


@contextmanager
def answers(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with body_site() as site, scratch.client() as client:

        def measure() -> dict[str, float]:
            with routes(client, mocked=True):
                times = json.loads(in_a_tab(client, site.origin, ONE_BY_ONE % REQUESTS))
            return {"routes.answer": median(times)}

        yield measure


@contextmanager
def others(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with body_site() as site, scratch.client() as client:

        def load(path: str, others: int = 0, mocked: bool = False) -> float:
            with routes(client, others, mocked):
                return float(in_a_tab(client, site.origin, AS_A_PAGE % (REQUESTS, path)))

        def measure() -> dict[str, float]:
            none, one = load("/secret"), load("/secret", 1)
            alone, behind = load("/mocked", mocked=True), load("/mocked", OTHERS, mocked=True)
            return {
                "routes.none": none,
                "routes.one": one,
                "routes.first": (one - none) / REQUESTS,
                "routes.alone": alone,
                "routes.behind": behind,
                "routes.others": (behind - alone) / REQUESTS / OTHERS * 100,
            }

        yield measure


@contextmanager
def routes(client: Client, others: int = 0, mocked: bool = False) -> Iterator[None]:
    """Routes of the agent, for as long as it is entered. The newest are tried first: those that match nothing."""
    try:
        if mocked:
            client.call("addRoute", {"url": "**/mocked*", "status": 200, "body": "x"})
        for number in range(others):
            client.call("addRoute", {"url": f"**/api/v{number}/orders/*", "block": True})
        yield
    finally:
        client.call("removeRoutes", {"all": True})


def in_a_tab(client: Client, origin: str, script: str) -> Any:
    """What a script gives in a tab of its own: one that has made many requests is not listened to."""
    tab = {"tabId": client.call("createWindow", {"url": f"{origin}/"})["tabId"]}
    try:
        return client.call("evaluate", {"expression": script, "unsafe": True, **tab})["result"]
    finally:
        client.call("closeTab", tab)


CASES = [
    Case(
        "routes.answer",
        answers,
        (Figure("routes.answer", f"a mocked answer reaches the page, of {REQUESTS} the median", 5),),
        runs=10,
        warm_up=1,
    ),
    Case(
        "routes.others",
        others,
        (
            Figure("routes.none", f"a page with {REQUESTS} requests, without routes"),
            Figure("routes.one", "the same with a route that does not match"),
            Figure("routes.first", "that route, a request"),
            Figure("routes.alone", f"a page with {REQUESTS} mocked requests"),
            Figure("routes.behind", f"the same behind {OTHERS} routes that do not match"),
            Figure("routes.others", "100 of those routes, a request", 0.1),
        ),
        runs=15,
        warm_up=2,
    ),
]
