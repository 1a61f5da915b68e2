"""Which call is next: no site sooner than is polite, none that failed before a while has passed.

It reads no clock, and is asked with the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from clz_core.contract.errors import Refused, UsageError

FIRST_AGAIN_S = 1.0
LAST_AGAIN_S = 30.0


@dataclass(frozen=True)
class Task:
    """A call that waits for its turn: its number of this try, and the time before which it is not tried."""

    url: str
    attempt: int = 1
    due: float = 0.0


class Order:
    """The calls that wait, first come first, but for those whose site or whose own failure asks for a pause."""

    def __init__(self, per_site: float = 0, retries: int = 0) -> None:
        self._per_site = per_site
        self._retries = retries
        self._waiting: list[Task] = []
        self._due: dict[str, float] = {}  # of each site, when its next call may begin

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, url: str) -> None:
        self._waiting.append(Task(url))

    def again(self, task: Task, problem: BaseException, now: float) -> bool:
        """True if a call that failed is to be tried again, and then it waits for that."""
        if task.attempt > self._retries or isinstance(problem, UsageError | Refused):
            return False
        pause = min(FIRST_AGAIN_S * 2 ** (task.attempt - 1), LAST_AGAIN_S)
        self._waiting.append(Task(task.url, task.attempt + 1, now + pause))
        return True

    def take(self, now: float) -> Task | None:
        """Take the first that may begin now."""
        for at, task in enumerate(self._waiting):
            if self._when(task) <= now:
                del self._waiting[at]
                self._begun(task, now)
                return task
        return None

    def ready_in(self, now: float) -> float | None:
        """Seconds until the next may begin; None if none waits."""
        return max(0.0, min(map(self._when, self._waiting)) - now) if self._waiting else None

    def _when(self, task: Task) -> float:
        return max(task.due, self._due.get(site_of(task.url), 0.0))

    def _begun(self, task: Task, now: float) -> None:
        if self._per_site:
            self._due = {site: due for site, due in self._due.items() if due > now}
            self._due[site_of(task.url)] = now + self._per_site


def site_of(url: str) -> str:
    """The host of an address; nothing for one that has none."""
    try:
        return urlsplit(url if "://" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""
