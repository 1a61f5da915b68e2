"""Firefox for Claude's computer toolset, `computer_toolset_20260801`: a page seen as a screen, acted in by coordinates.

    from clz.computer import FirefoxComputer

    with FirefoxComputer(url="https://example.com", confirm=lambda call: True) as screen:
        runner = Anthropic().beta.messages.tool_runner(…, tools=[screen])

The screen is what is in view of one tab; there are no windows, no address bar and no tabs in it. Where the model may
choose what it opens, `clz.claude` is the better toolset: it names elements, and says what changed.
"""

from __future__ import annotations

from typing import Any

try:
    import anyio.to_thread
    from anthropic.tools.computer import (
        BetaAbstractComputerToolset20260801,
        BetaAsyncAbstractComputerToolset20260801,
        BetaAsyncComputerConfirmCallable,
        BetaComputerConfirmCallable,
        BetaComputerCursorPositionResult,
        BetaComputerMemberResult,
        BetaScreenshotResult,
        BetaToolConfigs,
        BetaToolsetCallContext,
    )
    from anthropic.types.beta import BetaComputerMemberInput, BetaComputerToolsetConfigsParam
except ImportError as problem:
    raise ImportError(
        "clz.computer needs the package anthropic, 2.14 or newer: pip install 'claudezilla[claude]'"
    ) from problem

from clz.claude._driver import Driver
from clz.claude._toolset import CLICKS

__all__ = ["AsyncFirefoxComputer", "FirefoxComputer"]


class _Screen:
    """What each member does in the page of the active tab, and where the mouse is."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.at = (0, 0)

    def run(self, name: str, given: Any) -> BetaComputerMemberResult:
        """Raises: ToolError."""
        result: BetaComputerMemberResult = self.driver.saying(lambda: self._do(name, given))
        return result

    def _do(self, name: str, given: Any) -> BetaComputerMemberResult:
        driver, tab = self.driver, self._tab()
        if point := getattr(given, "coordinate", None):
            self.at = (int(point[0]), int(point[1]))
        if name in CLICKS:
            button, count = CLICKS[name]
            driver.click(tab, self.at, button, count, given.text)
            return None
        match name:
            case "screenshot" | "zoom":
                data, media_type = driver.picture(tab) if name == "screenshot" else driver.zoomed(tab, given.region)
                shown: Any = media_type
                return BetaScreenshotResult(data=data, media_type=shown)
            case "cursor_position":
                return BetaComputerCursorPositionResult(x=self.at[0], y=self.at[1])
            case "left_click_drag":
                start = (int(given.start_coordinate[0]), int(given.start_coordinate[1]))
                driver.drag(tab, start, self.at, given.text)
            case "mouse_move" | "left_mouse_down" | "left_mouse_up":
                driver.mouse(tab, name.rpartition("_")[2], self.at)
            case "scroll":
                driver.wheel(tab, self.at, given.scroll_direction, given.scroll_amount)
            case "type":
                driver.type(tab, given.text)
            case "key":
                driver.press(tab, given.text, getattr(given, "repeat", None))
            case "hold_key":
                driver.hold(tab, given.text, given.duration)
            case "wait":
                driver.sleep(given.duration)
        return None

    def _tab(self) -> int:
        """The tab that is looked at: one that a page opens is in front of it from then on."""
        opened = self.driver.changes().opened
        if self.driver.active is not None:
            self.driver.tabs()
            opened += self.driver.changes().opened
            if opened and opened[-1] != self.driver.active:
                self.driver.select(opened[-1])
        return self.driver.tab(None)


class FirefoxComputer(BetaAbstractComputerToolset20260801):
    """A tab of Firefox as the screen of a program of the Messages API.

    Args:
        url: What it shows first.
        configs: Which members are on, as the SDK takes it.
        confirm: Asked before each call. Needed unless `type`, `key` and `hold_key` are off.
        tool_configs: Other fields of the entry in `tools`.
        session: Which Firefox. Default: CLZ_SESSION, else the one named default.
        agent: The agent to act as. Default: CLZ_AGENT, else an agent only of this process.
        headed: True shows the windows of a Firefox that is started.
        start: False never starts Firefox.
        isolated: Give it cookies and storage that nothing else has.
    """

    def __init__(
        self,
        *,
        url: str = "about:blank",
        configs: BetaComputerToolsetConfigsParam | None = None,
        confirm: BetaComputerConfirmCallable | None = None,
        tool_configs: BetaToolConfigs | None = None,
        session: str | None = None,
        agent: str | None = None,
        headed: bool | None = None,
        start: bool = True,
        isolated: bool = False,
    ) -> None:
        super().__init__(configs=configs, confirm=confirm, tool_configs=tool_configs)
        self._screen = _Screen(Driver(session, agent, headed, start, isolated, url))

    def execute(
        self, context: BetaToolsetCallContext, name: Any, input: BetaComputerMemberInput
    ) -> BetaComputerMemberResult:
        """Run a member of the toolset: the subclass's own, else the one for Firefox."""
        if getattr(type(self), name) is not getattr(BetaAbstractComputerToolset20260801, name):
            return super().execute(context, name, input)
        return self._screen.run(name, input)

    def close(self) -> None:
        """Close its tabs, and its connection. Firefox keeps running."""
        super().close()
        self._screen.driver.close()


class AsyncFirefoxComputer(BetaAsyncAbstractComputerToolset20260801):
    """`FirefoxComputer` for `AsyncAnthropic`: Firefox is waited for in a thread, so the event loop keeps running."""

    def __init__(
        self,
        *,
        url: str = "about:blank",
        configs: BetaComputerToolsetConfigsParam | None = None,
        confirm: BetaAsyncComputerConfirmCallable | None = None,
        tool_configs: BetaToolConfigs | None = None,
        session: str | None = None,
        agent: str | None = None,
        headed: bool | None = None,
        start: bool = True,
        isolated: bool = False,
    ) -> None:
        super().__init__(configs=configs, confirm=confirm, tool_configs=tool_configs)
        self._screen = _Screen(Driver(session, agent, headed, start, isolated, url))

    async def execute(
        self, context: BetaToolsetCallContext, name: Any, input: BetaComputerMemberInput
    ) -> BetaComputerMemberResult:
        """Run a member of the toolset: the subclass's own, else the one for Firefox."""
        if getattr(type(self), name) is not getattr(BetaAsyncAbstractComputerToolset20260801, name):
            return await super().execute(context, name, input)
        return await anyio.to_thread.run_sync(self._screen.run, name, input)

    async def close(self) -> None:
        """Close its tabs, and its connection. Firefox keeps running."""
        await super().close()
        await anyio.to_thread.run_sync(self._screen.driver.close)
