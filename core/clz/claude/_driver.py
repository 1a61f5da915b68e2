"""One Firefox as Claude's toolsets see it: tabs, one of them active, actions at points and refs, and what changed."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from anthropic.lib.tools import ToolError

from clz._page import Browser
from clz.claude import _words as words
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_core.text.elements import shown

NOTCH_PX = 100  # what a notch of the wheel scrolls
MOST_NOTCHES, MOST_SECONDS = 10, 30.0
PICTURE_PX = 1_568  # the longest side that the API takes as it is
MOST_ZOOM = 4.0
MOST_CHARS = 50_000
LEAST_ARTICLE = 1_000  # what is shorter is probably not an article
DEPTH = 15
HISTORY = ("back", "forward", "reload")
DIALOGS = ("alert", "confirm", "prompt", "beforeunload")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
ADVICE = {
    "STALE_REF": "It is gone. Call read_page or find again.",
    "ELEMENT_NOT_FOUND": "Call read_page or find again.",
    "TAB_CLOSED": "Use list_tabs to see what is open.",
    "OWNERSHIP": "Use list_tabs to see what is open.",
    "RIGHT_DENIED": "The person's policy forbids it. Do not try another way.",
    "DOMAIN_BLOCKED": "The person's policy forbids it. Do not try another way.",
    "UNSAFE_EXPRESSION": "The person's policy forbids it. Do not try another way.",
}


class Told(NamedTuple):
    """What happened since the last report: tabs that opened, files that were saved, dialogs that were dismissed."""

    opened: list[int]
    saved: list[tuple[str, str]]
    dialogs: list[tuple[str, str]]


class Driver:
    """The tabs of one agent. Calls of several threads go one after another."""

    def __init__(
        self, session: str | None, agent: str | None, headed: bool | None, start: bool, isolated: bool, url: str
    ) -> None:
        self._browser = Browser(session, agent, headed=headed, start=start)
        self._isolated = isolated
        self._url = url
        self._turn = threading.RLock()
        self._known: set[int] = set()
        self._told = Told([], [], [])
        self._downloads: dict[int, int] = {}  # the cursor of each tab whose downloads are listened to
        self._read: dict[tuple[str, int], int] = {}  # how far the console and the requests of a tab were read
        self.active: int | None = None

    def close(self) -> None:
        """Close its tabs; Firefox keeps running."""
        with self._turn:
            for tab in self._known:
                try:
                    self._browser._tab = tab
                    self._browser._run("closeTab", {})
                except ClzError:
                    break  # Firefox is gone, and the tab with it
            self._known = set()
            self._browser.close()

    def saying(self, act: Callable[[], Any]) -> Any:
        """Do it, with what goes wrong said to the model. Raises: ToolError."""
        with self._turn:
            try:
                return act()
            except ClzError as problem:
                # What names a command is for people at a shell.
                hint = "" if "clz " in problem.hint else problem.hint
                said = f"{problem.message} [{problem.code}] {ADVICE.get(problem.code, hint)}"
                raise ToolError(said.strip()) from problem

    def run(self, command: str, tab: int | None, **values: Any) -> Any:
        """Carry out a command, and keep what followed from it. Raises: ClzError."""
        if tab is not None and tab not in self._downloads:
            self._began(tab)
        self._browser._tab = tab
        result = self._browser._run(command, values)
        for dialog in (*result.get("lateDialogs", []), *shown(result)):
            if dialog["type"] in DIALOGS and not dialog.get("accepted"):
                self._told.dialogs.append((dialog["type"], dialog["message"]))
        if result.get("download"):
            files = result.get("downloads") or [result["download"]]
            urls = self._began(int(result["tabId"]))
            self._told.saved.extend((str(file), urls.get(os.path.basename(file), "")) for file in files)
        return result

    def _began(self, tab: int) -> dict[str, str]:
        """The addresses of the downloads that a tab has begun since this was last asked, by their names."""
        self._browser._tab = tab
        try:
            seen = self._browser._run("takeDownloads", {"since": self._downloads.get(tab)})
        except ClzError:  # a tab that is gone, or a person who lets nothing be downloaded
            return {}
        self._downloads[tab] = int(seen["cursor"])
        return {os.path.basename(one["name"]): one["url"] for one in seen["downloads"]}

    # Tabs

    def tabs(self) -> list[Values]:
        """Its tabs as they are now. One that was opened meanwhile is kept for the next report."""
        with self._turn:
            mine: list[Values] = [tab for tab in self.run("getTabs", None)["tabs"] if tab["mine"]]
            now = {int(tab["tabId"]) for tab in mine}
            self._told.opened.extend(sorted(now - self._known))
            self._known = now
            if self.active not in now:
                current = [int(tab["tabId"]) for tab in mine if tab["current"]]
                self.active = current[0] if current else max(now, default=None)
            return mine

    def changes(self) -> Told:
        """What happened since this was last asked."""
        told, self._told = self._told, Told([], [], [])
        return told

    def open(self, url: str) -> Values:
        """Open a tab, which is the active one then. Raises: ClzError."""
        opened: Values = self.run("createWindow", None, url=url, isolated=self._isolated or None)
        self.active = int(opened["tabId"])
        self._known.add(self.active)
        self._told.opened.append(self.active)
        return opened

    def tab(self, named: str | None) -> int:
        """The tab that a call means; one is opened where there is none. Raises: TAB_CLOSED."""
        if named is None:
            if self.active is None:
                self.open(self._url)
            assert self.active is not None
            return self.active
        if not named.isdecimal() or int(named) not in {int(tab["tabId"]) for tab in self.tabs()}:
            raise error("TAB_CLOSED", f"The tab {named[:40]!r} is not open.")
        return int(named)

    def select(self, tab: int) -> None:
        self.run("selectTab", None, tab_id=tab)
        self.active = tab

    def close_tab(self, tab: int) -> None:
        self.run("closeTab", None, tab_id=tab)
        if self.active == tab:
            self.active = None
        self.tabs()

    def navigate(self, named: str | None, url: str) -> Values:
        word = url.strip().lower()
        if word in HISTORY:
            return dict(self.run(word, self.tab(named)))
        address = full_address(url)
        if named is None and self.active is None:
            return self.open(address)
        return dict(self.run("navigate", self.tab(named), url=address))

    # Pictures

    def picture(self, tab: int) -> tuple[str, str]:
        """What is in view, a pixel for each of the page's: points in it are points of the page."""
        return self._shot(tab, scale=1)

    def zoomed(self, tab: int, region: list[int]) -> tuple[str, str]:
        if len(region) != 4:
            raise error("INVALID_PARAMS", "region is [x0, y0, x1, y1].")
        left, top = min(region[0], region[2]), min(region[1], region[3])
        width, height = abs(region[2] - region[0]), abs(region[3] - region[1])
        scale = min(MOST_ZOOM, PICTURE_PX / max(width, height, 1))
        clip = f"{left},{top},{width},{height}"
        return self._shot(tab, scale=scale, clip=clip)

    def _shot(self, tab: int, **more: Any) -> tuple[str, str]:
        """The picture in base64: no file is written."""
        wanted = {"tabId": tab, "purpose": "full-detail", "format": "png", "anySize": True, **more}
        shot = self._browser._client.call("screenshot", wanted, None)
        return str(shot["image"]), f"image/{shot['format']}"

    # Mouse and keys

    def click(self, tab: int, place: str | tuple[int, int], button: str, count: int, held: str | None) -> None:
        """Click at a point, or on the element of a ref."""
        modifier = words.modifiers(held) or None
        if isinstance(place, str):
            self.run("click", tab, target=words.target(place), button=button, count=count, modifier=modifier)
        else:
            self.mouse(tab, "click", place, button=button, count=count, modifier=modifier)

    def mouse(self, tab: int, action: str, place: tuple[int, int] | None, **more: Any) -> None:
        self.run("mouse", tab, action=action, point=None if place is None else f"{place[0]},{place[1]}", **more)

    def hover(self, tab: int, place: str | tuple[int, int]) -> None:
        if isinstance(place, str):
            self.run("hover", tab, target=words.target(place))
        else:
            self.mouse(tab, "move", place)

    def drag(self, tab: int, start: tuple[int, int], end: tuple[int, int], held: str | None = None) -> None:
        modifier = words.modifiers(held) or None
        self.mouse(tab, "down", start, modifier=modifier)
        try:
            halfway = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
            self.mouse(tab, "move", halfway, modifier=modifier)
            self.mouse(tab, "move", end, modifier=modifier)
        finally:
            self.mouse(tab, "up", end, modifier=modifier)

    def wheel(self, tab: int, place: tuple[int, int] | None, direction: str, notches: int | None) -> None:
        by = NOTCH_PX * min(max(3 if notches is None else notches, 1), MOST_NOTCHES)
        down, right = {"up": (-by, 0), "down": (by, 0), "left": (0, -by), "right": (0, by)}[direction]
        at = None if place is None else f"{place[0]},{place[1]}"
        self.run("mouseWheel", tab, delta=f"{right},{down}", at=at)

    def type(self, tab: int, text: str) -> None:
        """Type where the focus is. Raises: ClzError, as where nothing takes text."""
        focus = ":focus:not(iframe, frame)"
        try:
            self.run("type", tab, target=focus, text=text, clear=False, at_caret=True, wait_ms=0)
        except ClzError as problem:
            if problem.code == "ELEMENT_NOT_FOUND":
                raise error("NOT_EDITABLE", "Nothing on the page has the focus: click a field first.", "") from None
            raise

    def press(self, tab: int, text: str, repeat: int | None) -> None:
        chords = words.keys(text)
        for _ in range(min(max(repeat or 1, 1), 100)):
            self.run("pressKey", tab, key=chords)

    def hold(self, tab: int, text: str, seconds: float) -> None:
        chord = words.keys(text)
        _check(seconds)
        self.run("pressKey", tab, key=chord, down=True)
        try:
            self.sleep(seconds)
        finally:
            self.run("pressKey", tab, key=chord, up=True)

    def sleep(self, seconds: float) -> None:
        _check(seconds)
        time.sleep(seconds)

    # Elements

    def scroll_to(self, tab: int, ref: str) -> None:
        self.run("scroll", tab, target=words.target(ref))

    def fill(self, tab: int, ref: str, value: str | float | bool) -> None:
        if isinstance(value, bool):
            self.run("check" if value else "uncheck", tab, target=words.target(ref))
            return
        whole = isinstance(value, float) and value.is_integer()
        self.run("fill", tab, target=words.target(ref), text=str(int(value)) if whole else str(value))

    def upload(self, tab: int, ref: str, paths: list[str]) -> None:
        self.run("upload", tab, target=words.target(ref), files=paths)

    # Reading

    def page(self, tab: int, depth: int | None, kind: str | None, ref: str | None) -> str:
        shown = self.run(
            "getAccessibilitySnapshot",
            tab,
            target=None if ref is None else words.target(ref),
            depth=depth or DEPTH,
            interactive=True if kind == "interactive" else None,
            max_chars=MOST_CHARS - 1_000,
        )
        return words.shown_refs(shown["snapshot"]) or "The page is empty."

    def find(self, tab: int, query: str) -> str:
        shown = self.run("getAccessibilitySnapshot", tab, max_chars=10_000_000)
        found = words.matching(shown["snapshot"], query)
        if not found:
            return f"Nothing on the page is like {query[:200]!r}. read_page shows the whole page."
        return words.shown_refs("\n".join(found))

    def text(self, tab: int) -> str:
        try:
            article = str(self.run("getContent", tab, format="article")["text"])
            if len(article) >= LEAST_ARTICLE:
                return article
        except ClzError as problem:
            if problem.code != "NO_ARTICLE":
                raise
        return str(self.run("getContent", tab)["text"])

    def console(self, tab: int) -> str:
        read = self.run("getConsoleLogs", tab, since=self._read.get(("console", tab)), limit=500)
        self._read["console", tab] = int(read["cursor"])
        lines = [f"{log['level']}: {log['message']}" + _place(log) for log in read["logs"]]
        return "\n".join(lines) or "Nothing since it was last read."

    def network(self, tab: int) -> str:
        read = self.run("getNetworkRequests", tab, since=self._read.get(("network", tab)), limit=200)
        self._read["network", tab] = int(read["cursor"])
        return "\n".join(map(_request, read["requests"])) or "Nothing since it was last read."

    def evaluate(self, tab: int, expression: str) -> str:
        import json

        value = self.run("evaluate", tab, expression=expression, unsafe=True)["result"]
        if value == {"$type": "undefined"}:
            return "undefined"
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _check(seconds: float) -> None:
    """Raises: INVALID_PARAMS for what is no duration, or too long a one."""
    if not math.isfinite(seconds) or seconds < 0:
        raise error("INVALID_PARAMS", f"duration is {seconds}, which is not a number of seconds.", "")
    if seconds > MOST_SECONDS:
        raise error(
            "INVALID_PARAMS", f"duration is {seconds:g} s, and at most {MOST_SECONDS:g} s.", "Call it again after."
        )


def full_address(url: str) -> str:
    """An address whose protocol may have been left out: https, or http on this machine."""
    host = url.strip().partition("/")[0].partition("?")[0]
    if "://" in url or host.partition(":")[0].lower() in ("about", "data", "file", "javascript", "blob", "view-source"):
        return url.strip()
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return f"{'http' if name.lower() in LOCAL else 'https'}://{url.strip()}"


def _place(log: Values) -> str:
    return f"  ({log['url']}:{int(log['line'])})" if log.get("url") and log.get("line") is not None else ""


def _request(one: Values) -> str:
    status = one["error"] or (one["state"] if one["status"] is None else int(one["status"]))
    took = "" if one["durationMs"] is None else f" {int(one['durationMs'])} ms"
    return f"{one['method']} {one['url']} {status} {one['mimeType'] or '-'}{took}"
