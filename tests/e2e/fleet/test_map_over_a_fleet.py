"""`clz.fleet.map(…, fleet=…)` and `clz map --fleet`: the same over workers of Dask."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.scratch import CLZ, Scratch, processes_of
from tests.support.waiting import rest_of, until

pytestmark = [pytest.mark.xdist_group("fleet"), pytest.mark.timeout(240)]

MAPS = """
import os, sys, clz

def read(page):
    return page.title, os.getpid()

if __name__ == "__main__":
    urls = (f"{sys.argv[1]}/form.html?{n}" for n in range(int(sys.argv[3])))
    for result in clz.fleet.map(read, urls, workers=2, checkpoint="done.jsonl", fleet=sys.argv[2]):
        title, process = result.value or ("", 0)
        print(result.url, title, process, result.error, flush=True)
"""


@pytest.fixture
def scratch() -> Iterator[Scratch]:
    with browser_home(used="managed", sessions=("run-1",)) as browser:
        yield browser.scratch


def start(scratch: Scratch, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words,
        cwd=scratch.root,
        env=scratch.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def firefoxes(scratch: Scratch) -> list[psutil.Process]:
    return [one for one in processes_of(scratch.root) if "firefox" in one.name()]


@pytest.mark.parametrize("machines", [1, pytest.param(2, marks=pytest.mark.night)])
def test_what_clz_map_calls_runs_there_and_what_it_imports_goes_along(
    scratch: Scratch, site: Site, machines: int
) -> None:
    (scratch.root / "near.py").write_text("import os\ndef title(page): return [page.title, os.getpid()]\n")
    script = scratch.root / "titles.py"
    script.write_text(
        "import near\n\n\n"
        "def map(page):\n"
        "    if page.url.endswith('odd'): return {1, 2}\n"
        "    if page.url.endswith('bad'): page.click('#no-such-thing', timeout_ms=500)\n"
        "    if page.url.endswith('end'): raise SystemExit\n"
        "    return near.title(page)\n"
    )
    urls = [f"{site.origin}/form.html?{what}" for what in (*range(8), "odd", "bad", "end")]
    (scratch.root / "urls.txt").write_text("\n".join(urls))
    words = ("map", "titles.py", "urls.txt", "--out", "out", "--fleet", f"local:{machines}", "--parquet")
    out, err = start(scratch, *CLZ, *words).communicate(timeout=200)
    assert out.startswith("8 done, 3 failed\nwrote "), out + err
    results = [json.loads(line) for line in (scratch.root / "out/results.jsonl").read_text().splitlines()]
    assert {one["url"] for one in results} == set(urls[:8])
    assert {one["value"][0] for one in results} == {"Form"}
    assert len({one["value"][1] for one in results}) == machines
    failed = [json.loads(line) for line in (scratch.root / "out/errors.jsonl").read_text().splitlines()]
    told = {one["url"].partition("?")[2]: one["error"] for one in failed}
    assert told["odd"]["code"] == "TypeError"
    assert told["bad"]["code"] in ("ELEMENT_NOT_FOUND", "TIMEOUT")
    assert told["end"]["code"] == "SystemExit"
    assert told["end"]["hint"] == "It was at titles.py:7"
    assert (scratch.root / "out/results.parquet").read_bytes().startswith(b"PAR1")
    assert not firefoxes(scratch)


@pytest.mark.night
def test_a_worker_that_is_killed_takes_no_page_with_it(scratch: Scratch, site: Site) -> None:
    (scratch.root / "maps.py").write_text(MAPS)
    program = start(scratch, sys.executable, "maps.py", site.origin, "local:2", "30")
    assert program.stdout is not None
    lines = [program.stdout.readline()]
    lost = int(lines[0].split()[2])
    os.kill(lost, signal.SIGKILL)
    out, err = rest_of(program)
    lines += out.splitlines()
    assert program.returncode == 0, err
    assert {line.split()[1] for line in lines} == {"Form"}, err
    assert len({line.split()[0] for line in lines}) == len(lines) == 30
    assert "was lost; what it ran is run elsewhere" in err
    done = (scratch.root / "done.jsonl").read_text().splitlines()
    assert len(done) == 30
    until(lambda: not firefoxes(scratch), 30)


@pytest.mark.night
def test_ctrl_c_ends_all_of_it(scratch: Scratch, site: Site) -> None:
    (scratch.root / "maps.py").write_text(MAPS)
    program = start(scratch, sys.executable, "maps.py", site.origin, "local:1", "1000000")
    assert program.stdout is not None
    program.stdout.readline()
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=60)
    assert "KeyboardInterrupt" in err
    until(lambda: not firefoxes(scratch), 30)


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["--fleet", "nowhere"], 2, "'nowhere' is not a fleet"),
        (["--fleet", "tcp://10.1.2.3:8786"], 2, "has no TLS"),
        (["--fleet", "tcp://127.0.0.1:8786"], 2, "has no TLS"),
        (["--fleet", "tcp://127.0.0.1:9", "--insecure"], 3, "cannot be used"),
        (["--fleet", "local:1", "--session", "x"], 2, "--session and --on do not apply"),
        (["--fleet", "local:1"], 2, "The function cannot be sent to other machines"),
    ],
)
def test_what_cannot_be_is_told_at_once(scratch: Scratch, more: list[str], code: int, said: str) -> None:
    (scratch.root / "locked.py").write_text("import threading\nlock = threading.Lock()\ndef map(page): return lock\n")
    (scratch.root / "urls.txt").write_text("about:blank\n")
    done = start(scratch, *CLZ, "map", "locked.py", "urls.txt", "--out", "out", *more)
    _, err = done.communicate(timeout=60)
    assert (done.returncode, said in err) == (code, True), err
    assert "Traceback" not in err
    assert not Path(scratch.root / "out/results.parquet").exists()
