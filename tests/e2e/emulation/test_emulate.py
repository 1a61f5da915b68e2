"""Emulation: what the pages of one tab are shown of the world, from their first script on, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from tests.running.commands import run_clz
from tests.site.world_site import ASKS, PLACE, SEEN, world_site
from tests.support.browsers import Browser, Page

GERMAN: dict[str, Any] = {
    "colorScheme": "dark",
    "reducedMotion": "reduce",
    "locale": "de-DE",
    "timezone": "Asia/Tokyo",
    "userAgent": "Clz/1",
    "orientation": "portrait",
}
IN_WORKERS = {
    "language": "de-DE",
    "languages": "de-DE",
    "number": "1,5",
    "timezone": "Asia/Tokyo",
    "offset": -540,
    "agent": "Clz/1",
}
TOLD = IN_WORKERS | {
    "dark": True,
    "reduced": True,
    "forced": False,
    "print": False,
    "orientation": "portrait-primary",
}


@pytest.fixture(scope="module")
def world() -> Iterator[str]:
    with world_site() as origin:
        yield origin


@pytest.fixture
def shown(page: Page, world: str) -> Iterator[Page]:
    """A page whose tab is shown the usual world again afterwards."""
    page.open(f"{world}/")
    yield page
    with suppress(ClzError):
        page.call("emulate", reset=True)


def run(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def test_pages_see_it_from_their_first_script_on_in_frames_and_workers_and_in_requests(shown: Page, world: str) -> None:
    shown.call("emulate", **GERMAN)
    at_once = run(shown, SEEN)
    assert at_once | {"agent": "Clz/1"} == TOLD, "the page that is there sees it too, but for its user agent"
    for url in (f"{world}/", f"{world}/two", f"{world.replace('127.0.0.1', 'localhost')}/", f"{world}/goes//three"):
        shown.open(url)
        assert run(shown, "first") == TOLD, url
        assert run(shown, "frames[0].first") == TOLD, url
        assert run(shown, "await inWorker") == IN_WORKERS, url
        assert run(shown, "headers") == {"Accept-Language": "de-DE", "User-Agent": "Clz/1"}, url
    shown.call("back")
    assert run(shown, SEEN) == TOLD


def test_frames_of_sites_new_to_firefox_see_it_from_their_first_script_on(shown: Page, world: str) -> None:
    shown.call("emulate", **GERMAN)
    for number in range(5):  # each site starts a process, where the frame is not laid out yet
        shown.open(world.replace("127.0.0.1", f"new{number}.localhost"))
        assert run(shown, "frames[0].first") == TOLD, number


def test_forced_colours_and_print_are_shown(shown: Page) -> None:
    shown.call("emulate", forcedColors="active", media="print")
    seen = run(shown, SEEN)
    assert (seen["forced"], seen["print"]) == (True, True)
    shown.call("emulate", forcedColors="default", media="screen")
    seen = run(shown, SEEN)
    assert (seen["forced"], seen["print"]) == (False, False)


def test_one_value_is_taken_back_or_all(shown: Page, world: str) -> None:
    usual = run(shown, "first")
    shown.call("emulate", **GERMAN, permission=["camera=grant"], geolocation="1,2")
    kept = shown.call("emulate", locale="default", permission=["camera=default"], geolocation="default")["emulated"]
    assert "locale" not in kept
    assert "geolocation" not in kept
    assert "permission camera" not in kept
    assert kept["timezone"] == "Asia/Tokyo"
    assert shown.call("emulate")["emulated"] == kept
    assert shown.call("emulate", reset=True, colorScheme="dark")["emulated"] == {"color-scheme": "dark"}
    assert shown.call("emulate", reset=True)["emulated"] == {}
    shown.open(f"{world}/")
    assert run(shown, "first") == usual
    assert run(shown, ASKS) == dict.fromkeys(run(shown, ASKS), "prompt")


def test_a_place_is_told_to_pages_that_ask_and_to_their_frames(shown: Page, world: str) -> None:
    shown.call("emulate", geolocation="52.52,13.405,50")
    assert run(shown, PLACE) == [52.52, 13.405, 50]
    for url in (f"{world}/", f"{world.replace('127.0.0.1', 'localhost')}/"):
        shown.open(url)
        assert run(shown, PLACE) == [52.52, 13.405, 50], url
        assert run(shown, f"frames[0].eval(`{PLACE}`)") == [52.52, 13.405, 50], url
    shown.call("emulate", permission=["geolocation=deny"])
    assert "denied" in run(shown, PLACE)


def test_permissions_are_of_one_tab_whatever_site_it_shows(shown: Page, other_page: Page, world: str) -> None:
    other_page.open(f"{world}/")
    shown.call("emulate", permission=["camera=grant", "notifications=deny", "midi=grant"])
    wanted = {"camera": "granted", "notifications": "denied", "midi": "granted", "microphone": "prompt"}
    far = world.replace("127.0.0.1", "localhost")
    for url in (None, f"{world}/", f"{far}/", f"{far}/goes/{world}/"):
        if url:
            shown.open(url)
        asked = run(shown, ASKS)
        assert {name: asked[name] for name in wanted} == wanted, url
        if url not in (None, f"{world}/"):  # with the page that is loaded again, Firefox drops them for a moment
            assert (url, run(shown, "await asked")) == (url, asked)
    assert set(run(other_page, ASKS).values()) == {"prompt"}


def test_two_tabs_of_one_site_are_shown_two_worlds(shown: Page, other_page: Page, world: str) -> None:
    other_page.open(f"{world}/")
    shown.call("emulate", locale="de-DE", timezone="Asia/Tokyo", colorScheme="dark")
    other_page.call("emulate", locale="fr-FR", timezone="America/New_York", colorScheme="light")
    for page, language, offset, dark in ((shown, "de-DE", -540, True), (other_page, "fr-FR", 300, False)):
        page.open(f"{world}/")
        first = run(page, "first")
        assert (first["language"], first["offset"], first["dark"]) == (language, offset, dark)
    other_page.call("emulate", reset=True)


def test_another_agent_finds_nothing_of_it_in_the_same_place(shown: Page, other_page: Page, world: str) -> None:
    shown.call("emulate", permission=["camera=grant"], geolocation="1,2", locale="de-DE")
    shown.client.call("closeTab", {"tabId": shown.tab})
    other_page.open(f"{world}/")
    assert run(other_page, ASKS)["camera"] == "prompt"
    assert run(other_page, "navigator.language") != "de-DE"


def test_a_device_keeps_its_user_agent_unless_another_is_emulated(shown: Page, world: str) -> None:
    shown.call("setViewport", preset="iphone-14")
    shown.open(f"{world}/")
    assert "iPhone" in run(shown, "first.agent")
    shown.call("emulate", userAgent="Clz/2")
    shown.open(f"{world}/")
    assert run(shown, "first.agent") == "Clz/2"
    shown.call("emulate", reset=True)
    shown.open(f"{world}/")
    assert "iPhone" in run(shown, "first.agent")
    shown.call("setViewport", reset=True)
    shown.open(f"{world}/")
    assert "Firefox" in run(shown, "first.agent")


def test_a_time_so_far_from_utc_is_that_of_dates_and_of_formats(shown: Page) -> None:
    both = "[new Date(0), new Intl.DateTimeFormat('sv', {timeStyle: 'short', dateStyle: 'short'})]"
    told = f"(([date, format]) => `${{date.getHours()}}:${{date.getMinutes()}} ${{format.format(0)}}`)({both})"
    for given, seen in (
        ("+05:30", "5:30 1970-01-01 05:30"),
        ("UTC-3", "21:0 1969-12-31 21:00"),
        ("GMT+0", "0:0 1970-01-01 00:00"),
        ("-0930", "14:30 1969-12-31 14:30"),
    ):
        shown.call("emulate", timezone=given)
        assert run(shown, told) == seen, given


@pytest.mark.by_day(6)
@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"timezone": "Europe/Berln"}, "Europe/Berlin"),
        ({"timezone": "Mars/Olympus"}, "There is no time zone"),
        ({"timezone": "new york"}, "Did you mean: America/New_York?"),
        ({"timezone": "+99:99"}, "There is no time zone"),
        ({"timezone": "+07:23"}, "There is no time zone"),
        ({"locale": "xq-DE"}, "-DE"),
        ({"locale": "german"}, "Did you mean: de?"),
        ({"locale": "Deutsch"}, "Did you mean: de?"),
        ({"locale": "portugese"}, "pt"),
        ({"locale": "de_DE.UTF-8"}, "Did you mean: de-DE?"),
        ({"locale": "de-DE, en;q=0.5"}, "Did you mean: de-DE?"),
        ({"locale": "en-ZQ"}, "Did you mean: en?"),
        ({"userAgent": "a\r\nX-Evil: 1"}, "user agent"),
        ({"userAgent": "fähig"}, "user agent"),
        ({"permission": ["geo=grant"]}, "Did you mean: geolocation?"),
        ({"permission": ["geolocaton=grant"]}, "geolocation"),
        ({"permission": ["camera=yes"]}, "grant"),
        ({"permission": ["camera"]}, "grant"),
        ({"geolocation": "91,0"}, "52.52,13.405"),
        ({"geolocation": "here"}, "52.52,13.405"),
    ],
)
def test_what_there_is_not_is_refused_with_what_is_like_it(shown: Page, params: dict[str, Any], said: str) -> None:
    problem = shown.fails("emulate", **params)
    assert problem.code == "INVALID_PARAMS"
    assert said in f"{problem.message} {problem.hint}"
    assert shown.call("emulate")["emulated"] == {}


def test_without_the_helper_it_is_said_what_works(build: str, page: Page) -> None:
    page.open("form.html")
    assert page.call("emulate")["emulated"] == {}
    if build == "managed":
        return
    problem = page.fails("emulate", locale="de-DE")
    assert problem.code == "NEEDS_MANAGED"
    assert "Accept-Language" in problem.hint


def test_at_the_command_line_status_and_tabs_tell_of_it(world: str, browser: Browser) -> None:
    def typed(*words: str) -> str:
        env = {**browser.scratch.env, "CLZ_AGENT": "traveller"}
        run = run_clz(*words, env=env)
        return run.stdout + run.stderr

    typed("open", f"{world}/")
    try:
        assert typed("emulate") == "nothing is emulated\n"
        told = typed("emulate", "--locale", "de-DE", "--timezone", "+05", "--permission", "camera=grant")
        assert told == "locale: de-DE\ntimezone: Etc/GMT-5\npermission camera: grant\n"
        assert "locale de-DE, timezone Etc/GMT-5, permission camera grant" in typed("status")
        assert typed("eval", "--unsafe", "new Date(0).getTimezoneOffset()") == "-300\n"
        assert "light, dark, default" in typed("emulate", "--color-scheme", "drk")
        assert typed("emulate", "--reset") == "nothing is emulated\n"
        assert "emulate" not in typed("status")
    finally:
        typed("tab", "close")


def test_pages_run_no_scripts_while_they_are_off_and_clz_goes_on_in_them(shown: Page, world: str) -> None:
    assert shown.call("emulate", javascript="off")["emulated"] == {"javascript": "off"}
    for origin in (world, world.replace("127.0.0.1", "localhost")):
        shown.open(f"{origin}/scripted")
        assert (shown.text("#seen"), shown.text("noscript")) == ("as it was", "No scripts"), origin
        shown.call("click", target="button")
        assert shown.text("#seen") == "as it was", origin
        assert shown.call("evaluate", expression="document.title")["result"] == "Strict"
        assert run(shown, "document.title + 1") == "Strict1"
    shown.call("emulate", javascript="default")
    shown.open(f"{world}/scripted")
    assert shown.text("#seen") == "by a script"


def test_policies_of_pages_do_not_hold_while_they_are_off(shown: Page, world: str) -> None:
    shown.open(f"{world}/strict")
    assert shown.text("#seen") == "as it was"
    shown.call("emulate", csp="off")
    shown.open(f"{world}/strict")
    assert shown.text("#seen") == "by a script"
    shown.open(f"{world}/strict/meta")
    assert shown.text("#seen") == "as it was", "Firefox holds to what the page itself says"
    shown.call("emulate", reset=True)
    shown.open(f"{world}/strict")
    assert shown.text("#seen") == "as it was"


def test_what_is_shown_to_one_tab_is_shown_to_no_other(shown: Page, other_page: Page, world: str) -> None:
    """Nor by the cache, which they share."""
    shown.call("emulate", csp="off")
    shown.open(f"{world}/strict/kept")
    assert shown.text("#seen") == "by a script"
    other_page.open(f"{world}/strict/kept")
    assert other_page.text("#seen") == "as it was"
    shown.open(f"{world}/")
    shown.call("emulate", reset=True)
    shown.open(f"{world}/strict/kept")
    assert shown.text("#seen") == "as it was"
