"""`clz show`: what a person sees of agents, and does in their tabs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from clz_core.client.keys import short_id
from clz_core.client.processes import began
from clz_core.config.paths import private_dir, write_private
from clz_core.contract.errors import ClzError
from tests.support.browsers import Browser, Page
from tests.support.panel import served
from tests.support.scratch import CLZ
from tests.support.waiting import until

Clz = Callable[..., str]


# Where a point of the page is, in its picture; nowhere before that has come.
PLACE = """(() => {
  const picture = document.querySelector("#picture");
  if (!picture.naturalWidth) return "";
  const { left, top, width, height } = picture.getBoundingClientRect();
  const [x, y] = [left + (%s * width) / picture.naturalWidth, top + (%s * height) / picture.naturalHeight];
  return [x, y].map(Math.round).join();
})()"""


def place(viewer: Clz, x: float, y: float) -> str:
    return until(lambda: viewer("eval", PLACE % (x, y)).strip().strip('"'))


@pytest.fixture
def address(browser: Browser, page: Page) -> Iterator[str]:
    with served(browser) as it:
        yield it


def seen_by(address: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What somebody who looks on is told, until they look no more."""
    with httpx.stream("GET", f"{address}events", timeout=30) as stream:
        event = ""
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            event = value if name == "event" else event
            if name == "data":
                yield event, json.loads(value)


@pytest.fixture
def viewer(browser: Browser, address: str) -> Iterator[Clz]:
    """Runs a command in the tab that a person looks on with."""

    def run(*words: str) -> str:
        patience = ("--wait-ms", "20000") if words[0] == "expect" else ()
        done = browser.clz(*words, *patience, "--agent", "viewer")
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("open", address)
    yield run
    run("tab", "close")


def test_a_person_takes_a_tab_over_and_gives_it_back(page: Page, viewer: Clz, browser: Browser, address: str) -> None:
    page.open("form.html")
    page.call("focus", target="#text")
    viewer("viewport", "1400x1300")
    whose = f'[data-tab="{page.tab}"]'
    viewer("click", whose)
    viewer("expect", "text", "#address", "form.html")
    page.call("evaluate", expression="console.error('it went wrong')", unsafe=True)
    viewer("expect", "text", "#errors", "it went wrong")
    viewer("expect", "text", "#actions", "clz eval")

    viewer("click", "#pause")
    viewer("expect", "text", "#pause", "Give back")
    asked: list[dict[str, object]] = []
    waits = threading.Thread(target=lambda: asked.append(page.call("get", what="value", target="#text")))
    waits.start()
    viewer("fill", "#text", " typed")
    viewer("click", "role=button[name=Send]")
    viewer("expect", "text", "#note", "The agent waits")
    assert not asked
    viewer("click", "#pause")
    viewer("expect", "text", "#pause", "Take over")
    waits.join(timeout=30)
    assert " typed" in str(asked[0]["value"])

    page.call("scroll", target="#count")
    box = page.call("get", what="box", target="#count")["value"]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    viewer("mouse", "click", place(viewer, x, y))
    until(lambda: page.text("#total") == "1")


def test_a_question_is_answered_there_without_a_window(page: Page, viewer: Clz) -> None:
    page.open("form.html")
    viewer("expect", "visible", f'[data-tab="{page.tab}"]')
    for word, answer in (("Done", "done"), ("No", "no")):
        said: list[dict[str, object]] = []
        asks = threading.Thread(target=lambda to=said: to.append(page.call("ask", question="Is it <b>so</b>?")))
        asks.start()
        viewer("expect", "text", "#asked", "Agent tester asks: Is it <b>so</b>?")
        viewer("click", f"role=button[name={word}]")
        asks.join(timeout=30)
        assert (said[0]["answer"], said[0]["by"]) == (answer, "show")
        viewer("expect", "hidden", "#questions")


def test_a_person_points_in_the_picture_and_ends_a_focus_loop(page: Page, viewer: Clz, browser: Browser) -> None:
    page.open("form.html")
    viewer("viewport", "1400x1300")
    viewer("click", f'[data-tab="{page.tab}"]')
    assert browser.clz("loop", "start", "Mend <b>it</b>", "--key", "shown").returncode == 0
    page.call("scroll", target="#count")
    box = page.call("get", what="box", target="#count")["value"]
    before = page.text("#total")
    found: list[dict[str, object]] = []
    asks = threading.Thread(target=lambda: found.append(page.call("pickElement")))
    asks.start()
    viewer("expect", "text", "#asked", "tester asks: Point at an element")
    viewer("click", "#pick")
    viewer("expect", "text", "#note", "Escape cancels")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    viewer("mouse", "click", place(viewer, x, y))
    asks.join(timeout=30)
    durable = str(found[0]["locator"])
    assert (durable.startswith("role=button[name="), found[0]["by"]) == (True, "show")
    viewer("expect", "text", "#locator", f"'{durable}'")
    viewer("expect", "hidden", "#questions")
    assert page.text("#total") == before  # it was no click

    viewer("expect", "text", "#looped", "Mend <b>it</b> (0 of")
    viewer("click", "#looped button")
    viewer("expect", "hidden", "#loops")
    assert "no focus loop" in browser.clz("loop", "state", "--key", "shown").stdout.lower()


def test_what_happens_in_a_tab_is_seen_soon_and_pictures_are_sent_where_they_differ(page: Page, address: str) -> None:
    page.open("form.html")
    pictures: list[str] = []
    over = threading.Event()

    def look() -> None:
        for event, told in seen_by(address):
            if event == "tab" and told["tabId"] == page.tab:
                pictures.append(told["image"])
            if over.is_set():
                return

    looks = threading.Thread(target=look)
    looks.start()
    try:
        until(lambda: len(pictures) == 1)
        page.call("evaluate", expression="document.body.style.background = 'red'", unsafe=True)
        until(lambda: len(pictures) == 2)
        # Long after its agent did anything, by itself.
        later = "setTimeout(() => { document.body.style.background = 'blue' }, 3000)"
        page.call("evaluate", expression=later, unsafe=True)
        until(lambda: len(pictures) == 3)
        assert all(pictures)
        assert len(set(pictures)) == 3
    finally:
        over.set()
        looks.join()


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_without_the_helper_a_person_points_in_the_picture(build: str, plain_browser: Browser, page: Page) -> None:
    page.open("picked.html")
    page.call("waitFor", text="Put in")
    unseen = page.fails("pickElement", waitMs=1_000)
    assert (unseen.code in ("NO_WINDOW", "NEEDS_MANAGED"), "clz show" in str(unseen.hint)) == (True, True)
    box = page.call("get", what="box", target="#pay")["value"]
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    found: list[dict[str, Any]] = []
    asks = threading.Thread(target=lambda: found.append(page.call("pickElement")))
    asks.start()
    with served(plain_browser) as address:
        states = (told for event, told in seen_by(address) if event == "state" and told["questions"])
        whose = next(tab["agent"] for told in states for tab in told["tabs"] if tab["tabId"] == page.tab)
        picked = {"action": "pick", "whose": whose, "shown": page.tab, **place}
        assert "Pay now" in httpx.post(f"{address}do", json=picked).json()["said"]
    asks.join(timeout=30)
    assert (found[0]["locator"], found[0]["by"]) == ('role=button[name="Pay now"]', "show")


def test_its_page_is_read_by_everybody_and_asks_nobody_else(page: Page, viewer: Clz, address: str) -> None:
    page.open("form.html")
    viewer("expect", "visible", f'[data-tab="{page.tab}"]')
    for scheme, size in (("light", "1280x900"), ("dark", "390x800")):
        viewer("emulate", "--color-scheme", scheme)
        viewer("viewport", size)
        viewer("expect", "a11y", "--level", "minor")
        assert viewer("eval", "document.documentElement.scrollWidth <= innerWidth") == "true\n"
    assert viewer("console", "--level", "error").startswith("no messages")
    assert all(address in line for line in viewer("network").splitlines() if "http" in line)


def test_agents_cannot_look_at_each_other(page: Page) -> None:
    page.open("form.html")
    looks: dict[str, dict[str, Any]] = {
        "viewAll": {},
        "viewTab": {"shown": page.tab},
        "viewDo": {"action": "pause", "whose": "agent_1"},
    }
    for command, params in looks.items():
        assert code_of(page, command, params) == "AUTH_FAILED"
    assert code_of(page, "watchTabs", {}) == "UNKNOWN_COMMAND"


def code_of(page: Page, command: str, params: dict[str, Any]) -> str:
    with pytest.raises(ClzError) as refused:
        page.client.call(command, params)
    return refused.value.code


def test_an_agent_cannot_answer_its_own_question_with_what_lies_in_a_folder(page: Page, browser: Browser) -> None:
    page.open("form.html")
    paths = page.client.paths
    answer = {"action": "answer", "whose": short_id(page.client.key.agent_id), "question": "q1", "text": "done"}
    assert not paths.viewers.exists()
    with served(browser) as address:
        states = (told for event, told in seen_by(address) if event == "state")
        assert next(states)["tabs"]
        [named] = paths.viewers.iterdir()
        words = [one.read_text() for one in paths.folder.rglob("*") if one.is_file()]
        assert page.client.key.agent_id != named.name
        assert all(re.search(r"[0-9a-f]{64}", text) is None for text in words)  # a secret such as there was
        assert code_of(page, "viewDo", answer) == "AUTH_FAILED"
    assert not paths.viewers.exists()
    # What one has left that was killed is of no use, even under another's own id.
    private_dir(paths.viewers)
    own = paths.viewer(page.client.key.agent_id)
    another = json.dumps([os.getpid(), f"1@{began(os.getpid()).partition('@')[2]}"])
    for left in (another, "[", "[7]", '["x", 1]', "{}", ""):
        write_private(own, left)
        assert code_of(page, "viewDo", answer) == "AUTH_FAILED", left
    own.unlink(missing_ok=True)
    paths.viewers.rmdir()


def test_a_page_that_knows_the_address_can_neither_show_it_nor_act_by_it(
    page: Page, other_page: Page, address: str, browser: Browser
) -> None:
    page.open("form.html")
    other_page.open("blank.html")
    pause = json.dumps({"action": "pause", "whose": page.client.key.agent_id})
    tries = f"""
      const frame = document.createElement("iframe");
      const shown = new Promise((resolve) => (frame.onload = resolve));
      frame.src = {json.dumps(address)};
      document.body.append(frame);
      await shown;
      const asked = {{ method: "POST", mode: "no-cors", headers: {{ "Content-Type": "text/plain" }}, body: '{pause}' }};
      await fetch({json.dumps(address + "do")}, asked).catch(() => undefined);
      const json = {{ ...asked, mode: "cors", headers: {{ "Content-Type": "application/json" }} }};
      const refused = await fetch({json.dumps(address + "do")}, json).then(() => "let in", () => "refused");
      const read = await fetch({json.dumps(address)}).then(() => "let in", () => "refused");
      return [refused, read];
    """
    assert other_page.call("evaluate", expression=tries, unsafe=True)["result"] == ["refused", "refused"]
    assert "Agents" not in other_page.call("getAccessibilitySnapshot")["snapshot"]
    assert page.text("#total") == "0", "its agent was not paused"


@pytest.mark.skipif(os.geteuid() != 0, reason="takes a second user of the machine")
def test_another_user_of_the_machine_learns_nothing_of_the_address(browser: Browser, page: Page) -> None:
    process = subprocess.Popen(
        [*CLZ, "show", "--quiet"], env=browser.scratch.env, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        token = address.path.strip("/")

        def looks_around() -> list[object]:
            its = Path(f"/proc/{process.pid}")
            status = httpx.get(f"http://{address.netloc}/").status_code
            hidden = (its / "environ", its / "fd/1", browser.scratch.runtime)
            return [status, token in (its / "cmdline").read_text(), *(os.access(one, os.R_OK) for one in hidden)]

        assert as_nobody(looks_around) == [404, False, False, False, False]
    finally:
        process.terminate()
        process.communicate(timeout=20)


def as_nobody(act: Callable[[], list[object]]) -> list[object]:
    """What another user of the machine finds, who has no rights here."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writes, json.dumps(act()).encode())
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as told:
        found: list[object] = json.load(told)
    os.waitpid(child, 0)
    return found
