"""Whose turn it is to be looked at: pictures go where something happens, and never take more than a share of the time.

A tab in which something happens is due twice a second. Each picture that is the same as the one before doubles the
pause, up to a few seconds. Where Firefox tells whether a tab was painted, one that was not is left alone for that long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

EVERY_S = 0.5
IDLE_S = 4.0  # a tab that is as it was
SHOWN_IDLE_S = 1.0  # the same for the one that is looked at
CALM_S = 2.0  # paintings that come after this long are news, and not a caret that blinks
REST = 3.0  # after each look, as many times as long as it took: agents need Firefox too


@dataclass
class _Tab:
    """What is known of one."""

    pause: float = EVERY_S
    looked: float = float("-inf")
    happened: int | None = None
    painted: int | None = None
    painted_at: float = float("-inf")
    seen: int | None = None
    """The count of paintings when the last look at it began."""


class Turns:
    """Of the tabs that one page shows. Times are those of one clock, in seconds."""

    def __init__(self, shown: int | None) -> None:
        self._shown = shown
        self._tabs: dict[int, _Tab] = {}
        self._rests_until = float("-inf")

    def told(self, tabs: Sequence[Mapping[str, Any]], now: float) -> None:
        """Take in what there is, as `viewAll` reports it."""
        known, self._tabs = self._tabs, {}
        for told in tabs:
            tab = self._tabs[told["tabId"]] = known.get(told["tabId"], _Tab())
            if told["happened"] != tab.happened:
                tab.happened, tab.pause = told["happened"], EVERY_S
            if told["painted"] != tab.painted:
                if now - tab.painted_at > CALM_S:
                    tab.pause = EVERY_S
                tab.painted, tab.painted_at = told["painted"], now

    def next(self, now: float) -> int | None:
        """The tab that has been due for the longest; None if none is, or Firefox is to have a rest."""
        if now < self._rests_until:
            return None
        due = min(self._tabs, key=self._due, default=None)
        if due is None or self._due(due) > now:
            return None
        self._tabs[due].seen = self._tabs[due].painted
        return due

    def wait(self, now: float, most: float) -> float:
        """Until the next tab is due, `most` at the most."""
        due = min(map(self._due, self._tabs), default=now + most)
        return max(0.0, min(max(due, self._rests_until) - now, most))

    def looked(self, number: int, begin: float, now: float, *, differs: bool) -> None:
        """A tab was looked at from `begin` until now."""
        self._rests_until = now + REST * (now - begin)
        if (tab := self._tabs.get(number)) is None:
            return
        tab.looked = begin
        tab.pause = EVERY_S if differs else min(tab.pause * 2, self._idle(number))

    def _due(self, number: int) -> float:
        tab = self._tabs[number]
        is_as_it_was = tab.painted is not None and tab.painted == tab.seen
        return tab.looked + (self._idle(number) if is_as_it_was else tab.pause)

    def _idle(self, number: int) -> float:
        return SHOWN_IDLE_S if number == self._shown else IDLE_S
