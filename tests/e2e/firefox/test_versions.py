"""Versions that meet: what is installed now, and what was there before names and formats were promised."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clz_core import __version__
from clz_generate.files import ROOT
from tests.site.server import Site
from tests.support.scratch import Scratch, scratch_home
from tests.support.waiting import until

pytestmark = [pytest.mark.night, pytest.mark.timeout(1_200), pytest.mark.xdist_group("versions")]

BEFORE = "78b10318a7bbb8655c3bd2633768108b2d1a3021"  # the last commit without docs/stability.md
WORDS = (
    "status",
    "get title",
    "snapshot -i",
    "fill label=Text Ada",
    "select label=Fruit Pear",
    "check #agree",
    "press Tab",
    "content h1",
    "expect title Form",
    "wait #text",
    "page-state",
    "eval document.title",
    "screenshot page.png",
    "network list",
    "console",
    "cookies",
    "state save state.json",
    "state load state.json",
    "passkey on",
    "passkey list",
    "can-navigate https://example.org",
    "agents",
    "tabs",
    "trace start trace.zip",
    "reload",
    "trace stop",
    "batch lines.txt",
)
Clz = Callable[..., subprocess.CompletedProcess[str]]


def run(*words: str | Path, cwd: Path = ROOT) -> None:
    done = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each version. What is here now calls itself the next one, as a release would."""
    there = subprocess.run(["git", "cat-file", "-e", BEFORE], cwd=ROOT, capture_output=True, check=False)
    assert there.returncode == 0, "this clone does not go back so far: git fetch --unshallow"
    made: dict[str, Path] = {}
    for name, commit in {"old": BEFORE, "new": "HEAD"}.items():
        folder = tmp_path_factory.mktemp(name)
        run("git", "clone", "--quiet", ROOT, folder / "clone")
        run("git", "checkout", "--quiet", commit, cwd=folder / "clone")
        if name == "new":
            version = folder / "clone/core/clz_core/__init__.py"
            version.write_text(version.read_text("utf-8").replace(f'"{__version__}"', '"9.0.0"'), "utf-8")
        run("make", "--silent", "wheel", f"PYTHON={sys.executable}", cwd=folder / "clone")
        (made[name],) = (folder / "clone/dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: installation(wheel, tmp_path_factory.mktemp("venv")) for name, wheel in wheels.items()}


def installation(wheel: Path, folder: Path) -> Path:
    """A virtual environment with a wheel in it."""
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/pip", "install", "--quiet", wheel)
    return folder


@pytest.fixture
def home() -> Iterator[Scratch]:
    with scratch_home() as scratch:
        yield scratch


def clz_of(venv: Path, home: Scratch, folder: Path) -> Clz:
    (folder / "lines.txt").write_text("get title\nsnapshot\n", "utf-8")

    def clz(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [venv / "bin/clz", *words],
            cwd=folder,
            env=home.env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return clz


def refused(clz: Clz) -> list[str]:
    """What was not done, of all that is tried; each must say how the two come together."""
    found = []
    for line in WORDS:
        done = clz(*line.split())
        if done.returncode != 0:
            assert "Restart it: clz browser stop; clz browser start" in done.stderr, f"{line}: {done.stderr}"
            found.append(line.partition(" ")[0])
    return found


@pytest.mark.parametrize(("by", "there", "not_done"), [("new", "old", ["can-navigate"]), ("old", "new", [])])
def test_a_client_works_with_a_host_of_another_version(
    installed: dict[str, Path], home: Scratch, site: Site, tmp_path: Path, by: str, there: str, not_done: list[str]
) -> None:
    host, client = (clz_of(installed[name], home, tmp_path) for name in (there, by))
    try:
        assert host("open", site.url("form.html")).returncode == 0
        assert refused(client) == not_done
    finally:
        assert client("browser", "stop").returncode == 0


def test_what_one_version_wrote_the_other_reads(
    installed: dict[str, Path], home: Scratch, site: Site, tmp_path: Path
) -> None:
    old, new = (clz_of(installed[name], home, tmp_path) for name in ("old", "new"))
    ids = []
    for one, other in ((old, new), (new, old)):  # the profile and the keys as well
        assert one("open", site.url("jar.html")).returncode == 0
        ids.append(json.loads(one("agents", "--json").stdout)["result"]["agents"][0]["id"])
        for words in ("trace start t.zip", "eval --unsafe document.cookie='a=1;max-age=999'", "state save s.json"):
            done = one(*words.split())
            assert done.returncode == 0, done.stderr
        assert one("trace", "stop").returncode == 0
        assert one("browser", "stop").returncode == 0
        assert other("open", site.url("jar.html")).returncode == 0
        assert other("cookies", "get", "a").returncode == 0, "of the profile"
        assert other("state", "load", "s.json").returncode == 0
        assert " steps" in other("trace", "show", "t.zip").stdout
        assert other("browser", "stop").returncode == 0
        for path in ("t.zip", "s.json"):
            (tmp_path / path).unlink()
    assert len(set(ids)) == 1


def test_an_upgrade_while_agents_work_and_a_crash_of_the_host_after_it(
    wheels: dict[str, Path], home: Scratch, site: Site, tmp_path: Path
) -> None:
    venv = installation(wheels["old"], tmp_path / "venv")
    clz = clz_of(venv, home, tmp_path)
    try:
        assert clz("open", site.url("form.html")).returncode == 0
        assert clz("fill", "label=Text", "Ada").returncode == 0
        run(venv / "bin/pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheels["new"])
        assert refused(clz) == ["can-navigate"]
        assert "9.0.0" in clz("doctor").stdout
        before = json.loads(clz("status", "--json").stdout)["result"]["hostPid"]
        os.kill(before, signal.SIGKILL)
        # Firefox starts the new host; the extension is still the old one.
        until(lambda: clz("get", "value", "label=Text").stdout.strip() == "Ada", 30)
        assert json.loads(clz("status", "--json").stdout)["result"]["hostPid"] != before
        assert refused(clz) == ["can-navigate"]
    finally:
        assert clz("browser", "stop").returncode == 0
