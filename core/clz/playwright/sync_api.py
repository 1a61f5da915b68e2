"""Playwright's names over clz. Generated from async_api.py by `make generate`."""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin

from clz._sync import Closing
from clz._assertions import LocatorAssertions, PageAssertions
from clz._events import TAKEN, Expected
from clz._page import Browser as Firefox
from clz._page import Page as Tab
from clz._calls import log_in
from clz._expect import expect as expect_of_clz
from clz._locators import FrameLocator, Locating, LocatorParts
from clz._seen import response_of
from clz.callbacks.functions import as_many
from clz.playwright import _shared
from clz.playwright._requests import FormData
from clz.playwright._shared import Checked, Named, acting, called, key_of, not_here, target_of, wait_of, written
from clz.playwright._values import value_of
from clz.playwright.sync_network import APIResponse, Disposable, OfNetwork, Request, Response, Route
from clz.playwright.sync_requests import APIRequest, APIRequestContext
from clz_core.contract.errors import ClzError, ExpectationFailed, Refused, error
from clz_core.contract.limits import ERROR_MARGIN_MS, MAX_TEXT_CHARS, MAX_TIMEOUT_MS
from clz_core.journal.code import described

Error = ClzError
TimeoutError = _shared.TimeoutError
expect: Any = expect_of_clz
__all__ = [
    "APIRequest",
    "APIRequestContext",
    "APIResponse",
    "Browser",
    "BrowserContext",
    "BrowserType",
    "ConsoleMessage",
    "Credentials",
    "Error",
    "FormData",
    "FrameLocator",
    "Locator",
    "Page",
    "Playwright",
    "Request",
    "Response",
    "Route",
    "TimeoutError",
    "sync_playwright",
    "expect",
]


def __getattr__(name: str) -> Any:
    return _shared.of_module(name, __name__)


class _OfSelectors:
    """What finds elements by a selector, and at once."""

    def locator(self, *words: Any, **options: Any) -> Any:
        raise NotImplementedError

    def query_selector(self, selector: str) -> Locator | None:
        found: Locator = self.locator(selector)
        return found._handle()

    def query_selector_all(self, selector: str) -> list[Locator]:
        found: Locator = self.locator(selector)
        return found._handles()

    def eval_on_selector_all(self, selector: str, expression: str, arg: Any = None) -> Any:
        return self.locator(selector).evaluate_all(expression, arg)


class Locator(Named, LocatorParts, _OfSelectors):
    """Elements of a page, by Playwright's names; see `clz.Locator`."""

    _page: Page

    def __init__(self, page: Any, steps: tuple[str, ...]) -> None:
        _shared.check_steps(steps)
        super().__init__(page, steps)

    def __repr__(self) -> str:
        return f"<Locator frame=<Frame name= url={self._page.url!r}> selector={self.selector!r}>"

    __str__ = __repr__

    def as_element(self) -> Locator:
        return self

    @property
    def _target(self) -> dict[str, Any]:
        """What names it: in the page itself, unless it goes into a frame."""
        return {"target": self.selector, **_shared.frame_of(self._steps)}

    def _do(self, name: str, options: dict[str, Any], **values: Any) -> Any:
        for place in ("position", "source_position"):
            if options.get(place) is not None:
                options[place] = self._from_border(options[place], options.get("timeout"))
        given = {**self._target, **values, **acting(name, options, self._page._timeout)}
        if given.get("force") and not self.is_visible():
            is_there = self.evaluate(_shared.INTO_VIEW, timeout=options.get("timeout"))
            what = "Element is outside of the viewport" if is_there else "Element is not visible"
            raise error("NOT_VISIBLE", what, "force ignores what covers the element, but does not make it visible.")
        try:
            done = self._page._clz._run(name, given)
            if self._page._exposes():  # what the page has called meanwhile is on its way
                self._page._evaluate("0")
            return done
        except ClzError as problem:
            what = f"Locator.{_shared.CALLED.get(name, name)}"
            if not _shared.is_late(problem):
                raise
            seen = self._seen() if problem.code != "ELEMENT_NOT_FOUND" else None
            raise _shared.timed_out(what, given["wait_ms"], problem, described(self._steps), seen) from None

    def _seen(self) -> dict[str, str] | None:
        """How it and what covers it are written; None where it is gone."""
        with contextlib.suppress(ClzError):
            there: dict[str, str] = self._page._evaluate(called(_shared.PREVIEW, None, "element"), **self._target)
            return there
        return None

    def _from_border(self, position: dict[str, float], timeout: float | None) -> dict[str, float]:
        """A place that is counted from inside of the border, from its outside."""
        left, top = self.evaluate(_shared.BORDERS, timeout=timeout)
        return {"x": position["x"] + left, "y": position["y"] + top}

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = self._page._clz._run("getElementInfo", self._target)
        return found

    def _got(self, what: str, **values: Any) -> Any:
        return (self._page._clz._run("get", {"what": what, **self._target, **values}))["value"]

    def _once_there(self, timeout: float | None, read: Callable[[], Any]) -> Any:
        """Read, and again once the element is there. Raises: ClzError, as AMBIGUOUS_TARGET for one of several."""
        self._alone()
        try:
            return read()
        except ClzError as problem:
            if problem.code != "ELEMENT_NOT_FOUND":
                raise
        self.wait_for(state="attached", timeout=timeout)
        return read()

    def _alone(self) -> int:
        """How many match. Raises: AMBIGUOUS_TARGET for several, of which none was chosen."""
        found = 1 if self._steps[-1].startswith(("nth=", "@")) else self.count()
        if found > 1:
            what = f"strict mode violation: {described(self._steps)} resolved to {found} elements"
            raise error("AMBIGUOUS_TARGET", what, "Choose one: first, last, nth(…) or filter(…)")
        return found

    def _assertions(self, soft: bool, message: str | None = None) -> LocatorChecks:
        return LocatorChecks(self._page._clz, self, soft=soft, message=message)

    def click(self, *, delay: float | None = None, **options: Any) -> None:
        if delay or options.get("force"):
            self._press_for(delay or 0, 1, options)
        else:
            self._do("click", options)

    def dblclick(self, *, delay: float | None = None, **options: Any) -> None:
        if delay or options.get("force"):
            self._press_for(delay or 0, 2, options)
        else:
            self._do("dblclick", options)

    def _press_for(self, delay: float, count: int, options: dict[str, Any]) -> None:
        """Click so many times, each for so many milliseconds; with `force` at what is there, whatever that is."""
        held = acting("mouse", {"modifiers": options.get("modifiers"), "button": options.pop("button", None)}, 0)
        count = options.pop("click_count", None) or count
        position = options.pop("position", None)
        if position is not None:
            position = self._from_border(position, options.get("timeout"))
        where = {} if position is None else {"point": _shared.point(position)}
        self._do("mouse", options, action="move", **where)
        for number in range(1, count + 1):
            self._page.mouse._do("down", **held, count=number)
            if delay:
                self._page.wait_for_timeout(delay)
            self._page.mouse._do("up", **held, count=number)

    def focus(self, **options: Any) -> None:
        if self.is_visible():
            self._do("focus", options)
        else:  # Playwright does not ask whether it is
            self.evaluate("element => element.focus()", timeout=options.get("timeout"))

    def fill(self, value: str, **options: Any) -> None:
        self._do("fill", options, text=_shared.text_of(value))

    def clear(self, **options: Any) -> None:
        self._do("fill", options, text="")

    def type(self, text: str, **options: Any) -> None:
        self._do("type", options, text=text, clear=False)

    def press_sequentially(self, text: str, **options: Any) -> None:
        self._do("type", options, text=text, clear=False)

    def press(self, key: str, *, delay: float | None = None, **options: Any) -> None:
        if delay:
            self._do("focus", options)
            self._page.keyboard.press(key, delay=delay)
            return
        name, held = key_of(key)
        self._do("pressKey", options, key=name, **held)

    def set_checked(self, checked: bool, **options: Any) -> None:
        self._do("check" if checked else "uncheck", options)

    def select_option(
        self,
        value: str | Sequence[str] | None = None,
        *,
        index: int | Sequence[int] | None = None,
        label: str | Sequence[str] | None = None,
        **options: Any,
    ) -> list[str]:
        if sum(one is not None for one in (value, index, label)) > 1:
            raise not_here("choice of options by several kinds of words at once")
        by, given = next(
            ((by, one) for by, one in (("value", value), ("index", index), ("label", label)) if one is not None),
            ("value", []),
        )
        listed = [given] if isinstance(given, str | int) else list(given)
        values = [str(one) if isinstance(one, int) else _shared.text_of(one) for one in listed]
        acting("select", dict(options), 0)  # what it lacks is refused before anything is done
        if not values:
            return list(self.evaluate(_shared.CHOOSE_NOTHING, timeout=options.get("timeout")))
        if len(values) > 1 and by != "index":  # of a list that takes one, the first that it has
            values = self.evaluate(_shared.CHOSEN, values, timeout=options.get("timeout")) or values[:1]
        done = self._do("select", options, values=values, by="any" if by == "value" else by)
        if done.get("changed") is False:  # a page hears of it all the same
            self.evaluate(_shared.CHOSEN_AGAIN)
        chosen: list[str] = done["values"]
        return chosen

    def select_text(self, *, timeout: float | None = None) -> None:
        self.scroll_into_view_if_needed(timeout=timeout)
        select = "element => element.select ? element.select() : getSelection().selectAllChildren(element)"
        self.evaluate(select, timeout=timeout)

    def set_input_files(self, files: Any, **options: Any) -> None:
        self._do("upload", options, files=_shared.files_of(files))

    def drag_to(self, target: Locator, **options: Any) -> None:
        if options.get("target_position") is not None:
            there = target._from_border(options["target_position"], options.get("timeout"))
            options["target_position"] = there
        self._do("drag", options, to=target.selector)

    def scroll_into_view_if_needed(self, *, timeout: float | None = None) -> None:
        if not self.evaluate(_shared.INTO_VIEW, timeout=timeout):  # what is not laid out is waited for
            self._do("scroll", {"timeout": timeout})

    def wait_for(self, *, state: str = "visible", timeout: float | None = None) -> None:
        wait = wait_of(timeout, self._page._timeout)
        try:
            if state == "attached":
                given = {"condition": "gone", "negated": True, **self._target, "wait_ms": wait}
                self._page._clz._run("expect", given)
            else:
                how = {"hidden": {"hidden": True}, "detached": {"gone": True}}.get(state, {})
                self._page._clz._run("waitFor", {**self._target, "wait_ms": wait, **how})
        except ClzError as problem:
            if not _shared.is_late(problem):
                raise
            what = f"{described(self._steps)} to be {state}"
            raise _shared.timed_out("Locator.wait_for", wait, problem, what, None) from None

    def wait_for_element_state(self, state: str, *, timeout: float | None = None) -> None:
        wait = wait_of(timeout, self._page._timeout)
        condition = {"stable": "visible"}.get(state, state)
        given = {"condition": condition, "negated": False, **self._target, "wait_ms": wait}
        ends = time.monotonic() + wait / 1000
        while True:
            try:
                with _shared.timed("ElementHandle.wait_for_element_state", wait):
                    left = round((ends - time.monotonic()) * 1000)
                    self._page._clz._run("expect", {**given, "wait_ms": min(max(left, 0), 1_000)})
                return
            except TimeoutError:
                if condition != "hidden":
                    self._info()  # an element that is gone will be nothing more
                if time.monotonic() >= ends:
                    raise

    def count(self) -> int:
        return int(self._got("count"))

    def all(self) -> list[Locator]:
        return [self.nth(index) for index in range(self.count())]

    def all_inner_texts(self) -> list[str]:
        texts: list[str] = self.evaluate_all("elements => elements.map(element => element.innerText ?? '')")
        return texts

    def all_text_contents(self) -> list[str]:
        texts: list[str] = self.evaluate_all("elements => elements.map(element => element.textContent ?? '')")
        return texts

    def inner_text(self, *, timeout: float | None = None) -> str:
        return str(self.evaluate(_shared.INNER_TEXT, timeout=timeout))

    def text_content(self, *, timeout: float | None = None) -> str | None:
        text: str | None = self.evaluate("element => element.textContent", timeout=timeout)
        return text

    def inner_html(self, *, timeout: float | None = None) -> str:
        return str(self.evaluate("element => element.innerHTML", timeout=timeout))

    def input_value(self, *, timeout: float | None = None) -> str:
        return str(self._once_there(timeout, lambda: self._got("value")))

    def get_attribute(self, name: str, *, timeout: float | None = None) -> str | None:
        value: str | None = self._once_there(timeout, lambda: self._got("attr", name=name))
        return value

    def bounding_box(self, *, timeout: float | None = None) -> dict[str, float] | None:
        box: dict[str, float] | None = self._once_there(timeout, lambda: self._got("box"))
        return box if box is None or box["width"] or box["height"] else None

    def is_visible(self, *, timeout: float | None = None) -> bool:
        try:
            self._alone()
            return bool(self.count()) and bool((self._info())["visible"])
        except ClzError as problem:
            if problem.code != "STALE_REF":  # what is gone is not seen
                raise
            return False

    def is_hidden(self, *, timeout: float | None = None) -> bool:
        return not self.is_visible()

    def _is(self, state: str, timeout: float | None) -> bool:
        return bool((self._once_there(timeout, self._info))[state])

    def is_enabled(self, *, timeout: float | None = None) -> bool:
        return self._is("enabled", timeout)

    def is_disabled(self, *, timeout: float | None = None) -> bool:
        return not self._is("enabled", timeout)

    def is_editable(self, *, timeout: float | None = None) -> bool:
        return self._is("editable", timeout)

    def is_checked(self, *, timeout: float | None = None) -> bool:
        if (self._once_there(timeout, self._info))["checked"] is None:
            raise error(
                "INVALID_TARGET",
                "Not a checkbox or radio button",
                "Name one, or use is_enabled(), which works for every element.",
            )
        return self._is("checked", timeout)

    def evaluate(self, expression: str, arg: Any = None, *, timeout: float | None = None) -> Any:
        whole = called(expression, arg, "element")
        return self._once_there(timeout, lambda: self._page._evaluate(whole, gesture=True, **self._target))

    def evaluate_all(self, expression: str, arg: Any = None) -> Any:
        there = self.count()
        given: dict[str, Any] = {**self._target, "all": True, "gesture": True} if there else {}
        return self._page._evaluate(called(expression, arg, "elements" if there else "[]"), **given)

    def _handle(self) -> Locator | None:
        """The first element that matches now, by its ref: what it was is what it stays."""
        try:
            return Locator(self._page, ((self.first._info())["ref"],))
        except ClzError as problem:
            if problem.code != "ELEMENT_NOT_FOUND":
                raise
            return None

    def _handles(self) -> list[Locator]:
        return [handle for one in self.all() if (handle := one._handle()) is not None]

    def eval_on_selector(self, selector: str, expression: str, arg: Any = None) -> Any:
        return self.locator(selector).first.evaluate(expression, arg)

    def describe(self, description: str) -> Locator:
        return self

    def blur(self, *, timeout: float | None = None) -> None:
        self.evaluate("element => element.blur()", timeout=timeout)

    def dispatch_event(self, type: str, event_init: Any = None, *, timeout: float | None = None) -> None:
        made = "new Event(type, { bubbles: true, cancelable: true, composed: true, ...init })"
        dispatch = f"(element, [type, init]) => void element.dispatchEvent({made})"
        self.evaluate(dispatch, [type, event_init], timeout=timeout)

    def screenshot(self, *, path: str | Path | None = None, **options: Any) -> bytes:
        return self._page._picture(path, **self._target, **_shared.pictured(options))

    def aria_snapshot(self, *, timeout: float | None = None) -> str:
        given = {**self._target, "urls": True}
        taken = self._once_there(timeout, lambda: self._page._clz._run("getAccessibilitySnapshot", given))
        return _shared.aria_lines(str(taken["snapshot"]))


class LocatorChecks(Checked, LocatorAssertions):
    """Expects something of a locator, as far as clz can."""

    def _carried_out(self, given: dict[str, Any]) -> None:
        try:
            super()._carried_out({**given, **_shared.frame_of(self._target._steps)})
        except ClzError as problem:
            seen = self._target._seen()
            failed = _shared.unmet(problem, self._asked, self._negated, given["wait_ms"], self._message, seen)
            with contextlib.suppress(ClzError):
                failed.args = (f"{failed}\nAria snapshot:\n{self._target._page.aria_snapshot(timeout=1)}",)
            raise failed from None

    def to_be_in_viewport(self, *, ratio: float | None = None, timeout: float | None = None) -> None:
        if ratio is not None:
            raise not_here("to_be_in_viewport by how much of it is")
        super().to_be_in_viewport(timeout=timeout)

    def to_be_checked(
        self, *, checked: bool | None = None, indeterminate: bool | None = None, timeout: float | None = None
    ) -> None:
        if indeterminate and checked is not None:
            what = "Can't assert indeterminate and checked at the same time"
            raise ExpectationFailed("EXPECTATION_FAILED", what, "Leave out one of them.")
        super().to_be_checked(checked=checked, indeterminate=indeterminate, timeout=timeout)

    def to_be_editable(self, *, editable: bool | None = None, timeout: float | None = None) -> None:
        if (self._target._seen() or {}).get("takes") == "nothing":
            problem = error("INVALID_TARGET", _shared.NOT_OF_FIELDS, "Expect to_be_enabled().")
            wait = round(self.wait_ms if timeout is None else timeout)
            raise _shared.unmet(problem, self._asked, self._negated, wait, self._message, None)
        super().to_be_editable(editable=editable is not False, timeout=timeout)

    def to_have_js_property(self, name: str, value: Any, *, timeout: float | None = None) -> None:
        if not isinstance(value, str | bool | int | float | None):
            raise not_here("to_have_js_property for what is not a text, a number, True, False or None")
        super().to_have_js_property(name, "null" if value is None else value, timeout=timeout)

    def to_have_role(self, role: str, *, timeout: float | None = None) -> None:
        if not isinstance(role, str):
            raise error("USAGE", '"role" argument in to_have_role must be a string', "Expect each by itself.")
        super().to_have_role(role, timeout=timeout)

    def to_have_class(self, expected: Any, *, timeout: float | None = None) -> None:
        if not isinstance(expected, str | re.Pattern):
            raise not_here("to_have_class for a list")
        super().to_have_class(expected, timeout=timeout)

    def to_contain_class(self, expected: Any, *, timeout: float | None = None) -> None:
        if not isinstance(expected, str):
            raise not_here("to_contain_class for a list")
        if expected.strip():
            super().to_contain_class(expected, timeout=timeout)
        else:
            super().to_be_attached(timeout=timeout)

    def _texts(
        self, expected: Any, match: str, ignore_case: bool | None, timeout: float | None, use_inner_text: bool | None
    ) -> None:
        if match == "contains" and isinstance(expected, list | tuple) and not self._negated:
            self._among(expected, ignore_case, timeout, bool(use_inner_text))
        elif isinstance(expected, str | re.Pattern | list | tuple):
            super()._texts(expected, match, ignore_case, timeout, bool(use_inner_text))
        else:
            raise error(
                "USAGE", "value must be a string or regular expression", "Give a text, an expression or a list."
            )

    def _among(self, expected: Any, ignore_case: bool | None, timeout: float | None, inner: bool) -> None:
        """Elements in this order have the texts, and there may be others between them."""
        ends = time.monotonic() + (self.wait_ms if timeout is None else timeout) / 1000
        while True:
            texts = (self._target.all_inner_texts() if inner else self._target.all_text_contents())
            if _shared.are_among(expected, texts, ignore_case):
                return
            if time.monotonic() > ends:
                problem = ExpectationFailed("EXPECTATION_FAILED", "", "", {"found": json.dumps(texts)[1:-1]})
                raise _shared.unmet(problem, self._asked, False, round(timeout or self.wait_ms), self._message, None)
            self._page._moment()


class PageChecks(Checked, PageAssertions):
    """Expects something of a page; an address is compared as a whole, from the base URL on."""

    def _carried_out(self, given: dict[str, Any]) -> None:
        try:
            super()._carried_out(given)
        except ClzError as problem:
            raise _shared.unmet(problem, self._asked, self._negated, given["wait_ms"], self._message, None) from None

    def to_have_url(self, url: Any, *, ignore_case: bool | None = None, timeout: float | None = None) -> None:
        if not isinstance(url, str | re.Pattern):
            raise not_here("to_have_url for a function")
        whole = (
            re.compile(f"^{re.escape(urljoin(self._page._who.base_url or '', url))}$") if isinstance(url, str) else url
        )
        super().to_have_url(whole, ignore_case=ignore_case, timeout=timeout)


def _written(value: Any) -> str:
    """A value for an expression, and the element of a locator."""
    if not isinstance(value, Locator):
        return written(value)
    return f"document.querySelector({json.dumps((value._info())['selector'])})"


class Keyboard(Named):
    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, key: str, *, delay: float | None = None) -> None:
        name, held = key_of(key)
        if not delay:
            with _shared.in_words_of_keys(key):
                self._page._clz._run("pressKey", {"key": name, **held})
            return
        keys = [*(_shared.MODIFIER_KEYS[one] for one in held), name]
        for one in keys:
            self.down(one)
        self._page.wait_for_timeout(delay)
        for one in reversed(keys):
            self.up(one)

    def down(self, key: str) -> None:
        self._page._clz._run("pressKey", {"key": key_of(key)[0], "down": True})

    def up(self, key: str) -> None:
        self._page._clz._run("pressKey", {"key": key_of(key)[0], "up": True})

    def type(self, text: str, *, delay: float | None = None) -> None:
        pause = round(delay or 0)
        if self._into_field(text, clear=False, at_caret=True, delay_ms=pause):
            return
        for keys in _shared.keys_of(text, 1 if pause else 100):
            self._page._clz._run("pressKey", {"key": keys})
            if pause:
                self._page.wait_for_timeout(pause)

    def insert_text(self, text: str) -> None:
        self._into_field(text, insert=True)

    def _into_field(self, text: str, **how: Any) -> bool:
        """Enter text where the focus is; False if that takes none."""
        try:
            self._page._clz._run("type", {"target": _shared.FOCUSED, "text": text, "wait_ms": 0, **how})
        except ClzError as problem:
            if problem.code in _shared.TAKES_NO_TEXT:
                return False
            raise
        return True


class WebStorage(Named):
    """What an origin keeps in `localStorage` or `sessionStorage`."""

    def __init__(self, page: Page, name: str) -> None:
        self._page = page
        self._name = name

    def _do(self, expression: str, arg: Any = None) -> Any:
        return self._page.evaluate(expression.replace("STORAGE", f"window.{self._name}"), arg)

    def items(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self._do(
            "() => Object.entries(STORAGE).map(([name, value]) => ({ name, value }))"
        )
        return found

    def get_item(self, name: str) -> str | None:
        value: str | None = self._do("name => STORAGE.getItem(name)", name)
        return value

    def set_item(self, name: str, value: str) -> None:
        self._do("([name, value]) => STORAGE.setItem(name, value)", [name, value])

    def remove_item(self, name: str) -> None:
        self._do("name => STORAGE.removeItem(name)", name)

    def clear(self) -> None:
        self._do("() => STORAGE.clear()")


class Credentials(Named):
    """The passkeys of a context: its virtual authenticator has them."""

    def __init__(self, firefox: Firefox) -> None:
        self._firefox = firefox

    def install(self) -> None:
        self._firefox._run("addVirtualAuthenticator", {})

    def create(
        self,
        rp_id: str,
        *,
        id: str | None = None,
        user_handle: str | None = None,
        private_key: str | None = None,
        public_key: str | None = None,
        sign_count: int | None = None,
    ) -> dict[str, Any]:
        given = {"rpId": rp_id, "id": id, "userHandle": user_handle, "privateKey": private_key, "signCount": sign_count}
        _shared.check_credential({**given, "publicKey": public_key})
        known = {name: value for name, value in given.items() if value is not None}
        (added,) = (self._firefox._run("addCredentials", {"credentials": [known]}))["added"]
        (created,) = self.get(id=added["credentialId"])
        return created

    def get(self, *, id: str | None = None, rp_id: str | None = None) -> list[dict[str, Any]]:
        if not (self._firefox._run("getCredentials", {}))["credentials"]:
            return []
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "passkeys.json"
            self._firefox.passkey_save(file)
            saved = json.loads(file.read_text("utf-8"))["credentials"]
        found = [{"id": one["credentialId"], **{name: one[name] for name in _shared.OF_CREDENTIAL}} for one in saved]
        return [one for one in found if id in (None, one["id"]) and rp_id in (None, one["rpId"])]

    def delete(self, id: str) -> None:
        if self.get(id=id):
            self._firefox._run("removeCredentials", {"credential_id": id})


class Mouse(Named):
    def __init__(self, page: Page) -> None:
        self._page = page
        self._at: tuple[float, float] = (0, 0)

    def _do(self, action: str, **values: Any) -> None:
        self._page._clz._run("mouse", {"action": action, **values})

    def move(self, x: float, y: float, *, steps: int | None = None) -> None:
        (from_x, from_y), self._at = self._at, (x, y)
        for step in range(1, steps or 1):
            part = step / (steps or 1)
            self._do("move", point=f"{from_x + (x - from_x) * part:g},{from_y + (y - from_y) * part:g}")
        self._do("move", point=f"{x:g},{y:g}")

    def down(self, *, button: str = "left", click_count: int | None = None) -> None:
        self._do("down", button=button, count=click_count or 1)

    def up(self, *, button: str = "left", click_count: int | None = None) -> None:
        self._do("up", button=button, count=click_count or 1)

    def click(
        self, x: float, y: float, *, button: str = "left", click_count: int = 1, delay: float | None = None
    ) -> None:
        self.move(x, y)
        for number in range(1, click_count + 1):
            self.down(button=button, click_count=number)
            if delay:
                self._page.wait_for_timeout(delay)
            self.up(button=button, click_count=number)

    def dblclick(self, x: float, y: float, *, button: str = "left", delay: float | None = None) -> None:
        self.click(x, y, button=button, click_count=2, delay=delay)

    def wheel(self, delta_x: float, delta_y: float) -> None:
        self._page._clz._run("mouseWheel", {"delta": f"{delta_x:g},{delta_y:g}"})


class Touchscreen(Named):
    def __init__(self, page: Page) -> None:
        self._page = page

    def tap(self, x: float, y: float) -> None:
        self._page._clz._run("tap", {"target": "html", "at": f"{x:g},{y:g}"})


class PageError(Exception):
    """An error that a page left uncaught."""

    def __init__(self, fault: Any) -> None:
        text = str(fault)
        first = text.partition("\n")[0]
        self.name, colon, self.message = first.partition(": ")
        if not colon:
            self.name, self.message = "", first
        self.stack = text
        super().__init__(text)

    def __str__(self) -> str:
        return self.message


class ConsoleMessage(Named):
    """What a page wrote to its console."""

    def __init__(self, page: Page, told: Any) -> None:
        self.page = page
        self.type = {"warn": "warning"}.get(told.type, told.type)
        self.text = told.text
        line, column = (max((told.location[name] or 1) - 1, 0) for name in ("line", "column"))
        place = {"line": line, "column": column, "lineNumber": line, "columnNumber": column}
        self.location = {"url": told.location["url"] or "", **place}

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<ConsoleMessage type={self.type} text={self.text}>"


class _Expected(Expected):
    def __enter__(self) -> Self:
        with _shared.in_its_words(f"Page.expect_{self._event}"):
            return super().__enter__()

    def _take(self, seen: Any) -> Any:
        came = len(self._came)
        super()._take(seen)
        return TAKEN if len(self._came) > came else None  # its reader answers a dialog

    def _wait(self) -> None:
        what = f"Page.expect_{self._event}"
        with _shared.in_its_words(what), _shared.timed(what, self._timeout_ms):
            super()._wait()


class Dialog(Named):
    """A dialog that waits for its answer."""

    page: Page

    def __init__(self, told: Any) -> None:
        self._told = told
        self.type, self.message, self.default_value = told.type, told.message, told.default_value

    def __repr__(self) -> str:
        return repr(self._told)

    def accept(self, prompt_text: str | None = None) -> None:
        self._told.accept(prompt_text)

    def dismiss(self) -> None:
        with _shared.unless_closed():
            self._told.dismiss()


class Download(Named):
    """A file that is being saved, or was."""

    page: Page

    def __init__(self, told: Any) -> None:
        self._told = told
        self._deleted = False
        self.url, self.suggested_filename = told.url, told.suggested_filename

    def __repr__(self) -> str:
        return f"<Download url={self.url!r} suggested_filename={self.suggested_filename!r}>"

    def path(self) -> Path:
        if self._deleted:
            raise _shared.over()
        if self.failure() == "canceled":
            raise error("DOWNLOAD_FAILED", "Download.path: canceled")
        there: Path = self._told.path()
        return there

    def save_as(self, path: str | Path) -> None:
        if self._deleted:
            raise _shared.over()
        self._told.save_as(path)

    def failure(self) -> str | None:
        reason = self._told.failure()
        return "canceled" if reason == "USER_CANCELED" else reason

    def cancel(self) -> None:
        self._told.cancel()

    def delete(self) -> None:
        self._deleted = True
        self._told.delete()

    def _end(self) -> None:
        """Files go with their context."""
        with contextlib.suppress(ClzError):
            self._told._ask("endDownload", {"id": self._told._id, "remove": True})


class Page(Named, OfNetwork, Locating[Locator], _OfSelectors, Closing):
    """A tab, by Playwright's names; `page.clz` is the same by the names of `clz`."""

    def __init__(self, context: BrowserContext, tab: Tab) -> None:
        self._context = context
        self._clz = tab
        self._timeout = context._timeout
        self._navigation: float | None = None
        self._shown: dict[Any, Any] = {}
        self._size: dict[str, int] | None = context._options.get("viewport")
        self._opener: Page | None = None
        self._headers: dict[str, str] = {}
        self._at_end: list[Any] = []
        self.request = context.request
        self.local_storage = WebStorage(self, "localStorage")
        self.session_storage = WebStorage(self, "sessionStorage")
        self.touchscreen = Touchscreen(self)
        self.keyboard = Keyboard(self)
        self.mouse = Mouse(self)

    def __repr__(self) -> str:
        return f"<Page url={self.url!r}>"

    def _locator(self, steps: tuple[str, ...]) -> Locator:
        return Locator(self, steps)

    def _assertions(self, soft: bool, message: str | None = None) -> PageChecks:
        return PageChecks(self._clz, soft=soft, message=message)

    @property
    def clz(self) -> Tab:
        """The page by the names of `clz`, with all that it can do."""
        return self._clz

    @property
    def main_frame(self) -> Page:
        """The page itself, which finds elements as its frame would."""
        return self

    @property
    def context(self) -> BrowserContext:
        return self._context

    @property
    def url(self) -> str:
        """Where the page was at the last command."""
        return str(self._clz._shown.get("url", "about:blank"))

    def _opened(self, tab: Tab) -> Page:
        page = self._context._known(tab)
        page._opener = page._opener or self
        return page

    def _program(self) -> Tab:
        return self._clz

    def _page_of(self, tab_id: int) -> Page:
        return self

    def _source(self) -> dict[str, Any]:
        return {"context": self._context, "page": self, "frame": self}

    def _converter(self, event: str) -> Any:
        """What makes of what clz tells what Playwright does."""
        kinds: dict[str, Any] = {
            "popup": self._opened,
            "response": lambda told: Response(self, told),
            "console": lambda told: ConsoleMessage(self, told),
            "pageerror": PageError,
            "dialog": self._of_page,
            "download": self._of_page,
        }
        kinds |= dict.fromkeys(("request", "requestfinished", "requestfailed"), lambda told: Request(self, told))
        return kinds.get(event, lambda told: told)

    def _of_page(self, told: Any) -> Any:
        if (known := vars(told).get("shown")) is not None:  # to another handler: it is the same one
            return known
        made = told.shown = Dialog(told) if hasattr(told, "default_value") else Download(told)
        made.page = self
        if isinstance(made, Download):
            self._context._downloads.append(made)
        return made

    def on(self, event: str, f: Any) -> None:
        _shared.check_event(event, "close")
        if event == "close":
            self._at_end.append(f)
            return
        convert = self._converter(event)
        given = as_many(f)
        is_left_out = _shared.is_icon if event.startswith(("request", "response")) else lambda _: False
        self._shown[event, f] = lambda told: None if is_left_out(told) else given(convert(told))
        self._clz.on(event, self._shown[event, f])

    def once(self, event: str, f: Any) -> None:
        if event == "close":
            return self.on(event, f)
        _shared.check_event(event)
        convert = self._converter(event)
        return self._clz.once(event, lambda told: as_many(f)(convert(told)))

    def remove_listener(self, event: str, f: Any) -> None:
        if event == "close":
            self._at_end = [one for one in self._at_end if one != f]
            return
        self._clz.remove_listener(event, self._shown.pop((event, f), f))

    def expect_event(self, event: str, predicate: Any = None, *, timeout: float | None = None) -> Any:
        _shared.check_event(event)
        convert = self._converter(event)
        wanted = predicate
        if predicate is None and event.startswith(("request", "response")):
            wanted = lambda told: not _shared.is_icon(told)  # noqa: E731
        elif callable(predicate):
            wanted = lambda told: predicate(convert(told))  # noqa: E731
        elif predicate is not None:
            wanted = self._wanted_url(predicate)
        wait = wait_of(timeout, self._timeout)
        return _Expected(self._clz, event, wanted, wait, convert)

    def add_locator_handler(
        self, locator: Locator, handler: Any, *, no_wait_after: bool | None = None, times: int | None = None
    ) -> None:
        self._clz.add_locator_handler(locator, handler, times=times, no_wait_after=bool(no_wait_after))

    def remove_locator_handler(self, locator: Locator) -> None:
        self._clz.remove_locator_handler(locator)

    def wait_for_event(self, event: str, predicate: Any = None, *, timeout: float | None = None) -> Any:
        with self.expect_event(event, predicate, timeout=timeout) as expected:
            pass
        return expected.value

    def _going(self, timeout: float | None) -> int:
        """How long to wait for a page."""
        usual = next((one for one in (self._navigation, self._context._navigation) if one is not None), self._timeout)
        return wait_of(timeout, usual)

    def _to(self, name: str, timeout: float | None, wait_until: str | None, **values: Any) -> Response | None:
        _shared.check_state("wait_until", wait_until)
        until = {"commit": "none", "networkidle": "load", None: None}.get(wait_until, wait_until)
        wait = self._going(timeout)
        with _shared.going(f"Page.{_shared.CALLED.get(name, name)}", wait, values.get("url", self.url), wait_until):
            try:
                # The page has all of Playwright's time; clz's is that of the whole call.
                limit = min(wait + ERROR_MARGIN_MS, MAX_TIMEOUT_MS)
                there = self._clz._run(name, {"wait_until": until, **values}, limit)
            except ClzError as problem:
                if problem.code != "NO_HISTORY":
                    raise
                return None
        return self._answer_of(there)

    def _answer_of(self, there: dict[str, Any]) -> Response | None:
        """What an address was answered; None where there was no request."""
        if there.get("status") is None:
            return None
        given = {"type": "document", "limit": 20, "include_headers": True}
        listed = (self._clz._asked("getNetworkRequests", given))["requests"]
        plain = there["url"].partition("#")[0]
        own = [entry for entry in listed if entry["url"].partition("#")[0] == plain]
        return Response(self, response_of(own[-1])) if own else None

    def goto(
        self, url: str, *, timeout: float | None = None, wait_until: str | None = None, referer: str | None = None
    ) -> Response | None:
        if not self._clz._who.base_url and not re.match(r"[a-z][a-z0-9+.-]*:", url, re.IGNORECASE):
            raise error("PAGE_LOAD_FAILED", f"Page.goto: Invalid url: {url!r}", "Give it whole: https://…")
        if referer is not None:
            _shared.check_referer(url, self._headers, self._context._options.get("extra_http_headers"))
            whole = urljoin(self._clz._who.base_url or "", url).partition("#")[0]
            given = {"url": whole, "set_headers": [f"Referer: {referer}"], "times": 1}
            self._clz._run("addRoute", given)
        self._log_in(url)
        return self._to("navigate", timeout, wait_until, url=url)

    def _log_in(self, url: str) -> None:
        """Be who the context's credentials say, at their server; without one at that of the address."""
        credentials = self._context._options.get("http_credentials")
        where = urljoin(self._clz._who.base_url or "", url)
        if credentials is not None and where.startswith("http"):
            origin = credentials.get("origin") or where
            login = log_in(origin, None, (credentials["username"], credentials["password"]))
            self._clz._run("setAuth", {**login, "tab_id": self._clz.tab_id})

    def reload(self, *, timeout: float | None = None, wait_until: str | None = None) -> Response | None:
        return self._to("reload", timeout, wait_until)

    def go_back(self, *, timeout: float | None = None, wait_until: str | None = None) -> Response | None:
        return self._to("back", timeout, wait_until)

    def go_forward(self, *, timeout: float | None = None, wait_until: str | None = None) -> Response | None:
        return self._to("forward", timeout, wait_until)

    def title(self) -> str:
        return str(self._clz._got("title"))

    def content(self) -> str:
        doctype = "new XMLSerializer().serializeToString(document.doctype)"
        start = f"(document.doctype ? {doctype} : '')"
        return str(self._evaluate(f"{start} + document.documentElement.outerHTML"))

    def set_content(self, html: str, *, timeout: float | None = None, wait_until: str | None = None) -> None:
        self._evaluate(f"(document.open(), document.write({json.dumps(html)}), document.close())")
        until = "domcontentloaded" if wait_until in ("domcontentloaded", "commit") else "load"
        wait = self._going(timeout)
        with _shared.timed("Page.set_content", wait):
            self._clz._run("waitFor", {"load": until, "wait_ms": wait})

    def _evaluate(self, expression: str, **how: Any) -> Any:
        given = {"expression": expression, "unsafe": True, "max_length": MAX_TEXT_CHARS, **how}
        return value_of(self._clz._run("evaluate", given))

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        several = arg if isinstance(arg, list | tuple) else [arg]
        elements = [one for one in several if isinstance(one, Locator)]
        if elements:
            words = ["element" if elements == [one] else _written(one) for one in several]
            taken = f"[{', '.join(words)}]" if several is arg else words[0]
            of = elements[0]._target if len(elements) == 1 else {}
            return self._evaluate(_shared.call_of(expression, taken), gesture=True, **of)
        try:
            return self._evaluate(called(expression, arg), gesture=True)
        except ClzError as problem:
            if not _shared.is_statements(problem):
                raise
        return self._evaluate(expression, gesture=True)

    def wait_for_selector(
        self,
        selector: str,
        *,
        state: str = "visible",
        timeout: float | None = None,
        strict: bool | None = None,
    ) -> Locator | None:
        found: Locator = self.locator(selector)
        found.wait_for(state=state, timeout=timeout)
        if strict:
            found._alone()
        return found._handle() if state in ("visible", "attached") else None

    def wait_for_url(self, url: Any, *, timeout: float | None = None, wait_until: str | None = None) -> None:
        self._wait_for_url(url, timeout)
        if wait_until != "commit":
            self.wait_for_load_state(wait_until or "load", timeout=timeout)

    def _wait_for_url(self, url: Any, timeout: float | None) -> None:
        wait = self._going(timeout)
        wanted = self._wanted_url(url)
        given: dict[str, Any] = {"condition": "url", "match": "matches", "wait_ms": wait}
        if isinstance(wanted, re.Pattern):
            with _shared.timed("Page.wait_for_url", wait):
                self._clz._run("expect", {**given, "value": _shared.in_javascript(wanted)})
            return
        ends = time.monotonic() + wait / 1000
        while not url(self._clz._got("url")):
            if time.monotonic() > ends:
                raise _shared.late("Page.wait_for_url", wait)
            self._clz._moment()

    def wait_for_load_state(self, state: str = "load", *, timeout: float | None = None) -> None:
        _shared.check_state("state", state)
        how = "quiet" if state == "networkidle" else state
        wait = self._going(timeout)
        with _shared.timed("Page.wait_for_load_state", wait):
            self._clz._run("waitFor", {"load": how, "wait_ms": wait})

    def wait_for_function(self, expression: str, *, arg: Any = None, timeout: float | None = None) -> None:
        wait = wait_of(timeout, self._timeout)
        with _shared.timed("Page.wait_for_function", wait):
            self._clz._run("waitFor", {"fn": called(expression, arg), "unsafe": True, "wait_ms": wait})

    def wait_for_timeout(self, timeout: float) -> None:
        ends = (
            time.monotonic() + timeout / 1000
        )  # whatever the page does meanwhile, and by a command: handlers are called
        cursor = (self._clz._run("getConsoleLogs", {"limit": 1}))["cursor"]
        while (left := round((ends - time.monotonic()) * 1000)) > 0:
            given = {"limit": 1, "since": cursor, "wait_ms": min(left, MAX_TIMEOUT_MS)}
            cursor = (self._clz._run("getConsoleLogs", given))["cursor"]

    def _picture(self, path: str | Path | None, **values: Any) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(path or Path(folder) / f"page.{values.get('format', 'png')}")
            file.parent.mkdir(parents=True, exist_ok=True)
            self._clz.screenshot(file, purpose="full-detail", **values)
            return file.read_bytes()

    def screenshot(self, *, path: str | Path | None = None, full_page: bool = False, **options: Any) -> bytes:
        return self._picture(path, full=full_page, **_shared.pictured(options))

    def aria_snapshot(self, *, timeout: float | None = None) -> str:
        return self.locator("body").aria_snapshot(timeout=timeout)

    @property
    def viewport_size(self) -> dict[str, int] | None:
        return self._size

    def opener(self) -> Page | None:
        if self._opener is None or self._opener.is_closed() or not self._evaluate("window.opener !== null"):
            return None
        return self._opener

    def add_script_tag(
        self, *, url: str | None = None, path: str | Path | None = None, content: str | None = None, type: str = ""
    ) -> Locator | None:
        self._evaluate(called(_shared.ADD_SCRIPT, [url, _shared.added(url, path, content, "//"), type]))
        return self.locator("head > :last-child")._handle()

    def add_style_tag(
        self, *, url: str | None = None, path: str | Path | None = None, content: str | None = None
    ) -> Locator | None:
        self._evaluate(called(_shared.ADD_STYLE, [url, _shared.added(url, path, content, "/*", "*/")]))
        return self.locator("head > :last-child")._handle()

    def pdf(self, *, path: str | Path | None = None) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(path or Path(folder) / "page.pdf")
            self._clz.pdf(file)
            return file.read_bytes()

    def set_viewport_size(self, viewport_size: dict[str, int]) -> None:
        self._clz.viewport(width=viewport_size["width"], height=viewport_size["height"])
        self._size = {"width": viewport_size["width"], "height": viewport_size["height"]}

    def emulate_media(
        self,
        *,
        media: str | None = None,
        color_scheme: str | None = None,
        reduced_motion: str | None = None,
        forced_colors: str | None = None,
    ) -> None:
        given = {"color_scheme": color_scheme, "reduced_motion": reduced_motion, "forced_colors": forced_colors}
        own = {"null": "default", "none": "default"}
        shown = {name: own.get(value or "", value) for name, value in {**given, "media": media}.items()}
        if any(value is not None for value in shown.values()):
            self._clz._run("emulate", shown)

    def drag_and_drop(self, source: str, target: str, *, strict: bool | None = None, **options: Any) -> None:
        both = [self.locator(one) if strict else self.locator(one).first for one in (source, target)]
        both[0].drag_to(both[1], **options)

    def add_init_script(self, script: str | None = None, *, path: str | Path | None = None) -> Disposable:
        added = self._clz.init_add(code=_shared.script_of(script, path))
        return Disposable(lambda: self._clz.init_remove(added["id"]))

    def set_extra_http_headers(self, headers: dict[str, str]) -> None:
        for at, value in enumerate(headers.values()):
            _shared.text_of(value, f"Page.set_extra_http_headers: headers[{at}].value: ")
        self._clz.network_headers_set(_shared.headers_of(headers))
        self._headers = headers

    def bring_to_front(self) -> None:
        self._clz.tab_select(foreground=True)

    def close(self) -> None:
        ends = not self.is_closed()
        self._clz.close()
        for f in self._at_end if ends else ():
            done = f(self)
            if hasattr(done, "__await__"):
                _ = done
        if self._context._of_one_page:
            self._context.close()

    def is_closed(self) -> bool:
        return self._clz._closed

    def set_default_timeout(self, timeout: float) -> None:
        self._timeout = timeout

    def set_default_navigation_timeout(self, timeout: float) -> None:
        self._navigation = timeout


def _of_selector(name: str) -> Any:
    """`page.click(selector, …)` is `page.locator(selector).click(…)`."""

    def method(self: Page, selector: str, *words: Any, strict: bool | None = None, **options: Any) -> Any:
        found = self.locator(target_of(selector))
        return getattr(found if strict else found.first, name)(*words, **options)

    method.__name__ = name
    return method


for _name in (
    "click dblclick hover tap focus fill type press check uncheck set_checked select_option set_input_files "
    "inner_text text_content inner_html input_value get_attribute is_visible is_hidden is_enabled is_disabled "
    "is_editable is_checked dispatch_event"
).split():
    setattr(Page, _name, _of_selector(_name))
Page.eval_on_selector = _of_selector("evaluate")  # type: ignore[attr-defined]


def _action(name: str) -> Any:
    def method(self: Locator, **options: Any) -> None:
        self._do(name, options)

    method.__name__ = name
    return _shared.checked(method)


for _name in ("hover", "tap", "check", "uncheck"):
    setattr(Locator, _name, _action(_name))


def _expecting(event: str) -> Any:
    def method(self: Any, predicate: Any = None, *, timeout: float | None = None) -> Any:
        return self.expect_event(event, predicate, timeout=timeout)

    method.__name__ = f"expect_{event}"
    return _shared.checked(method)


for _name in "console_message download popup request request_finished response".split():
    setattr(Page, f"expect_{_name}", _expecting(_name.replace("_message", "").replace("_", "")))


class BrowserContext(Named, OfNetwork, Closing):
    """Pages that share cookies and storage which no others have."""

    def __init__(self, browser: Browser, firefox: Firefox, options: dict[str, Any]) -> None:
        self.browser = browser
        self._firefox = firefox
        self._options = options
        self._timeout: float = 30_000
        self._navigation: float | None = None
        self._pages: list[Page] = []
        self._cookies_to_come: list[dict[str, Any]] = []
        self._downloads: list[Download] = []
        self._scratch = contextlib.ExitStack()
        self._at_end: list[Any] = []
        self.request = APIRequestContext(_shared.of_requests(options, firefox), self)
        self.credentials = Credentials(firefox)
        self._of_events: list[tuple[str, Any, Any]] = []
        self._closed = False
        self._of_one_page = False

    def __repr__(self) -> str:
        return f"<BrowserContext browser={self.browser!r}>"

    def _program(self) -> Firefox:
        return self._firefox

    def _source(self) -> dict[str, Any]:
        if len(self.pages) > 1:
            raise not_here("source of a call from one of several pages: page.expose_binding tells it")
        return {"context": self, "page": self._any_page(), "frame": self._any_page()}

    def _page_of(self, tab_id: int) -> Page | None:
        return next((page for page in self._pages if page._clz.tab_id == tab_id), None)

    def _known(self, tab: Tab) -> Page:
        """The page of a tab, which may be new."""
        page = self._page_of(tab.tab_id)
        if page is None:
            page = Page(self, tab)
            self._add(page)
        return page

    def _add(self, page: Page) -> None:
        self._pages.append(page)
        page._clz.on("popup", page._opened)
        for event, f, shown in list(self._of_events):
            if event == "page":
                f(page)
            else:
                page.on(event, shown)

    def on(self, event: str, f: Any) -> None:
        if event == "close":
            self._at_end.append(f)
            return
        _shared.check_event(event, "page")
        self._of_events.append((event, f, f))
        if event != "page":
            for page in self.pages:
                page.on(event, f)

    def once(self, event: str, f: Any) -> None:
        if event == "close":
            self._at_end.append(f)
            return
        _shared.check_event(event, "page")

        def first(told: Any) -> Any:
            self.remove_listener(event, f)
            return f(told)

        self._of_events.append((event, first if event == "page" else f, first))
        if event != "page":
            for page in self.pages:
                page.on(event, first)

    def remove_listener(self, event: str, f: Any) -> None:
        for entry in [one for one in self._of_events if one[0] == event]:
            if f in entry[1:] or getattr(entry[1], "__wrapped__", None) is f:
                self._of_events.remove(entry)
                for page in self.pages if event != "page" else ():
                    page.remove_listener(event, entry[2])

    def expect_event(self, event: str, predicate: Any = None, *, timeout: float | None = None) -> Any:
        _shared.check_event(event, "page")
        return _ExpectedOfContext(self, event, predicate, wait_of(timeout, self._timeout))

    def wait_for_event(self, event: str, predicate: Any = None, *, timeout: float | None = None) -> Any:
        with self.expect_event(event, predicate, timeout=timeout) as expected:
            pass
        return expected.value

    def is_closed(self) -> bool:
        return self._closed

    def set_default_navigation_timeout(self, timeout: float) -> None:
        self._navigation = timeout

    @property
    def pages(self) -> list[Page]:
        return [page for page in self._pages if not page.is_closed()]

    def new_page(self) -> Page:
        if self._closed:
            raise _shared.over()
        if self._of_one_page:
            raise error("USAGE", "Please use browser.new_context()", "A context of browser.new_page() has one page.")
        options = self._options
        size = options.get("viewport")
        headers = _shared.headers_of(options.get("extra_http_headers") or {})
        emulated = {
            "locale": options.get("locale"),
            "timezone": options.get("timezone_id"),
            "user_agent": options.get("user_agent"),
            "color_scheme": options.get("color_scheme"),
            "reduced_motion": options.get("reduced_motion"),
            "forced_colors": options.get("forced_colors"),
            "geolocation": _shared.place(options.get("geolocation")),
            "permission": [f"{name}=grant" for name in options.get("permissions") or ()] or None,
            "javascript": "off" if options.get("java_script_enabled") is False else None,
            "csp": "off" if options.get("bypass_csp") else None,
        }
        tab = self._firefox.open(
            isolated=True,
            state=_shared.state_file(options.get("storage_state"), self._scratch),
            viewport=(size["width"], size["height"]) if size else None,
            emulate=emulated if any(value is not None for value in emulated.values()) else None,
            headers=headers or None,
        )
        page = Page(self, tab)
        if self._cookies_to_come:
            tab._run("importCookies", {"cookies": self._cookies_to_come})
            self._cookies_to_come = []
        if options.get("offline"):
            tab._run("setOffline", {"state": "on"})
        with contextlib.suppress(Refused):  # bodies of answers are a right
            tab._asked("recordBodies", {"state": "on", "all_types": True})
        self._add(page)
        return page

    def add_init_script(self, script: str | None = None, *, path: str | Path | None = None) -> Disposable:
        added = self._firefox.init_add(code=_shared.script_of(script, path))
        return Disposable(lambda: self._firefox.init_remove(added["id"]))

    def _any_page(self) -> Page:
        for page in self.pages:
            return page
        raise not_here("cookies or storage of a context without a page: open one first")

    def _cookies_for(self, url: str) -> list[dict[str, Any]]:
        """What a request of the program's own is sent with, if policy lets the agent go there."""
        for page in self.pages[:1]:
            allowed = page._clz._asked("canNavigate", {"url": url})
            if not allowed["allowed"]:
                raise error("DOMAIN_BLOCKED", f"{url} is not allowed by {allowed['rule']}")
            return self.cookies(url)
        return self._cookies_to_come

    def cookies(self, urls: str | Sequence[str] | None = None) -> list[dict[str, Any]]:
        if not self.pages:
            asked = [urls] if isinstance(urls, str) else urls
            return [_shared.shown_cookie(one) for one in self._cookies_to_come if _shared.is_sent_to(one, asked)]
        found: list[dict[str, Any]] = []
        for url in [urls] if isinstance(urls, str | None) else urls:
            given = {"url": url, "all": url is None, "show": True}
            told = (self._any_page()._clz._run("getCookies", given))["cookies"]
            found += [one for one in map(_shared.shown_cookie, told) if one not in found]
        return found

    def add_cookies(self, cookies: Sequence[dict[str, Any]]) -> None:
        known = [_shared.cookie_of(cookie) for cookie in cookies]
        if not self.pages:
            self._cookies_to_come += known
            return
        self._any_page()._clz._run("importCookies", {"cookies": known})

    def clear_cookies(self, *, name: Any = None, domain: Any = None, path: Any = None) -> None:
        page = self._any_page()
        wanted = {"name": name, "domain": domain, "path": path}
        if not any(value is not None for value in wanted.values()):
            page._clz._run("clearCookies", {"all": True})
            return
        for cookie in self.cookies():
            if all(_shared.is_meant(cookie[key], value) for key, value in wanted.items()):
                scheme = "https" if cookie.get("secure") else "http"
                url = f"{scheme}://{cookie['domain'].lstrip('.')}{cookie['path']}"
                page._clz._run("deleteCookie", {"name": cookie["name"], "url": url})

    def clear_permissions(self) -> None:
        names = self._options.pop("permissions", None) or ()
        self._emulate(permission=[f"{name}=default" for name in names] or None)

    def storage_state(
        self, *, path: str | Path | None = None, indexed_db: bool | None = None, credentials: bool | None = None
    ) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(path or Path(folder) / "state.json")
            page = self._any_page()
            page._clz.state_save(file, passkeys=bool(credentials))
            state: dict[str, Any] = _shared.without_databases(json.loads(file.read_text("utf-8")), bool(indexed_db))
            state["origins"].sort(key=lambda one: one["origin"])
            file.write_text(json.dumps(state), "utf-8")
            return state

    def _emulate(self, **values: Any) -> None:
        for page in self.pages:
            page._clz._run("emulate", values)

    def grant_permissions(self, permissions: Sequence[str]) -> None:
        self._options["permissions"] = [*(self._options.get("permissions") or ()), *permissions]
        self._emulate(permission=[f"{name}=grant" for name in permissions])

    def set_geolocation(self, geolocation: dict[str, float] | None) -> None:
        self._options["geolocation"] = geolocation
        self._emulate(geolocation=_shared.place(geolocation) or "default")

    def set_extra_http_headers(self, headers: dict[str, str]) -> None:
        _shared.headers_of(headers)
        self._options["extra_http_headers"] = headers
        for page in self.pages:
            page.set_extra_http_headers(headers)

    def set_offline(self, offline: bool) -> None:
        self._options["offline"] = offline
        for page in self.pages:
            page._clz._run("setOffline", {"state": "on" if offline else "off"})

    def set_default_timeout(self, timeout: float) -> None:
        self._timeout = self.request._sender.timeout = timeout
        for page in self.pages:
            page.set_default_timeout(timeout)

    def close(self, *, reason: str | None = None) -> None:
        if self._closed:
            return
        self._closed = True
        self.request._sender.close(reason)
        self._scratch.close()
        for download in self._downloads:
            download._end()
        self._firefox.close()
        for f in self._at_end:
            f(self)


BrowserContext.expect_page = _expecting("page")  # type: ignore[attr-defined]
BrowserContext.expect_console_message = _expecting("console")  # type: ignore[attr-defined]


class _ExpectedOfContext:
    """An event of any page of a context's, or a page, that is to come while a block runs."""

    def __init__(self, context: BrowserContext, event: str, predicate: Any, timeout: float) -> None:
        self._context = context
        self._event = event
        self._predicate = predicate
        self._timeout = timeout
        self._came: list[Any] = []

    @property
    def value(self) -> Any:
        return self._given()

    def _given(self) -> Any:
        if not self._came:
            raise error("USAGE", f"No {self._event} has come yet.", "Ask for the value after the block.")
        return self._came[0]

    def _take(self, seen: Any) -> Any:
        if self._came or not (self._predicate is None or self._predicate(seen)):
            return None
        self._came.append(seen)
        return TAKEN

    def __enter__(self) -> Self:
        self._context.on(self._event, self._take)
        for page in self._context.pages:
            page._clz._prepare()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        ends = time.monotonic() + self._timeout / 1000
        try:
            while kind is None and not self._came:
                left = ends - time.monotonic()
                pages = self._context.pages
                if self._context.is_closed():
                    raise _shared.over()
                if left <= 0 or not pages:
                    raise _shared.late(f"BrowserContext.expect_{self._event}", self._timeout)
                for page in pages:
                    page._clz._prepare()
                    event = "popup" if self._event == "page" else self._event
                    page._clz._pump(event, round(min(left, 1) * 1000 / len(pages)) + 1)
        finally:
            self._context.remove_listener(self._event, self._take)


class Browser(Named, Closing):
    """The Firefox of a session."""

    def __init__(self, session: str | None, headed: bool | None, browser_type: BrowserType) -> None:
        self._session = session
        self._headed = headed
        self._contexts: list[BrowserContext] = []
        self._closed = False
        self.browser_type = browser_type

    @property
    def contexts(self) -> list[BrowserContext]:
        return [context for context in self._contexts if not context.is_closed()]

    def is_connected(self) -> bool:
        return not self._closed

    def new_context(self, *, base_url: str | None = None, **options: Any) -> BrowserContext:
        if self._closed:
            raise _shared.over()
        _shared.check_context(options)
        firefox = Firefox(self._session, headed=self._headed, base_url=base_url)
        firefox._one_jar = True
        context = BrowserContext(self, firefox, options)
        self._contexts.append(context)
        return context

    def new_page(self, **options: Any) -> Page:
        context = self.new_context(**options)
        page = context.new_page()
        context._of_one_page = True
        return page

    def close(self) -> None:
        self._closed = True
        for context in self.contexts:
            context.close()


class BrowserType(Named):
    def __init__(self, name: str, browsers: list[Browser]) -> None:
        self.name = name
        self._browsers = browsers

    def launch(self, *, headless: bool | None = None) -> Browser:
        if self.name != "firefox":
            raise not_here(f"{self.name}: clz drives Firefox. Use playwright.firefox")
        browser = Browser(None, None if headless is None else not headless, self)
        self._browsers.append(browser)
        return browser


class Playwright(Named):
    def __init__(self) -> None:
        self._browsers: list[Browser] = []
        self.request = APIRequest()
        self.firefox, self.chromium, self.webkit = (
            BrowserType(name, self._browsers) for name in ("firefox", "chromium", "webkit")
        )

    def __getitem__(self, name: str) -> BrowserType:
        return {"firefox": self.firefox, "chromium": self.chromium, "webkit": self.webkit}[name]

    def stop(self) -> None:
        for browser in self._browsers:
            browser.close()


class sync_playwright:  # noqa: N801 Playwright's name
    """`with sync_playwright() as playwright: …`"""

    def __init__(self) -> None:
        self._playwright = Playwright()

    def start(self) -> Playwright:
        return self._playwright

    def __enter__(self) -> Playwright:
        return self._playwright

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self._playwright.stop()
