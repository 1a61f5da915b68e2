"""The faults that strike in `bench.chaos`, and the stage that they strike on."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from bench.harness import Scratch
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.faults import EXTENSION, few_descriptors, firefox_of, full_disk, host_of, killed, pages_of, stopped
from tests.support.journal import OK, Journal
from tests.support.waiting import until
from tests.support.workers import ClientWorker


@dataclass
class Stage:
    """Where the faults strike."""

    scratch: Scratch
    site: Site
    journal: Journal
    random: random.Random

    @property
    def root(self) -> Path:
        return self.scratch.root

    def draw(self, found: list[psutil.Process]) -> psutil.Process | None:
        return self.random.choice(sorted(found, key=lambda process: process.pid)) if found else None


ANSWERED_S = 12.0  # whatever a page does
Strike = Callable[[Stage], AbstractContextManager[None]]


@dataclass(frozen=True)
class Fault:
    name: str
    strike: Strike
    least_s: float = 0.0
    most_s: float = 0.0


def on(
    find: Callable[[Stage], psutil.Process | None], do: Callable[[psutil.Process], AbstractContextManager[None]]
) -> Strike:
    """A fault of the process that is found; where there is none just now, nothing happens."""

    def strike(stage: Stage) -> AbstractContextManager[None]:
        process = find(stage)
        return do(process) if process is not None else contextlib.nullcontext()

    return strike


def _host(stage: Stage) -> psutil.Process | None:
    return host_of(stage.root)


def _firefox(stage: Stage) -> psutil.Process | None:
    return firefox_of(stage.root)


def _page(stage: Stage) -> psutil.Process | None:
    return stage.draw(pages_of(stage.root))


def _extension(stage: Stage) -> psutil.Process | None:
    return stage.draw(pages_of(stage.root, EXTENSION))


@contextmanager
def _storm(stage: Stage, query: str) -> Iterator[None]:
    """A fifth agent, whose page does one thing much too often while that agent acts in it."""
    stormer = ClientWorker("stormer", stage.journal, "", stage.scratch.session, stage.site.origin)
    stormer.ask("createWindow", {"url": stage.site.url(f"storm.html?{query}&now"), "waitUntil": "none"})
    try:
        for _ in range(3):
            stormer.ask("click", {"target": "#count"})
            stormer.ask("getContent", {})
        yield
    finally:
        with contextlib.suppress(ClzError):
            stormer.leave()


@contextmanager
def _hang(stage: Stage, way: str) -> Iterator[None]:
    """A fifth agent whose page hangs: each of its commands ends soon, and its site works afterwards."""
    hanger = ClientWorker("hanger", stage.journal, "", stage.scratch.session, stage.site.origin)
    query = f"?soon={way}&n={len(stage.site.seen)}"
    opened = hanger.ask("createWindow", {"url": stage.site.url(f"hangs.html{query}"), "waitUntil": "none"}, ANSWERED_S)
    try:
        if opened != OK:  # all tabs are taken
            yield
            return
        until(lambda: f"/began{query}" in stage.site.seen)
        asked = [
            hanger.ask(command, params, ANSWERED_S)
            for command, params in (("click", {"target": "#count"}), ("screenshot", {}), ("getContent", {}))
        ]
        # A page that waits for a server in its script takes messages meanwhile.
        if "PAGE_HANGS" not in asked and way != "request":
            stage.journal.breaks(f"nothing says that a page hangs in {way}: {', '.join(asked)}")
        hanger.ask("closeTab", {}, ANSWERED_S)
        after = hanger.ask("createWindow", {"url": stage.site.url("form.html")}, ANSWERED_S)
        if after != OK:
            stage.journal.breaks(f"after a page hung in {way}, another one of its site: {after}")
        yield
    finally:
        with contextlib.suppress(ClzError):
            hanger.leave()


@contextmanager
def _reload(stage: Stage) -> Iterator[None]:
    reloader = ClientWorker("reloader", stage.journal, "", stage.scratch.session, stage.site.origin)
    reloader.ask("reloadExtension", {})
    yield
    with contextlib.suppress(ClzError):
        reloader.leave()


FAULTS = [
    Fault("host killed", on(_host, killed)),
    Fault("host stopped", on(_host, stopped), 0.5, 8),
    Fault("host short of files", on(_host, lambda host: few_descriptors(host, 1)), 2, 5),
    Fault("Firefox killed", on(_firefox, killed)),
    Fault("Firefox stopped", on(_firefox, stopped), 0.5, 8),
    Fault("Firefox short of files", on(_firefox, lambda firefox: few_descriptors(firefox, 2)), 2, 5),
    Fault("page killed", on(_page, killed)),
    Fault("page stopped", on(_page, stopped), 0.5, 7),
    Fault("extension killed", on(_extension, killed)),
    Fault("extension stopped", on(_extension, stopped), 0.5, 7),
    Fault("extension reloaded", _reload),
    *(Fault(f"page hangs: {way}", partial(_hang, way=way)) for way in ("loop", "microtasks", "wasm", "request")),
    Fault("popup storm", lambda stage: _storm(stage, "kind=popups&times=60&every=20"), 1, 3),
    Fault("fetch storm", lambda stage: _storm(stage, "kind=fetches&times=4000&every=10&each=20"), 1, 3),
]


@contextmanager
def _no_room(stage: Stage) -> Iterator[None]:
    """What starts again finds no room to write in."""
    with full_disk(stage.root), on(_firefox, killed)(stage):
        yield


ON_A_DISK = [
    Fault("disk full", lambda stage: full_disk(stage.root), 2, 5),
    Fault("Firefox killed, disk full", _no_room, 4, 10),
]
