"""Addresses that are made to be misread: every command reads them as Firefox does, and by Firefox alone."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Params
from clz_core.contract.urls import is_data
from tests.support import hostile
from tests.support.browsers import Browser, Page, page_of
from tests.support.waiting import paced

ADDRESSES = 2_000
LONGEST_S = 12
COOKIE = {"name": "a", "value": "b"}
REFUSED = ("INVALID_PARAMS", "URL_NOT_ALLOWED")

GIVEN: dict[str, Callable[[str], Params]] = {
    "canNavigate": lambda url: {"url": url},
    "createWindow": lambda url: {"url": url, "waitUntil": "none"},
    "navigate": lambda url: {"url": url, "waitUntil": "none"},
    "addRoute": lambda url: {"url": "**/never", "redirect": url},
    "fetchHeld": lambda url: {"id": "h1", "url": url},
    "sendRequest": lambda url: {"method": "GET", "url": url},
    "getCookies": lambda url: {"url": url},
    "getCookie": lambda url: {"url": url, "name": "a"},
    "setCookie": lambda url: {"url": url, **COOKIE},
    "deleteCookie": lambda url: {"url": url, "name": "a"},
    "clearCookies": lambda url: {"url": url},
    "importCookies": lambda url: {"cookies": [COOKIE], "url": url},
    "loadState": lambda url: {"state": {"cookies": [], "origins": []}, "check": url, "text": "Index"},
    "setAuth": lambda url: {"origin": url, "user": "ada", "password": "pw"},
    "clearAuth": lambda url: {"origin": url},
}
"""What each command that takes an address is given with it."""

INSIDE: dict[str, Callable[[str], Params]] = {
    "importCookies": lambda url: {
        "cookies": [{**COOKIE, "url": url}, {**COOKIE, "url": url, "domain": "example.test"}]
    },
    "loadState": lambda url: {
        "state": {"cookies": [{**COOKIE, "url": url}], "origins": [{"origin": url, "localStorage": []}]}
    },
    "setCookie": lambda url: {**COOKIE, "domain": url, "url": "http://example.test/", "partition": url},
}
"""The same for those that may have an address within something else."""

OPENS = ("createWindow", "navigate", "loadState")


def outcome(page: Page, command: str, params: Params) -> str:
    """The code that a command ends with, in time; nothing if it is done."""
    begun, code = time.monotonic(), ""
    try:
        page.client.call(command, {**_tab(page, command), **params})
    except ClzError as problem:
        code = problem.code
    took = time.monotonic() - begun
    assert code not in ("INTERNAL", "TIMEOUT") and took < paced(LONGEST_S), (command, params, code, took)  # noqa: PT018
    return code


def _tab(page: Page, command: str) -> Params:
    return {"tabId": page.tab} if any(param.wire == "tabId" for param in COMMANDS[command].wire_params) else {}


@pytest.fixture
def on_a_page(page: Page) -> Iterator[Page]:
    page.open("index.html")
    yield page
    page.client.call("clearAuth")
    page.client.call("removeRoutes", {"all": True})


def test_every_command_with_an_address_is_tried_here() -> None:
    assert set(GIVEN) == {one.name for one in COMMANDS if any(param.format == "url" for param in one.wire_params)}


@pytest.mark.parametrize("build", ["managed"], indirect=True)
def test_an_address_is_read_as_firefox_reads_it(on_a_page: Page, build: str) -> None:
    read = {
        "HTTP://EXAMPLE.test": "http://example.test/",
        "http://a\\b@c.test/": "http://a/b@c.test/",
        "http://stra\u00dfe.test": "http://xn--strae-oqa.test/",
        "http://\U0001f4a9.test/": "http://xn--ls8h.test/",
        "http://\uff41\u3002test/": "http://a.test/",
        "http://%61.test/": "http://a.test/",
        "http://0x7f.1/": "http://127.0.0.1/",
        "http://[::FFFF:127.0.0.1]:80/": "http://[::ffff:7f00:1]/",
        "http://a_b.test:0080/%zz?[": "http://a_b.test/%zz?[",
        "http://a\u00adb.test/": "http://ab.test/",
    }
    told = {typed: on_a_page.client.call("canNavigate", {"url": typed})["url"] for typed in read}
    assert told == read


UNREAD = (
    *(
        "http://\u202e.test/",
        "http://a%00b/",
        "http://a%20b/",
        "http://a%ffb/",
        "http://a<b/",
        "http://a^b/",
        "http://a|b/",
    ),
    *(
        "http://%25/",
        "http://\u00ad/",
        "http://a\ufffdb/",
        "http://[::1/",
        "http://[zz]/",
        "http://a:99999/",
        "http://a:b/",
    ),
    *(
        "http://xn--a.test/",
        "http://1.2.3.999/",
        "http://foo.0x4/",
        "http://u@/",
        "http://[::1%25lo]/",
        "[::1",
        "http://:80/",
        "http://.test/",
        "http://a..test/",
    ),
)


def test_an_address_that_firefox_does_not_read_is_refused_by_every_command(on_a_page: Page) -> None:
    for url in UNREAD:
        assert outcome(on_a_page, "canNavigate", {"url": url}) == "INVALID_PARAMS", url
    for name, given in GIVEN.items():
        for url in (UNREAD[0], UNREAD[-1]):
            assert outcome(on_a_page, name, given(url)) == "INVALID_PARAMS", name
    for name, given in INSIDE.items():
        assert outcome(on_a_page, name, given(UNREAD[0])) in ("COOKIE_REFUSED", "STATE_INVALID", "INVALID_PARAMS"), name


def test_the_command_line_says_what_is_wrong_with_an_address(browser: Browser, page: Page) -> None:
    page.open("index.html")
    for words in (("list",), ("clear",)):
        said = browser.clz("cookies", *words, "--url", UNREAD[0], "--json", "--agent", "tester")
        told = json.loads(said.stdout)["error"]
        assert (said.returncode, told["code"], "Firefox" in told["message"]) == (2, "INVALID_PARAMS", True)


@pytest.mark.night
@pytest.mark.timeout(1800)
def test_no_address_breaks_a_command(on_a_page: Page) -> None:
    seed = Random().getrandbits(32)
    random = Random(seed)
    codes: Counter[tuple[str, str]] = Counter()
    try:
        for number in range(ADDRESSES):
            url = hostile.address(random)
            codes["canNavigate", read := outcome(on_a_page, "canNavigate", {"url": url})] += 1
            names = random.sample(sorted(GIVEN.keys() - {"canNavigate", *OPENS}), 2)
            for name in names:
                codes[name, code := outcome(on_a_page, name, GIVEN[name](url))] += 1
                assert code in REFUSED or read not in REFUSED or is_data(url), (name, url)
            for name in random.sample(sorted(INSIDE), 1):
                codes[name, outcome(on_a_page, name, INSIDE[name](url))] += 1
            for name in OPENS[number % 40 :][:1]:
                with page_of("opener", on_a_page.origin) as page:
                    page.open("about:blank")
                    codes[name, outcome(page, name, GIVEN[name](url))] += 1
    except BaseException as problem:
        problem.add_note(f"seed={seed}")
        raise
    finally:
        print(*sorted(codes.items()), sep="\n")
