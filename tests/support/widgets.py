"""The page of hard widgets, driven by refs alone: what counts is what a widget's own API says that it holds."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError, PageError
from tests.support.browsers import Page, close
from tests.support.waiting import until

PAGE = "widgets/"

# Without the helper Firefox draws no frames behind another tab, and tells no page there of the focus that scripts move:
# what waits for either does not open.
WHERE_TABS_ARE_AWAKE = pytest.mark.parametrize(
    ("build", "widgets"), [("managed", "front"), ("managed", "behind"), ("plain", "front")], indirect=True
)

# Tags are pressed by what listens around them, which only the helper tells.
MANAGED = pytest.mark.parametrize("build", ["managed"], indirect=True)


@dataclass(frozen=True)
class Widget:
    """One section of the page."""

    page: Page
    name: str
    build: str
    part: str = ""

    def within(self, part: str) -> Widget:
        """What the widget has put elsewhere on the page, such as a menu: looked for in this part alone."""
        return replace(self, part=part)

    def lines(self, interactive: bool = True) -> list[str]:
        """What `clz snapshot -i` lists of it, or the whole snapshot; the heading and the output left out."""
        target = self.part or f"#{self.name} .stage"
        seen = self.page.call("getAccessibilitySnapshot", target=target, interactive=interactive)
        return [line.strip() for line in seen["snapshot"].splitlines()]

    def ref(self, words: str, nth: int = 0) -> str:
        """The ref of the line with these words, or of one of several.

        Without the helper nobody can ask who listens: what nothing else tells is found in the whole snapshot.
        """
        found = self._found(words)
        with contextlib.suppress(AssertionError):
            found = until(lambda: (seen := self._found(words))[nth:] and seen, timeout_s=5)
        assert len(found) > nth, f"{words!r} is not in\n" + "\n".join(self.lines())
        return "@" + found[nth].rpartition("[ref=")[2].partition("]")[0]

    def _found(self, words: str) -> list[str]:
        found = [line for line in self.lines() if words in line and "[ref=" in line]
        if self.build == "plain" and not found:
            found = [line for line in self.lines(interactive=False) if words in line and "[ref=" in line]
        return found

    def do(self, command: str, words: str, nth: int = 0, **params: Any) -> dict[str, Any]:
        """Carry a command out on the ref of a line; if the widget has redrawn that line meanwhile, on its new ref."""
        return self._anew(lambda: self.page.call(command, target=self.ref(words, nth), **params))

    def drag(self, words: str, to: str, nth: int = 0) -> dict[str, Any]:
        """The same from one line to another, each of which may be redrawn."""
        return self._anew(lambda: self.page.call("drag", target=self.ref(words, nth), to=self.ref(to, nth)))

    def _anew(self, action: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        try:
            return action()
        except PageError as problem:
            if problem.code != "STALE_REF":
                raise
            return action()

    def holds(self) -> Any:
        return json.loads(self.page.text(f"#{self.name} > output"))

    def becomes(self, held: Any) -> None:
        """Wait until the widget holds this."""
        try:
            until(lambda: self.holds() == held, timeout_s=5)
        except AssertionError:
            assert self.holds() == held, f"{self.name} holds {self.holds()}"


class WidgetPage:
    """One tab with all widgets, and another of the same agent's to be in front of it."""

    def __init__(self, client: Client, page: Page, cover: int, build: str) -> None:
        self.client = client
        self.page = page
        self.cover = cover
        self.build = build

    @classmethod
    def opened(cls, origin: str, build: str, place: str) -> WidgetPage:
        client = Client("default", f"{build}-{place}")
        page = Page(client, origin)
        page.open(PAGE)
        page.call("waitFor", target="body.ready", waitMs=60_000)
        cover = client.call("createWindow", {"url": f"{origin}/blank.html"})["tabId"]
        return cls(client, page, cover, build)

    def bring(self, place: str) -> None:
        """Have the page in front, or behind another.

        Without the helper Firefox lets hidden pages draw once a second, and the longer they are hidden the less:
        there it is one that was in front just now.
        """
        if place == "front" or self.build == "plain":
            self.client.call("selectTab", {"tabId": self.page.tab, "foreground": True})
        if place == "behind":
            self.client.call("selectTab", {"tabId": self.cover, "foreground": True})
            if self.build == "plain":
                self.page.call("waitFor", fn="document.hidden")

    def __call__(self, name: str) -> Widget:
        return Widget(self.page, name, self.build)

    def close(self) -> None:
        with contextlib.suppress(ClzError), self.client:
            close(self.page)
