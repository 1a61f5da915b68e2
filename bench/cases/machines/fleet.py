"""A fleet beside the same work without one, and the Firefox of another machine beside one here."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.harness import CLZ, ROOT, Bench, Case, CommandFailed, Figure, Measure, timed
from tests.support.scratch import Scratch, scratch_home

TESTS = 40
FIREFOXES = 2
PAGES = 200
PICTURE = """<body style="margin: 0"><canvas width=1200 height=1200></canvas><button>Go</button><script>
const context = document.querySelector("canvas").getContext("2d");
const noise = context.createImageData(1200, 1200);
for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536));
for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
context.putImageData(noise, 0, 0);
</script>"""
WHOLE = {"full": True, "anySize": True, "purpose": "full-detail", "format": "png"}
MAPS = """
import sys, time, clz
urls = [f"{sys.argv[1]}?{number}" for number in range(int(sys.argv[2]))]
read = lambda page: page.title
list(clz.fleet.map(read, urls[:8], workers=8))
began = time.perf_counter()
for result in clz.fleet.map(read, urls, workers=8):
    assert result.error is None, result.error
print((time.perf_counter() - began) * 1000)
"""
ALONE = """
import queue, sys, threading, time, clz
urls = [f"{sys.argv[1]}?{number}" for number in range(int(sys.argv[2]))]
waiting = queue.SimpleQueue()
browsers = [clz.Browser() for _ in range(8)]
def work(browser):
    while not waiting.empty():
        with browser.open(waiting.get()) as page:
            page.title
def go(some):
    for url in some:
        waiting.put(url)
    threads = [threading.Thread(target=work, args=(browser,)) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
go(urls[:8])
began = time.perf_counter()
go(urls)
print((time.perf_counter() - began) * 1000)
"""


def ran(words: list[str], folder: Path, home: Scratch) -> float:
    """Milliseconds of a program. Raises: CommandFailed."""
    began = time.perf_counter()
    done = subprocess.run(words, cwd=folder, env=home.env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandFailed(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return (time.perf_counter() - began) * 1000


@contextmanager
def run(bench: Bench) -> Iterator[Measure]:
    """The tests of a run with two Firefoxes here, and with a fleet of two; each has as many workers."""
    bench.cool()
    at_once = FIREFOXES * max(1, (os.cpu_count() or 1) // FIREFOXES)
    with scratch_home() as home:
        folder = home.root / "suite"
        folder.mkdir()
        one = "  open /form.html\n" + '  click "#count"\n' * 5
        tests = "".join(f'test "number {number}"\n{one}' for number in range(TESTS))
        (folder / "a.clz").write_text(f"base {bench.site.origin}\n{tests}")
        near = [str(CLZ), "run", ".", "--browsers", str(FIREFOXES), "--workers", str(at_once)]
        far = [str(CLZ), "run", ".", "--fleet", f"local:{FIREFOXES}"]
        yield lambda: {"fleet.near": ran(near, folder, home), "fleet.local": ran(far, folder, home)}


@contextmanager
def pages(bench: Bench) -> Iterator[Measure]:
    """Pages that `clz.fleet.map` reads, and threads that do the same and nothing more."""
    bench.warm()
    url = bench.site.url("form.html")

    def read(program: str) -> float:
        words = [sys.executable, "-c", program, url, str(PAGES)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CommandFailed(done.stderr)
        return float(done.stdout)

    yield lambda: {"map.pages": read(MAPS), "map.threads": read(ALONE)}


@contextmanager
def line(bench: Bench) -> Iterator[Measure]:
    """A click and a large picture here, and in a Firefox behind sshd. Raises: CommandFailed where none can be had."""
    from clz_core.client import Client
    from tests.e2e.remote.far import machines, why_not

    if why := why_not():
        raise CommandFailed(why)
    bench.cool()
    with machines("desk") as (near, (desk,)):
        before = dict(os.environ)
        os.environ.update(near.env)
        here = near.scratch.root / "page.html"
        here.write_text(PICTURE)
        try:
            with Client("default") as near_by, Client("default@desk") as far_off:
                for client, url, words in (
                    (near_by, here.as_uri(), ()),
                    (far_off, desk.page(PICTURE), ("--on", "desk")),
                ):
                    near.clz("browser", "start", *words)
                    client.call("createWindow", {"url": url})

                def once() -> dict[str, float]:
                    took = {
                        f"on.{what}.{name}": timed(lambda: client.call(command, params))  # noqa: B023
                        for what, command, params in (
                            ("click", "click", {"target": "button"}),
                            ("picture", "screenshot", WHOLE),
                        )
                        for name, client in (("near", near_by), ("far", far_off))
                    }
                    for what in ("click", "picture"):
                        took[f"on.{what}"] = took[f"on.{what}.far"] - took[f"on.{what}.near"]
                    return took

                yield once
        finally:
            os.environ.clear()
            os.environ.update(before)


CASES = [
    Case(
        "fleet-run",
        run,
        (
            Figure("fleet.ratio", f"{TESTS} tests on local:2, to clz run with two", 1.15, "fleet.local", "fleet.near"),
            Figure("fleet.near", f"{TESTS} tests, two Firefoxes, clz run"),
        ),
        runs=3,
    ),
    Case(
        "fleet-map",
        pages,
        (
            Figure("map.ratio", "clz.fleet.map, to plain threads", 1.11, "map.pages", "map.threads"),
            Figure("map.pages", f"clz.fleet.map over {PAGES} pages"),
        ),
        runs=3,
    ),
    Case(
        "fleet-on",
        line,
        (
            Figure("on.click", "what --on adds to a warm click", 3),
            Figure("on.picture", "what --on adds to a picture of 4 MB", 40),  # 100 MB a second
            Figure("on.pictures", "picture of 4 MB, to one here", None, "on.picture.far", "on.picture.near"),
        ),
        runs=40,
        warm_up=5,
    ),
]
