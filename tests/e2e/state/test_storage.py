"""What a page's origin keeps: read, set and cleared as its own scripts would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.running.commands import run_clz
from tests.support.browsers import Browser, Page

FULL = """
localStorage.theme = 'dark'; localStorage.setItem('__proto__', '1'); localStorage.setItem('', 'empty');
sessionStorage.step = '2';
new Promise((resolve) => {
  const request = indexedDB.open('shop', 3);
  request.onupgradeneeded = () => request.result.createObjectStore('carts');
  request.onsuccess = () => { window.held = request.result; resolve(); };
}).then(() => caches.open('v1')).then((cache) => cache.put('/a', new Response('x')))
  .then(() => navigator.serviceWorker.register('reach-worker.js')).then(() => 1)
"""


@pytest.fixture
def jar(page: Page) -> Page:
    """A page in a jar of its agent's own, which keeps nothing yet."""
    page.open("form.html", isolated=True)
    page.call("clearStorage", all=True)
    return page


def do(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def test_keys_are_set_read_listed_and_deleted(jar: Page, build: str) -> None:
    for area in ("localStorage", "sessionStorage"):
        assert jar.call(area)["entries"] == []
        jar.call(area, action="set", key="theme", value="dark")
        jar.call(area, action="set", key="__proto__", value="ä🦊")
        assert do(jar, f"{area}.getItem('__proto__') + {area}.getItem('theme') + {area}.length") == "ä🦊dark2"
        assert jar.call(area, action="get", key="__proto__")["value"] == "ä🦊"
        assert jar.call(area)["entries"] == [{"key": "__proto__", "length": 3}, {"key": "theme", "length": 4}]
        assert jar.call(area, show=True)["entries"][1] == {"key": "theme", "length": 4, "value": "dark"}
        jar.call(area, action="delete", key="theme")
        assert jar.fails(area, action="get", key="theme").code == "STORAGE_KEY_NOT_FOUND"
        assert jar.fails(area, action="delete", key="theme").code == "STORAGE_KEY_NOT_FOUND"
        assert jar.call(area, action="clear")["count"] == 1
        assert do(jar, f"{area}.length") == 0


def test_a_frame_is_named_and_other_documents_of_the_site_hear_of_a_change(jar: Page) -> None:
    frame = "<iframe id=inner src=frame.html></iframe>"
    do(jar, f"document.body.innerHTML = '{frame}'; new Promise((done) => inner.onload = () => done(1))")
    do(jar, "window.heard = new Promise((done) => addEventListener('storage', (event) => done(event.newValue))); 1")
    jar.call("localStorage", action="set", key="theme", value="dark", frame="#inner")
    assert do(jar, "await heard") == "dark"


def test_all_that_an_origin_keeps_is_told_and_cleared(jar: Page) -> None:
    do(jar, FULL)
    told = jar.call("getStorage")
    assert told["origin"] == jar.origin
    assert told["local"] == {"count": 3, "length": 24}
    assert told["session"] == {"count": 1, "length": 5}
    assert told["databases"] == [{"name": "shop", "version": 3}]
    assert told["caches"] == [{"name": "v1", "count": 1}]
    assert told["serviceWorkers"] == [f"{jar.origin}/"]
    cleared = jar.call("clearStorage")
    assert (cleared["local"], cleared["session"], cleared["databases"], cleared["caches"]) == (3, 1, [], [])
    assert jar.call("getStorage")["databases"] == told["databases"]
    cleared = jar.call("clearStorage", all=True)
    assert (cleared["databases"], cleared["open"], cleared["caches"]) == ([], ["shop"], ["v1"]), "the page holds it"
    do(jar, "held.close()")
    cleared = jar.call("clearStorage", all=True)
    assert cleared["open"] == []
    told = jar.call("getStorage")
    assert (told["databases"], told["caches"], told["serviceWorkers"]) == ([], [], [])


def test_a_value_that_is_too_large_is_refused_and_the_old_one_stays(jar: Page) -> None:
    jar.call("localStorage", action="set", key="a", value="old")
    assert jar.fails("localStorage", action="set", key="a", value="x" * 5_900_000).code == "STORAGE_FULL"
    assert jar.call("localStorage", action="get", key="a")["value"] == "old"
    do(jar, "localStorage.big = 'y'.repeat(200000); for (let at = 0; at < 1200; at++) localStorage[`k${at}`] = 'z'")
    part = jar.call("localStorage", action="get", key="big", offset=150_001)
    assert (len(part["value"]), part["truncated"]) == (49_999, False)
    part = jar.call("localStorage", action="get", key="big")
    assert (len(part["value"]), part["truncated"], part["nextOffset"]) == (50_000, True, 50_000)
    listed = jar.call("localStorage")
    assert (len(listed["entries"]), listed["count"], listed["truncated"]) == (1_000, 1_202, True)


def test_documents_that_keep_nothing_say_so(page: Page) -> None:
    page.open("about:blank")
    for command in ("getStorage", "localStorage", "sessionStorage", "clearStorage"):
        assert page.fails(command).code == "STORAGE_UNAVAILABLE", command
    page.open("form.html")
    frame = "<iframe id=boxed sandbox=allow-scripts src=frame.html></iframe>"
    do(page, f"document.body.innerHTML = '{frame}'; new Promise((done) => boxed.onload = () => done(1))")
    assert page.fails("localStorage", frame="#boxed").code == "STORAGE_UNAVAILABLE"


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "params",
    [
        {"action": "get"},
        {"action": "set", "key": "a"},
        {"action": "list", "key": "a"},
        {"action": "clear", "key": "a"},
        {"action": "delete", "key": "a", "value": "b"},
        {"value": "b"},
    ],
)
def test_words_that_an_action_does_not_take_are_refused(jar: Page, params: dict[str, Any]) -> None:
    assert jar.fails("localStorage", **params).code == "INVALID_PARAMS"


def test_the_right_to_storage_holds(jar: Page, config: Path) -> None:
    jar.call("localStorage", action="set", key="theme", value="dark")
    config.write_text("[policy]\nstorage = false\n")
    for command in ("getStorage", "localStorage", "sessionStorage", "clearStorage"):
        assert jar.fails(command).code == "RIGHT_DENIED", command
    config.write_text("[policy]\nstorage = true\n")
    assert jar.call("localStorage", action="get", key="theme")["value"] == "dark"


def test_at_the_command_line(page: Page, browser: Browser) -> None:
    def typed(*words: str, stdin: str = "") -> str:
        env = {**browser.scratch.env, "CLZ_AGENT": "keeper"}
        run = run_clz(*words, env=env, input=stdin)
        return run.stdout + run.stderr

    typed("open", "--isolated", f"{page.origin}/form.html")
    try:
        assert typed("storage", "local") == "nothing is kept\n"
        assert typed("storage", "local", "set", "token", "-", stdin="s3cr3t\n") == "set token  (6 characters)\n"
        assert typed("storage", "local", "get", "token") == "s3cr3t\n"
        assert typed("storage", "local", "list") == "token  (6)\n"
        assert typed("storage", "local", "--show") == "token=s3cr3t\n"
        assert typed("storage").startswith(f"{page.origin}\nlocal    1 key, 11 characters\nsession  0 keys")
        assert "clz storage local" in typed("storage", "local", "get", "tokn")
        assert typed("storage", "clear", "--all") == "deleted 1 key of local, 0 of session storage\n"
    finally:
        typed("window", "close")
