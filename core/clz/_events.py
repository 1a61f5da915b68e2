"""What happens in a page while a program drives it, and its films. Generated from _async_events.py by `make generate`."""

from __future__ import annotations

import contextlib
import inspect
import time
from collections.abc import Callable
from os import PathLike
from types import TracebackType
from typing import Any, Self

from clz import _calls
from clz._calls import explained
from clz._seen import EVENTS, STREAMS, UrlMatcher, console_events, matches, request_events
from clz.callbacks.downloads import Download
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_core.files.films import SavedFilm

Handler = Callable[[Any], Any]
PIECE_MS = 1_000
LEFT_OPEN_S = 30  # that a dialog waits for the answer of another task, where a command waits for that


TAKEN = object()  # what a handler gives back for a dialog that it leaves to others


class Dialog:
    """A dialog that waits for its answer; one that its handlers leave open is dismissed."""

    def __init__(self, events: Events, shown: Values) -> None:
        self.type: str = shown["type"]
        self.message: str = shown["message"]
        self.default_value: str = shown.get("defaultValue", "")
        self._events = events
        self._shown = shown
        self._answered: Values | None = None

    def __repr__(self) -> str:
        return f"<Dialog type={self.type} message={self.message} default_value={self.default_value}>"

    def accept(self, text: str | None = None) -> None:
        """Press OK, with the answer of a prompt."""
        self._answered = self._events._asked("acceptDialog", {"text": text})

    def dismiss(self) -> None:
        """Press Cancel."""
        self._answered = self._events._asked("dismissDialog", {})


class Expected:
    """An event that is expected while a block runs; `value` is the event."""

    def __init__(
        self, events: Events, event: str, matcher: UrlMatcher, timeout_ms: float, shown: Handler | None = None
    ) -> None:
        self._events = events
        self._event = event
        self._matcher = matcher
        self._timeout_ms = timeout_ms
        self._shown = shown
        self._came: list[Any] = []

    @property
    def value(self) -> Any:
        """What came; with asyncio it is awaited."""
        return self._given()

    def _given(self) -> Any:
        if not self._came:
            raise error("USAGE", f"No {self._event} has come yet.", "Ask for the value after the block.")
        return self._came[0] if self._shown is None else self._shown(self._came[0])

    def _take(self, seen: Any) -> Any:
        fits = self._matcher(seen) if callable(self._matcher) else matches(self._matcher, seen)
        if not self._came and (fits if inspect.isawaitable(fits) else fits):
            self._came.append(seen)

    def __enter__(self) -> Self:
        self._events.on(self._event, self._take)
        self._events._prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._wait()
        finally:
            self._events.remove_listener(self._event, self._take)

    def _wait(self) -> None:
        ends = time.monotonic() + self._timeout_ms / 1000
        while not self._came:
            left = (ends - time.monotonic()) * 1000
            if left <= 0:
                with explained():
                    raise error("TIMEOUT", f"No such {self._event} came in {self._timeout_ms:g} ms.", "")
            self._events._pump(self._event, round(min(left, PIECE_MS)))


class Events:
    """Handlers of what happens in a page.

    They are called between two commands, in the thread of the program, and may call commands themselves. A dialog
    is reported immediately; without a handler the dialog policy answers it.
    """

    def __init__(self) -> None:
        self._handlers: dict[str, list[tuple[Handler, Handler]]] = {}
        self._cursors: dict[str, int] = {}
        self._requests: dict[str, int] = {}
        self._popups: dict[int, Any] = {}
        self._asks = False
        self._dialog: Dialog | None = None
        self._telling = False
        self._is_new = False  # opened by a page just now: its events so far come as well

    def on(self, event: str, handler: Handler) -> None:
        """Call the handler with each event from now on: console, pageerror, request, response, dialog, download, …"""
        if event not in EVENTS:
            raise error("USAGE", f"There is no event {event!r}.", f"One of: {', '.join(EVENTS)}.")
        self._handlers.setdefault(event, []).append((handler, handler))

    def once(self, event: str, handler: Handler) -> None:
        """Call the handler with the next event."""

        def first(seen: Any) -> Any:
            self.remove_listener(event, handler)
            return handler(seen)

        self.on(event, first)
        self._handlers[event][-1] = (handler, first)

    def remove_listener(self, event: str, handler: Handler) -> None:
        """Stop calling it."""
        kept = [pair for pair in self._handlers.get(event, ()) if pair[0] != handler]
        self._handlers[event] = kept
        stream = STREAMS.get(event)
        if stream and not any(self._handlers.get(other) for other, of in STREAMS.items() if of == stream):
            self._cursors.pop(stream, None)

    def expect_event(self, event: str, matcher: UrlMatcher = None, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for an event: `with page.expect_event("console") as message: …`.

        `matcher` is a function that returns true for the event, or a glob or an expression for the URL of a request.
        """
        return Expected(self, event, self._at_base(matcher), timeout_ms)

    def expect_console_message(self, matcher: UrlMatcher = None, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for a message of the console."""
        return self.expect_event("console", matcher, timeout_ms=timeout_ms)

    def expect_request(self, matcher: UrlMatcher, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for a request."""
        return self.expect_event("request", matcher, timeout_ms=timeout_ms)

    def expect_response(self, matcher: UrlMatcher, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for the answer to a request."""
        return self.expect_event("response", matcher, timeout_ms=timeout_ms)

    def expect_download(self, matcher: UrlMatcher = None, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for a file that Firefox saves for the page; its value is a download."""
        return self.expect_event("download", matcher, timeout_ms=timeout_ms)

    def expect_popup(self, matcher: UrlMatcher = None, *, timeout_ms: float = 30_000) -> Expected:
        """Wait at the end of the block for a tab that the page opens; its value is a page."""
        return self.expect_event("popup", matcher, timeout_ms=timeout_ms)

    def wait_for_event(self, event: str, matcher: UrlMatcher = None, *, timeout_ms: float = 30_000) -> Any:
        """Wait for an event that comes from now on."""
        with self.expect_event(event, matcher, timeout_ms=timeout_ms) as expected:
            pass
        return expected.value

    def _asked(self, name: str, values: Values) -> Any:
        """Give a command without calling handlers. Raises: ClzError."""
        raise NotImplementedError

    def _at_base(self, matcher: UrlMatcher) -> UrlMatcher:
        """A glob that begins with `/` as one of the site."""
        raise NotImplementedError

    def _adopted(self, tab_id: int) -> Any:
        """A page of a tab that this one opened."""
        raise NotImplementedError

    def _prepare(self) -> None:
        """Note where each stream is before the next command."""
        if self._handlers.get("dialog") and not self._asks:
            self._asks = True
            self._asked("setDialogPolicy", {"policy": "ask"})
        for event, stream in STREAMS.items():
            if self._handlers.get(event) and stream not in self._cursors:
                self._cursors[stream] = 0 if self._is_new else int((self._asked(stream, {"limit": 1}))["cursor"])

    def _tell(self, event: str, seen: Any) -> bool:
        """Call the handlers of an event; true if one of them has taken it."""
        taken = False
        telling, self._telling = self._telling, True
        try:
            for _, handler in list(self._handlers.get(event, ())):
                done = handler(seen)
                taken = ((done) if inspect.isawaitable(done) else done) is TAKEN or taken
        finally:
            self._telling = telling
        return taken

    def _told(self, result: Any) -> None:
        """Call handlers with the events that a command brought."""
        if self._telling or not (self._asks or any(self._handlers.values())):
            return
        self._telling = True
        try:
            if isinstance(result, dict):
                asked = result.get("dialog") or {}
                if asked.get("open") and "tabId" not in asked:
                    self._tell_dialog()
                self._tell_popup(result)
                if asked.get("open") and "tabId" in asked:
                    (self._popup(int(asked["tabId"])))._tell_dialog()
            for stream in list(self._cursors):
                self._read(stream, 0)
        finally:
            self._telling = False

    def _tell_dialog(self) -> Values | None:
        """Answer the open dialog, if there is one that handlers are asked about: the result of the answer."""
        shown = (self._asked("dialogStatus", {}))["open"]
        if shown is None or not self._asks:
            return None
        known = self._dialog
        if known is not None and known._shown == shown:  # another task tells it, or has told it
            return known._answered
        dialog = self._dialog = Dialog(self, shown)
        if not self._tell("dialog", dialog) and dialog._answered is None:
            dialog.dismiss()
        return dialog._answered

    def _answered_dialog(self) -> Values | None:
        """The result of the answer to the open dialog, which another task may give; None if handlers are not asked."""
        answered = self._tell_dialog()
        dialog, ends = self._dialog, time.monotonic() + LEFT_OPEN_S
        while answered is None and dialog is not None and dialog._answered is None:
            status = self._asked("dialogStatus", {})
            if status["open"] != dialog._shown:
                return None if status["open"] is None and "evaluation" not in status else status
            if not _calls.pause() or time.monotonic() > ends:
                dialog.dismiss()
            answered = dialog._answered
        return answered

    def _past_dialog(self, tab_id: int | None = None) -> Values | None:
        """Answer the dialog that a command met, in the page or a tab that it opened; None where handlers are not asked.

        It may have come in the middle of an evaluation, which is not to be carried out twice: its outcome is in
        `evaluation`. Raises: ClzError, if that failed.
        """
        telling, self._telling = self._telling, True
        try:
            popup = None if tab_id is None else self._popup(tab_id)
            answered = (popup or self)._answered_dialog()
            if popup is not None and answered is not None:
                answered = self._asked("dialogStatus", {})
            while answered is not None and answered.get("evaluation", answered) is None:
                self._moment()
                if popup is not None:
                    with contextlib.suppress(ClzError):  # it may be closed by now
                        popup._answered_dialog()
                status = self._asked("dialogStatus", {})  # which tells an outcome once
                answered = status if status["open"] is None else self._answered_dialog() or status
        finally:
            self._telling = telling
        problem = ((answered or {}).get("evaluation") or {}).get("error")
        if problem:
            raise error(problem["code"], problem["message"])
        return answered

    def _moment(self) -> None:
        with contextlib.suppress(ClzError):
            self._asked("waitFor", {"fn": "false", "wait_ms": 100})

    def _tell_popup(self, result: Values) -> None:
        """Call handlers with the tab that a result names, if it does."""
        tab_id: int = result.get("openedTab") or result.get("openedAndClosed") or 0
        if tab_id and tab_id not in self._popups and self._handlers.get("popup"):
            self._popup(tab_id)

    def _popup(self, tab_id: int) -> Any:
        """The page of a tab that this one opened; the first time, handlers are called with it."""
        if tab_id not in self._popups:
            self._popups[tab_id] = page = self._adopted(tab_id)
            self._tell("popup", page)
        return self._popups[tab_id]

    def _read(self, stream: str, wait_ms: int) -> None:
        given = {"since": self._cursors[stream], "limit": 200, "wait_ms": wait_ms}
        if stream == "getNetworkRequests":
            given["include_headers"] = True
        result = self._asked(stream, given)
        self._cursors[stream] = int(result["cursor"])
        for entry in result.get("downloads", ()):
            self._tell("download", Download(self._asked, entry))
        for entry in result.get("logs", result.get("requests", ())):
            events = console_events(entry) if "kind" in entry else request_events(entry, self._requests)
            for event, seen in events:
                self._tell(event, seen)

    def _pump(self, event: str, wait_ms: int) -> None:
        """Wait for events, and call handlers with them."""
        try:
            if event in STREAMS:
                self._read(STREAMS[event], wait_ms)
            elif event == "dialog":
                if self._tell_dialog() is None:
                    self._moment()
            else:
                waited = self._asked("waitFor", {"popup": True, "wait_ms": wait_ms})
                self._tell_popup(waited)
        except ClzError as problem:
            if problem.code not in ("WAIT_TIMEOUT", "TIMEOUT", "DIALOG_OPEN"):
                raise


class Film:
    """A film that is made while its block runs, and written at its end.

    Attributes:
        saved: Where it is, how long and how large, once it is written.
    """

    saved: SavedFilm

    def __init__(self, page: Any, values: Values) -> None:
        self._page = page
        self._values = values

    def __enter__(self) -> Self:
        self._page._asked("startFilm", self._values)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.saved = self._page._asked("stopFilm", {"file": None, "force": True})


def film_values(
    path: str | PathLike[str], size: str | tuple[int, int] | None, fps: int | None, captions: bool, slow: bool
) -> Values:
    """The parameters of a film."""
    most = f"{size[0]}x{size[1]}" if isinstance(size, tuple) else size
    return {"file": path, "size": most, "fps": fps, "captions": captions, "slow": slow, "force": True}
