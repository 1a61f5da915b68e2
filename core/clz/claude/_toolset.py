"""Claude's browser toolset, `browser_toolset_20260801`, by Firefox: synchronous and asynchronous."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

import anyio.to_thread
from anthropic import NOT_GIVEN, NotGiven
from anthropic.lib.tools import ToolError
from anthropic.tools.browser import (
    BetaAbstractBrowserToolset20260801,
    BetaAsyncAbstractBrowserToolset20260801,
    BetaAsyncConfirmCallable,
    BetaAsyncURLPolicy,
    BetaBrowserMemberResult,
    BetaBrowserNavigateResult,
    BetaBrowserState,
    BetaConfirmCallable,
    BetaDialogDismissed,
    BetaFilePolicy,
    BetaScreenshotResult,
    BetaToolConfigs,
    BetaToolsetCallContext,
    BetaURLPolicy,
)
from anthropic.types.beta import (
    BetaBrowserMemberInput,
    BetaBrowserStateTabEntryParam,
    BetaBrowserToolsetConfigsParam,
)

from clz.claude._driver import Driver
from clz_core.contract.shapes import Values

Input = Any  # that of its member, as the SDK has parsed it
Place = str | tuple[int, int]
CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
MOST_TABS = 100


def _place(target: Any) -> Place:
    """The ref or the point that a target is."""
    return str(target.ref) if target.type == "ref" else (int(target.x), int(target.y))


def _point(target: Any) -> tuple[int, int]:
    return int(target.x), int(target.y)


def _entry(tab: Values, active: int | None) -> BetaBrowserStateTabEntryParam:
    entry = BetaBrowserStateTabEntryParam(tab_id=str(tab["tabId"]), title=str(tab["title"]), url=str(tab["url"]))
    if tab["tabId"] == active:
        entry["active"] = True
    return entry


FILE = re.compile(r"\s*(?:view-source:\s*)*file:", re.IGNORECASE)


class _Members:
    """What each member does. Each is given a tab, and returns what the SDK makes the result of."""

    def __init__(self, driver: Driver, opens_files: bool) -> None:
        self.driver = driver
        self.opens_files = opens_files
        self.saved = 0  # files that were reported

    def run(self, name: str, given: Input) -> BetaBrowserMemberResult:
        """Raises: ToolError."""
        act: Callable[[Input], BetaBrowserMemberResult] = getattr(self, f"_{name}", None) or self._on_tab(name)
        result: BetaBrowserMemberResult = self.driver.saying(lambda: act(given))
        return result

    def state(self) -> BetaBrowserState:
        """The tabs there are, and what changed. Firefox that is gone has none."""
        try:
            tabs = self.driver.saying(self.driver.tabs)
        except ToolError:
            tabs = []
        told = self.driver.changes()
        changes: list[Any] = [{"type": "tab_opened", "tab_id": str(tab)} for tab in told.opened]
        for path, url in told.saved:
            self.saved += 1
            changes.append(
                {"type": "download_completed", "download_id": str(self.saved), "url": url, "path": path}
                if "/" in path or "\\" in path
                else {"type": "download_started", "download_id": str(self.saved), "url": url}
            )
        changes += [BetaDialogDismissed(kind=kind, message=message) for kind, message in told.dialogs]
        entries = [_entry(tab, self.driver.active) for tab in tabs[:MOST_TABS]]
        return BetaBrowserState(tabs=entries, state_changes=changes)

    def _on_tab(self, name: str) -> Callable[[Input], BetaBrowserMemberResult]:
        driver = self.driver

        def act(given: Input) -> BetaBrowserMemberResult:
            tab = driver.tab(given.tab_id)
            if name in CLICKS:
                button, count = CLICKS[name]
                driver.click(tab, _place(given.target), button, count, given.modifiers)
                return None
            match name:
                case "screenshot":
                    return _shot(driver.picture(tab))
                case "zoom":
                    return _shot(driver.zoomed(tab, given.region))
                case "hover":
                    driver.hover(tab, _place(given.target))
                case "left_click_drag":
                    driver.drag(tab, _point(given.from_), _point(given.target))
                case "left_mouse_down" | "left_mouse_up" | "mouse_move":
                    driver.mouse(tab, name.rpartition("_")[2], _point(given.target))
                case "scroll":
                    driver.wheel(tab, _point(given.target), given.scroll_direction, given.scroll_amount)
                case "scroll_to":
                    driver.scroll_to(tab, given.target.ref)
                case "type":
                    driver.type(tab, given.text)
                case "key":
                    driver.press(tab, given.text, given.repeat)
                case "hold_key":
                    driver.hold(tab, given.text, given.duration)
                case "wait":
                    driver.sleep(given.duration)
                case "form_input":
                    driver.fill(tab, given.target.ref, given.value)
                case "read_page":
                    return driver.page(tab, given.depth, given.filter, given.ref)
                case "find":
                    return driver.find(tab, given.query)
                case "get_page_text":
                    return driver.text(tab)
                case "read_console":
                    return driver.console(tab)
                case "read_network":
                    return driver.network(tab)
                case "javascript_exec":
                    return driver.evaluate(tab, given.text)
                case "file_upload":
                    if given.document_ids:
                        raise ToolError("This browser takes only files of its own machine: give paths.")
                    driver.upload(tab, given.target.ref, given.paths or [])
            return None

        return act

    def _navigate(self, given: Input) -> BetaBrowserMemberResult:
        if not self.opens_files and FILE.match(given.url):
            raise ToolError("Files of this machine are opened only if the program has a url_policy that allows them.")
        there = self.driver.navigate(given.tab_id, given.url)
        status = there.get("status")
        return BetaBrowserNavigateResult(
            url=str(there["url"]), status=None if status is None else int(status), title=str(there["title"])
        )

    def _new_tab(self, given: Input) -> BetaBrowserMemberResult:
        opened = self.driver.open("about:blank")
        return _entry(opened, self.driver.active)

    def _list_tabs(self, given: Input) -> BetaBrowserMemberResult:
        return [_entry(tab, self.driver.active) for tab in self.driver.tabs()]

    def _switch_tab(self, given: Input) -> BetaBrowserMemberResult:
        tab = self.driver.tab(given.tab_id)
        self.driver.select(tab)
        return next(_entry(one, tab) for one in self.driver.tabs() if one["tabId"] == tab)

    def _close_tab(self, given: Input) -> BetaBrowserMemberResult:
        self.driver.close_tab(self.driver.tab(given.tab_id))
        return None


def _shot(picture: tuple[str, str]) -> BetaScreenshotResult:
    data, media_type = picture
    return BetaScreenshotResult(data=data, media_type=cast("Any", media_type))


class FirefoxToolset(BetaAbstractBrowserToolset20260801):
    """Firefox as the browser of a program that uses the Messages API.

    Its tabs belong to a separate agent, and are closed with it, as at the end of `with`. A subclass may replace single
    members, such as `find` by one that asks a model.

    Args:
        configs: Which members are on, as in the SDK. `read_console`, `read_network`, `javascript_exec` and
            `file_upload` are off unless you name them here.
        confirm: Asked before each call. Needed for `javascript_exec` and `file_upload`.
        url_policy: Asked before each address that the model names. Without one, no file: address is opened. The policy
            of clz also applies to every request.
        file_policy: Which files may be uploaded, and whether the model learns where files are saved.
        tool_configs: Other fields of the entry in `tools`.
        session: Which Firefox. Default: CLZ_SESSION, else the one named default.
        agent: The agent to act as. Default: CLZ_AGENT, else an agent only of this process.
        headed: True shows the windows of a Firefox that is started.
        start: False never starts Firefox.
        isolated: Give it cookies and storage that nothing else has.
        url: What the first tab shows, if the model does not begin with an address.
    """

    def __init__(
        self,
        *,
        configs: BetaBrowserToolsetConfigsParam | None = None,
        confirm: BetaConfirmCallable | None = None,
        url_policy: BetaURLPolicy | NotGiven = NOT_GIVEN,
        file_policy: BetaFilePolicy | None = None,
        tool_configs: BetaToolConfigs | None = None,
        session: str | None = None,
        agent: str | None = None,
        headed: bool | None = None,
        start: bool = True,
        isolated: bool = False,
        url: str = "about:blank",
    ) -> None:
        super().__init__(
            configs=configs, confirm=confirm, url_policy=url_policy, file_policy=file_policy, tool_configs=tool_configs
        )
        self._members = _Members(
            Driver(session, agent, headed, start, isolated, url), not isinstance(url_policy, NotGiven)
        )

    def execute(
        self, context: BetaToolsetCallContext, name: Any, input: BetaBrowserMemberInput
    ) -> BetaBrowserMemberResult:
        """Run a member of the toolset: the subclass's own, else the one for Firefox."""
        if getattr(type(self), name) is not getattr(BetaAbstractBrowserToolset20260801, name):
            return super().execute(context, name, input)
        return self._members.run(name, input)

    def _browser_state(self, context: BetaToolsetCallContext) -> BetaBrowserState:
        return self._members.state()

    def close(self) -> None:
        """Close its tabs, and its connection. Firefox keeps running."""
        super().close()
        self._members.driver.close()


class AsyncFirefoxToolset(BetaAsyncAbstractBrowserToolset20260801):
    """`FirefoxToolset` for `AsyncAnthropic`: Firefox is waited for in a thread, so the event loop keeps running."""

    def __init__(
        self,
        *,
        configs: BetaBrowserToolsetConfigsParam | None = None,
        confirm: BetaAsyncConfirmCallable | None = None,
        url_policy: BetaAsyncURLPolicy | NotGiven = NOT_GIVEN,
        file_policy: BetaFilePolicy | None = None,
        tool_configs: BetaToolConfigs | None = None,
        session: str | None = None,
        agent: str | None = None,
        headed: bool | None = None,
        start: bool = True,
        isolated: bool = False,
        url: str = "about:blank",
    ) -> None:
        super().__init__(
            configs=configs, confirm=confirm, url_policy=url_policy, file_policy=file_policy, tool_configs=tool_configs
        )
        self._members = _Members(
            Driver(session, agent, headed, start, isolated, url), not isinstance(url_policy, NotGiven)
        )

    async def execute(
        self, context: BetaToolsetCallContext, name: Any, input: BetaBrowserMemberInput
    ) -> BetaBrowserMemberResult:
        """Run a member of the toolset: the subclass's own, else the one for Firefox."""
        if getattr(type(self), name) is not getattr(BetaAsyncAbstractBrowserToolset20260801, name):
            return await super().execute(context, name, input)
        return await anyio.to_thread.run_sync(self._members.run, name, input)

    async def _browser_state(self, context: BetaToolsetCallContext) -> BetaBrowserState:
        return await anyio.to_thread.run_sync(self._members.state)

    async def close(self) -> None:
        """Close its tabs, and its connection. Firefox keeps running."""
        await super().close()
        await anyio.to_thread.run_sync(self._members.driver.close)
