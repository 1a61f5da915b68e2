"""A page with 200 requests, with its bodies recorded and without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bench.harness import Bench, Case, Figure, Measure
from tests.site.body_site import body_site

if TYPE_CHECKING:
    from clz_core.client import Client

# As a page loads: six at a time, each of 4 KB. The page measures, so that the way of the command does not count.
LOAD = """(async () => {
  const begun = performance.now();
  let next = 0;
  const load = async () => { while (next < 200) await (await fetch(`/bytes?n=4096&${next++}`)).arrayBuffer(); };
  await Promise.all([1, 2, 3, 4, 5, 6].map(load));
  return performance.now() - begun;
})()"""


@contextmanager
def stage(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with body_site() as site, scratch.client() as client:
        yield lambda: {
            "bodies.before": load(client, site.origin),
            "bodies.on": load(client, site.origin, recorded=True),
            "bodies.off": load(client, site.origin),
        }


def load(client: Client, origin: str, recorded: bool = False) -> float:
    """Milliseconds in a tab of its own: one that has made many requests is not listened to."""
    tab = {"tabId": client.call("createWindow", {"url": f"{origin}/"})["tabId"]}
    try:
        if recorded:
            client.call("recordBodies", {"state": "on", **tab})
        took = float(client.call("evaluate", {"expression": LOAD, "unsafe": True, **tab})["result"])
        if recorded:
            assert client.call("recordBodies", {"state": "off", **tab})["bodies"] >= 200
        return took
    finally:
        client.call("closeTab", tab)


CASES = [
    Case(
        "bodies",
        stage,
        (
            Figure("bodies.before", "a page with 200 requests"),
            Figure("bodies.on", "the same with bodies recorded"),
            Figure("bodies.off", "the same, without once more"),
            Figure("bodies.cost", "with bodies recorded, by without", 1.1, of="bodies.on", per="bodies.before"),
            Figure("bodies.none", "without, by without", 1.05, of="bodies.off", per="bodies.before"),
        ),
        runs=15,
        warm_up=2,
    ),
]
