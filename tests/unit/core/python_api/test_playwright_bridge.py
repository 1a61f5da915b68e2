"""The bridge's page lists what the bridge has, and its arguments become clz's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import clz
from clz._assertions import LocatorAssertions
from clz._locators import WORDS
from clz.playwright import _shared, async_api, sync_api
from clz.playwright._values import value_of
from clz_core.contract.limits import MAX_TIMEOUT_MS
from clz_core.journal.code import described

PAGE = Path(_shared.__file__).with_name("README.md")


@pytest.mark.parametrize("api", [sync_api, async_api])
def test_what_the_bridge_has_is_on_its_page(api) -> None:
    listed = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", PAGE.read_text("utf-8").split("```")[-1]))))
    listed |= {"page", "selector", "owner", "locator", "content_frame", "stop", "start", "launch"}
    for kind in (api.Page, api.Locator, api.Keyboard, api.Mouse, api.BrowserContext, api.Browser):
        assert {name for name in dir(kind) if not name.startswith("_")} <= listed, kind


def test_what_there_is_not_is_on_the_page_with_what_does_it() -> None:
    for name, way in _shared.WAYS.items():
        assert f"| `{name}` | {way} |" in PAGE.read_text("utf-8")
        assert not any(name in vars(kind) for kind in (sync_api.Page, sync_api.BrowserContext)), name


@pytest.mark.parametrize(
    ("key", "name", "held"),
    [
        ("a", "a", {}),
        ("KeyA", "a", {}),
        ("Digit3", "3", {}),
        ("+", "+", {}),
        ("Control++", "+", {"ctrl": True}),
        ("ControlOrMeta+Shift+ArrowLeft", "ArrowLeft", {"ctrl": True, "shift": True}),
        ("ControlOrMeta", "Control", {}),
    ],
)
def test_a_key_and_what_is_held_with_it_are_clzs(key: str, name: str, held: dict[str, bool]) -> None:
    assert _shared.key_of(key) == (name, held)


def test_expressions_are_targets_of_a_page() -> None:
    locator = sync_api.Locator(None, ("main",))
    found = locator.get_by_text(re.compile(r"it's >> (?P<n>a/b)", re.IGNORECASE))
    assert found.selector == r"main >> text=/it\x27s >\> (?<n>a\/b)/i"
    assert locator.get_by_role("button", name='"Go"', exact=True).selector == 'main >> role=button[name="\\"Go\\""s]'


@pytest.mark.parametrize("timeout", [0, 1e9])
def test_no_time_limit_is_the_longest_one(timeout: float) -> None:
    assert _shared.wait_of(timeout, 30_000) == MAX_TIMEOUT_MS
    assert _shared.wait_of(None, 30_000) == 30_000


def test_a_value_that_was_cut_is_an_error() -> None:
    assert value_of({"result": [None], "truncated": False}) == [None]
    with pytest.raises(clz.ClzError) as caught:
        value_of({"result": [1, {"$type": "cut", "left": 9}], "truncated": True})
    assert caught.value.code == "RESULT_TOO_LARGE"


def test_what_leads_back_is_the_same_object() -> None:
    to = ('$["a b"].key(0)[1]', "$")
    inner = [0, {"ä": {"$type": "cycle", "to": to[0]}, "root": {"$type": "cycle", "to": to[1]}}]
    found = value_of({"result": {"a b": {"$type": "map", "entries": [[inner, 1]]}}, "truncated": False})
    key, one = found["a b"][0]
    assert one == 1
    assert key[1]["root"] is found


def test_a_word_of_playwright_names_that_of_clz() -> None:
    for kind in (clz.Page, clz.AsyncLocator):
        assert set(WORDS.values()) <= set(dir(clz.Page)) | set(dir(clz.Locator))
        blank: Any = kind.__new__(kind)
        with pytest.raises(AttributeError, match=r"no goto\. Did you mean: navigate\?"):
            blank.goto  # noqa: B018
    with pytest.raises(AttributeError, match="Did you mean: to_have_text"):
        LocatorAssertions(None).to_have_txt("x")


def test_a_cookie_of_an_address_is_one_of_its_host_and_folder() -> None:
    given = {"name": "a", "value": "1", "url": "https://shop.test/cart/list?x", "expires": None}
    assert _shared.cookie_of(given) == {
        "name": "a",
        "value": "1",
        "domain": "shop.test",
        "path": "/cart/",
        "secure": True,
    }
    for wrong in ({"domain": "x"}, {}, {"url": "https://x.test", "domain": "x"}, {"url": "data:text/html,x"}):
        with pytest.raises(clz.UsageError):
            _shared.cookie_of({"name": "a", "value": "1", **wrong})
    told = _shared.shown_cookie({"name": "a", "value": "1", "expires": None, "sameSite": "lax", "jar": "x"})
    sent = {"httpOnly": False, "secure": False}
    assert told == {"name": "a", "value": "1", "expires": -1, "sameSite": "Lax", **sent}


def test_a_locator_is_named_as_a_program_writes_it() -> None:
    for target, written in {
        'role=button[name="Go"i]': 'get_by_role("button", name="Go")',
        'role=button[name="Go"s]': 'get_by_role("button", name="Go", exact=True)',
        "role=button": 'get_by_role("button")',
        'text="Go"i': 'get_by_text("Go")',
        'label="Go"s': 'get_by_label("Go", exact=True)',
        'testid="go"s': 'get_by_test_id("go")',
        'has-text="Go"i': 'filter(has_text="Go")',
        "nth=0": "first",
        "nth=2": "nth(2)",
        'a[href="x"]': 'locator("a[href=\\"x\\"]")',
    }.items():
        assert described((target,)) == written
    assert described(("ul", "nth=-1")) == 'locator("ul").last'


def test_texts_are_found_among_others_in_their_order() -> None:
    assert _shared.are_among(["one", re.compile("^thr")], ["One  two", "one", "three"], False)
    assert not _shared.are_among(["three", "one"], ["one", "three"], False)
    assert _shared.are_among(["ONE"], ["one"], True)


def test_a_question_mark_of_a_glob_is_one() -> None:
    for glob, url, fits in (
        ("**/a?b", "http://x/a?b", True),
        ("**/a?b", "http://x/acb", False),
        (r"**/\?b", "http://x/?b", True),
    ):
        assert bool(_shared.wanted_url(glob, None).search(url)) is fits


def test_a_header_without_a_text_is_refused_and_an_icon_is_known() -> None:
    assert _shared.headers_of({"a": "b"}) == ["a: b"]
    with pytest.raises(clz.UsageError, match='header "a" to be String'):
        _shared.headers_of({"a": None})
    sent = type("Told", (), {"url": "http://shop.test/favicon.ico?1"})
    assert (_shared.is_icon(sent), _shared.is_icon(None)) == (True, False)


def test_values_that_json_lacks_are_written_for_the_page() -> None:
    given = {"n": float("nan"), "big": 2**60, "list": [True, None, -0.0], "e": KeyError("x")}
    assert _shared.written(given) == (
        '{ ["n"]: NaN, ["big"]: 1152921504606846976n, ["list"]: [true, null, -0.0], '
        '["e"]: Object.assign(new Error("\'x\'"), { name: "KeyError" }) }'
    )
    around: list[Any] = []
    around.append(around)
    for wrong in (around, object()):
        with pytest.raises(_shared.NotInClz):
            _shared.written(wrong)


def test_a_snapshot_is_written_as_playwright_writes_it() -> None:
    lines = """\
- list:
  - listitem:
    - link "More" [ref=e3] [url=about:blank]
    - link "Top" [ref=e4] [url=#top]:
      - img "Up" [ref=e5]"""
    assert _shared.aria_lines(lines).splitlines() == [
        *("- list:", "  - listitem:", '    - link "More":', "      - /url: about:blank"),
        *('    - link "Top":', '      - /url: "#top"', '      - img "Up"'),
    ]


def test_files_that_are_not_there_are_told_as_python_tells_it() -> None:
    with pytest.raises(FileNotFoundError):
        _shared.files_of("nowhere.txt")
