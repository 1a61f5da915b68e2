"""Programs of `clz py` and `firefox_py` end in time, with all that they have started and however clz itself ends."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.running.commands import run_clz
from tests.support import there
from tests.support.hosts import HostProcess
from tests.support.mcp import Lines
from tests.support.scratch import CLZ, Scratch
from tests.support.waiting import until

TAB = {"tabId": 1, "url": "https://a.example/", "title": "A"}
MINE = {**TAB, "mine": True, "shared": False, "current": True, "owner": "a"}
# Leaves a process in a session of its own, whose parent has ended, and writes down its number.
LEAVES = """
import os, time
from pathlib import Path
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(3):
            os.close(number)
        Path("left.new").write_text(str(os.getpid()))
        os.rename("left.new", "left")
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists("left"):
    time.sleep(0.01)
"""
GOES_ON = LEAVES + "time.sleep(600)"


def extension(message: dict[str, Any]) -> dict[str, Any] | None:
    return {"tabs": [MINE], "tabCount": 1, "maxTabs": 12, "waiting": 0}


@pytest.fixture
def desk(scratch: Scratch, tmp_path: Path) -> Iterator[Scratch]:
    with HostProcess(scratch, extension):
        yield scratch
    with contextlib.suppress(OSError, ValueError, psutil.Error):  # whatever a test that failed has left
        psutil.Process(int((tmp_path / "left").read_text())).kill()


def left(folder: Path) -> psutil.Process | None:
    """The process that a program has left, while it lives."""
    file = folder / "left"
    until(file.exists, 30)
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(int(file.read_text()))
        return process if process.status() != psutil.STATUS_ZOMBIE else None
    return None


def py(desk: Scratch, folder: Path, code: str, *words: str) -> tuple[int, dict[str, Any]]:
    done = run_clz("py", "-", "--json", *words, env=desk.env, input=code, cwd=folder, timeout=60)
    return done.returncode, json.loads(done.stdout)["result"]


@pytest.mark.parametrize(("code", "exit"), [(LEAVES, 0), (f"{LEAVES}1/0", 1)])
def test_what_a_program_leaves_running_ends_with_it(desk: Scratch, tmp_path: Path, code: str, exit: int) -> None:
    assert py(desk, tmp_path, code)[0] == exit
    assert left(tmp_path) is None


@pytest.mark.parametrize("signal", ["SIGKILL", "SIGSTOP"])
@pytest.mark.parametrize("end", ["", "time.sleep(600)"], ids=["ends", "goes on"])
def test_what_a_program_leaves_ends_though_it_has_ended_or_stopped_its_guard(
    desk: Scratch, tmp_path: Path, signal: str, end: str
) -> None:
    attack = f"{LEAVES}import signal\nos.kill(os.getppid(), signal.{signal})\n{end}"
    py(desk, tmp_path, attack, "--seconds", "8")
    assert left(tmp_path) is None


def test_a_program_ends_with_the_clz_that_runs_it_however_that_ends(desk: Scratch, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    desk.env["TMPDIR"] = str(temporary)
    with subprocess.Popen(
        [*CLZ, "py", "-"], env=desk.env, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        given = there(process.stdin)
        given.write(GOES_ON.encode())
        given.close()
        assert left(tmp_path) is not None
        process.kill()
    until(lambda: left(tmp_path) is None)
    assert list(temporary.iterdir()) == []


def test_a_program_ends_when_its_call_is_cancelled(desk: Scratch, tmp_path: Path) -> None:
    config = Path(desk.env["XDG_CONFIG_HOME"]) / "clz/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[policy]\nscripts = true\n")
    config.chmod(0o600)
    with Lines(desk.env) as server:
        server.hello()
        call = {"name": "firefox_py", "arguments": {"code": f"import os\nos.chdir({str(tmp_path)!r})\n{GOES_ON}"}}
        id = server.send("tools/call", call)
        assert left(tmp_path) is not None
        server.tell("notifications/cancelled", {"requestId": id})
        until(lambda: left(tmp_path) is None)


def test_a_flood_of_output_is_cut(desk: Scratch, tmp_path: Path) -> None:
    code, result = py(desk, tmp_path, "for _ in range(300): print('x' * 100_000)")
    assert code == 0
    assert 1_000_000 <= len(result["output"]) < 1_001_000
    assert result["output"].endswith("and is left out.\n")


def test_what_tells_of_pictures_may_be_anything_and_holds_nobody_up(desk: Scratch, tmp_path: Path) -> None:
    spoilt = """
import os
from __main__ import Shown
file = Shown.taken._file
{made}
"""
    written = "os.pwrite(file, {}, 0)".format
    spoilings = (written("b'7'"), written("b'[' * 2_000_000"), written("b'\\xff'"), "os.dup2(os.pipe()[0], file)")
    for made in (*spoilings, "os.close(file)"):
        code, result = py(desk, tmp_path, spoilt.format(made=made))
        assert (code, result["output"], result["screenshots"]) == (0, "", []), made


def test_the_pictures_that_a_program_took_are_told_of_however_it_ends(desk: Scratch, tmp_path: Path) -> None:
    took = 'from __main__ import Shown\nfor name in("a.png", "ü.png"): Shown.taken.add(name)\n'
    for end in ("", "1/0", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"):
        assert py(desk, tmp_path, took + end)[1]["screenshots"] == [str(tmp_path / "a.png"), str(tmp_path / "ü.png")]


def test_the_process_over_a_program_has_neither_key_nor_environment(desk: Scratch, tmp_path: Path) -> None:
    desk.env["MY_TOKEN"] = "t0ken"
    code = """
import os
from pathlib import Path
for place in ("self", str(os.getppid())):
    told = Path(f"/proc/{place}/environ").read_text() + Path(f"/proc/{place}/cmdline").read_text()
    print("t0ken" in told, browser._who.key.secret.decode() in told)
"""
    if not os.path.exists("/proc/self/environ"):
        pytest.skip("/proc tells of no processes here")
    assert py(desk, tmp_path, code)[1]["output"] == "False False\nFalse False\n"
