"""Pictures of pages in the real Firefox."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest

from clz_cli.output.terminal_image import protocol, sequence
from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import READINESS_MS
from tests.support.browsers import Browser, Page
from tests.support.pictures import Png
from tests.support.waiting import paced

RED, GREEN, BLUE, PINK, CYAN, YELLOW = (
    (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 0, 255), (0, 255, 255), (255, 255, 0),
)  # fmt: skip


def picture(page: Page, scale: float = 1, **params) -> tuple[dict, Png]:
    result = page.call("screenshot", format="png", scale=scale, **params)
    image = Png(result["image"])
    assert (image.width, image.height) == (result["width"], result["height"])
    return result, image


def test_a_full_picture_holds_the_whole_page(page: Page) -> None:
    page.open("picture.html")
    assert page.call("screenshot", full=True, anySize=True, scale=1)["height"] == 10_000
    result, image = picture(page, scale=0.25, full=True, anySize=True)
    assert image.height == 2500
    assert not result["reduced"]
    assert [image.at(40, y) for y in (25, 1262, 2462)] == [RED, GREEN, BLUE]


def test_no_side_is_longer_than_2000_pixels_unless_asked(page: Page) -> None:
    page.open("picture.html")
    result, image = picture(page, full=True)
    assert result["reduced"]
    assert result["scale"] == 0.2
    assert image.height == 2000
    assert image.at(30, 1010) == GREEN
    assert page.call("screenshot", full=True, purpose="quick-glance")["height"] == 2000


def test_a_picture_of_an_element_shows_it_and_nothing_else(page: Page) -> None:
    page.open("picture.html")
    for target, width, height, colour in (
        ("#red", 200, 100, RED),
        ("#blue", 200, 100, BLUE),
        ("#inner", 100, 50, CYAN),
        ("#fixed", 120, 80, PINK),
        ("#framed", 90, 60, YELLOW),
    ):
        _, image = picture(page, target=target)
        assert (image.width, image.height) == (width, height)
        corners = [(1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2), (width // 2, height // 2)]
        assert {image.at(x, y) for x, y in corners} == {colour}, target


def test_what_is_masked_is_covered_and_a_picture_may_be_webp(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("picture.html")
    for target, colour in (("#red", RED), ("#framed", YELLOW)):
        result, image = picture(page, target=target, mask=["#red", "#framed"])
        assert (image.at(5, 5), "labels" in result) == (PINK, False)
        assert picture(page, target=target, mask=["#nothing"])[1].at(5, 5) == colour
    assert page.fails("screenshot", mask=["#red"], annotate=True).code == "INVALID_PARAMS"
    as_tester = ("--agent", "tester", "--tab", str(page.tab))
    for words in (("page.webp", "--mask", "#red"), ("page", "--format", "webp", "--target", "#red")):
        file = tmp_path / words[0]
        done = browser.clz("screenshot", str(file), *words[1:], *as_tester)
        assert done.returncode == 0, done.stderr
        assert file.read_bytes()[:4] + file.read_bytes()[8:12] == b"RIFFWEBP"


def test_a_target_that_is_not_there_is_an_error(page: Page) -> None:
    page.open("picture.html")
    problem = page.fails("screenshot", target="#nothing", timeout_ms=8000)
    assert problem.code in ("ELEMENT_NOT_FOUND", "TIMEOUT")
    assert page.call("screenshot")["width"] > 0


def test_numbers_stand_where_the_elements_are_also_when_scrolled(page: Page) -> None:
    page.open("picture.html")
    result, image = picture(page, annotate=True)
    (top,) = [label for label in result["labels"] if label["name"] == "At the top"]
    assert (top["role"], top["x"], top["y"], top["width"], top["height"]) == ("button", 20, 10, 80, 40)
    page.call("evaluate", expression="void scrollTo(0, 5000)", unsafe=True)
    again, image = picture(page, annotate=True)
    (far,) = [label for label in again["labels"] if label["name"] == "Far down"]
    assert (far["x"], far["y"]) == (20, 200)
    assert image.at(21, 230) not in ((255, 255, 255), (239, 239, 239))
    whole = page.call("screenshot", annotate=True, full=True, anySize=True, scale=1)
    places = {label["ref"]: (label["x"], label["y"]) for label in whole["labels"]}
    assert (places[top["ref"]], places[far["ref"]]) == ((20, 10), (20, 5200))
    assert page.call("evaluate", expression="document.querySelectorAll('body > *').length")["result"] == 9


def test_numbers_stand_in_the_picture_of_a_target_that_had_to_be_scrolled_to(page: Page) -> None:
    page.open("picture.html")
    result, image = picture(page, target='text="Far down"', annotate=True)
    (far,) = result["labels"]
    assert (far["name"], far["x"], far["y"]) == ("Far down", 0, 0)
    assert (far["width"], far["height"]) == (image.width, image.height)


def test_labels_stand_on_the_elements_of_frames_too_and_their_refs_name_them(page: Page) -> None:
    page.open(f"framed.html?origin={page.origin.replace('127.0.0.1', 'localhost')}")
    page.call("waitFor", target="#press-second-inner")
    snapshot = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    result, _ = picture(page, annotate=True, full=True)
    places = {label["name"]: label for label in result["labels"]}
    for name in ("Press outside", "Press first", "Press second"):
        assert f'button "{name}" [ref={places[name]["ref"]}]' in snapshot
    inner = page.call("get", what="box", target="#press-second")["value"]
    label = places["Press second"]
    assert abs(label["x"] - inner["x"]) <= 1
    assert abs(label["y"] - inner["y"]) <= 1
    _, button = picture(page, target="#press-second")
    whole = picture(page, full=True)[1]
    middle = (round(inner["width"] / 2), 3)
    at = (round(inner["x"]) + middle[0], round(inner["y"]) + middle[1])
    assert button.at(*middle) == whole.at(*at)
    assert abs(button.width - inner["width"]) <= 2
    page.call("click", target=f"@{label['ref']}")
    assert page.call("getContent", target="#log", frame="#second")["text"].startswith("click")


def test_the_timeline_says_what_was_waited_for(page: Page) -> None:
    page.open("picture.html?slow=/slow-image?ms=700", waitUntil="none")
    page.call("waitFor", target="#red")
    result = page.call("screenshot")
    events = [step["event"] for step in result["readiness"]["timeline"]]
    assert events[:3] == ["critical resources idle", "parsed", "pictures and fonts there"]
    assert events[3].startswith("settled")
    assert [step["t"] for step in result["readiness"]["timeline"]] == sorted(
        step["t"] for step in result["readiness"]["timeline"]
    )
    assert result["readiness"]["waitMs"] >= 200
    assert not result["readiness"]["timedOut"]


def test_a_page_that_never_gets_ready_is_pictured_as_it_is(page: Page) -> None:
    page.open("picture.html?slow=/hang", waitUntil="domcontentloaded")
    page.call("evaluate", expression="void fetch('/hang')", unsafe=True)
    result = page.call("screenshot", maxWait=500)
    assert result["readiness"]["timedOut"]
    assert 500 <= result["readiness"]["waitMs"] < READINESS_MS
    assert result["width"] > 0
    assert page.call("screenshot", skipReadiness=True)["readiness"]["timedOut"] is False


@pytest.mark.parametrize("path", ["pdf", "image.png"])
def test_tabs_without_html_are_pictured_too(page: Page, path: str) -> None:
    page.open(path)
    assert page.call("screenshot")["width"] > 0
    assert page.fails("screenshot", full=True).code in ("NON_HTML_TAB", "RESTRICTED_PAGE")


def test_a_failed_picture_never_stops_the_next(page: Page, other_page: Page) -> None:
    page.open("picture.html")
    other_page.open("picture.html")
    huge = page.fails("screenshot", timeout_ms=3000, full=True, anySize=True, scale=4, target="#nothing")
    assert huge.code
    outcomes: list[str] = []

    def shoot(agent: str, tab: int) -> None:
        with Client("default", agent) as client:
            for number in range(6):
                try:
                    # Every other one ends before its time.
                    client.call("screenshot", {"tabId": tab, "full": True}, 40 if number % 2 else None)
                    outcomes.append("taken")
                except ClzError as problem:
                    outcomes.append(problem.code)

    threads = [
        threading.Thread(target=shoot, args=("tester", page.tab)),
        threading.Thread(target=shoot, args=("neighbour", other_page.tab)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert outcomes.count("taken") >= 6
    assert set(outcomes) <= {"taken", "TIMEOUT", "CANCELLED", "MUTEX_BUSY"}
    assert page.call("screenshot")["width"] > 0


def test_a_page_that_blocks_its_main_thread_holds_no_other_agent_up(page: Page, other_page: Page) -> None:
    page.open("devtools.html")
    other_page.open("csp")
    busy = "void setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }, 0)"
    page.call("evaluate", expression=busy, unsafe=True)
    begin = time.monotonic()
    assert other_page.client.call("ping")["pong"]
    assert time.monotonic() - begin < paced(2)
    assert page.call("screenshot", maxWait=5000)["width"] > 0


def test_the_command_line_says_path_size_and_format(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("picture.html")
    line = ("--agent", "tester", "--tab", str(page.tab))
    file = tmp_path / "page.png"
    done = browser.clz("screenshot", str(file), "--full", *line)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{file}  ")
    assert "×10000 png" in done.stdout
    fitted = browser.clz("screenshot", str(tmp_path / "page.jpg"), "--full", "--scale", "1", *line).stdout
    assert "×2000 jpeg" in fitted
    assert "--slices" in fitted
    assert file.read_bytes().startswith(b"\x89PNG")
    shown = browser.clz("screenshot", str(file), "--show", *line)
    assert "not a terminal" in shown.stderr
    assert "\x1b" not in shown.stdout


def test_a_pdf_needs_the_helper_and_says_so(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("picture.html")
    envelope = json.loads(
        browser.clz("pdf", str(tmp_path / "a.pdf"), "--json", "--agent", "tester", "--tab", str(page.tab)).stdout
    )
    if envelope["ok"]:
        assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    else:
        assert envelope["error"]["code"] == "HELPER_MISSING"
        assert envelope["error"]["hint"]
    assert browser.clz("pdf", str(tmp_path), "--agent", "tester").returncode == 2


def test_terminals_that_draw_are_known() -> None:
    assert protocol({"TERM": "xterm-kitty"}) == "kitty"
    assert protocol({"TERM_PROGRAM": "iTerm.app"}) == "iterm2"
    assert protocol({"TERM": "xterm-256color"}) is None
    assert sequence(b"x" * 10_000, "kitty").count("\x1b_G") == 4
    assert sequence(b"x", "iterm2").startswith("\x1b]1337;File=inline=1;size=1;")
