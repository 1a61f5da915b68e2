"""What a page and a browser do, for asyncio. Made from clz_core by `make generate`; change the declarations there."""

from collections.abc import Awaitable, Callable, Sequence
from os import PathLike
from typing import Any, Literal, overload

from clz._async_assertions import AsyncLocatorAssertions, AsyncPageAssertions
from clz._locators import Locating, LocatorParts
from clz._async import AsyncBrowserBase, AsyncExpectBase, AsyncLocatorBase, AsyncPageBase
from clz_core.generated.results import (
    AcceptDialogResult, AddCredentialsResult, AddInitScriptResult, AddRouteResult, AddVirtualAuthenticatorResult,
    AskResult, BackResult, CanNavigateResult, CheckResult, ClearAuthResult, ClearCookiesResult, ClearExtraHeadersResult,
    ClearStorageResult, ClickResult, CloseWindowResult, DblclickResult, DeleteCookieResult, DialogStatusResult,
    DiffPageStateResult, DismissDialogResult, DownloadResult, DragResult, EmulateResult, EvaluateResult, ExpectResult,
    FillFormResult, FillResult, FocusResult, ForwardResult, GetAccessibilitySnapshotResult, GetAgentsResult,
    GetConfigResult, GetConsoleLogsResult, GetContentResult, GetCookieResult, GetCookiesResult, GetCredentialsResult,
    GetElementInfoResult, GetLoopStateResult, GetNetworkConditionsResult, GetNetworkRequestsResult, GetNotesResult,
    GetPageStateResult, GetRequestBodyResult, GetResult, GetSlotRequestsResult, GetSocketMessagesResult,
    GetStorageResult, GetTabsResult, GetVitalsResult, GetWindowModeResult, GetWindowsResult, GrantTabSpaceResult,
    HandleConsentResult, HoverResult, ImportCookiesResult, ListAuthResult, ListConfigResult, ListInitScriptsResult,
    ListLoopsResult, ListRoutesResult, LoadStateResult, LocalStorageResult, MouseResult, MouseWheelResult,
    NavigateResult, PasteClipboardResult, PickElementResult, PingResult, PressKeyResult, ReadClipboardResult,
    RecordBodiesResult, ReloadResult, RemoveCredentialsResult, RemoveInitScriptsResult, RemoveRoutesResult,
    RemoveVirtualAuthenticatorResult, RequestTabSpaceResult, ResizeWindowResult, ScrollResult, SelectResult,
    SelectTabResult, SelectTextResult, SendRequestResult, SessionStorageResult, SetAuthResult, SetConfigResult,
    SetCookieResult, SetDialogPolicyResult, SetExtraHeadersResult, SetOfflineResult, SetPrivateModeResult,
    SetUserVerifiedResult, SetViewportResult, StartLoopResult, StartProfileResult, StatusResult, StopLoopResult,
    SwipeResult, TapResult, ThrottleNetworkResult, TypeResult, UncheckResult, UploadResult, VersionResult,
    WaitForResult, WriteClipboardResult
)
from clz_core.files.files import SavedFile, SavedPicture
from clz_core.files.har import SavedArchive
from clz_core.files.passkeys import SavedPasskeys
from clz_core.files.state import SavedState

# ruff: noqa


class AsyncExpect(AsyncExpectBase):
    """Expects something of a page, and waits until it holds: `page.expect.text("Thank you")`.

    `page.expect.not_.visible("#x")` expects the contrary. An expectation that is not met raises ExpectationFailed,
    an AssertionError too; one that could not be checked raises another ClzError.

    Args of its methods, where they have them:
        target: Element that it is about.
        value: Text, value or glob that is expected.
        values: Texts or values that are expected, one for each.
        attribute: Name of the attribute, property or style.
        match: How the text is compared. Default: contains for text, glob for url and title, else exact.
        ignore_case: Ignore the difference between capital and small letters.
        text_content: Compare the document's text, hidden parts too and in its own capitals, instead of the
            shown text.
        wait_ms: How long to look again, in milliseconds; 0 looks once. The setting wait_ms is for actions and
            does not count here.
        method: request: only with this method.
        status: request: only with this status: 404, 2xx, 200-299, failed, or several.
        count: request: this many, such as 1, ">= 2" or "< 5".
        excluding: no-failed-requests: leave out addresses that match this glob; may be repeated.
        level: a11y: only problems of this severity or worse. Default: minor, which is all.
        max_diff: picture: how much may differ, as 0.5% or as a number of pixels. Default: 0.
        full: picture: of the whole page, not only of what is in view.
        mask: picture: leave out what this target names; may be repeated.
        update: snapshot, picture: write the file as it is now.
        file: snapshot: file with the expected lines. picture: PNG file. One that is missing is written, and the
            expectation fails.
        frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
            for a frame in a frame, a chain: iframe >> iframe.
        nth: Use this one of several matches; 1 is the first.
        timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.
    """

    @overload
    async def text(
        self,
        value: str,
        /,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        text_content: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult: ...

    @overload
    async def text(
        self,
        target: str | LocatorParts,
        value: str,
        /,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        text_content: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult: ...

    async def text(
        self,
        *words: str | LocatorParts,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        text_content: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The text is on the page, in any frame, or in the element; white space counts as one space."""
        return await self._expect("text", locals())

    async def visible(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is visible."""
        return await self._expect("visible", locals())

    async def hidden(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """No element that matches is visible."""
        return await self._expect("hidden", locals())

    async def gone(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """Nothing on the page matches, visible or not."""
        return await self._expect("gone", locals())

    async def enabled(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is not disabled."""
        return await self._expect("enabled", locals())

    async def disabled(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is disabled."""
        return await self._expect("disabled", locals())

    async def checked(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The check box, radio button or switch is on."""
        return await self._expect("checked", locals())

    async def unchecked(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """It is off."""
        return await self._expect("unchecked", locals())

    async def focused(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has the focus."""
        return await self._expect("focused", locals())

    async def editable(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element takes text: it is neither disabled nor read-only."""
        return await self._expect("editable", locals())

    async def in_viewport(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """A part of the element is in view."""
        return await self._expect("in-viewport", locals())

    async def empty(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has no text, or the field holds nothing."""
        return await self._expect("empty", locals())

    async def indeterminate(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The check box is neither on nor off."""
        return await self._expect("indeterminate", locals())

    async def value(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The field has this value; the whole of it, unless `contains`."""
        return await self._expect("value", locals())

    async def values(
        self,
        target: str | LocatorParts,
        values: str | Sequence[str],
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """These options of the list are chosen, by value."""
        return await self._expect("values", locals())

    async def texts(
        self,
        target: str | LocatorParts,
        values: str | Sequence[str],
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        text_content: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The matches have these texts, in this order."""
        return await self._expect("texts", locals())

    async def attr(
        self,
        target: str | LocatorParts,
        attribute: str,
        value: str | None = None,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has the attribute, with this value; the whole of it, unless `contains`."""
        return await self._expect("attr", locals())

    async def class_(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """Its classes are exactly these; with `contains`, these and others."""
        return await self._expect("class", locals())

    async def css(
        self,
        target: str | LocatorParts,
        attribute: str,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The computed style has this value: rgb(255, 0, 0)."""
        return await self._expect("css", locals())

    async def property(
        self,
        target: str | LocatorParts,
        attribute: str,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The DOM property has this value, as in open true."""
        return await self._expect("property", locals())

    async def role(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has this role."""
        return await self._expect("role", locals())

    async def name(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """It has this accessible name."""
        return await self._expect("name", locals())

    async def description(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """It has this accessible description."""
        return await self._expect("description", locals())

    async def error_message(
        self,
        target: str | LocatorParts,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The field is invalid, with this error message."""
        return await self._expect("error-message", locals())

    async def count(
        self,
        target: str | LocatorParts,
        count: int | str,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """This many elements match, hidden ones and all frames included: 3, ">= 3", "< 5"."""
        return await self._expect("count", locals())

    async def url(
        self,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The address matches: * within a path part, ** across, or `matches`."""
        return await self._expect("url", locals())

    async def title(
        self,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The title matches the glob, or `matches`."""
        return await self._expect("title", locals())

    async def request(
        self,
        value: str,
        *,
        wait_ms: int = 5000,
        method: str | None = None,
        status: str | None = None,
        count: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The tab requested such an address, since it was opened or since clz network `clear`."""
        return await self._expect("request", locals())

    async def status(self, value: str, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """The answer to the last clz request has this status: 200, 2xx, 200-299 or several."""
        return await self._expect("status", locals())

    async def json(
        self,
        attribute: str,
        value: str | None = None,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """Its answer is JSON with a value at this path, such as orders[0].id; with STRING, this text, number or JSON.
        """
        return await self._expect("json", locals())

    async def header(
        self,
        attribute: str,
        value: str | None = None,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """Its answer has the header, with this value."""
        return await self._expect("header", locals())

    async def no_errors(self, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """No page of the tab wrote an error to its console, left one uncaught, or was refused something by CSP or CORS,
        since the tab was opened or since clz console `clear`.
        """
        return await self._expect("no-errors", locals())

    async def no_failed_requests(
        self, *, wait_ms: int = 5000, excluding: str | Sequence[str] | None = None, timeout_ms: int | None = None
    ) -> ExpectResult:
        """No request of the tab failed or was answered with 400 or more, since it was opened or since clz network
        `clear`.
        """
        return await self._expect("no-failed-requests", locals())

    async def snapshot(
        self,
        file: str | PathLike[str],
        target: str | LocatorParts | None = None,
        *,
        wait_ms: int = 5000,
        update: bool = False,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The snapshot holds the lines of the file, in their order and nesting; others may come between them. Names may
        be /expressions/, and what a line leaves out may be anything.
        """
        return await self._expect("snapshot", locals())

    async def picture(
        self,
        file: str | PathLike[str],
        target: str | LocatorParts | None = None,
        *,
        wait_ms: int = 5000,
        max_diff: str | None = None,
        full: bool = False,
        mask: str | Sequence[str] | None = None,
        update: bool = False,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """A picture of the tab or the element looks like the PNG file. If not, home.actual.png and home.diff.png beside
        home.png show it.
        """
        return await self._expect("picture", locals())

    async def a11y(
        self,
        target: str | LocatorParts | None = None,
        *,
        wait_ms: int = 5000,
        level: Literal["minor", "moderate", "serious", "critical"] | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """axe-core finds no accessibility problem, in any frame."""
        return await self._expect("a11y", locals())

    async def vitals(self, value: str, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """A figure of clz vitals is as it should be: "LCP < 2.5s", "TTFB <= 800ms", "INP < 200ms". Waits until the page
        has loaded and the figure is known.
        """
        return await self._expect("vitals", locals())


class AsyncLocator(AsyncLocatorBase):
    __doc__ = AsyncLocatorBase.__doc__

    @property
    def expect(self) -> AsyncLocatorAssertions:
        """What is expected of it: `locator.expect.to_have_text("Thank you")`."""
        return self._assertions(False)

    def _assertions(self, soft: bool, message: str | None = None) -> AsyncLocatorAssertions:
        return AsyncLocatorAssertions(self._page, self, soft=soft, message=message)

    async def get_text(self, *, timeout_ms: int | None = None) -> str:
        """The text of the element, as it is shown."""
        return await self._got("text", None, timeout_ms)

    async def get_html(self, *, timeout_ms: int | None = None) -> str:
        """The HTML of the element."""
        return await self._got("html", None, timeout_ms)

    async def get_value(self, *, timeout_ms: int | None = None) -> str:
        """What the field holds; passwords are masked."""
        return await self._got("value", None, timeout_ms)

    async def get_attr(self, name: str, *, timeout_ms: int | None = None) -> str | None:
        """The value of an attribute; None if the element lacks it."""
        return await self._got("attr", name, timeout_ms)

    async def get_box(self, *, timeout_ms: int | None = None) -> dict[str, float]:
        """Where the element is, in CSS pixels of the viewport: x, y, width, height."""
        return await self._got("box", None, timeout_ms)

    async def get_styles(self, name: str, *, timeout_ms: int | None = None) -> dict[str, str]:
        """Computed styles, by name; put commas between several names."""
        return await self._got("styles", name, timeout_ms)

    async def get_options(self, *, timeout_ms: int | None = None) -> list[dict[str, Any]]:
        """What can be chosen in a list: value, label, selected, disabled."""
        return await self._got("options", None, timeout_ms)

    async def snapshot(
        self,
        *,
        interactive: bool = False,
        compact: bool = False,
        depth: int | None = None,
        urls: bool = False,
        boxes: bool = False,
        colors: bool = False,
        find: str | None = None,
        max_chars: int = 50000,
        diff: bool = False,
        tree: bool = False,
        timeout_ms: int | None = None,
    ) -> GetAccessibilitySnapshotResult:
        """Show what is on the page, one element a line; every command takes its refs, such as @e12, as targets. See
        `Page.snapshot`.
        """
        return await self._called("getAccessibilitySnapshot", locals())

    async def content(
        self,
        *,
        format: Literal["text", "markdown", "article", "html"] = "text",
        include_html: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> GetContentResult:
        """Print the page or one element: its visible text, Markdown, the article in it, or HTML. See `Page.content`."""
        return await self._called("getContent", locals())

    async def get(
        self,
        what: Literal["text", "html", "value", "attr", "count", "box", "styles", "options", "selection", "url", "title"],
        name: str | None = None,
        *,
        all: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> GetResult:
        """Print one thing about an element or the page: what a script needs, without anything around it. See
        `Page.get`.
        """
        return await self._called("get", locals())

    async def element(self, *, timeout_ms: int | None = None) -> GetElementInfoResult:
        """Describe one element: role, name, attributes, states, position and styles. See `Page.element`."""
        return await self._called("getElementInfo", locals())

    async def screenshot(
        self,
        path: str | PathLike[str] | None = None,
        *,
        full: bool = False,
        slices: bool = False,
        clip: str | None = None,
        purpose: Literal["quick-glance", "read-text", "inspect-ui", "full-detail"] | None = None,
        quality: int | None = None,
        scale: float | None = None,
        format: Literal["jpeg", "png", "webp"] | None = None,
        mask: str | Sequence[str] | None = None,
        annotate: bool = False,
        any_size: bool = False,
        max_wait: int = 10000,
        wait_for_images: bool = True,
        skip_readiness: bool = False,
        timeout_ms: int | None = None,
    ) -> SavedPicture:
        """Save a picture of the page in your tab, also in the background: no tab is brought to the front. See
        `Page.screenshot`.
        """
        return await self._called("screenshot", locals())

    async def click(
        self,
        *,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        delay: int = 0,
        new_tab: bool = False,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ClickResult:
        """Click an element: first wait until it is visible, stable, enabled and not covered. See `Page.click`."""
        return await self._called("click", locals())

    async def dblclick(
        self,
        *,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> DblclickResult:
        """Double-click an element. See `Page.dblclick`."""
        return await self._called("dblclick", locals())

    async def hover(
        self,
        *,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> HoverResult:
        """Move the mouse over an element, and leave it there. See `Page.hover`."""
        return await self._called("hover", locals())

    async def drag(
        self,
        to: str | LocatorParts | None = None,
        *,
        by: str | None = None,
        from_point: str | None = None,
        to_point: str | None = None,
        path: str | None = None,
        duration: int = 250,
        steps: int = 12,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> DragResult:
        """Drag an element onto another one, or by a distance. See `Page.drag`."""
        return await self._called("drag", locals())

    async def mouse(
        self,
        action: Literal["move", "down", "up", "click"],
        point: str | None = None,
        *,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> MouseResult:
        """Move, press, release or click the mouse at a point; a button that is down stays down. See `Page.mouse`."""
        return await self._called("mouse", locals())

    async def wheel(
        self,
        delta: str,
        *,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> MouseWheelResult:
        """Turn the mouse wheel over a point. See `Page.wheel`."""
        return await self._called("mouseWheel", locals())

    async def tap(
        self,
        *,
        delay: int = 0,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> TapResult:
        """Tap an element with a finger. See `Page.tap`."""
        return await self._called("tap", locals())

    async def swipe(
        self,
        *,
        direction: Literal["up", "down", "left", "right"] | None = None,
        distance: int | None = None,
        at: str | None = None,
        to_point: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> SwipeResult:
        """Swipe over an element with a finger. See `Page.swipe`."""
        return await self._called("swipe", locals())

    async def focus(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> FocusResult:
        """Give an element the focus. See `Page.focus`."""
        return await self._called("focus", locals())

    async def type(
        self,
        text: str,
        *,
        clear: bool = True,
        at_caret: bool = False,
        insert: bool = False,
        delay_ms: int = 0,
        submit: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> TypeResult:
        """Type text key by key: into an input, a textarea or an editable element. See `Page.type`."""
        return await self._called("type", locals())

    async def fill(
        self,
        text: str,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> FillResult:
        """Set the value of a field, replacing what it holds: text, a date, a colour, a number, the option of a list, or
        true or false for a checkbox. See `Page.fill`.
        """
        return await self._called("fill", locals())

    async def press(
        self,
        key: str,
        *,
        ctrl: bool = False,
        shift: bool = False,
        alt: bool = False,
        meta: bool = False,
        down: bool = False,
        up: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> PressKeyResult:
        """Press keys, on an element or wherever the focus is. See `Page.press`."""
        return await self._called("pressKey", locals())

    async def select(
        self,
        values: str | Sequence[str],
        *,
        by: Literal["any", "value", "label", "index"] = "any",
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> SelectResult:
        """Choose options of a list by value, label or index: a select element, or a list that the page draws itself.
        See `Page.select`.
        """
        return await self._called("select", locals())

    async def check(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> CheckResult:
        """Check a checkbox, a radio button or a switch. See `Page.check`."""
        return await self._called("check", locals())

    async def uncheck(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> UncheckResult:
        """Uncheck a checkbox or a switch. See `Page.uncheck`."""
        return await self._called("uncheck", locals())

    async def select_text(
        self,
        text: str,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> SelectTextResult:
        """Select text on the page or in a field. See `Page.select_text`."""
        return await self._called("selectText", locals())

    async def scroll(
        self,
        *,
        by: str | None = None,
        to: str | None = None,
        until_text: str | None = None,
        until: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ScrollResult:
        """Scroll to an element or a place, or by a distance; or until a text or a row of a long list shows up. See
        `Page.scroll`.
        """
        return await self._called("scroll", locals())

    async def upload(
        self,
        files: str | PathLike[str] | Sequence[str | PathLike[str]],
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> UploadResult:
        """Upload files: put them into a file input, drop them on an element, or choose them in the file chooser that a
        button opens. See `Page.upload`.
        """
        return await self._called("upload", locals())

    async def download(
        self,
        path: str | PathLike[str] | None = None,
        *,
        overwrite: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> DownloadResult:
        """Download a file: click what starts it, wait until it is complete, and print its path. See `Page.download`."""
        return await self._called("download", locals())

    async def wait(
        self,
        *,
        gone: bool = False,
        hidden: bool = False,
        text: str | None = None,
        url: str | None = None,
        load: Literal["domcontentloaded", "load", "quiet", "rest"] | None = None,
        fn: str | None = None,
        unsafe: bool = False,
        request: str | None = None,
        status: str | None = None,
        method: str | None = None,
        body: bool = False,
        popup: bool = False,
        wait_ms: int = 30000,
        timeout_ms: int | None = None,
    ) -> WaitForResult:
        """Wait for the page: until an element is visible or gone, a text is on it, its address matches, it has loaded,
        an expression is true, a request has ended, or a tab was opened; with several of these, until all hold. See
        `Page.wait`.
        """
        return await self._called("waitFor", locals())

    async def clipboard_paste(
        self,
        *,
        system: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> PasteClipboardResult:
        """Paste what your clipboard holds into an element, or wherever the focus is. See `Page.clipboard_paste`."""
        return await self._called("pasteClipboard", locals())


class AsyncPage(AsyncPageBase, Locating[AsyncLocator]):
    __doc__ = AsyncPageBase.__doc__

    def _locator(self, steps: tuple[str, ...]) -> AsyncLocator:
        return AsyncLocator(self, steps)

    @property
    def expect(self) -> AsyncExpect:
        """What is expected of the page: `page.expect.text("Thank you")`."""
        return AsyncExpect(self)

    def _assertions(self, soft: bool, message: str | None = None) -> AsyncPageAssertions:
        return AsyncPageAssertions(self, soft=soft, message=message)

    @property
    def url(self) -> Awaitable[str]:
        """The address of the page: `await page.url`."""
        return self._got("url")

    @property
    def title(self) -> Awaitable[str]:
        """Its title: `await page.title`."""
        return self._got("title")

    async def get_text(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """The text of the element, as it is shown."""
        return await self._got("text", target, None, timeout_ms)

    async def get_html(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """The HTML of the element."""
        return await self._got("html", target, None, timeout_ms)

    async def get_value(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """What the field holds; passwords are masked."""
        return await self._got("value", target, None, timeout_ms)

    async def get_attr(self, target: str | LocatorParts, name: str, *, timeout_ms: int | None = None) -> str | None:
        """The value of an attribute; None if the element lacks it."""
        return await self._got("attr", target, name, timeout_ms)

    async def get_box(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> dict[str, float]:
        """Where the element is, in CSS pixels of the viewport: x, y, width, height."""
        return await self._got("box", target, None, timeout_ms)

    async def get_styles(
        self, target: str | LocatorParts, name: str, *, timeout_ms: int | None = None
    ) -> dict[str, str]:
        """Computed styles, by name; put commas between several names."""
        return await self._got("styles", target, name, timeout_ms)

    async def get_options(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> list[dict[str, Any]]:
        """What can be chosen in a list: value, label, selected, disabled."""
        return await self._got("options", target, None, timeout_ms)

    async def get_count(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> int:
        """How many elements match now, hidden ones included."""
        return int(await self._got("count", target, None, timeout_ms))

    async def eval(
        self,
        expression: str,
        *,
        target: str | LocatorParts | None = None,
        all: bool = False,
        unsafe: bool = False,
        gesture: bool = False,
        max_length: int = 50000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> Any:
        """Evaluate an expression in the page and print its value; it may use await: the value itself.

        What JSON cannot hold is an object with a "$type", undefined for one, and what is beyond
        `max_length` is cut and marked. `eval_result` has the type, and whether it was cut.
        """
        return (await self._called("evaluate", locals()))["result"]

    async def navigate(
        self,
        url: str,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> NavigateResult:
        """Go to another page in your tab. See `Page.navigate`."""
        return await self._called("navigate", locals())

    async def back(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> BackResult:
        """Go back one page. See `Page.back`."""
        return await self._called("back", locals())

    async def forward(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ForwardResult:
        """Go forward one page. See `Page.forward`."""
        return await self._called("forward", locals())

    async def reload(
        self,
        *,
        bypass_cache: bool = False,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ReloadResult:
        """Load the page again. See `Page.reload`."""
        return await self._called("reload", locals())

    async def tab_select(self, *, foreground: bool = False, timeout_ms: int | None = None) -> SelectTabResult:
        """Make one of your tabs the current one, where your commands go. See `Page.tab_select`."""
        return await self._called("selectTab", locals())

    async def viewport(
        self,
        preset: str | None = None,
        *,
        width: int | None = None,
        height: int | None = None,
        reset: bool = False,
        alone: bool = False,
        timeout_ms: int | None = None,
    ) -> SetViewportResult:
        """Lay the page out for another size: a device, or width and height. See `Page.viewport`."""
        return await self._called("setViewport", locals())

    async def emulate(
        self,
        *,
        color_scheme: Literal["light", "dark", "default"] | None = None,
        reduced_motion: Literal["reduce", "no-preference", "default"] | None = None,
        forced_colors: Literal["active", "default"] | None = None,
        media: Literal["print", "screen", "default"] | None = None,
        locale: str | None = None,
        timezone: str | None = None,
        geolocation: str | None = None,
        user_agent: str | None = None,
        permission: str | Sequence[str] | None = None,
        orientation: Literal["portrait", "landscape", "default"] | None = None,
        javascript: Literal["off", "default"] | None = None,
        csp: Literal["off", "default"] | None = None,
        reset: bool = False,
        timeout_ms: int | None = None,
    ) -> EmulateResult:
        """Emulate a language, time zone, place or colour scheme; without options, list what is emulated in the tab. See
        `Page.emulate`.
        """
        return await self._called("emulate", locals())

    async def init_add(
        self, *, code: str | None = None, name: str | None = None, timeout_ms: int | None = None
    ) -> AddInitScriptResult:
        """Run a script in each page that your tabs open from now on, and in its frames, before their own scripts. See
        `Page.init_add`.
        """
        return await self._called("addInitScript", locals())

    async def init_remove(
        self, id: int | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveInitScriptsResult:
        """Remove one of your init scripts, or all of them; pages in which they ran stay as they are. See
        `Page.init_remove`.
        """
        return await self._called("removeInitScripts", locals())

    async def snapshot(
        self,
        target: str | LocatorParts | None = None,
        *,
        interactive: bool = False,
        compact: bool = False,
        depth: int | None = None,
        urls: bool = False,
        boxes: bool = False,
        colors: bool = False,
        find: str | None = None,
        max_chars: int = 50000,
        diff: bool = False,
        tree: bool = False,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> GetAccessibilitySnapshotResult:
        """Show what is on the page, one element a line; every command takes its refs, such as @e12, as targets. See
        `Page.snapshot`.
        """
        return await self._called("getAccessibilitySnapshot", locals())

    async def content(
        self,
        target: str | LocatorParts | None = None,
        *,
        format: Literal["text", "markdown", "article", "html"] = "text",
        include_html: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> GetContentResult:
        """Print the page or one element: its visible text, Markdown, the article in it, or HTML. See `Page.content`."""
        return await self._called("getContent", locals())

    async def get(
        self,
        what: Literal["text", "html", "value", "attr", "count", "box", "styles", "options", "selection", "url", "title"],
        target: str | LocatorParts | None = None,
        name: str | None = None,
        *,
        all: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> GetResult:
        """Print one thing about an element or the page: what a script needs, without anything around it. See
        `Page.get`.
        """
        return await self._called("get", locals())

    async def element(
        self,
        target: str | LocatorParts,
        *,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> GetElementInfoResult:
        """Describe one element: role, name, attributes, states, position and styles. See `Page.element`."""
        return await self._called("getElementInfo", locals())

    async def page_state(
        self,
        *,
        max_headings: int = 30,
        max_links: int = 50,
        max_buttons: int = 30,
        max_inputs: int = 30,
        max_images: int = 20,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> GetPageStateResult:
        """List what is visible on the page: headings, links, buttons, fields, pictures, landmarks, errors. See
        `Page.page_state`.
        """
        return await self._called("getPageState", locals())

    async def screenshot(
        self,
        path: str | PathLike[str] | None = None,
        *,
        full: bool = False,
        slices: bool = False,
        target: str | LocatorParts | None = None,
        clip: str | None = None,
        purpose: Literal["quick-glance", "read-text", "inspect-ui", "full-detail"] | None = None,
        quality: int | None = None,
        scale: float | None = None,
        format: Literal["jpeg", "png", "webp"] | None = None,
        mask: str | Sequence[str] | None = None,
        annotate: bool = False,
        any_size: bool = False,
        max_wait: int = 10000,
        wait_for_images: bool = True,
        skip_readiness: bool = False,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> SavedPicture:
        """Save a picture of the page in your tab, also in the background: no tab is brought to the front. See
        `Page.screenshot`.
        """
        return await self._called("screenshot", locals())

    async def pdf(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedFile:
        """Print the page to a PDF file. See `Page.pdf`."""
        return await self._called("pdf", locals())

    async def click(
        self,
        target: str | LocatorParts,
        *,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        delay: int = 0,
        new_tab: bool = False,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ClickResult:
        """Click an element: first wait until it is visible, stable, enabled and not covered. See `Page.click`."""
        return await self._called("click", locals())

    async def dblclick(
        self,
        target: str | LocatorParts,
        *,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> DblclickResult:
        """Double-click an element. See `Page.dblclick`."""
        return await self._called("dblclick", locals())

    async def hover(
        self,
        target: str | LocatorParts,
        *,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> HoverResult:
        """Move the mouse over an element, and leave it there. See `Page.hover`."""
        return await self._called("hover", locals())

    async def drag(
        self,
        target: str | LocatorParts,
        to: str | LocatorParts | None = None,
        *,
        by: str | None = None,
        from_point: str | None = None,
        to_point: str | None = None,
        path: str | None = None,
        duration: int = 250,
        steps: int = 12,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> DragResult:
        """Drag an element onto another one, or by a distance. See `Page.drag`."""
        return await self._called("drag", locals())

    async def mouse(
        self,
        action: Literal["move", "down", "up", "click"],
        point: str | None = None,
        *,
        target: str | LocatorParts | None = None,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        modifier: Literal["ctrl", "shift", "alt", "meta"] | Sequence[Literal["ctrl", "shift", "alt", "meta"]] | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> MouseResult:
        """Move, press, release or click the mouse at a point; a button that is down stays down. See `Page.mouse`."""
        return await self._called("mouse", locals())

    async def wheel(
        self,
        delta: str,
        *,
        at: str | None = None,
        target: str | LocatorParts | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> MouseWheelResult:
        """Turn the mouse wheel over a point. See `Page.wheel`."""
        return await self._called("mouseWheel", locals())

    async def tap(
        self,
        target: str | LocatorParts,
        *,
        delay: int = 0,
        at: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> TapResult:
        """Tap an element with a finger. See `Page.tap`."""
        return await self._called("tap", locals())

    async def swipe(
        self,
        target: str | LocatorParts,
        *,
        direction: Literal["up", "down", "left", "right"] | None = None,
        distance: int | None = None,
        at: str | None = None,
        to_point: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> SwipeResult:
        """Swipe over an element with a finger. See `Page.swipe`."""
        return await self._called("swipe", locals())

    async def focus(
        self,
        target: str | LocatorParts,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> FocusResult:
        """Give an element the focus. See `Page.focus`."""
        return await self._called("focus", locals())

    async def type(
        self,
        target: str | LocatorParts,
        text: str,
        *,
        clear: bool = True,
        at_caret: bool = False,
        insert: bool = False,
        delay_ms: int = 0,
        submit: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> TypeResult:
        """Type text key by key: into an input, a textarea or an editable element. See `Page.type`."""
        return await self._called("type", locals())

    async def fill(
        self,
        target: str | LocatorParts,
        text: str,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> FillResult:
        """Set the value of a field, replacing what it holds: text, a date, a colour, a number, the option of a list, or
        true or false for a checkbox. See `Page.fill`.
        """
        return await self._called("fill", locals())

    async def fill_form(
        self,
        *,
        fields: dict[str, Any],
        submit: str | bool | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> FillFormResult:
        """Fill in several fields, one after the other: texts, options, checkboxes. See `Page.fill_form`."""
        return await self._called("fillForm", locals())

    async def press(
        self,
        key: str,
        *,
        target: str | LocatorParts | None = None,
        ctrl: bool = False,
        shift: bool = False,
        alt: bool = False,
        meta: bool = False,
        down: bool = False,
        up: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> PressKeyResult:
        """Press keys, on an element or wherever the focus is. See `Page.press`."""
        return await self._called("pressKey", locals())

    async def select(
        self,
        target: str | LocatorParts,
        values: str | Sequence[str],
        *,
        by: Literal["any", "value", "label", "index"] = "any",
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> SelectResult:
        """Choose options of a list by value, label or index: a select element, or a list that the page draws itself.
        See `Page.select`.
        """
        return await self._called("select", locals())

    async def check(
        self,
        target: str | LocatorParts,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> CheckResult:
        """Check a checkbox, a radio button or a switch. See `Page.check`."""
        return await self._called("check", locals())

    async def uncheck(
        self,
        target: str | LocatorParts,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> UncheckResult:
        """Uncheck a checkbox or a switch. See `Page.uncheck`."""
        return await self._called("uncheck", locals())

    async def select_text(
        self,
        target: str | LocatorParts,
        text: str,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> SelectTextResult:
        """Select text on the page or in a field. See `Page.select_text`."""
        return await self._called("selectText", locals())

    async def scroll(
        self,
        target: str | LocatorParts | None = None,
        *,
        by: str | None = None,
        to: str | None = None,
        until_text: str | None = None,
        until: str | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ScrollResult:
        """Scroll to an element or a place, or by a distance; or until a text or a row of a long list shows up. See
        `Page.scroll`.
        """
        return await self._called("scroll", locals())

    async def upload(
        self,
        target: str | LocatorParts,
        files: str | PathLike[str] | Sequence[str | PathLike[str]],
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> UploadResult:
        """Upload files: put them into a file input, drop them on an element, or choose them in the file chooser that a
        button opens. See `Page.upload`.
        """
        return await self._called("upload", locals())

    async def download(
        self,
        target: str | LocatorParts,
        path: str | PathLike[str] | None = None,
        *,
        overwrite: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> DownloadResult:
        """Download a file: click what starts it, wait until it is complete, and print its path. See `Page.download`."""
        return await self._called("download", locals())

    async def dialog_status(self, *, timeout_ms: int | None = None) -> DialogStatusResult:
        """Show the dialog that is open in your tab, and those that were answered. See `Page.dialog_status`."""
        return await self._called("dialogStatus", locals())

    async def dialog_accept(
        self, text: str | None = None, *, wait_request: str | None = None, timeout_ms: int | None = None
    ) -> AcceptDialogResult:
        """Press OK in the dialog that is open. See `Page.dialog_accept`."""
        return await self._called("acceptDialog", locals())

    async def dialog_dismiss(self, *, timeout_ms: int | None = None) -> DismissDialogResult:
        """Press Cancel in the dialog that is open. See `Page.dialog_dismiss`."""
        return await self._called("dismissDialog", locals())

    async def wait(
        self,
        target: str | LocatorParts | None = None,
        *,
        gone: bool = False,
        hidden: bool = False,
        text: str | None = None,
        url: str | None = None,
        load: Literal["domcontentloaded", "load", "quiet", "rest"] | None = None,
        fn: str | None = None,
        unsafe: bool = False,
        request: str | None = None,
        status: str | None = None,
        method: str | None = None,
        body: bool = False,
        popup: bool = False,
        wait_ms: int = 30000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> WaitForResult:
        """Wait for the page: until an element is visible or gone, a text is on it, its address matches, it has loaded,
        an expression is true, a request has ended, or a tab was opened; with several of these, until all hold. See
        `Page.wait`.
        """
        return await self._called("waitFor", locals())

    async def vitals(self, *, timeout_ms: int | None = None) -> GetVitalsResult:
        """Print the page's Web Vitals as Firefox measures them: TTFB, FCP, LCP and INP, each rated by web.dev. Firefox
        does not measure CLS. See `Page.vitals`.
        """
        return await self._called("getVitals", locals())

    async def eval_result(
        self,
        expression: str,
        *,
        target: str | LocatorParts | None = None,
        all: bool = False,
        unsafe: bool = False,
        gesture: bool = False,
        max_length: int = 50000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> EvaluateResult:
        """Evaluate an expression in the page and print its value; it may use await. See `Page.eval_result`."""
        return await self._called("evaluate", locals())

    async def console(
        self,
        *,
        level: Literal["debug", "log", "info", "warn", "error"] | None = None,
        page: bool = False,
        limit: int = 100,
        since: int | None = None,
        clear: bool = False,
        wait_ms: int = 0,
        timeout_ms: int | None = None,
    ) -> GetConsoleLogsResult:
        """Print the messages of the page's console: what it logged, uncaught errors and refusals (CSP, CORS), from its
        first script on. See `Page.console`.
        """
        return await self._called("getConsoleLogs", locals())

    async def network(
        self,
        *,
        type: Literal["document", "frame", "script", "style", "image", "font", "media", "xhr", "websocket", "beacon", "other"] | None = None,
        status: str | None = None,
        method: str | None = None,
        slower_than: int | None = None,
        url: str | None = None,
        include_headers: bool = False,
        bodies: bool = False,
        limit: int = 50,
        since: int | None = None,
        clear: bool = False,
        wait_ms: int = 0,
        har: str | PathLike[str] | None = None,
        timeout_ms: int | None = None,
    ) -> GetNetworkRequestsResult:
        """Print the requests that the tab made: status, timing, size; secrets in addresses are masked. See
        `Page.network`.
        """
        return await self._called("getNetworkRequests", locals())

    async def route(
        self,
        url: str | None = None,
        handler: Callable[..., Any] | None = None,
        *,
        block: bool = False,
        fail: bool = False,
        redirect: str | None = None,
        status: int | None = None,
        headers: str | Sequence[str] | None = None,
        body: str | None = None,
        json: str | None = None,
        file: str | PathLike[str] | None = None,
        set_headers: str | Sequence[str] | None = None,
        remove_headers: str | Sequence[str] | None = None,
        delay: int = 0,
        times: int | None = None,
        method: str | None = None,
        type: Literal["document", "frame", "script", "style", "image", "font", "media", "xhr", "websocket", "beacon", "other"] | None = None,
        har: str | PathLike[str] | None = None,
        miss: Literal["pass", "fail", "record"] | None = None,
        timeout_ms: int | None = None,
    ) -> AddRouteResult:
        """Answer, change, redirect or block the requests of your tabs that match a glob; the newest route wins. See
        `Page.route`.
        """
        if handler is not None:
            return await self._handled(url, handler, times, method, type)
        del handler
        return await self._called("addRoute", locals())

    async def unroute(
        self, id: int | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveRoutesResult:
        """Remove one of your routes, or all of them. See `Page.unroute`."""
        return await self._called("removeRoutes", locals())

    async def network_record(
        self,
        state: Literal["on", "off"],
        *,
        match: str | None = None,
        max_bytes: int = 1048576,
        all_types: bool = False,
        timeout_ms: int | None = None,
    ) -> RecordBodiesResult:
        """Record the bodies of the tab's requests and answers from now on: text, up to 1 MB each and 50 MB in all, then
        the oldest are dropped. Messages of WebSockets and EventSources are recorded too: clz network sockets. See
        `Page.network_record`.
        """
        return await self._called("recordBodies", locals())

    async def network_body(
        self,
        id: str,
        *,
        request: bool = False,
        path: str | PathLike[str] | None = None,
        encoded: bool = False,
        timeout_ms: int | None = None,
    ) -> GetRequestBodyResult:
        """Print the body of an answer, or of the request itself; secrets in it are masked. See `Page.network_body`."""
        return await self._called("getRequestBody", locals())

    async def network_sockets(
        self,
        *,
        url: str | None = None,
        full: bool = False,
        limit: int = 50,
        since: int | None = None,
        clear: bool = False,
        wait_ms: int = 0,
        timeout_ms: int | None = None,
    ) -> GetSocketMessagesResult:
        """Print the messages of the tab's WebSockets and EventSources: see clz network record. Secrets are masked. See
        `Page.network_sockets`.
        """
        return await self._called("getSocketMessages", locals())

    async def network_har(
        self, path: str | PathLike[str], *, bodies: bool = False, cookies: bool = False, timeout_ms: int | None = None
    ) -> SavedArchive:
        """Write the requests that the tab made to a file, as HAR 1.2. Secrets are masked. See `Page.network_har`."""
        return await self._called("getHar", locals())

    async def network_headers_set(
        self, headers: str | Sequence[str], *, timeout_ms: int | None = None
    ) -> SetExtraHeadersResult:
        """Send every request of your tabs with these headers, to any server; they replace those of the page. See
        `Page.network_headers_set`.
        """
        return await self._called("setExtraHeaders", locals())

    async def network_headers_clear(
        self, names: str | Sequence[str] | None = None, *, timeout_ms: int | None = None
    ) -> ClearExtraHeadersResult:
        """Send requests without these headers again, or without all that were set. See `Page.network_headers_clear`."""
        return await self._called("clearExtraHeaders", locals())

    async def network_offline(self, state: Literal["on", "off"], *, timeout_ms: int | None = None) -> SetOfflineResult:
        """Take your tabs offline, or online again: requests fail, and pages see that they are offline. See
        `Page.network_offline`.
        """
        return await self._called("setOffline", locals())

    async def network_throttle(
        self,
        preset: str | None = None,
        *,
        down: int | None = None,
        up: int | None = None,
        latency: int | None = None,
        timeout_ms: int | None = None,
    ) -> ThrottleNetworkResult:
        """Slow down the network of your tabs. See `Page.network_throttle`."""
        return await self._called("throttleNetwork", locals())

    async def network_conditions(
        self, *, reset: bool = False, timeout_ms: int | None = None
    ) -> GetNetworkConditionsResult:
        """List what was set for the network of your tabs: headers, offline, throttling. See `Page.network_conditions`.
        """
        return await self._called("getNetworkConditions", locals())

    async def request(
        self,
        method: str,
        url: str,
        *,
        json: str | None = None,
        body: str | None = None,
        form: str | Sequence[str] | None = None,
        headers: str | Sequence[str] | None = None,
        max_redirects: int = 20,
        save: str | Sequence[str] | None = None,
        timeout_ms: int | None = None,
    ) -> SendRequestResult:
        """Send a request with your tab's cookies, and print the answer; secrets in it are masked. See `Page.request`.
        """
        return await self._called("sendRequest", locals())

    async def consent(
        self, *, accept: bool = False, scan_timeout: int = 3000, auto: bool | None = None, timeout_ms: int | None = None
    ) -> HandleConsentResult:
        """Answer the page's cookie banner or consent dialog: refuse what can be refused. See `Page.consent`."""
        return await self._called("handleConsent", locals())

    async def cookies(
        self,
        *,
        url: str | None = None,
        name: str | None = None,
        all: bool = False,
        show: bool = False,
        timeout_ms: int | None = None,
    ) -> GetCookiesResult:
        """List the cookies sent to the tab's page, or to another address. See `Page.cookies`."""
        return await self._called("getCookies", locals())

    async def cookies_get(
        self, name: str, *, url: str | None = None, show: bool = False, timeout_ms: int | None = None
    ) -> GetCookieResult:
        """Print the value of a cookie that is sent to the tab's page. See `Page.cookies_get`."""
        return await self._called("getCookie", locals())

    async def cookies_set(
        self,
        name: str,
        value: str,
        *,
        url: str | None = None,
        domain: str | None = None,
        path: str = "/",
        expires: str | None = None,
        http_only: bool = False,
        secure: bool | None = None,
        same_site: Literal["strict", "lax", "none"] | None = None,
        timeout_ms: int | None = None,
    ) -> SetCookieResult:
        """Set a cookie, for the tab's page or another address. See `Page.cookies_set`."""
        return await self._called("setCookie", locals())

    async def cookies_delete(
        self, name: str, *, url: str | None = None, timeout_ms: int | None = None
    ) -> DeleteCookieResult:
        """Delete the cookies of a name that are sent to the tab's page. See `Page.cookies_delete`."""
        return await self._called("deleteCookie", locals())

    async def cookies_clear(
        self, *, url: str | None = None, all: bool = False, timeout_ms: int | None = None
    ) -> ClearCookiesResult:
        """Delete all cookies that are sent to the tab's page, or all in the jar. See `Page.cookies_clear`."""
        return await self._called("clearCookies", locals())

    async def cookies_import(
        self, *, url: str | None = None, cookies: Sequence[dict[str, Any]], timeout_ms: int | None = None
    ) -> ImportCookiesResult:
        """Set cookies from a file: cookies.txt, JSON, a header Cookie:, or a curl command that was copied. See
        `Page.cookies_import`.
        """
        return await self._called("importCookies", locals())

    async def storage(self, *, frame: str | None = None, timeout_ms: int | None = None) -> GetStorageResult:
        """List what the page's origin stores: local and session storage, IndexedDB databases, caches. See
        `Page.storage`.
        """
        return await self._called("getStorage", locals())

    async def storage_local(
        self,
        action: Literal["list", "get", "set", "delete", "clear"] = "list",
        key: str | None = None,
        value: str | None = None,
        *,
        show: bool = False,
        frame: str | None = None,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> LocalStorageResult:
        """List, get, set and delete what the page's origin keeps in local storage. See `Page.storage_local`."""
        return await self._called("localStorage", locals())

    async def storage_session(
        self,
        action: Literal["list", "get", "set", "delete", "clear"] = "list",
        key: str | None = None,
        value: str | None = None,
        *,
        show: bool = False,
        frame: str | None = None,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> SessionStorageResult:
        """List, get, set and delete what the tab keeps for the page's origin in session storage. See
        `Page.storage_session`.
        """
        return await self._called("sessionStorage", locals())

    async def storage_clear(
        self, *, frame: str | None = None, all: bool = False, timeout_ms: int | None = None
    ) -> ClearStorageResult:
        """Clear the local and session storage of the page's origin, or everything that it stores except cookies. See
        `Page.storage_clear`.
        """
        return await self._called("clearStorage", locals())

    async def state_save(
        self,
        path: str | PathLike[str],
        *,
        url: str | Sequence[str] | None = None,
        indexed_db: bool = True,
        passkeys: bool = False,
        timeout_ms: int | None = None,
    ) -> SavedState:
        """Save the log-ins of your tabs to a file: cookies and storage of all sites that they visited. See
        `Page.state_save`.
        """
        return await self._called("saveState", locals())

    async def state_load(
        self,
        path: str | PathLike[str],
        *,
        check: str | None = None,
        text: str | None = None,
        timeout_ms: int | None = None,
    ) -> LoadStateResult:
        """Load a saved state: it replaces the cookies and storage of the sites in it. See `Page.state_load`."""
        return await self._called("loadState", locals())

    async def auth_set(
        self,
        origin: str,
        user: str,
        *,
        secret: str | None = None,
        password: str | None = None,
        timeout_ms: int | None = None,
    ) -> SetAuthResult:
        """Log in by HTTP authentication wherever a server asks your tabs for it. See `Page.auth_set`."""
        return await self._called("setAuth", locals())

    async def clipboard_paste(
        self,
        target: str | LocatorParts | None = None,
        *,
        system: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> PasteClipboardResult:
        """Paste what your clipboard holds into an element, or wherever the focus is. See `Page.clipboard_paste`."""
        return await self._called("pasteClipboard", locals())

    async def pick(
        self, *, point: str | None = None, note: bool = False, wait_ms: int = 110000, timeout_ms: int | None = None
    ) -> PickElementResult:
        """Ask a person to point at an element, and print its locator: a durable one, as clz record would write it.
        Escape cancels. In a Firefox without a window they point in the picture of clz show. See `Page.pick`.
        """
        return await self._called("pickElement", locals())

    async def notes(
        self,
        action: Literal["resolve", "clear"] | None = None,
        number: int | None = None,
        *,
        text: str | None = None,
        wait: bool = False,
        wait_ms: int = 110000,
        timeout_ms: int | None = None,
    ) -> GetNotesResult:
        """List and resolve the notes that the person wrote at elements; they stay until resolved. `clz pick `note`` and
        `wait` ask for some. See `Page.notes`.
        """
        return await self._called("getNotes", locals())

    async def profile_start(self, *, interval: float = 1, timeout_ms: int | None = None) -> StartProfileResult:
        """Profile the page of your tab with Firefox until `clz profile stop`: JavaScript, layout, painting and waiting.
        See `Page.profile_start`.
        """
        return await self._called("startProfile", locals())

    async def profile_stop(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedFile:
        """End the profile, and write it to a file that profiler.firefox.com opens. See `Page.profile_stop`."""
        return await self._called("stopProfile", locals())

    async def ask(self, question: str, *, wait_ms: int = 110000, timeout_ms: int | None = None) -> AskResult:
        """Ask the person something, and wait for Done or No. See `Page.ask`."""
        return await self._called("ask", locals())


class AsyncBrowser(AsyncBrowserBase[AsyncPage]):
    __doc__ = AsyncBrowserBase.__doc__
    _page_class = AsyncPage

    async def tabs(self, *, timeout_ms: int | None = None) -> GetTabsResult:
        """List the tabs of the pool: yours, and who owns the others. See `Browser.tabs`."""
        return await self._called("getTabs", locals())

    async def window_list(self, *, timeout_ms: int | None = None) -> GetWindowsResult:
        """List the windows that agents have tabs in: size, state, and who owns the tabs. See `Browser.window_list`."""
        return await self._called("getWindows", locals())

    async def window_close(self, window_id: int | None = None, *, timeout_ms: int | None = None) -> CloseWindowResult:
        """Close your own tabs in a window, and the window too if no other tabs are in it. See `Browser.window_close`.
        """
        return await self._called("closeWindow", locals())

    async def window_resize(
        self, width: int, height: int, *, window_id: int | None = None, timeout_ms: int | None = None
    ) -> ResizeWindowResult:
        """Resize the window that all agents share; to size only one page: clz viewport. See `Browser.window_resize`."""
        return await self._called("resizeWindow", locals())

    async def init_add(
        self,
        *,
        code: str | None = None,
        name: str | None = None,
        tab_id: int | None = None,
        timeout_ms: int | None = None,
    ) -> AddInitScriptResult:
        """Run a script in each page that your tabs open from now on, and in its frames, before their own scripts. See
        `Page.init_add`.
        """
        return await self._called("addInitScript", locals())

    async def init_list(self, *, timeout_ms: int | None = None) -> ListInitScriptsResult:
        """List your init scripts, in the order in which they run. See `Browser.init_list`."""
        return await self._called("listInitScripts", locals())

    async def init_remove(
        self, id: int | None = None, *, all: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> RemoveInitScriptsResult:
        """Remove one of your init scripts, or all of them; pages in which they ran stay as they are. See
        `Page.init_remove`.
        """
        return await self._called("removeInitScripts", locals())

    async def diff(
        self, before: dict[str, Any], after: dict[str, Any], *, timeout_ms: int | None = None
    ) -> DiffPageStateResult:
        """Compare two page states: what was added, what was removed, and what changed. See `Browser.diff`."""
        return await self._called("diffPageState", locals())

    async def dialog_policy(
        self, policy: Literal["accept", "dismiss", "ask"], *, timeout_ms: int | None = None
    ) -> SetDialogPolicyResult:
        """Set how dialogs in your tabs are answered. By default they are dismissed, and pages can be left. See
        `Browser.dialog_policy`.
        """
        return await self._called("setDialogPolicy", locals())

    async def route(
        self,
        url: str | None = None,
        handler: Callable[..., Any] | None = None,
        *,
        block: bool = False,
        fail: bool = False,
        redirect: str | None = None,
        status: int | None = None,
        headers: str | Sequence[str] | None = None,
        body: str | None = None,
        json: str | None = None,
        file: str | PathLike[str] | None = None,
        set_headers: str | Sequence[str] | None = None,
        remove_headers: str | Sequence[str] | None = None,
        delay: int = 0,
        times: int | None = None,
        method: str | None = None,
        type: Literal["document", "frame", "script", "style", "image", "font", "media", "xhr", "websocket", "beacon", "other"] | None = None,
        har: str | PathLike[str] | None = None,
        miss: Literal["pass", "fail", "record"] | None = None,
        tab_id: int | None = None,
        timeout_ms: int | None = None,
    ) -> AddRouteResult:
        """Answer, change, redirect or block the requests of your tabs that match a glob; the newest route wins. See
        `Page.route`.
        """
        if handler is not None:
            return await self._handled(url, handler, times, method, type)
        del handler
        return await self._called("addRoute", locals())

    async def route_list(self, *, timeout_ms: int | None = None) -> ListRoutesResult:
        """List your routes, the newest first, and how many requests each has matched. See `Browser.route_list`."""
        return await self._called("listRoutes", locals())

    async def unroute(
        self, id: int | None = None, *, all: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> RemoveRoutesResult:
        """Remove one of your routes, or all of them. See `Page.unroute`."""
        return await self._called("removeRoutes", locals())

    async def network_headers_set(
        self, headers: str | Sequence[str], *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> SetExtraHeadersResult:
        """Send every request of your tabs with these headers, to any server; they replace those of the page. See
        `Page.network_headers_set`.
        """
        return await self._called("setExtraHeaders", locals())

    async def network_headers_clear(
        self, names: str | Sequence[str] | None = None, *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> ClearExtraHeadersResult:
        """Send requests without these headers again, or without all that were set. See `Page.network_headers_clear`."""
        return await self._called("clearExtraHeaders", locals())

    async def network_offline(
        self, state: Literal["on", "off"], *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> SetOfflineResult:
        """Take your tabs offline, or online again: requests fail, and pages see that they are offline. See
        `Page.network_offline`.
        """
        return await self._called("setOffline", locals())

    async def network_throttle(
        self,
        preset: str | None = None,
        *,
        down: int | None = None,
        up: int | None = None,
        latency: int | None = None,
        tab_id: int | None = None,
        timeout_ms: int | None = None,
    ) -> ThrottleNetworkResult:
        """Slow down the network of your tabs. See `Page.network_throttle`."""
        return await self._called("throttleNetwork", locals())

    async def network_conditions(
        self, *, reset: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> GetNetworkConditionsResult:
        """List what was set for the network of your tabs: headers, offline, throttling. See `Page.network_conditions`.
        """
        return await self._called("getNetworkConditions", locals())

    async def passkey_on(
        self,
        *,
        protocol: Literal["ctap2_1", "ctap2", "u2f"] = "ctap2_1",
        transport: Literal["internal", "usb", "nfc", "ble", "hybrid", "smart-card"] = "internal",
        resident: bool = True,
        verify: bool = True,
        consent: bool = True,
        timeout_ms: int | None = None,
    ) -> AddVirtualAuthenticatorResult:
        """Answer the passkey requests of your pages with a virtual authenticator. See `Browser.passkey_on`."""
        return await self._called("addVirtualAuthenticator", locals())

    async def passkey_off(self, *, timeout_ms: int | None = None) -> RemoveVirtualAuthenticatorResult:
        """Remove your virtual authenticator and all passkeys in it. See `Browser.passkey_off`."""
        return await self._called("removeVirtualAuthenticator", locals())

    async def passkey_list(self, *, timeout_ms: int | None = None) -> GetCredentialsResult:
        """List your passkeys, without their private keys. See `Browser.passkey_list`."""
        return await self._called("getCredentials", locals())

    async def passkey_add(
        self,
        path: str | PathLike[str] | None = None,
        *,
        secret: str | None = None,
        credentials: Sequence[dict[str, Any]] | None = None,
        timeout_ms: int | None = None,
    ) -> AddCredentialsResult:
        """Add the passkeys of a file or a secret; this turns the authenticator on. See `Browser.passkey_add`."""
        return await self._called("addCredentials", locals())

    async def passkey_save(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedPasskeys:
        """Save your passkeys to a file, private keys included. See `Browser.passkey_save`."""
        return await self._called("saveCredentials", locals())

    async def passkey_remove(
        self, credential_id: str | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveCredentialsResult:
        """Remove a passkey, or all of them. See `Browser.passkey_remove`."""
        return await self._called("removeCredentials", locals())

    async def passkey_verify(
        self, state: Literal["on", "off"], *, timeout_ms: int | None = None
    ) -> SetUserVerifiedResult:
        """Set whether the authenticator verifies its user. See `Browser.passkey_verify`."""
        return await self._called("setUserVerified", locals())

    async def auth_set(
        self,
        origin: str,
        user: str,
        *,
        secret: str | None = None,
        password: str | None = None,
        tab_id: int | None = None,
        timeout_ms: int | None = None,
    ) -> SetAuthResult:
        """Log in by HTTP authentication wherever a server asks your tabs for it. See `Page.auth_set`."""
        return await self._called("setAuth", locals())

    async def auth_list(self, *, timeout_ms: int | None = None) -> ListAuthResult:
        """List your log-ins by HTTP authentication. See `Browser.auth_list`."""
        return await self._called("listAuth", locals())

    async def auth_clear(self, origin: str | None = None, *, timeout_ms: int | None = None) -> ClearAuthResult:
        """Forget log-ins by HTTP authentication: those of one server, or all of them. See `Browser.auth_clear`."""
        return await self._called("clearAuth", locals())

    async def clipboard_read(
        self,
        *,
        html: bool = False,
        system: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> ReadClipboardResult:
        """Print what your clipboard holds: what you wrote there, or copied in a page. See `Browser.clipboard_read`."""
        return await self._called("readClipboard", locals())

    async def clipboard_write(
        self, text: str, *, html: str | None = None, system: bool = False, timeout_ms: int | None = None
    ) -> WriteClipboardResult:
        """Put text on your clipboard, to be pasted with clz clipboard paste. See `Browser.clipboard_write`."""
        return await self._called("writeClipboard", locals())

    async def pool_request(self, *, timeout_ms: int | None = None) -> RequestTabSpaceResult:
        """Ask for a tab when the pool is full; the next free slot is kept for you for 30 seconds. See
        `Browser.pool_request`.
        """
        return await self._called("requestTabSpace", locals())

    async def pool_grant(self, *, timeout_ms: int | None = None) -> GrantTabSpaceResult:
        """Give up your oldest tab to the agent that has waited longest. See `Browser.pool_grant`."""
        return await self._called("grantTabSpace", locals())

    async def pool_status(self, *, timeout_ms: int | None = None) -> GetSlotRequestsResult:
        """Show who waits for a tab, for whom slots are kept, and who holds many. See `Browser.pool_status`."""
        return await self._called("getSlotRequests", locals())

    async def agents(self, *, timeout_ms: int | None = None) -> GetAgentsResult:
        """List the agents that share this Firefox. See `Browser.agents`."""
        return await self._called("getAgents", locals())

    async def config_get(
        self, *, key: Literal["allowedDomains", "rights", "handleConsent"] | None = None, timeout_ms: int | None = None
    ) -> GetConfigResult:
        """Show your settings and the policy that applies to you. See `Browser.config_get`."""
        return await self._called("getConfig", locals())

    async def config_list(self, *, timeout_ms: int | None = None) -> ListConfigResult:
        """List every setting and where its value is set. See `Browser.config_list`."""
        return await self._called("listConfig", locals())

    async def config_set(
        self,
        *,
        allowed_domains: str | Sequence[str] | None = None,
        handle_consent: bool | None = None,
        timeout_ms: int | None = None,
    ) -> SetConfigResult:
        """Change a setting for good, or restrict where your own tabs may go for as long as you are connected. See
        `Browser.config_set`.
        """
        return await self._called("setConfig", locals())

    async def can_navigate(self, url: str, *, timeout_ms: int | None = None) -> CanNavigateResult:
        """Say whether the policy lets you open an address; if not, which rule forbids it. See `Browser.can_navigate`.
        """
        return await self._called("canNavigate", locals())

    async def window_mode(self, *, timeout_ms: int | None = None) -> GetWindowModeResult:
        """Show whether your tabs open in the shared window or in a private one. See `Browser.window_mode`."""
        return await self._called("getWindowMode", locals())

    async def window_private(self, *, enabled: bool = True, timeout_ms: int | None = None) -> SetPrivateModeResult:
        """Open your tabs in a private window from now on, if the person allows that. See `Browser.window_private`."""
        return await self._called("setPrivateMode", locals())

    async def loop_start(
        self,
        prompt: str,
        *,
        max_iterations: int = 20,
        minutes: float = 60,
        completion_promise: str | None = None,
        key: str | None = None,
        timeout_ms: int | None = None,
    ) -> StartLoopResult:
        """Start a focus loop: each time the agent would stop, it gets the prompt again. See `Browser.loop_start`."""
        return await self._called("startLoop", locals())

    async def loop_stop(self, *, key: str | None = None, timeout_ms: int | None = None) -> StopLoopResult:
        """End a focus loop. See `Browser.loop_stop`."""
        return await self._called("stopLoop", locals())

    async def loop_state(self, *, key: str | None = None, timeout_ms: int | None = None) -> GetLoopStateResult:
        """Show the focus loop of a session. See `Browser.loop_state`."""
        return await self._called("getLoopState", locals())

    async def loop_list(self, *, timeout_ms: int | None = None) -> ListLoopsResult:
        """List your focus loops; as the person, those of all agents. See `Browser.loop_list`."""
        return await self._called("listLoops", locals())

    async def notes(
        self,
        action: Literal["resolve", "clear"] | None = None,
        number: int | None = None,
        *,
        text: str | None = None,
        wait: bool = False,
        tab_id: int | None = None,
        wait_ms: int = 110000,
        timeout_ms: int | None = None,
    ) -> GetNotesResult:
        """List and resolve the notes that the person wrote at elements; they stay until resolved. `clz pick `note`` and
        `wait` ask for some. See `Page.notes`.
        """
        return await self._called("getNotes", locals())

    async def ask(
        self, question: str, *, tab_id: int | None = None, wait_ms: int = 110000, timeout_ms: int | None = None
    ) -> AskResult:
        """Ask the person something, and wait for Done or No. See `Page.ask`."""
        return await self._called("ask", locals())

    async def ping(self, *, timeout_ms: int | None = None) -> PingResult:
        """Check that the extension answers. See `Browser.ping`."""
        return await self._called("ping", locals())

    async def version(self, *, timeout_ms: int | None = None) -> VersionResult:
        """Print the version of every part. See `Browser.version`."""
        return await self._called("version", locals())

    async def status(self, *, timeout_ms: int | None = None) -> StatusResult:
        """Show the session: Firefox, host, tabs and agents. See `Browser.status`."""
        return await self._called("status", locals())
