"""From a note to the proof: the person points, an agent changes the source, and the difference is written down.

In the templates of Vite for React, Vue and Svelte, which are fetched from npm.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from clz_core.client import Client
from tests.running.lasting import LASTING
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser
from tests.support.person import Person, restart_host_without, watched_firefox
from tests.support.waiting import until

pytestmark = [pytest.mark.night, pytest.mark.timeout(400)]

ENTER, ESCAPE = "\ue007", "\ue00c"
WRONG, RIGHT = "Get strated", "Get started"
VIEWS = ("1366x768", "390x844")


@pytest.fixture
def watched() -> tuple[Browser, Person]:
    """A Firefox whose host takes it for one with a window."""
    return LASTING.get("windowed", watched_firefox)


@pytest.fixture
def agent(watched: tuple[Browser, Person]) -> Iterator[Client]:
    """That of `clz --agent starter`."""
    with Client("default", "starter") as client:
        yield client
        says_goodbye(client)


@contextmanager
def starter(template: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """A new project with a word misspelt, and the address of its server."""
    quiet = {"env": {**os.environ, "NO_COLOR": "1", "CI": "1"}, "stdin": subprocess.DEVNULL, "capture_output": True}
    words = ("create", "--yes", "vite@latest", "app", "--", "--template", template, "--no-interactive")
    made: Any = subprocess.run(["npm", *words], cwd=folder, timeout=120, **quiet)  # type: ignore[call-overload]
    if made.returncode != 0 and b"ENOTFOUND" in made.stderr:
        pytest.skip("npm's registry cannot be reached")
    app = folder / "app"
    subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=app, check=True, timeout=200, **quiet)  # type: ignore[call-overload]
    (source,) = [one for one in app.glob("src/**/*") if one.is_file() and RIGHT.encode() in one.read_bytes()]
    source.write_text(source.read_text("utf-8").replace(RIGHT, WRONG), "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    command = ["node", "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    server = subprocess.Popen(command, cwd=app, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        until(lambda: answers(address), 60)
        yield source, address
    finally:
        server.kill()
        server.wait()


def answers(address: str) -> bool:
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.skipif(shutil.which("npm") is None, reason="takes npm")
@pytest.mark.parametrize("template", ["react", "vue", "svelte"])
def test_a_note_becomes_a_change_and_a_change_a_proof(
    template: str, watched: tuple[Browser, Person], agent: Client, tmp_path: Path
) -> None:
    browser, person = watched
    restart_host_without(person, "MOZ_HEADLESS")

    def clz(*words: str) -> str:
        done = browser.clz(*words, "--agent", "starter")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with starter(template, tmp_path) as (source, address):
        viewports = [word for one in VIEWS for word in ("--viewport", one)]
        clz("compare", address, "--markdown", str(tmp_path / "before"), "--color-scheme", "dark", *viewports)
        agent.call("createWindow", {"url": address, "foreground": True})
        agent.call("waitFor", {"text": WRONG})
        hands = person.sits_at(address)
        with ThreadPoolExecutor(1) as threads:
            pointing = threads.submit(clz, "pick", "--note")
            noted: list[dict[str, Any]] = until(lambda: written(hands, agent), 30)
            hands.presses(ESCAPE)
            pointing.result(30)
        person.stands_up()
        assert (noted[0]["text"], noted[0]["name"]) == ("It is misspelt", WRONG)
        named = re.fullmatch(r"(.*?)(?::\d+)?(?::\d+)?", str(noted[0]["source"]))
        assert named is not None
        assert source.as_posix().endswith(named[1].lstrip("/")), noted[0]["source"]
        listed = clz("notes", "--markdown")
        assert "It is misspelt" in listed

        source.write_text(source.read_text("utf-8").replace(WRONG, RIGHT), "utf-8")
        agent.call("waitFor", {"text": RIGHT})
        resolved = json.loads(clz("notes", "resolve", "1", "--text", "It is spelt right", "--json"))["result"]
        assert Path(resolved["resolved"]["after"]).read_bytes().startswith(b"\x89PNG")
        found = json.loads(
            clz(
                "compare",
                str(tmp_path / "before"),
                address,
                "--markdown",
                str(tmp_path / "after"),
                "--json",
                "--color-scheme",
                "dark",
            )
        )["result"]
    assert [view["viewport"] for view in found["views"]] == list(VIEWS)
    for view in found["views"]:
        assert [line.partition(" [")[0] for line in view["snapshot"] if line[:1] in "+-"] == [
            f'- - heading "{WRONG}"',
            f'+ - heading "{RIGHT}"',
        ], view["snapshot"]
        assert "pixels differ" in view["picture"]
        assert (view["messages"], view["failed"]) == ([], [])
    report = (tmp_path / "after/index.md").read_text("utf-8")
    assert all((tmp_path / "after" / name).is_file() for name in re.findall(r"\]\(([^)]+\.png)\)", report))


def written(hands: Any, agent: Client) -> list[dict[str, Any]]:
    """Point at the heading, and write; the first clicks may come before the picker."""
    hands.clicks("h1")
    hands.types("It is misspelt")
    hands.presses(ENTER)
    return list(agent.call("getNotes")["notes"])
