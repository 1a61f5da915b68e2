"""Pages and browsers: what the registry does not give. Generated from _async.py by `make generate`."""

from __future__ import annotations

import contextlib
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeVar

from clz._events import Events, Film, film_values
from clz._calls import (
    CLOSED,
    FORKED,
    Call,
    Called,
    Who,
    arguments,
    client,
    explained,
    directly,
    keep_for_later,
    log_in,
    soft_failure,
    unmet,
    where,
)
from clz._locators import LocatorParts
from clz.callbacks.everywhere import Everywhere
from clz.callbacks.program import PageProgram, Program
from clz_core.client.keys import revoke
from clz_core.client.managed import manager_of
from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.shared import URL
from clz_core.contract.errors import ClzError, ExpectationFailed, NotConnected, error
from clz_core.contract.expectations import CONDITIONS
from clz_core.contract.limits import BROWSER_START_MS, MCP_GOODBYE_MS, MIN_TIMEOUT_MS
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserStartResult, BrowserStopResult, CreateWindowResult
    from clz_core.journal.entries import Evidence
    from clz_core.journal.files import Journal


GONE = ("TAB_CLOSED", "TAB_UNAVAILABLE")


class Closing(ABC):
    """What is closed at the end of a block."""

    @abstractmethod
    def close(self) -> None:
        """End it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()


class Connection(Called, Closing):
    """One agent's connection to one session."""

    def __init__(self, who: Who) -> None:
        self._who = who
        self._tab: int | None = None
        self._client = client(who)
        self._client.trace = who.trace
        self._closed = False
        self._process = os.getpid()
        self._known = False
        self._secrets: set[str] = set()  # what was typed where the page shows dots

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        """Carry out a command. Raises: ClzError."""
        with explained():
            if self._closed:
                raise error("TAB_CLOSED", CLOSED, "Open another: clz.open(url)")
            if self._forked:
                raise error("USAGE", FORKED, "Open one in each process: clz.open(url)")
            call = Call.of(name, values, timeout_ms, self._tab, self._who)
            if self._who.passing and not self._known:
                self._announce()
            with where(self._who), call.explaining():
                result = self._carried(name, call.params, call.timeout_ms)
            if secret := call.secret(result):
                self._secrets.add(secret)
            return call.finish(result)

    def _carried(self, name: str, params: Values, timeout_ms: float | None) -> Any:
        return self._client.call(name, params, timeout_ms)

    @property
    def _forked(self) -> bool:
        """True in a fork of the process that owns it, for good: ZeroMQ's sockets are not inherited."""
        return self._process != os.getpid()

    def _announce(self) -> None:
        """Tell the host of the agent, whose tabs it closes with this process if it is one of this process alone."""
        self._client.call("heartbeat", {"pid": os.getpid()} if self._who.passing else {}, MIN_TIMEOUT_MS)
        self._known = True

    def _leave(self) -> None:
        """Close the connection, and with it an agent that is not needed any more."""
        self._closed = True
        try:
            if self._known and self._who.passing:
                with contextlib.suppress(ClzError):
                    self._client.call("goodbye", {}, MCP_GOODBYE_MS)
                revoke(self._client.paths, self._who.key)
        finally:
            self._client.close()


class PageBase(Connection, Events, PageProgram):
    """A tab of your own, with its commands as methods. As a context manager it is closed at the end.

    Every page has its own connection. Use each page from one thread at a time; several threads may use several
    pages at the same time. A method waits in Firefox until its element is ready, and returns when its work is done.
    Errors are raised as ClzError, whose `code` says what went wrong.

    Attributes:
        tab_id: The tab's number, as `clz tabs` lists it.
        opened: The result of opening it: its address, title and window.
    """

    tab_id: int
    opened: CreateWindowResult

    def __init__(self, who: Who, browser: BrowserBase[Any]) -> None:
        Connection.__init__(self, who)
        Events.__init__(self)
        PageProgram.__init__(self)
        self._browser = browser
        self._ends_browser = False
        self._unmet: list[ExpectationFailed] = []  # what was expected softly
        self._shown: Values = {}

    def __repr__(self) -> str:
        state = "closed" if self._closed else self._shown.get("url", "")
        return f"<{type(self).__name__} {getattr(self, 'tab_id', '')} {state}>"

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        if self._may_be_covered(name, values):
            return self._past_what_comes(self._run_once, name, values, timeout_ms)
        return self._run_once(name, values, timeout_ms)

    @property
    def _asks(self) -> bool:
        return self._who.key.agent_id in self._browser._asking

    @_asks.setter
    def _asks(self, asks: bool) -> None:
        if asks:
            self._browser._asking.add(self._who.key.agent_id)

    def _pumps_of(self) -> Any:
        return self._browser._pumps

    def _scope(self) -> tuple[Any, int | None]:
        return self._who, self._tab

    def _carried(self, name: str, params: Values, timeout_ms: float | None) -> Any:
        return self._carried_by(self._client, name, params, timeout_ms)

    def _run_once(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        if not self._telling:
            self._prepare()
        try:
            result = super()._run(name, values, timeout_ms)
        except ClzError as problem:
            other: Any = problem.details.get("tabId", self._tab)
            met = None
            if problem.code == "DIALOG_OPEN" and not self._telling:
                met = self._past_dialog(None if other == self._tab else int(other))
            if met is None:
                with contextlib.suppress(ClzError):
                    self._told(None)  # what happened before it failed
                raise
            came = met.get("evaluation") if name == "evaluate" else None
            result = came or super()._run(name, values, timeout_ms)
        if isinstance(result, dict):
            if URL in COMMANDS[name].result:  # other addresses are of requests
                self._shown.update(
                    {key: result[key] for key in ("url", "title") if key in result and "tabId" in result}
                )
            if "navigated" in result:
                self._shown["url"] = result["navigated"]
            if name == "removeRoutes":
                self._unrouted(result["removed"])
        self._told(result)
        self._is_new = False
        return result

    def _asked(self, name: str, values: Values) -> Any:
        return super()._run(name, values)

    def film(
        self,
        path: str | PathLike[str],
        *,
        size: str | tuple[int, int] | None = None,
        fps: int | None = None,
        captions: bool = False,
        slow: bool = False,
    ) -> Film:
        """Film the page while a block runs: `with page.film("checkout.webm"):`. An agent has one film at a time.

        Args:
            path: File to write, NAME.webm; an existing file is replaced.
            size: Maximum size: (width, height), or "WIDTHxHEIGHT". Default: the page's, at most 1366x768.
            fps: Frames a second. Default: 10.
            captions: Draw in the pointer, clicks, keys, and each command while it is carried out.
            slow: Draw them in, and let each command take 0.6 seconds at least, so that it can be read.
        """
        return Film(self, film_values(path, size, fps, captions, slow))

    def _at_base(self, matcher: Any) -> Any:
        return self._who.at_base(matcher)

    def _adopted(self, tab_id: int) -> Self:
        page = type(self)(self._who._replace(passing=False), self._browser)
        page.tab_id = page._tab = tab_id
        self._browser._pages.add(page)
        page._is_new = True
        try:
            there = page._asked("waitFor", {"load": "domcontentloaded"})
        except ClzError as problem:
            if problem.code in GONE:
                self._browser._pages.discard(page)
                page._leave()
            elif problem.code != "DIALOG_OPEN":
                raise
            return page
        page._shown.update({key: there[key] for key in ("url", "title") if key in there})
        return page

    def _got(
        self,
        what: str,
        target: str | LocatorParts | None = None,
        name: str | None = None,
        timeout_ms: int | None = None,
    ) -> Any:
        """The value itself of what `get` reads."""
        given = {"what": what, "target": target, "name": name}
        return (self._run("get", given, timeout_ms))["value"]

    def _check_soft(self) -> None:
        """Raises: ExpectationFailed for soft expectations that were not met, once."""
        found, self._unmet = self._unmet, []
        if found:
            raise unmet(found)

    def _open(self, values: Values, timeout_ms: int | None) -> None:
        self.opened = self._run("createWindow", values, timeout_ms)
        self.tab_id = self._tab = int(self.opened["tabId"])

    def _begin(
        self,
        url: str,
        wait_until: str | None,
        timeout_ms: int | None,
        viewport: str | tuple[int, int] | None,
        emulate: Mapping[str, Any] | None,
        headers: Sequence[str] | None,
        http_credentials: tuple[str, str] | None,
    ) -> None:
        """Go to its first address once everything is set up for it."""
        if isinstance(viewport, str):
            self._run("setViewport", {"preset": viewport})
        elif viewport is not None:
            self._run("setViewport", {"width": viewport[0], "height": viewport[1]})
        if emulate:
            self._run("emulate", dict(emulate))
        if headers:
            self._run("setExtraHeaders", {"headers": headers})
        if http_credentials is not None:
            login = log_in(url, self._who.base_url, http_credentials)
            self._run("setAuth", {**login, "tab_id": self._tab})
        if url != "about:blank":
            there = self._run("navigate", {"url": url, "wait_until": wait_until}, timeout_ms)
            for key in ("url", "title", "status"):
                if key in there:
                    self.opened[key] = there[key]

    def _forget_program(self) -> None:
        """Stop deciding about requests and calls of this page."""
        pump = self._browser._pumps.get(self._who.key.agent_id)
        if pump is None:
            return
        if self._tab is not None:
            pump.forget(self._tab)
        of_others = {page._who.key for page in self._browser._pages} | {self._browser._who.key}
        if self._who.key not in of_others:
            self._browser._end_pumps(self._who.key.agent_id)

    def _complete_trace(self) -> None:
        """Add to the trace what is known only at the end of a page."""
        if (recorder := self._who.trace) is not None:
            from clz_core.trace.flow import finished

            with contextlib.suppress(ClzError):
                self._client.carry_out(finished(recorder, self._tab))

    def close(self) -> None:
        """Close the tab; nothing happens if it is closed already."""
        if self._closed or self._forked:
            return
        try:
            if self._tab is not None:
                self._complete_trace()
                self._client.trace = None
                pump = self._browser._pumps.get(self._who.key.agent_id)  # beside a command that is under way
                with contextlib.suppress(ClzError):
                    (self._client.call if pump is None else pump.ask)("closeTab", {"tabId": self._tab})
        finally:  # interrupted as well
            self._browser._pages.discard(self)
            try:
                self._forget_program()
                self._leave()
            finally:
                if self._ends_browser:
                    self._browser.close()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()
        if value is None:
            self._check_soft()

    def _evidence(self, journal: Journal, name: str) -> Evidence:
        """Keep evidence of the page in a journal's folder: as much as two seconds allow."""
        from clz_core.journal.evidence import taken

        flow: Any = taken(name, self._tab, journal, self._secrets, failed=True)
        try:
            seen: Any = self._client.carry_out(flow)
        except ClzError:
            seen = {}
        evidence: Evidence = seen
        return evidence


class LocatorBase(Called, LocatorParts):
    """Elements of a page, described by how to find them: each use searches for them.

    `page.get_by_role("button", name="Save").click()`. It has the page's methods, without the target, and you can pass
    it wherever a target is expected. An action needs one match: `first`, `last`, `nth` and `filter` choose.
    """

    _page: PageBase

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        return self._page._run(name, {"target": self.selector, **values}, timeout_ms)

    def _got(self, what: str, name: str | None = None, timeout_ms: int | None = None) -> Any:
        return self._page._got(what, self.selector, name, timeout_ms)

    def count(self) -> int:
        """How many elements match now, hidden ones included."""
        return int(self._got("count"))

    def all(self) -> list[Self]:
        """A locator for each element that matches now."""
        return [self.nth(index) for index in range(self.count())]

    def all_texts(self) -> list[str]:
        """The texts of all that match now; nothing is waited for."""
        if not self.count():
            return []
        given = {"what": "text", "all": True}
        texts: list[str] = (self._run("get", given))["value"]
        return texts


class ExpectBase:
    def __init__(self, page: PageBase, negated: bool = False, soft: bool = False) -> None:
        self._page = page
        self._negated = negated
        self._soft = soft

    @property
    def not_(self) -> Self:
        """The contrary of what follows."""
        return type(self)(self._page, not self._negated, self._soft)

    @property
    def soft(self) -> Self:
        """Failures are reported at the end of the test, or of the page's block."""
        return type(self)(self._page, self._negated, True)

    def _expect(self, condition: str, given: Values) -> Any:
        values, timeout_ms = arguments(given)
        if "words" in values:
            values |= _named(CONDITIONS[condition].arguments, values.pop("words"))
        values |= {"condition": condition, "negated": self._negated}
        try:
            return self._page._run("expect", values, timeout_ms)
        except ExpectationFailed as problem:
            if not self._soft:
                raise
            keep_for_later(problem, self._page._unmet)
            return soft_failure(condition, problem)


def _named(names: tuple[str, ...], words: tuple[Any, ...]) -> Values:
    """Words by their names, of which the first may be left out."""
    if not len(names) - 1 <= len(words) <= len(names):
        raise TypeError(f"takes {' and '.join(names)}, of which the first may be left out")
    return dict(zip(names[len(names) - len(words) :], words, strict=True))


P = TypeVar("P", bound=PageBase)


class BrowserBase(Connection, Program, Generic[P]):
    """A Firefox; its methods are the commands that concern no page in particular.

    As a context manager it closes the pages that it opened. Firefox itself keeps running, so that the next program does
    not wait for it; `stop()` ends Firefox. Use a browser from one thread at a time; each page that it opens may
    have its own thread.
    Errors are raised as ClzError, whose `code` says what went wrong.

    Args:
        session: Which Firefox. Default: CLZ_SESSION, else the one named default.
        agent: The agent to act as. Default: CLZ_AGENT, else an agent of this process only, which ends with it.
        on: The machine that Firefox runs on, over SSH: USER@HOST, or a name of `clz remote add`. Default: CLZ_ON.
        headed: True shows the windows of a Firefox that is started. Default: the setting browser.headed.
        start: False never starts Firefox: NotConnected is raised if none is running.
        base_url: Address that those without a host are relative to, as in `page.navigate("/login")`.
        trace: File, NAME.zip, for a trace of all that its pages do; it is written when the browser is closed.
    """

    _page_class: type[P]

    def __init__(
        self,
        session: str | None = None,
        agent: str | None = None,
        *,
        on: str | None = None,
        headed: bool | None = None,
        start: bool = True,
        base_url: str | None = None,
        trace: str | PathLike[str] | None = None,
    ) -> None:
        with explained():
            who = Who.chosen(session, agent, base_url, on)
            self._begin_as(who, headed, start, trace)

    def _begin_as(
        self, who: Who, headed: bool | None = None, start: bool = True, trace: str | PathLike[str] | None = None
    ) -> None:
        with explained():
            self._trace = None
            if trace is not None:
                from clz._traces import TraceFile

                self._trace = TraceFile(trace)
                who = who._replace(trace=self._trace.recorder)
            Connection.__init__(self, who)
        self.session = self._who.session
        self._headed = headed
        self._may_start = start
        self._pages: set[P] = set()
        self._one_jar = False  # isolated pages share cookies with each other
        self._asking: set[str] = set()  # the agents whose dialogs are left open for handlers
        self._pumps: dict[str, Any] = {}  # by agent, what its programs decide
        self._everywhere = Everywhere()

    def _pumps_of(self) -> Any:
        return self._pumps

    def _scope(self) -> tuple[Any, int | None]:
        return self._who, None

    def _carried(self, name: str, params: Values, timeout_ms: float | None) -> Any:
        result = self._carried_by(self._client, name, params, timeout_ms)
        if not {"hold", "holder"} & params.keys():
            self._everywhere.say(name, params, result, self._pumps_of_isolated, None)
        return result

    def _say_everywhere(self, name: str, given: Values, result: Values, begin: Any) -> None:
        params = Call.of(name, given, None, None, self._who).params
        self._everywhere.say(name, params, result, self._pumps_of_isolated, begin)

    def _pumps_of_isolated(self) -> dict[str, Any]:
        """Those of pages that are other agents."""
        apart = [page for page in self._pages if page._who.key != self._who.key]
        return {page._who.key.agent_id: page._own_pump() for page in apart}

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        result = super()._run(name, values, timeout_ms)
        if name == "removeRoutes":
            self._unrouted(result["removed"])
        return result

    def _end_pumps(self, agent_id: str | None = None) -> None:
        for known in [known for known in self._pumps if agent_id in (None, known)]:
            self._pumps.pop(known).close()

    def open(
        self,
        url: str = "about:blank",
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        isolated: bool = False,
        state: str | PathLike[str] | None = None,
        private: bool | None = None,
        foreground: bool = False,
        viewport: str | tuple[int, int] | None = None,
        emulate: Mapping[str, Any] | None = None,
        headers: Sequence[str] | None = None,
        http_credentials: tuple[str, str] | None = None,
        timeout_ms: int | None = None,
    ) -> P:
        """Open a page in a new tab, and wait until it has loaded. Firefox is started if none is running.

        Args:
            url: Address of the page; without base_url also a path of a file that begins with /, ./, ../ or ~/.
            wait_until: How far the page must have loaded. Default: load, or the setting wait_until.
            isolated: Give it its own cookies, storage and cache, which are removed with it. Isolated pages of a named
                agent share theirs.
            state: A state file that it begins with, such as `page.state_save` writes, or Playwright.
            private: Open it in a private window, where Firefox allows that.
            foreground: Bring the tab and its window to the front.
            viewport: Its size from its first request on: a device of `page.viewport`, or (width, height).
            emulate: What to emulate from its first request on, as in `page.emulate`: {"locale": "de-DE"}, or
                {"javascript": "off", "csp": "off"} for pages without scripts, and without the CSP of their headers.
            headers: Headers, as "Name: value", that are sent with all of its requests.
            http_credentials: User and password, or "{{NAME}}" of a secret, for the server of `url`, when it asks this
                tab for them by HTTP authentication.
            timeout_ms: How long it may take, Firefox's start aside, in milliseconds. Default: 150,000.

        Raises:
            ClzError: Its `code` says what went wrong.
        """
        with explained():
            if self._forked:
                raise error("USAGE", FORKED, "Make one in each process: clz.Browser()")
            self._announce()
        page = self._page_class(self._who.of_page(isolated and not self._one_jar), self)
        prepared = any(given is not None for given in (viewport, emulate, headers, http_credentials))
        values = {
            "url": "about:blank" if prepared else url,
            "wait_until": wait_until,
            "isolated": isolated,
            "state": None if state is None else os.fspath(state),
            "private": private,
            "foreground": foreground,
        }
        try:
            if page._who.key != self._who.key:
                page._announce()
                self._everywhere.repeat(page._who.key.agent_id, page._own_pump)
            page._open(values, timeout_ms)
            if prepared:
                page._begin(url, wait_until, timeout_ms, viewport, emulate, headers, http_credentials)
        except BaseException:
            page.close()
            raise
        self._pages.add(page)
        return page

    def start(self) -> BrowserStartResult:
        """Start the managed Firefox, or find it running. Raises: ClzError, as where there is no Firefox."""
        with explained():
            manager = manager_of(self.session, self._who.key.name)
            return directly(lambda: manager.start(self._headed, BROWSER_START_MS))

    def stop(self) -> BrowserStopResult:
        """Close what was opened, and end the managed Firefox."""
        self.close()
        with explained():
            manager = manager_of(self.session, self._who.key.name)
            return directly(manager.stop)

    def close(self) -> None:
        """Close all pages that were opened by it. Firefox keeps running."""
        if self._closed or self._forked:
            return
        try:
            for page in list(self._pages):
                page.close()
        finally:
            try:
                self._end_pumps()
                self._leave()
            finally:
                if self._trace is not None:
                    with explained():
                        self._trace.write()

    def _announce(self) -> None:
        try:
            super()._announce()
        except NotConnected as problem:
            if problem.code != "NOT_CONNECTED" or not self._may_start:
                raise
            self.start()
            super()._announce()
