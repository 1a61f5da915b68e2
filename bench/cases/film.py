"""What a film costs: the processor time of the page that it is of, and of all of Firefox, with it and without."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from bench.harness import Bench, Case, Figure, Measure
from tests.support.faults import pages_of
from tests.support.scratch import processes_of

SECONDS = 4.0
SIZE = (1366, 768)
# A page of some length on which something changes with each frame.
BUSY = """
document.body.innerHTML = `<h1>0</h1>${"<p>The quick brown fox jumps over the lazy dog.</p>".repeat(60)}`;
setInterval(() => { document.querySelector("h1").textContent = Date.now(); }, 100);
"""


@contextmanager
def filming(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    with scratch.client() as client:
        tab = client.call("createWindow", {"url": bench.site.url("blank.html"), "foreground": True})["tabId"]
        client.call("setViewport", {"tabId": tab, "width": SIZE[0], "height": SIZE[1]})
        client.call("evaluate", {"tabId": tab, "expression": BUSY, "unsafe": True})
        file = str(scratch.root / "bench.webm")

        def spent() -> tuple[float, float]:
            """Percent of a core that pages took, and all of Firefox and its host."""
            processes = scratch_processes()
            pages = {process.pid for process in pages_of(scratch.root)}
            before = {process.pid: sum(process.cpu_times()[:2]) for process in processes}
            time.sleep(SECONDS)
            took = {process.pid: sum(process.cpu_times()[:2]) - before[process.pid] for process in processes}
            page = sum(seconds for pid, seconds in took.items() if pid in pages)
            return page / SECONDS * 100, sum(took.values()) / SECONDS * 100

        def scratch_processes() -> list[psutil.Process]:
            return [process for process in processes_of(scratch.root) if process.is_running()]

        def once() -> dict[str, float]:
            page, all_of_it = spent()
            client.call("startFilm", {"tabId": tab, "file": file, "fps": 10})
            filmed_page, filmed_all = spent()
            film = client.call("stopFilm")
            return {
                "film.page": filmed_page - page,
                "film.all": filmed_all - all_of_it,
                "film.fps": film["frames"] / SECONDS,
                "film.size": len(base64.b64decode(film["film"])) / 1000 / SECONDS,
            }

        yield once
        client.call("closeTab", {"tabId": tab})


CASES = [
    Case(
        "film",
        filming,
        (
            Figure("film.page", "a film at 10 frames a second takes of the page's core", 10, measure="%"),
            Figure("film.all", "and of all of Firefox's", measure="%"),
            Figure("film.fps", "frames that it has a second", measure="1/s"),
            Figure("film.size", "what a second of it takes", measure="kB"),
        ),
        runs=5,
        warm_up=1,
    )
]
