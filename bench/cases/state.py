"""State files: 10 sites with 200 cookies, storage and databases, and what it costs a tab to begin with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.harness import Bench, Case, Figure, Measure, timed

SITES, COOKIES, ENTRIES, RECORDS = 10, 20, 20, 10


def of_sites(sites: int) -> dict[str, Any]:
    hosts = [f"127.0.0.{at + 1}" for at in range(sites)]
    values = [(f"key-{at}", "v" * 100) for at in range(ENTRIES)]
    cookies = [
        {"name": name, "value": value, "domain": host, "path": "/"}
        for host in hosts
        for name, value in values[:COOKIES]
    ]
    entries = [{"name": name, "value": value} for name, value in values]
    records = [{"value": {"id": at, "token": "v" * 100}} for at in range(RECORDS)]
    store = {"name": "tokens", "keyPath": "id", "autoIncrement": False, "indexes": [], "records": records}
    kept = {
        "localStorage": entries,
        "sessionStorage": entries,
        "indexedDB": [{"name": "auth", "version": 1, "stores": [store]}],
    }
    return {"cookies": cookies, "origins": [{"origin": f"http://{host}:8000", **kept} for host in hosts]}


@contextmanager
def stage(bench: Bench) -> Iterator[Measure]:
    with bench.warm().client() as client:
        state, one_site, url = of_sites(SITES), of_sites(1), bench.site.url("blank.html")
        tab = client.call("createWindow", {"url": url, "isolated": True})["tabId"]

        def open_and_close(**params: object) -> None:
            opened = client.call("createWindow", {"url": url, "isolated": True, **params})["tabId"]
            client.call("closeTab", {"tabId": opened})

        yield lambda: {
            "state.load": timed(lambda: client.call("loadState", {"state": state, "tabId": tab})),
            "state.save": timed(lambda: client.call("saveState", {"tabId": tab})),
            "state.plain": timed(open_and_close),
            "state.begun": timed(lambda: open_and_close(storageState=one_site)),
            "state.begun-all": timed(lambda: open_and_close(storageState=state)),
        }
        client.call("closeTab", {"tabId": tab})


CASES = [
    Case(
        "state",
        stage,
        (
            Figure("state.save", "state save: 10 sites, 200 cookies, storage, databases", 500),
            Figure("state.load", "state load of it", 500),
            Figure("state.plain", "a new tab, opened and closed"),
            Figure("state.begun", "the same beginning with the state of one site"),
            Figure("state.begun-all", "with that of all 10"),
        ),
        runs=15,
        warm_up=2,
    ),
]
