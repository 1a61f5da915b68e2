"""What a person does in a tab, as entries of a journal: the extension listens there until it is asked to end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, cast

from clz_apps.place import Place
from clz_core.client import Client
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.sentences import sentence
from clz_core.journal.entries import CommandEntry

if TYPE_CHECKING:
    from clz_core.generated.results import GetTabsResult, WatchPersonActions, WatchPersonResult

LOOK_MS = 300
CALL_MS = 5_000
GONE = ("TAB_CLOSED", "NO_TABS", "OWNERSHIP", "BROWSER_GONE", "HOST_GONE", "NOT_CONNECTED")


class Page(TypedDict):
    """What is known of the page in a tab."""

    url: str
    title: str


class Steps:
    """The steps of a test while it is recorded: each is said once what is done next can no longer change it."""

    def __init__(self, say: Callable[[str], None], written: Callable[[list[CommandEntry]], list[str]]) -> None:
        self._say = say
        self._written = written
        self._lines: list[str] = []

    def show(self, entries: list[CommandEntry]) -> None:
        """Say those that were not said yet; one that has become another after all is said once more."""
        lines = self._written(entries)
        known = self._lines
        same = next((at for at, pair in enumerate(zip(lines, known, strict=False)) if pair[0] != pair[1]), len(known))
        for at, line in enumerate(lines[same:], same):
            self._say(f"  {line}" if at >= len(known) else f"  instead: {line}")
        self._lines = lines


def watched(
    place: Place, say: Callable[[str], None], steps: Steps, is_over: Callable[[], bool], name: str
) -> list[CommandEntry]:
    """What was done until `is_over`, or until the tab was gone. `say` prints it as it is done; `name` is the file's.

    Raises: ClzError if nobody can listen in the tab.
    """
    with Client(place.session, place.agent) as client:
        where = {} if place.tab is None else {"tabId": place.tab}
        seen = cast("WatchPersonResult", client.call("watchPerson", {**where, "waitMs": 0}, CALL_MS))
        tab = seen["tabId"]
        page = _page(client, tab)
        page["title"] = seen.get("title", page["title"])  # what was done here may have changed it since
        last_url = page["url"]
        say(f"recording what is done in your tab; Ctrl-C or `clz record stop` writes {name}")
        actions = list(seen["actions"])
        steps.show(_entries(page, [], ""))
        since = seen["cursor"]
        try:
            over = False
            while not over:
                over = is_over()
                try:
                    asked = {"tabId": tab, "since": since, "waitMs": LOOK_MS, "end": over}
                    seen = cast("WatchPersonResult", client.call("watchPerson", asked, CALL_MS))
                except ClzError as problem:
                    if problem.code != "DIALOG_OPEN":
                        raise
                    continue
                since = seen["cursor"]
                actions += seen["actions"]
                steps.show(_settled(page, actions, rests=not seen["actions"]))
                if seen["closed"]:
                    raise error("TAB_CLOSED", "The tab was closed.")
            last_url = _page(client, tab)["url"]
        except ClzError as problem:
            if problem.code not in GONE:
                raise
            why = "the tab was closed" if problem.code in ("TAB_CLOSED", "NO_TABS") else sentence(problem.code)
            say(f"the recording ends here: {why}")
            last_url = actions[-1]["url"] if actions else page["url"]
    entries = _entries(page, actions, last_url)
    steps.show(entries)
    return entries


def _settled(page: Page, actions: list[WatchPersonActions], rests: bool) -> list[CommandEntry]:
    """The actions without the last one, which the next may join; all where the person `rests`."""
    joined = _joined(actions)
    if rests or not joined:
        return _entries(page, joined, joined[-1]["url"] if joined else "")
    return _entries(page, joined[:-1], joined[-1].get("left", joined[-1]["url"]))


def _page(client: Client, tab: float) -> Page:
    tabs = cast("GetTabsResult", client.call("getTabs", {}, CALL_MS))["tabs"]
    return next(
        (Page(url=one["url"], title=one["title"]) for one in tabs if one["tabId"] == tab), Page(url="", title="")
    )


def _entries(page: Page, actions: list[WatchPersonActions], last_url: str) -> list[CommandEntry]:
    first = {"command": "createWindow", "params": {"url": page["url"]}, "url": page["url"]}
    entries = [_entry({**first, "result": {"title": page["title"]}})]
    actions = _joined(actions)
    left = [*(after.get("left", after["url"]) for after in actions[1:]), *([last_url] if actions else [])]
    for action, came in zip(actions, left, strict=True):
        navigated = ""
        if action["command"] in ("back", "forward"):
            navigated = action["url"]
        # Where the person went next by their own hand does not follow from this.
        elif not COMMANDS[action["command"]].on_tab.navigates and came != action["url"]:
            navigated = came
        entries.append(_entry({**action, **({"followed": {"navigated": navigated}} if navigated else {})}))
    return entries


def _joined(actions: list[WatchPersonActions]) -> list[WatchPersonActions]:
    """The actions, with those as one that are one to a person: keys in a row, two clicks, a field filled twice."""
    joined: list[WatchPersonActions] = []
    for action in actions:
        if not joined:
            joined.append(action)
            continue
        last = joined[-1]
        pair = (last["command"], action["command"])
        is_same = action.get("locator") == last.get("locator")
        if pair == ("expect", "expect") and is_same and action["params"] == last["params"]:
            continue
        if pair == ("pressKey", "pressKey") and "target" not in action["params"]:
            keys = f"{last['params']['key']} {action['params']['key']}"
            joined[-1] = {**last, "params": {**last["params"], "key": keys}, "url": action["url"]}
        elif is_same and pair in (("fill", "fill"), ("click", "dblclick"), ("select", "select")):
            joined[-1] = action
        else:
            joined.append(action)
    return joined


def _entry(action: Mapping[str, Any]) -> CommandEntry:
    words = COMMANDS[action["command"]].cli.split()
    return cast("CommandEntry", {"kind": "command", "ok": True, "words": words, **action})
