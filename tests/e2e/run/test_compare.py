"""`clz compare`: a page before and after a change, at two addresses, of two servers, and against a folder."""

from __future__ import annotations

import json
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from clz_apps.machine.demo import served
from clz_core.client import Client
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.scratch import CLZ
from tests.support.waiting import until

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">'
STYLE = """<style>
  @keyframes turn { to { transform: rotate(1turn) } }
  .turns { width: 40px; height: 40px; background: linear-gradient(red, blue); animation: turn 1s linear infinite }
  @media (prefers-color-scheme: dark) { body { background: #222; color: #eee } }
</style>"""
BODY = '<h1>Hello</h1><p>Welcome</p><div class="turns"></div><a href="/home">Home</a><script>console.log("up")</script>'
BROKEN = (
    '<p style="height: 900px">Goodbye</p><script>console.error("is broken")</script><script src="gone.js"></script>'
)
BEFORE, AFTER = HEAD + STYLE + BODY, HEAD + STYLE + BODY.replace("Hello", "Hi") + BROKEN
WEBM = b"\x1a\x45\xdf\xa3"


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The addresses of the page before and after, on two servers."""
    with ExitStack() as stack:
        found = []
        for name, text in (("before", BEFORE), ("after", AFTER)):
            folder = tmp_path_factory.mktemp(name)
            (folder / "index.html").write_text(text, "utf-8")
            found.append(stack.enter_context(served(folder)))
        yield found[0], found[1]


def tabs() -> int:
    with Client("default", "watcher") as client:
        return len(client.call("getTabs")["tabs"])


def size(picture: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def compared(browser: Browser, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.clz_json("compare", *words)["result"]
    return found


def failure(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)["error"]
    return found


def test_what_differs_is_told_and_shown(browser: Browser, sides: tuple[str, str], tmp_path: Path) -> None:
    before = tabs()
    out, page = tmp_path / "out", tmp_path / "page.html"
    sizes = [word for one in ("390x700", "1366x768") for word in ("--viewport", one)]
    found = compared(browser, *sides, *sizes, "--markdown", str(out), "--html", str(page))
    assert not found["same"]
    assert [view["viewport"] for view in found["views"]] == ["390x700", "1366x768"]
    phone = found["views"][0]
    assert phone["picture"].startswith("390×700 became ")
    assert "pixels differ" in phone["picture"]
    sizes_of = {side: size(out / name) for side, name in phone["pictures"].items()}
    assert sizes_of["before"] == (390, 700)
    assert sizes_of["after"][1] != 700
    assert sizes_of["diff"] == tuple(map(max, sizes_of["before"], sizes_of["after"]))
    assert next(line for line in phone["snapshot"] if "heading" in line).startswith('- - heading "Hello"')
    assert any(line.startswith("+ ") and "Goodbye" in line for line in phone["snapshot"])
    assert not any("Home" in line and line[0] in "+-" for line in phone["snapshot"])
    assert {"level": "error", "message": "is broken"} in phone["messages"]
    assert "up" not in [one["message"] for one in phone["messages"]]
    assert phone["failed"] == [f"GET {sides[1]}gone.js 404"]
    script = next(one for one in phone["loaded"] if one["type"] == "script")
    assert script["before"]["requests"] == 0 < script["after"]["requests"]
    assert {"TTFB", "FCP"} <= {one["name"] for one in phone["vitals"]}
    text = (out / "index.md").read_text("utf-8")
    assert "| ![before](390x700.before.png) | ![now](390x700.after.png) | ![difference](390x700.diff.png) |" in text
    assert page.read_text("utf-8").count("data:image/png;base64,") == 6
    assert tabs() == before


def test_a_page_is_like_itself_though_it_moves_and_is_dark(
    browser: Browser, sides: tuple[str, str], tmp_path: Path
) -> None:
    done = browser.clz("compare", sides[0], sides[0], "--color-scheme", "dark", "--expect-same")
    assert (done.returncode, done.stdout) == (0, done.stdout), done.stderr
    assert done.stdout.startswith("1366x768: no difference\n")


def test_a_page_that_was_kept_is_compared_with_now(browser: Browser, sides: tuple[str, str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    first = browser.clz("compare", sides[0], "--markdown", kept, "--viewport", "390x700", "--film")
    assert first.returncode == 0, first.stderr
    assert (tmp_path / "kept" / "390x700.after.webm").read_bytes().startswith(WEBM)
    assert browser.clz("compare", kept, sides[0], "--expect-same").returncode == 0
    summary = tmp_path / "summary.md"
    differs = browser.clz(
        *("compare", kept, sides[1], "--expect-same", "--markdown", kept, "--json"),
        GITHUB_ACTIONS="true",
        GITHUB_STEP_SUMMARY=str(summary),
    )
    problem = failure(differs)
    assert (differs.returncode, problem["code"]) == (1, "EXPECTATION_FAILED")
    assert problem["message"] == (
        "The pages differ in 390x700 (picture, snapshot, new messages, requests that fail now)."
    )
    assert problem["details"]["views"][0]["failed"]
    assert "Goodbye" in summary.read_text("utf-8")
    assert ".png" not in summary.read_text("utf-8")
    names = {path.name for path in Path(kept).iterdir()}
    assert names == {"compare.json", "index.md", *(f"390x700.{side}.png" for side in ("before", "after", "diff"))}
    assert browser.clz("compare", kept, sides[1], "--expect-same").returncode == 0  # it is what is compared with now
    wrong = browser.clz("compare", kept, sides[1], "--viewport", "800x600", "--json")
    assert failure(wrong)["code"] == "USAGE"


def test_masked_parts_and_a_log_in_are_those_of_both_sides(browser: Browser, tmp_path: Path) -> None:
    script = "<script>document.querySelector('h1').append(localStorage.who ?? 'a stranger')</script>"
    file = tmp_path / "index.html"
    file.write_text(f"{HEAD}<h1></h1><p id=time>12:00</p>{script}", "utf-8")
    with served(tmp_path) as url:
        stored = {"origin": url.rstrip("/"), "localStorage": [{"name": "who", "value": "Ada"}]}
        (tmp_path / "ada.json").write_text(json.dumps({"cookies": [], "origins": [stored]}))
        kept = ("--markdown", str(tmp_path / "kept"), "--state", str(tmp_path / "ada.json"))
        compared(browser, url, *kept)
        assert 'heading "Ada"' in (tmp_path / "kept" / "compare.json").read_text().replace("\\", "")
        file.write_text(file.read_text().replace("12:00", "later"), "utf-8")
        (view,) = compared(browser, str(tmp_path / "kept"), url, "--mask", "#time", *kept[2:])["views"]
        assert (view["picture"], any("later" in line for line in view["snapshot"])) == ("", True)
        (view,) = compared(browser, str(tmp_path / "kept"), url, *kept[2:])["views"]
        assert "pixels differ" in view["picture"]
        missing = browser.clz("compare", url, url, "--state", str(tmp_path / "none.json"), "--json")
        assert failure(missing)["code"] == "FILE_ERROR"


def test_two_servers_take_turns_at_one_port(browser: Browser, tmp_path: Path) -> None:
    for name, text in (("before", BEFORE), ("after", AFTER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(text, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    start = f"exec python3 -m http.server --bind 127.0.0.1 {port} --directory {tmp_path}"
    starts = ("--start-before", f"{start}/before", "--start-after", f"{start}/after")
    found = compared(browser, url, url, *starts)
    assert found["before"] == found["after"] == url
    assert found["views"][0]["failed"] == [f"GET {url}gone.js 404"]
    gone = browser.clz(
        "compare", url, "--markdown", str(tmp_path / "out"), "--start-before", "echo no; exit 3", "--json"
    )
    assert failure(gone)["code"] == "SERVER_ENDED"


def test_pages_that_do_not_come_are_told_and_leave_nothing(
    browser: Browser, site: Site, sides: tuple[str, str]
) -> None:
    before = tabs()
    refused = browser.clz("compare", sides[0], "http://127.0.0.1:9/", "--json")
    assert refused.returncode == 1
    assert "127.0.0.1:9" in failure(refused)["message"]
    silent = browser.clz("compare", site.url("hang"), sides[0], "--json", "--timeout", "5000")
    assert failure(silent)["code"] == "TIMEOUT"
    local = browser.clz("compare", sides[0], "about:config", "--json")
    assert failure(local)["code"] == "RESTRICTED_PAGE"
    assert tabs() == before


def test_a_page_that_never_ends_loading_is_taken_as_it_is(browser: Browser, site: Site, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f'{BEFORE}<img alt="late" src="{site.url("hang")}">', "utf-8")
    with served(tmp_path) as url:
        found = compared(browser, url, url, "--timeout", "5000")
    assert found["views"][0]["unfinished"] == ["before", "after"]
    assert found["same"]


def test_an_interrupt_closes_its_tab(browser: Browser, site: Site, sides: tuple[str, str]) -> None:
    before = tabs()
    with subprocess.Popen([*CLZ, "compare", site.url("hang"), sides[0]], stdout=-1, stderr=-1, text=True) as running:
        until(lambda: tabs() > before)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in told
    until(lambda: tabs() == before)


def test_a_test_compares_with_the_folder_beside_it(browser: Browser, sides: tuple[str, str], tmp_path: Path) -> None:
    kept = browser.clz("compare", sides[0], "--markdown", str(tmp_path / "kept"))
    assert kept.returncode == 0, kept.stderr
    lines = "  open /\n  compare kept / --expect-same --markdown seen\n  expect text h1 H\n"
    (tmp_path / "same.clz").write_text(f'base $SITE\ntest "same"\n{lines}', "utf-8")
    same, differs = (browser.clz("run", str(tmp_path / "same.clz"), SITE=side) for side in sides)
    assert same.returncode == 0, same.stdout + same.stderr
    assert differs.returncode == 1
    assert "The pages differ in 1366x768 (picture, snapshot, new messages, requests that fail now)." in differs.stdout
    assert (tmp_path / "seen" / "1366x768.diff.png").exists()
