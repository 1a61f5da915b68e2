"""What a page and a browser do. Made from clz_core by `make generate`; change the declarations there."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, overload

from clz._assertions import LocatorAssertions, PageAssertions
from clz._notebook import Pictured
from clz._locators import Locating, LocatorParts
from clz._sync import BrowserBase, ExpectBase, LocatorBase, PageBase
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


class Expect(ExpectBase):
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
    def text(
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
    def text(
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

    def text(
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
        return self._expect("text", locals())

    def visible(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is visible."""
        return self._expect("visible", locals())

    def hidden(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """No element that matches is visible."""
        return self._expect("hidden", locals())

    def gone(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """Nothing on the page matches, visible or not."""
        return self._expect("gone", locals())

    def enabled(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is not disabled."""
        return self._expect("enabled", locals())

    def disabled(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element is disabled."""
        return self._expect("disabled", locals())

    def checked(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The check box, radio button or switch is on."""
        return self._expect("checked", locals())

    def unchecked(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """It is off."""
        return self._expect("unchecked", locals())

    def focused(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has the focus."""
        return self._expect("focused", locals())

    def editable(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element takes text: it is neither disabled nor read-only."""
        return self._expect("editable", locals())

    def in_viewport(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """A part of the element is in view."""
        return self._expect("in-viewport", locals())

    def empty(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The element has no text, or the field holds nothing."""
        return self._expect("empty", locals())

    def indeterminate(
        self,
        target: str | LocatorParts,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The check box is neither on nor off."""
        return self._expect("indeterminate", locals())

    def value(
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
        return self._expect("value", locals())

    def values(
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
        return self._expect("values", locals())

    def texts(
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
        return self._expect("texts", locals())

    def attr(
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
        return self._expect("attr", locals())

    def class_(
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
        return self._expect("class", locals())

    def css(
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
        return self._expect("css", locals())

    def property(
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
        return self._expect("property", locals())

    def role(
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
        return self._expect("role", locals())

    def name(
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
        return self._expect("name", locals())

    def description(
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
        return self._expect("description", locals())

    def error_message(
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
        return self._expect("error-message", locals())

    def count(
        self,
        target: str | LocatorParts,
        count: int | str,
        *,
        wait_ms: int = 5000,
        frame: str | None = None,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """This many elements match, hidden ones and all frames included: 3, ">= 3", "< 5"."""
        return self._expect("count", locals())

    def url(
        self,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The address matches: * within a path part, ** across, or `matches`."""
        return self._expect("url", locals())

    def title(
        self,
        value: str,
        *,
        match: Literal["contains", "exact", "matches"] | None = None,
        ignore_case: bool = False,
        wait_ms: int = 5000,
        timeout_ms: int | None = None,
    ) -> ExpectResult:
        """The title matches the glob, or `matches`."""
        return self._expect("title", locals())

    def request(
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
        return self._expect("request", locals())

    def status(self, value: str, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """The answer to the last clz request has this status: 200, 2xx, 200-299 or several."""
        return self._expect("status", locals())

    def json(
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
        return self._expect("json", locals())

    def header(
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
        return self._expect("header", locals())

    def no_errors(self, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """No page of the tab wrote an error to its console, left one uncaught, or was refused something by CSP or CORS,
        since the tab was opened or since clz console `clear`.
        """
        return self._expect("no-errors", locals())

    def no_failed_requests(
        self, *, wait_ms: int = 5000, excluding: str | Sequence[str] | None = None, timeout_ms: int | None = None
    ) -> ExpectResult:
        """No request of the tab failed or was answered with 400 or more, since it was opened or since clz network
        `clear`.
        """
        return self._expect("no-failed-requests", locals())

    def snapshot(
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
        return self._expect("snapshot", locals())

    def picture(
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
        return self._expect("picture", locals())

    def a11y(
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
        return self._expect("a11y", locals())

    def vitals(self, value: str, *, wait_ms: int = 5000, timeout_ms: int | None = None) -> ExpectResult:
        """A figure of clz vitals is as it should be: "LCP < 2.5s", "TTFB <= 800ms", "INP < 200ms". Waits until the page
        has loaded and the figure is known.
        """
        return self._expect("vitals", locals())


class Locator(LocatorBase, Pictured):
    __doc__ = LocatorBase.__doc__

    @property
    def expect(self) -> LocatorAssertions:
        """What is expected of it: `locator.expect.to_have_text("Thank you")`."""
        return self._assertions(False)

    def _assertions(self, soft: bool, message: str | None = None) -> LocatorAssertions:
        return LocatorAssertions(self._page, self, soft=soft, message=message)

    def get_text(self, *, timeout_ms: int | None = None) -> str:
        """The text of the element, as it is shown."""
        return self._got("text", None, timeout_ms)

    def get_html(self, *, timeout_ms: int | None = None) -> str:
        """The HTML of the element."""
        return self._got("html", None, timeout_ms)

    def get_value(self, *, timeout_ms: int | None = None) -> str:
        """What the field holds; passwords are masked."""
        return self._got("value", None, timeout_ms)

    def get_attr(self, name: str, *, timeout_ms: int | None = None) -> str | None:
        """The value of an attribute; None if the element lacks it."""
        return self._got("attr", name, timeout_ms)

    def get_box(self, *, timeout_ms: int | None = None) -> dict[str, float]:
        """Where the element is, in CSS pixels of the viewport: x, y, width, height."""
        return self._got("box", None, timeout_ms)

    def get_styles(self, name: str, *, timeout_ms: int | None = None) -> dict[str, str]:
        """Computed styles, by name; put commas between several names."""
        return self._got("styles", name, timeout_ms)

    def get_options(self, *, timeout_ms: int | None = None) -> list[dict[str, Any]]:
        """What can be chosen in a list: value, label, selected, disabled."""
        return self._got("options", None, timeout_ms)

    def snapshot(
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
        return self._called("getAccessibilitySnapshot", locals())

    def content(
        self,
        *,
        format: Literal["text", "markdown", "article", "html"] = "text",
        include_html: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> GetContentResult:
        """Print the page or one element: its visible text, Markdown, the article in it, or HTML. See `Page.content`."""
        return self._called("getContent", locals())

    def get(
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
        return self._called("get", locals())

    def element(self, *, timeout_ms: int | None = None) -> GetElementInfoResult:
        """Describe one element: role, name, attributes, states, position and styles. See `Page.element`."""
        return self._called("getElementInfo", locals())

    def screenshot(
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
        return self._called("screenshot", locals())

    def click(
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
        return self._called("click", locals())

    def dblclick(
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
        return self._called("dblclick", locals())

    def hover(
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
        return self._called("hover", locals())

    def drag(
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
        return self._called("drag", locals())

    def mouse(
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
        return self._called("mouse", locals())

    def wheel(
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
        return self._called("mouseWheel", locals())

    def tap(
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
        return self._called("tap", locals())

    def swipe(
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
        return self._called("swipe", locals())

    def focus(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> FocusResult:
        """Give an element the focus. See `Page.focus`."""
        return self._called("focus", locals())

    def type(
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
        return self._called("type", locals())

    def fill(
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
        return self._called("fill", locals())

    def press(
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
        return self._called("pressKey", locals())

    def select(
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
        return self._called("select", locals())

    def check(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> CheckResult:
        """Check a checkbox, a radio button or a switch. See `Page.check`."""
        return self._called("check", locals())

    def uncheck(
        self,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> UncheckResult:
        """Uncheck a checkbox or a switch. See `Page.uncheck`."""
        return self._called("uncheck", locals())

    def select_text(
        self,
        text: str,
        *,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> SelectTextResult:
        """Select text on the page or in a field. See `Page.select_text`."""
        return self._called("selectText", locals())

    def scroll(
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
        return self._called("scroll", locals())

    def upload(
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
        return self._called("upload", locals())

    def download(
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
        return self._called("download", locals())

    def wait(
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
        return self._called("waitFor", locals())

    def clipboard_paste(
        self,
        *,
        system: bool = False,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> PasteClipboardResult:
        """Paste what your clipboard holds into an element, or wherever the focus is. See `Page.clipboard_paste`."""
        return self._called("pasteClipboard", locals())


class Page(PageBase, Locating[Locator], Pictured):
    __doc__ = PageBase.__doc__

    def _locator(self, steps: tuple[str, ...]) -> Locator:
        return Locator(self, steps)

    @property
    def expect(self) -> Expect:
        """What is expected of the page: `page.expect.text("Thank you")`."""
        return Expect(self)

    def _assertions(self, soft: bool, message: str | None = None) -> PageAssertions:
        return PageAssertions(self, soft=soft, message=message)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._got("url")

    @property
    def title(self) -> str:
        """Its title."""
        return self._got("title")

    def get_text(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """The text of the element, as it is shown."""
        return self._got("text", target, None, timeout_ms)

    def get_html(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """The HTML of the element."""
        return self._got("html", target, None, timeout_ms)

    def get_value(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> str:
        """What the field holds; passwords are masked."""
        return self._got("value", target, None, timeout_ms)

    def get_attr(self, target: str | LocatorParts, name: str, *, timeout_ms: int | None = None) -> str | None:
        """The value of an attribute; None if the element lacks it."""
        return self._got("attr", target, name, timeout_ms)

    def get_box(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> dict[str, float]:
        """Where the element is, in CSS pixels of the viewport: x, y, width, height."""
        return self._got("box", target, None, timeout_ms)

    def get_styles(self, target: str | LocatorParts, name: str, *, timeout_ms: int | None = None) -> dict[str, str]:
        """Computed styles, by name; put commas between several names."""
        return self._got("styles", target, name, timeout_ms)

    def get_options(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> list[dict[str, Any]]:
        """What can be chosen in a list: value, label, selected, disabled."""
        return self._got("options", target, None, timeout_ms)

    def get_count(self, target: str | LocatorParts, *, timeout_ms: int | None = None) -> int:
        """How many elements match now, hidden ones included."""
        return int(self._got("count", target, None, timeout_ms))

    def eval(
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
        return (self._called("evaluate", locals()))["result"]

    def navigate(
        self,
        url: str,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> NavigateResult:
        """Go to another page in your tab.

        Args:
            url: Address of the page: http, https, about, file, data.
            wait_until: How far the page must have loaded before the command is done. Default: load, or the setting
                wait_until.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("navigate", locals())

    def back(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> BackResult:
        """Go back one page.

        Args:
            wait_until: How far the page must have loaded before the command is done. Default: load, or the setting
                wait_until.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("back", locals())

    def forward(
        self,
        *,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ForwardResult:
        """Go forward one page.

        Args:
            wait_until: How far the page must have loaded before the command is done. Default: load, or the setting
                wait_until.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("forward", locals())

    def reload(
        self,
        *,
        bypass_cache: bool = False,
        wait_until: Literal["load", "domcontentloaded", "none"] | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> ReloadResult:
        """Load the page again.

        Args:
            bypass_cache: Fetch everything again instead of using the cache.
            wait_until: How far the page must have loaded before the command is done. Default: load, or the setting
                wait_until.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("reload", locals())

    def tab_select(self, *, foreground: bool = False, timeout_ms: int | None = None) -> SelectTabResult:
        """Make one of your tabs the current one, where your commands go.

        Args:
            foreground: Show it in its window too.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            title: Title of the page.
            status: HTTP status of the page, if a server gave it one. May be absent.
            certificateError: What is wrong with the page's certificate, if ``accept_certs`` accepted it. May be
                absent.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("selectTab", locals())

    def viewport(
        self,
        preset: str | None = None,
        *,
        width: int | None = None,
        height: int | None = None,
        reset: bool = False,
        alone: bool = False,
        timeout_ms: int | None = None,
    ) -> SetViewportResult:
        """Lay the page out for another size: a device, or width and height.

        Args:
            preset: iphone-se, iphone-14, iphone-14-pro-max, pixel-7, galaxy-s23, ipad-mini, ipad-pro-11, ipad-
                pro-12, laptop, desktop; or a size such as 800x600.
            width: Width in CSS pixels, with height instead of a preset.
            height: Height in CSS pixels.
            reset: Give the tab the size of its window again, and end the emulation of the device.
            alone: Fail if the whole window would have to be resized.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            preset: The preset.
            width: Width of the page's viewport now.
            height: Its height now.
            requested: What was asked for; null if it was reset.
            reached: True if it has that size.
            scope: tab: only this tab; window: this Firefox has no helper, so the whole window was resized.
            ratio: Device pixels per CSS pixel, as the page sees them.
            touch: True if the page sees a touch screen.
            userAgent: User agent that pages loaded from now on see; null: Firefox's own.
            note: What else you should know. May be absent.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("setViewport", locals())

    def emulate(
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
        """Emulate a language, time zone, place or colour scheme; without options, list what is emulated in the tab.

        Args:
            color_scheme: What prefers-color-scheme says.
            reduced_motion: What prefers-reduced-motion says.
            forced_colors: What forced-colors says.
            media: Lay pages out as for this medium.
            locale: Language, such as de-DE, of scripts (dates, numbers) and of requests (Accept-Language).
            timezone: Time zone, such as Europe/Berlin, or +05:30 for a fixed offset.
            geolocation: Place, in degrees, optionally with the accuracy in metres; pages then may ask for it.
            user_agent: User agent of scripts and requests, from the next page on.
            permission: Grant, deny or prompt for one of geolocation, notifications, push, camera, microphone, midi,
                persistent-storage, screen-wake-lock; can be given several times.
            orientation: What screen.orientation says; for the size: clz viewport.
            javascript: Off: scripts of pages do not run; clz still works in them.
            csp: Off: from the next page on, Content-Security-Policy headers have no effect; those in a <meta> do.
            reset: End all emulation. To end one value, set it to default.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            emulated: What is emulated in the tab, by option.
            tabId: The tab.
        """
        return self._called("emulate", locals())

    def init_add(
        self, *, code: str | None = None, name: str | None = None, timeout_ms: int | None = None
    ) -> AddInitScriptResult:
        """Run a script in each page that your tabs open from now on, and in its frames, before their own scripts.

        Args:
            code: The script itself, in JavaScript. It runs in the page's own world, whatever the page's policy
                says.
            name: What it is called in lists and errors. Default: the file's name.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            id: The script: clz init remove ID
            name: What it is called in lists and errors.
            tabId: The tab; null for all of your tabs.
        """
        return self._called("addInitScript", locals())

    def init_remove(
        self, id: int | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveInitScriptsResult:
        """Remove one of your init scripts, or all of them; pages in which they ran stay as they are.

        Args:
            id: The script, as listed by `clz init list`.
            all: All of your scripts, or, with `tab`, those for that tab only.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The scripts that are gone.
            left: How many you have left.
        """
        return self._called("removeInitScripts", locals())

    def snapshot(
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
        """Show what is on the page, one element a line; every command takes its refs, such as @e12, as targets.

        Args:
            target: Element to show. Default: the whole page, frames included.
            interactive: Only elements that can be acted on, as a flat list.
            compact: Leave out wrappers around a single element, and the options of lists.
            depth: Levels to show. Default: all.
            urls: Include the addresses of links and pictures.
            boxes: Include the box of each element, as x,y,width,height in the viewport.
            colors: Include the colours of each element.
            find: Only the lines that contain this text, in any case, with their ancestors and the lines beside
                them.
            max_chars: Most characters to return; the last line says what was cut.
            diff: Only what changed since you last looked at this page.
            tree: Include the elements as a tree, for `json`.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            snapshot: One element a line, nested by indentation; with diff, + and - before each, … before a count of
                lines.
            lines: Lines of the snapshot before it was cut, or of all changes.
            chars: Characters of them.
            shown: Lines given.
            truncated: True if it was cut at maxChars.
            elementsLeft: Elements further down that were not read, since the snapshot had enough characters. May be
                absent.
            diff: True if these are the changes since the last snapshot.
            since: With diff: what it is compared with. With nothing, or another page, it is the whole snapshot. May
                be absent.
            interactive: True if it has only the elements that can be acted on. May be absent.
            look: The number of this snapshot of the tab.
            sinceLook: With since snapshot: the number of the one it was compared with. May be absent.
            sinceMs: How long ago that was. May be absent.
            tree: Elements: role, ref, name or guess, kind, options, value, url, box, states, children. May be
                absent.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("getAccessibilitySnapshot", locals())

    def content(
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
        """Print the page or one element: its visible text, Markdown, the article in it, or HTML.

        Args:
            target: Element to read. Default: the whole page.
            format: text as it is shown; markdown with headings, links and tables; article: only the main text, as
                Markdown; html as it is in the page now.
            include_html: Include the HTML.
            offset: Begin after this many characters.
            max_length: Most characters of text to return.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            text: What is visible, in the format asked for, without script and style text.
            format: The format.
            framesLeftOut: Frames whose text is left out: an article has none, and a frame may not answer. ``frame``
                reads one by itself. May be absent.
            textLength: Characters of the whole text.
            truncated: True if the text was cut at maxLength.
            nextOffset: The offset of the rest; null if nothing was cut.
            html: HTML of the element, if it was asked for; cut at maxLength too. May be absent.
            article: What the article says about itself. May be absent.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("getContent", locals())

    def get(
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
        """Print one thing about an element or the page: what a script needs, without anything around it.

        Args:
            what: text, html, value, attr NAME, count of matches, box in CSS pixels, styles [NAMES], options of a
                list; of the page: its url, its title, or selection: the text that is selected.
            target: Element to read; of several, the first that is visible. Not needed for what belongs to the page.
            name: The attribute's name, or the style properties, separated by commas.
            all: Read every match, and return a list.
            offset: Begin after this many characters.
            max_length: Most characters to return.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            what: What was asked for.
            value: The answer; with all, one for each match; null if the element has none. Passwords are masked.
            truncated: True if it was cut at maxLength.
            nextOffset: The offset of the rest; null if nothing was cut.
            framesLeftOut: Frames whose text is left out: an article has none, and a frame may not answer. ``frame``
                reads one by itself. May be absent.
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("get", locals())

    def element(
        self,
        target: str | LocatorParts,
        *,
        frame: str | None = None,
        nth: int | None = None,
        timeout_ms: int | None = None,
    ) -> GetElementInfoResult:
        """Describe one element: role, name, attributes, states, position and styles.

        Args:
            target: Element to describe; of several, the first that is visible.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            tagName: Its tag, in lower case.
            ref: Its ref.
            selector: A selector that matches only this element.
            role: Its role.
            name: Its accessible name.
            guess: What it seems to be called, if it has no name.
            text: Its text, cut at 1,000 characters.
            value: What it holds; masked for passwords.
            attributes: Its attributes.
            visible: True if it is drawn, at least after scrolling.
            inViewport: True if a part of it is in view.
            enabled: False if it is disabled.
            editable: True if it takes text.
            focused: True if it has the focus.
            checked: For check boxes and radio buttons; null: neither on nor off.
            position: Where it is, in CSS pixels of the viewport.
            styles: Its main computed styles.
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("getElementInfo", locals())

    def page_state(
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
        """List what is visible on the page: headings, links, buttons, fields, pictures, landmarks, errors.

        Args:
            max_headings: Most headings.
            max_links: Most links.
            max_buttons: Most buttons.
            max_inputs: Most inputs.
            max_images: Most images.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            viewport: Sizes and place of the viewport, in CSS pixels.
            headings: Headings that are visible.
            links: Links that are visible.
            buttons: Buttons that are visible.
            inputs: Fields (with passwords masked) that are visible.
            images: Pictures that are visible.
            landmarks: Parts of the page.
            errors: Error messages that the page shows.
            counts: How many there are of each, listed or not.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("getPageState", locals())

    def screenshot(
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
        """Save a picture of the page in your tab, also in the background: no tab is brought to the front.

        Args:
            path: File to write. Default: a new file in the folder for temporary files.
            full: The whole page, not only what is in view.
            slices: The whole page as several pictures, from top to bottom.
            target: Only this element.
            clip: Only this part of what is in view, in CSS pixels.
            purpose: Preset of quality and scale: quick-glance 30 %, ×0.25; read-text 60 %, ×0.5; inspect-ui 80 %,
                ×0.75; full-detail 95 %, ×1. Default: full-detail into a .png file or on a terminal, else read-text.
            quality: Quality in percent, of JPEG and WebP.
            scale: Pixels per CSS pixel, instead of the preset's.
            format: File format. Default: by the ending of PATH, else jpeg.
            mask: Cover these elements.
            annotate: Label the elements that can be acted on with their refs.
            any_size: Let a side be longer than 2000 pixels.
            max_wait: How long to wait until the page is ready, in milliseconds.
            wait_for_images: Wait for pictures and fonts in view too.
            skip_readiness: Take the picture immediately, ready or not.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            bytes: Its size.
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            format: Its format.
            width: Its width in pixels.
            height: Its height in pixels.
            quality: Quality used of JPEG and WebP, in percent.
            scale: Pixels per CSS pixel used.
            reduced: True if the scale was reduced because a side would have been too long.
            readiness: What was waited for.
            slices: With slices: the pictures below the first one; y is where each begins on the page. May be
                absent.
            pageHeight: Height of the page if only its top is shown, in pixels. May be absent.
            shownHeight: How much of that height is shown. May be absent.
            labels: What the numbers stand for, in pixels of the picture. May be absent.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("screenshot", locals())

    def pdf(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedFile:
        """Print the page to a PDF file.

        Args:
            path: File to write.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            bytes: Its size in bytes.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("pdf", locals())

    def click(
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
        """Click an element: first wait until it is visible, stable, enabled and not covered.

        Args:
            target: Element to click.
            button: Which button.
            count: How many times: 2 is a double click.
            delay: How long to hold it down, in milliseconds.
            new_tab: Open the link in a new tab.
            modifier: Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.
            at: Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            clicked: True: the click was sent.
            trusted: True if the page cannot tell the click from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("click", locals())

    def dblclick(
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
        """Double-click an element.

        Args:
            target: Element to click.
            modifier: Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.
            at: Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            clicked: True: the click was sent.
            trusted: True if the page cannot tell the click from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("dblclick", locals())

    def hover(
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
        """Move the mouse over an element, and leave it there.

        Args:
            target: Element to move to.
            modifier: Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.
            at: Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            hovered: True: the mouse is there.
            trusted: True if the page cannot tell the move from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("hover", locals())

    def drag(
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
        """Drag an element onto another one, or by a distance.

        Args:
            target: Element to drag.
            to: Element to drop it on, in any frame.
            by: Distance as DX,DY in CSS pixels. Instead of TO.
            from_point: Where to press it, as X,Y from its upper left corner. Default: its middle, or a slider's
                thumb.
            to_point: Where to release it, as X,Y from the upper left corner of TO.
            path: Points to go through, as "X,Y X,Y" from its upper left corner. Without TO the drag ends at the
                last.
            duration: How long the drag takes, in milliseconds.
            steps: How many mouse moves it consists of.
            modifier: Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            dragged: True: it was dragged and released.
            kind: Whether the mouse did it, or the browser's drag and drop.
            accepted: For html5: whether the target accepted the drop. May be absent.
            changed: False if the page was the same afterwards; left out if that cannot be seen, as on a canvas. May
                be absent.
            value: What the slider holds now, if one was dragged. May be absent.
            selected: Text that the drag selected, cut at 1000 characters. May be absent.
            trusted: True if the page cannot tell the events from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("drag", locals())

    def mouse(
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
        """Move, press, release or click the mouse at a point; a button that is down stays down.

        Args:
            action: What it does.
            point: X,Y in CSS pixels of the viewport. Default: where it is, or the middle of `target`.
            target: Element to count from. Its upper left corner is 0,0.
            button: Which button.
            count: How many times it clicks: 2 is a double click.
            modifier: Key to hold down meanwhile: ctrl, shift, alt or meta; can be given several times.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            x: Where the mouse is now, in CSS pixels of its frame's viewport. May be absent.
            y: The same, vertically. May be absent.
            down: Buttons that are down now. May be absent.
            trusted: True if the page cannot tell the events from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("mouse", locals())

    def wheel(
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
        """Turn the mouse wheel over a point.

        Args:
            delta: DY, or DX,DY, in CSS pixels; down and right are positive.
            at: Point X,Y of the viewport, or from the corner of `target`. Default: where the mouse is, or the
                middle.
            target: Element to count from. Its upper left corner is 0,0.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            scrolled: False if nothing scrolled: a page may use the wheel for something else.
            trusted: True if the page cannot tell the wheel from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("mouseWheel", locals())

    def tap(
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
        """Tap an element with a finger.

        Args:
            target: Element to tap.
            delay: How long to hold it down, in milliseconds.
            at: Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            trusted: True if the page cannot tell the tap from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("tap", locals())

    def swipe(
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
        """Swipe over an element with a finger.

        Args:
            target: Element to swipe over.
            direction: Where the finger goes: up scrolls down.
            distance: How far, in CSS pixels. Default: half of the viewport.
            at: Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.
            to_point: End as X,Y from its corner. Takes the place of a direction.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            scrolled: True if it scrolled something; a page can prevent that.
            trusted: True if the page cannot tell the swipe from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("swipe", locals())

    def focus(
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
        """Give an element the focus.

        Args:
            target: Element to focus.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            focused: True: it has the focus.
            trusted: True if the page cannot tell the focus from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("focus", locals())

    def type(
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
        """Type text key by key: into an input, a textarea or an editable element.

        Args:
            target: Element to type into.
            text: Text to enter.
            clear: Empty the field first.
            at_caret: Type at the caret, replacing what is selected.
            insert: Insert the text at the caret without keys, as an input method does.
            delay_ms: Pause between two keys, in milliseconds.
            submit: Press Enter afterwards.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            typed: True: the text was sent.
            currentValue: What the field holds now; masked for passwords.
            changedByPage: True if the page changed what was entered.
            changedByField: True if the field itself changed what was entered: by its maxlength, or its min, max and
                step. May be absent.
            invalid: Why Firefox would not send a form with this value, in Firefox's words. May be absent.
            submitted: True if it sent the form. May be absent.
            focus: What has the focus now, if it left the field; empty if nothing has. May be absent.
            trusted: True if the page cannot tell the input from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("type", locals())

    def fill(
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
        true or false for a checkbox.

        Args:
            target: Element to fill.
            text: Text to enter.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            typed: True: the text was sent.
            currentValue: What the field holds now; masked for passwords.
            changedByPage: True if the page changed what was entered.
            changedByField: True if the field itself changed what was entered: by its maxlength, or its min, max and
                step. May be absent.
            invalid: Why Firefox would not send a form with this value, in Firefox's words. May be absent.
            submitted: True if it sent the form. May be absent.
            focus: What has the focus now, if it left the field; empty if nothing has. May be absent.
            trusted: True if the page cannot tell the input from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("fill", locals())

    def fill_form(
        self,
        *,
        fields: dict[str, Any],
        submit: str | bool | None = None,
        force: bool = False,
        wait_ms: int | None = None,
        wait_request: str | None = None,
        timeout_ms: int | None = None,
    ) -> FillFormResult:
        """Fill in several fields, one after the other: texts, options, checkboxes.

        Args:
            fields: The value of each field, by its target.
            submit: Then send the form: click its button, or the element that you name.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            fields: Each field, and what it holds now; masked for passwords.
            clicked: What was clicked to send the form. May be absent.
            trusted: True if the page cannot tell the input from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("fillForm", locals())

    def press(
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
        """Press keys, on an element or wherever the focus is.

        Args:
            key: Key such as Enter, ArrowDown or a, a combination such as Control+a, or several with spaces between.
            target: Element to focus first. Default: the focused one.
            ctrl: Hold Control down.
            shift: Hold Shift down.
            alt: Hold Alt down.
            meta: Hold Meta down.
            down: Only press it down: it is held until `up`, and repeats if you press it again.
            up: Only release.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            key: The keys, each with the modifiers held down for it.
            target: A selector of the element that received it.
            modifiers: Modifiers held down.
            trusted: True if the page cannot tell the key from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("pressKey", locals())

    def select(
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

        Args:
            target: The list: a select element, or what opens one that the page draws.
            values: Options to choose; others are deselected. Several if the list allows several.
            by: What the values are: any looks for a value first, then a label, then an index from 0.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            selected: Labels of what is chosen now.
            values: Values of what is chosen now.
            changed: False if it was already so: no event was sent.
            trusted: True if the page cannot tell the choice from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("select", locals())

    def check(
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
        """Check a checkbox, a radio button or a switch.

        Args:
            target: Checkbox, radio button or switch, or its label.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            checked: Whether it is checked now.
            changed: False if it was already so: nothing was sent.
            trusted: True if the page cannot tell the click from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("check", locals())

    def uncheck(
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
        """Uncheck a checkbox or a switch.

        Args:
            target: Checkbox, radio button or switch, or its label.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            checked: Whether it is checked now.
            changed: False if it was already so: nothing was sent.
            trusted: True if the page cannot tell the click from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("uncheck", locals())

    def select_text(
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
        """Select text on the page or in a field.

        Args:
            target: Element that contains the text.
            text: The text. Its first occurrence counts; a run of spaces counts as one.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            selected: What is selected now.
            trusted: True if the page cannot tell the selection from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("selectText", locals())

    def scroll(
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
        """Scroll to an element or a place, or by a distance; or until a text or a row of a long list shows up.

        Args:
            target: Element to scroll to; together with `by`, `to` or `until`, the element to scroll.
            by: Distance as DX,DY in CSS pixels, or only DY; with `until` and `until_text`, that of each step.
            to: top, bottom, left, right, or a place as X,Y.
            until_text: Scroll until this text is in view; an error after `wait_ms`.
            until: Scroll until an element matches, as in lists that hold only rows in view; an error after
                `wait_ms`.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            position: Scroll position of the page, or of what was scrolled.
            elementPosition: Where the target is in the viewport. May be absent.
            pageHeight: Height of everything that can be scrolled.
            viewportHeight: Height of what is in view.
            noEffect: True if nothing moved: it was there already, or at the end.
            found: For `until` and `until_text`: whether it is in view. May be absent.
            trusted: True if the page cannot tell the scrolling from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("scroll", locals())

    def upload(
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
        button opens.

        Args:
            target: File input, its label, a place that takes dropped files, or a button that opens a file chooser.
            files: Files to upload.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            uploaded: The files as the page got them.
            dropped: True if they were dropped, false if an input took them.
            trusted: True if the page cannot tell the events from a person's.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("upload", locals())

    def download(
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
        """Download a file: click what starts it, wait until it is complete, and print its path.

        Args:
            target: Link or button that starts it.
            path: File or folder to move it to; in a folder it gets a free name. Default: where Firefox saves it.
            overwrite: Replace a file of the same name in the folder.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file.
            bytes: Its size.
            downloadUrl: Address it came from.
            mimeType: Its type, according to the server.
            trusted: True if the page cannot tell the click from a person's.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("download", locals())

    def dialog_status(self, *, timeout_ms: int | None = None) -> DialogStatusResult:
        """Show the dialog that is open in your tab, and those that were answered.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            open: The dialog that is open, and since when (ISO 8601).
            last: The dialog that was answered last, and when (ISO 8601).
            answered: The last 50 that were answered in this tab, the oldest first.
            policy: What happens to your dialogs.
            evaluation: Outcome of an eval that a dialog interrupted: its result as eval gives it, or its error.
                Null while it runs. May be absent.
            tabId: The tab.
        """
        return self._called("dialogStatus", locals())

    def dialog_accept(
        self, text: str | None = None, *, wait_request: str | None = None, timeout_ms: int | None = None
    ) -> AcceptDialogResult:
        """Press OK in the dialog that is open.

        Args:
            text: Answer for a prompt.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            type: What kind it is.
            message: What it says.
            evaluation: Outcome of an eval that a dialog interrupted: its result as eval gives it, or its error.
                Null while it runs. May be absent.
            tabId: The tab.
            request: The request that was waited for; ms is how long it took. May be absent.
        """
        return self._called("acceptDialog", locals())

    def dialog_dismiss(self, *, timeout_ms: int | None = None) -> DismissDialogResult:
        """Press Cancel in the dialog that is open.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            type: What kind it is.
            message: What it says.
            evaluation: Outcome of an eval that a dialog interrupted: its result as eval gives it, or its error.
                Null while it runs. May be absent.
            tabId: The tab.
        """
        return self._called("dismissDialog", locals())

    def wait(
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
        an expression is true, a request has ended, or a tab was opened; with several of these, until all hold.

        Args:
            target: Element to wait for.
            gone: Until the element, or the text, is no longer on the page.
            hidden: Until the element is hidden or gone.
            text: Text that must be on the page.
            url: Glob that the address must match: * within a path part, ** across.
            load: How far the page must have loaded. quiet: nothing in it has changed for half a second, and the
                requests that your last command caused are done. rest: like quiet, but sooner if Firefox knows that
                the page has no timer and no animation.
            fn: Expression that must be true in the page. It may use await; it can read the page, not change it.
            unsafe: Evaluate the expression in the page's own world, whatever it does.
            request: Glob of the address of a request of this tab that has ended, answered or not, and that began
                with your last command that acts (such as click or open) or after it; without one, since the tab was
                opened.
            status: request: only with this status: 200, 2xx, 200-299, failed (400 or more, or no answer), or
                several.
            method: request: only with this method, such as POST.
            body: request: with the body of the answer, if bodies of the tab are recorded.
            popup: Until a page of this tab has opened another tab, with your last command that acts or after it.
            wait_ms: How long to wait, in milliseconds.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            found: True: everything that was asked for holds.
            elapsedMs: Milliseconds it took.
            visible: True if the element is visible. May be absent.
            position: Where the element is, in CSS pixels of the viewport. May be absent.
            openedTab: Tab that the page opened as a result; it is yours. May be absent.
            openedAndClosed: Tab that the page opened as a result, and that is closed again. May be absent.
            body: The body of the answer, if that was asked for; secrets in it are masked. May be absent.
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("waitFor", locals())

    def vitals(self, *, timeout_ms: int | None = None) -> GetVitalsResult:
        """Print the page's Web Vitals as Firefox measures them: TTFB, FCP, LCP and INP, each rated by web.dev. Firefox
        does not measure CLS.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            title: Title of the page.
            vitals: What was measured since the page was loaded: value is null if it was not measured, and note says
                why; supported is false for what Firefox does not measure; element is the one that LCP or INP is
                about.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("getVitals", locals())

    def eval_result(
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
        """Evaluate an expression in the page and print its value; it may use await.

        Args:
            expression: JavaScript. Without `unsafe` it can only look: it reads the page and works on what it
                creates itself; what would change, send or run anything is refused.
            target: Element that the expression calls `element`.
            all: With a target: all matches, which the expression calls `elements`.
            unsafe: Evaluate it in the page's own world, whatever it does.
            gesture: With `unsafe`: run it as after a user gesture, so that the page may open tabs or play sound.
            max_length: Most characters of JSON to return; what is left out is marked.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            result: The value as JSON; what JSON cannot hold is an object with a "$type".
            type: Its type, as JavaScript or Firefox calls it; object for the page's own classes.
            world: Where it ran: among the page's own code, or apart from it.
            truncated: True if something was left out for its size.
            openedTab: Tab that the page opened as a result; it is yours. May be absent.
            openedAndClosed: Tab that the page opened as a result, and that is closed again. May be absent.
            unfinished: True if the page was still arriving after 5 s: this is what was there by then. May be
                absent.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("evaluate", locals())

    def console(
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
        first script on.

        Args:
            level: Only messages of this level.
            page: Only messages of the page that is shown now, not of those before it.
            limit: Most messages: the newest.
            since: Only messages that came after this cursor of an earlier answer.
            clear: Forget the messages of this tab afterwards.
            wait_ms: Wait this long, in milliseconds, for messages if there are none.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            logs: The messages, oldest first; page counts the pages of the tab, source is the place in the original.
            totals: How many are kept, by level.
            total: How many are kept.
            dropped: How many older ones were dropped to make room.
            cursor: Pass it as since to get what comes next.
            tabId: The tab.
        """
        return self._called("getConsoleLogs", locals())

    def network(
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
        """Print the requests that the tab made: status, timing, size; secrets in addresses are masked.

        Args:
            type: Only requests of this type.
            status: Only this status: 404, 4xx, 200-299, failed (400 or more, or no answer), pending; or several.
            method: Only requests with this method, such as POST.
            slower_than: Only requests that took longer than this, in milliseconds, or have been pending for longer.
            url: Only addresses that match this glob.
            include_headers: Include the headers; credentials in them are masked.
            bodies: Include how recorded bodies begin: see clz network record.
            limit: Most requests: the newest.
            since: Only requests that came after this cursor of an earlier answer.
            clear: Forget the requests of this tab afterwards.
            wait_ms: Wait this long, in milliseconds, for requests if there are none.
            har: Write them to this file, as HAR 1.2. With bodies: clz network har.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            requests: The requests, oldest first.
            total: How many are kept.
            dropped: How many older ones were dropped to make room.
            pausedMs: For how long no requests were recorded, because there were far too many.
            cursor: Pass it as since to get what comes next.
            tabId, url, title, status, certificateError, noWebgl: see `clz_core.generated.results.OfPage`.
        """
        return self._called("getNetworkRequests", locals())

    def route(
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
        """Answer, change, redirect or block the requests of your tabs that match a glob; the newest route wins.

        Args:
            url: Glob of addresses: * within a path part, ** across. Policy comes first: what it denies is not
                answered.
            handler: A function that decides: it is given the route, whose `request` it looks at, and calls one of
                its `fulfill`, `continue_`, `abort` and `fallback`, or does so later. Only `times`, `method` and
                `type` go with it.
            block: Cancel them, as a content blocker does.
            fail: Fail them like a server that cannot be reached.
            redirect: Send them to this address instead; the page sees a redirect.
            status: Answer with this status. Default of an answer: 200.
            headers: Header of the answer, as 'Name: value'; can be given several times.
            body: Answer with this text.
            json: Answer with this JSON, as application/json. For clz's own JSON put `json` before `route`.
            file: Answer with this file; its name decides the type.
            set_headers: Send the request with this header, as 'Name: value'; can be given several times.
            remove_headers: Send the request without this header; can be given several times.
            delay: Wait this many milliseconds first.
            times: For this many requests; then the route ends.
            method: Only requests of this method.
            type: Only requests of this type.
            har: Answer from this recording, a HAR file, or a .zip that holds one with its bodies.
            miss: What happens to requests that the recording lacks. record: they pass, and all bodies of your tabs
                are recorded, so that clz network har `bodies` writes a recording that includes them. Default: pass.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            id: The route: clz unroute ID
            url: The glob.
            does: What happens to the requests.
            by: Who does it: the helper of clz's own Firefox, or webRequest.
            tabId: The tab; null for all of your tabs.
        """
        if handler is not None:
            return self._handled(url, handler, times, method, type)
        del handler
        return self._called("addRoute", locals())

    def unroute(
        self, id: int | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveRoutesResult:
        """Remove one of your routes, or all of them.

        Args:
            id: The route, as listed by `clz route list`.
            all: All of your routes, or, with `tab`, those for that tab only.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The routes that are gone.
            left: How many you have left.
        """
        return self._called("removeRoutes", locals())

    def network_record(
        self,
        state: Literal["on", "off"],
        *,
        match: str | None = None,
        max_bytes: int = 1048576,
        all_types: bool = False,
        timeout_ms: int | None = None,
    ) -> RecordBodiesResult:
        """Record the bodies of the tab's requests and answers from now on: text, up to 1 MB each and 50 MB in all, then
        the oldest are dropped. Messages of WebSockets and EventSources are recorded too: clz network sockets.

        Args:
            state: on, or off. What is recorded stays until it is cleared.
            match: Only of addresses that match this glob.
            max_bytes: Keep this much of each body.
            all_types: Record pictures, fonts and everything else too, not only text.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            recording: True if bodies are recorded now.
            match: Only of addresses that match this.
            maxBytes: How much of each is kept.
            allTypes: True if it is not only text.
            bodies: How many are kept.
            bytes: Their size in all.
            messages: How many messages of WebSockets and EventSources are kept.
            tabId: The tab.
        """
        return self._called("recordBodies", locals())

    def network_body(
        self,
        id: str,
        *,
        request: bool = False,
        path: str | PathLike[str] | None = None,
        encoded: bool = False,
        timeout_ms: int | None = None,
    ) -> GetRequestBodyResult:
        """Print the body of an answer, or of the request itself; secrets in it are masked.

        Args:
            id: The request, by its id in clz network.
            request: Print the body of the request instead of that of the answer.
            path: Write it to this file, byte for byte as it came; the secrets in a text are masked there too.
            encoded: Give it in base64 as well, unless a secret in it is masked.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            id: The request.
            method: Its method.
            url: Its address.
            status: Its status.
            state: How much of the body is kept, and why not all of it.
            bytes: How many bytes have come.
            mimeType: Its type.
            masked: True if a secret in it is masked.
            text: The body, if it is text. May be absent.
            fields: The fields of a form; of a file field, the file's name. May be absent.
            base64: The body as it came, if that was asked for. May be absent.
            tabId: The tab.
        """
        return self._called("getRequestBody", locals())

    def network_sockets(
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
        """Print the messages of the tab's WebSockets and EventSources: see clz network record. Secrets are masked.

        Args:
            url: Only sockets whose address matches this glob.
            full: Whole messages, binary ones in base64, instead of how they begin.
            limit: Most messages: the newest.
            since: Only messages that came after this cursor of an earlier answer.
            clear: Forget the messages of this tab afterwards.
            wait_ms: Wait this long, in milliseconds, for messages if there are none.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            messages: The messages, and what became of the sockets; oldest first.
            total: How many are kept.
            dropped: How many older ones were dropped to make room.
            cursor: Pass it as since to get what comes next.
            recording: True if messages are recorded now.
            webSockets: What is recorded of WebSockets: their messages only in clz's own Firefox.
            tabId: The tab.
        """
        return self._called("getSocketMessages", locals())

    def network_har(
        self, path: str | PathLike[str], *, bodies: bool = False, cookies: bool = False, timeout_ms: int | None = None
    ) -> SavedArchive:
        """Write the requests that the tab made to a file, as HAR 1.2. Secrets are masked.

        Args:
            path: File to write; in a .zip each body is a file of its own, as Playwright writes them.
            bodies: With the bodies that are recorded: see clz network record.
            cookies: With the values of cookies, if you have the right to them.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            bytes: Its size.
            requests: How many requests are in it.
            bodies: How many bodies.
            cut: How many of those were not recorded as a whole.
            pending: How many have not ended, and so are not in it.
            dropped: How many older ones were dropped to make room.
            pausedMs: For how long no requests were noted, because there were far too many.
            leftOut: How many bodies there was no room for; the oldest.
            tabId: The tab.
        """
        return self._called("getHar", locals())

    def network_headers_set(
        self, headers: str | Sequence[str], *, timeout_ms: int | None = None
    ) -> SetExtraHeadersResult:
        """Send every request of your tabs with these headers, to any server; they replace those of the page.

        Args:
            headers: Header, as 'Name: value'; can be given several times. Only for some addresses: clz route GLOB
                `set_header`.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            headers: The headers that are sent there now; secrets in them are masked.
            tabId: The tab; null for all of your tabs.
        """
        return self._called("setExtraHeaders", locals())

    def network_headers_clear(
        self, names: str | Sequence[str] | None = None, *, timeout_ms: int | None = None
    ) -> ClearExtraHeadersResult:
        """Send requests without these headers again, or without all that were set.

        Args:
            names: Name of a header; can be given several times. Default: all.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The names of those that are gone.
            headers: The headers that are sent there now; secrets in them are masked.
            tabId: The tab; null for all of your tabs.
        """
        return self._called("clearExtraHeaders", locals())

    def network_offline(self, state: Literal["on", "off"], *, timeout_ms: int | None = None) -> SetOfflineResult:
        """Take your tabs offline, or online again: requests fail, and pages see that they are offline.

        Args:
            state: on, or off.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            offline: True if they are offline now.
            tabId: The tab; null for all of your tabs.
        """
        return self._called("setOffline", locals())

    def network_throttle(
        self,
        preset: str | None = None,
        *,
        down: int | None = None,
        up: int | None = None,
        latency: int | None = None,
        timeout_ms: int | None = None,
    ) -> ThrottleNetworkResult:
        """Slow down the network of your tabs.

        Args:
            preset: gprs, regular-2g, good-2g, regular-3g, good-3g, regular-4g, dsl, wifi, as in Firefox; slow-3g,
                fast-3g, slow-4g, fast-4g, as in Chrome; or off.
            down: Answers at this many kbit/s.
            up: Requests at this many kbit/s.
            latency: This many milliseconds before the body of each answer.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            throttle: Kbit/s down and up (null: not limited), and latency in milliseconds.
            tabId: The tab; null for all of your tabs.
        """
        return self._called("throttleNetwork", locals())

    def network_conditions(self, *, reset: bool = False, timeout_ms: int | None = None) -> GetNetworkConditionsResult:
        """List what was set for the network of your tabs: headers, offline, throttling.

        Args:
            reset: End all of it first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            conditions: What applies to all of your tabs (tabId is null), then what applies to single tabs instead.
        """
        return self._called("getNetworkConditions", locals())

    def request(
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
        """Send a request with your tab's cookies, and print the answer; secrets in it are masked.

        Args:
            method: GET, POST, PUT, PATCH, DELETE, HEAD and the like.
            url: Address to send it to.
            json: Send this JSON.
            body: Send this text.
            form: Send this field, as a form does; can be given several times.
            headers: Send this header, as 'Name: value'; can be given several times.
            max_redirects: Follow this many redirects.
            save: Print the value at this path of the JSON answer, unmasked, as NAME=value; in a test it is $NAME
                from then on. Can be given several times.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            url: Where the answer came from.
            status: Its status.
            statusText: The status in words.
            headers: Its headers; secrets in them are masked.
            text: Its body, if that is text; secrets in it are masked. May be absent.
            base64: Its body, if that is not text. May be absent.
            saved: The values of `save`. May be absent.
            tabId: The tab.
        """
        return self._called("sendRequest", locals())

    def consent(
        self, *, accept: bool = False, scan_timeout: int = 3000, auto: bool | None = None, timeout_ms: int | None = None
    ) -> HandleConsentResult:
        """Answer the page's cookie banner or consent dialog: refuse what can be refused.

        Args:
            accept: Accept everything instead.
            scan_timeout: How long to look for a banner, in milliseconds.
            auto: From now on answer the banner of every page in your tabs; `auto=False` ends it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            found: True if there was a banner.
            clicked: True if something in it was clicked.
            buttonText: The text of what was clicked last, if it is known.
            method: The rule that matched the banner, or the pass that found its button; none.
            action: What was answered.
            elapsedMs: Milliseconds it took.
            auto: True if banners in your tabs are answered automatically.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("handleConsent", locals())

    def cookies(
        self,
        *,
        url: str | None = None,
        name: str | None = None,
        all: bool = False,
        show: bool = False,
        timeout_ms: int | None = None,
    ) -> GetCookiesResult:
        """List the cookies sent to the tab's page, or to another address.

        Args:
            url: Only cookies that are sent to this address. Default: to the tab's page.
            name: Only cookies of this name.
            all: All cookies in the jar, of any site.
            show: Show their values.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            cookies: One entry a cookie; expires in seconds since 1970, null: it ends with Firefox.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("getCookies", locals())

    def cookies_get(
        self, name: str, *, url: str | None = None, show: bool = False, timeout_ms: int | None = None
    ) -> GetCookieResult:
        """Print the value of a cookie that is sent to the tab's page.

        Args:
            name: Its name.
            url: Only cookies that are sent to this address. Default: to the tab's page.
            show: Show their values.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            value: Its value, masked without `show`.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("getCookie", locals())

    def cookies_set(
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
        """Set a cookie, for the tab's page or another address.

        Args:
            name: Its name.
            value: Its value, which keeps it out of the list of processes.
            url: The address that it is set for. Default: the tab's page.
            domain: This host and all below it. Default: only the address's host.
            path: Only for addresses below this path.
            expires: When it ends: 90s, 30m, 12h, 7d from now, a date such as 2030-01-31, or seconds since 1970;
                after 400 days at the latest. Default: when Firefox ends.
            http_only: Hide it from scripts.
            secure: Send it only over https. Default: yes for an https: address.
            same_site: When other sites' pages send it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            cookie: The cookie, its value masked.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("setCookie", locals())

    def cookies_delete(
        self, name: str, *, url: str | None = None, timeout_ms: int | None = None
    ) -> DeleteCookieResult:
        """Delete the cookies of a name that are sent to the tab's page.

        Args:
            name: Its name.
            url: Only cookies that are sent to this address. Default: to the tab's page.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The names of those that are gone.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("deleteCookie", locals())

    def cookies_clear(
        self, *, url: str | None = None, all: bool = False, timeout_ms: int | None = None
    ) -> ClearCookiesResult:
        """Delete all cookies that are sent to the tab's page, or all in the jar.

        Args:
            url: Only cookies that are sent to this address. Default: to the tab's page.
            all: All cookies in the jar, of any site.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The names of those that are gone.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("clearCookies", locals())

    def cookies_import(
        self, *, url: str | None = None, cookies: Sequence[dict[str, Any]], timeout_ms: int | None = None
    ) -> ImportCookiesResult:
        """Set cookies from a file: cookies.txt, JSON, a header Cookie:, or a curl command that was copied.

        Args:
            url: The address that the cookies of a header are for. Default: that of curl, else the tab's page.
            cookies: One object a cookie: name, value and what else it has; without a domain it is set for the
                address.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            count: How many were set.
            domains: Whose they are.
            expired: Names of those that have expired, and so were not set.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("importCookies", locals())

    def storage(self, *, frame: str | None = None, timeout_ms: int | None = None) -> GetStorageResult:
        """List what the page's origin stores: local and session storage, IndexedDB databases, caches.

        Args:
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            origin: The origin whose storage it is.
            local: Keys of local storage, and characters of all.
            session: The same of session storage.
            databases: IndexedDB databases.
            caches: Caches, and how many answers each holds.
            serviceWorkers: Scopes of its service workers.
            tabId: The tab.
        """
        return self._called("getStorage", locals())

    def storage_local(
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
        """List, get, set and delete what the page's origin keeps in local storage.

        Args:
            action: list of the keys, get KEY, set KEY VALUE, delete KEY, or clear.
            key: The key.
            value: Its value.
            show: List the values too.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            offset: Begin after this many characters.
            max_length: Most characters of values to return.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            origin: The origin whose storage it is.
            action: What was done.
            entries: The keys concerned, 1000 at most.
            count: How many there are.
            value: The value that was asked for. May be absent.
            truncated: True if something was left out for its size.
            nextOffset: The offset of the rest; null if nothing was cut.
            tabId: The tab.
        """
        return self._called("localStorage", locals())

    def storage_session(
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
        """List, get, set and delete what the tab keeps for the page's origin in session storage.

        Args:
            action: list of the keys, get KEY, set KEY VALUE, delete KEY, or clear.
            key: The key.
            value: Its value.
            show: List the values too.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            offset: Begin after this many characters.
            max_length: Most characters of values to return.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            origin: The origin whose storage it is.
            action: What was done.
            entries: The keys concerned, 1000 at most.
            count: How many there are.
            value: The value that was asked for. May be absent.
            truncated: True if something was left out for its size.
            nextOffset: The offset of the rest; null if nothing was cut.
            tabId: The tab.
        """
        return self._called("sessionStorage", locals())

    def storage_clear(
        self, *, frame: str | None = None, all: bool = False, timeout_ms: int | None = None
    ) -> ClearStorageResult:
        """Clear the local and session storage of the page's origin, or everything that it stores except cookies.

        Args:
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            all: Also its IndexedDB databases, caches and service workers.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            origin: The origin whose storage it is.
            local: Keys of local storage that are gone.
            session: Keys of session storage that are gone.
            databases: Databases that are gone.
            open: Databases that pages keep open; they are deleted once those close them.
            caches: Caches that are gone.
            serviceWorkers: Service workers that are gone.
            tabId: The tab.
        """
        return self._called("clearStorage", locals())

    def state_save(
        self,
        path: str | PathLike[str],
        *,
        url: str | Sequence[str] | None = None,
        indexed_db: bool = True,
        passkeys: bool = False,
        timeout_ms: int | None = None,
    ) -> SavedState:
        """Save the log-ins of your tabs to a file: cookies and storage of all sites that they visited.

        Args:
            path: File to write; only you can read it.
            url: Only sites whose address matches this glob, even if your tabs did not visit them; can be given
                several times.
            indexed_db: IndexedDB too, beside local and session storage.
            passkeys: Your passkeys too, private keys included.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            cookies: How many cookies are in it.
            origins: The sites whose storage is in it.
            credentials: How many passkeys are in it, with `passkeys`. May be absent.
            skipped: Sites whose storage this Firefox does not show to extensions.
            notSaved: What no file can hold, by its kind; `gone`: a database that was deleted.
            withheld: How many are not among them, because they are from a secret. May be absent.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("saveState", locals())

    def state_load(
        self,
        path: str | PathLike[str],
        *,
        check: str | None = None,
        text: str | None = None,
        timeout_ms: int | None = None,
    ) -> LoadStateResult:
        """Load a saved state: it replaces the cookies and storage of the sites in it.

        Args:
            path: A file of `clz state save`, or a storageState of Playwright.
            check: Then open this address in the tab, and fail if `text` is not there because the log-in has ended.
            text: Text that only a logged-in user sees.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            cookies: How many cookies were set.
            origins: The sites whose storage was set.
            expired: Names of cookies that have expired, and so were not set.
            passkeys: How many passkeys were added, if the state contains some. May be absent.
            checked: True if the log-in was found to work.
            jar: The cookie jar: Firefox's own, a container's, or a private window's.
        """
        return self._called("loadState", locals())

    def auth_set(
        self,
        origin: str,
        user: str,
        *,
        secret: str | None = None,
        password: str | None = None,
        timeout_ms: int | None = None,
    ) -> SetAuthResult:
        """Log in by HTTP authentication wherever a server asks your tabs for it.

        Args:
            origin: The server: scheme, host, and port if it is not the usual one.
            user: Whose log-in it is.
            secret: The secret that is the password, by its name.
            password: The password itself, of a test server: one that matters is kept as a secret.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            origin: The server.
            user: Whose log-in it is.
            secret: The name of the secret; null if the password itself was given.
        """
        return self._called("setAuth", locals())

    def clipboard_paste(
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
        """Paste what your clipboard holds into an element, or wherever the focus is.

        Args:
            target: Element to paste into. Default: the focused one.
            system: The system's clipboard instead of your own.
            force: Act immediately, even if the element is hidden, moving, disabled or covered.
            wait_ms: How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default:
                5000, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no change
                and no request for 1 s, no animation and no loading indicator.
            wait_request: Then wait, up to 30 s, until a request of this tab whose address matches this glob has
                ended: one that began with the command or after it.
            frame: Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element;
                for a frame in a frame, a chain: iframe >> iframe.
            nth: Use this one of several matches; 1 is the first.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            takenBy: Whether a script of the page took it, or the field itself.
            length: How many characters the text has.
            trusted: True if the page cannot tell the paste from a person's.
            focus: A selector of the element that has the focus now; empty if none has. May be absent.
            navigated, openedTab, openedAndClosed, navigationRefused, refusedBy, onItsWayTo, notSent, tabClosed,
                popupsRefused, fileChooser, download, downloads, lateDownloads, downloadRefused: see
                `clz_core.generated.results.Effects`.
            dialog, dialogs, lateDialogs, request: see `clz_core.generated.results.Meanwhile`.
            tagName, text, id, className: see `clz_core.generated.results.OfElement`.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("pasteClipboard", locals())

    def pick(
        self, *, point: str | None = None, note: bool = False, wait_ms: int = 110000, timeout_ms: int | None = None
    ) -> PickElementResult:
        """Ask a person to point at an element, and print its locator: a durable one, as clz record would write it.
        Escape cancels. In a Firefox without a window they point in the picture of clz show.

        Args:
            point: Pick the element here without asking: a place in the part in view, in CSS pixels, as in a
                screenshot.
            note: Let the person write a note at one element after another; Escape ends. See clz notes.
            wait_ms: How long to wait, in milliseconds.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            locator: The locator.
            kind: Its kind.
            role: The element's role. May be absent.
            name: Its accessible name. May be absent.
            nth: Which of several matches it is, if the locator matches several. May be absent.
            frame: The locator of the element that holds its frame. May be absent.
            secret: True if what is typed there is a secret.
            by: Where it was pointed at.
            notes: With `note`: how many; the locator is the last one's. May be absent.
            tabId: The tab.
        """
        return self._called("pickElement", locals())

    def notes(
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
        `wait` ask for some.

        Args:
            action: Resolve a note, or clear all.
            number: The note that is done.
            text: What you did, for the person.
            wait: If there is no note, let the person write some in your tab, and wait until they are done.
            wait_ms: How long to wait, in milliseconds.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            notes: Those that are open; pictures are files.
            resolved: The one that was resolved, with a picture of its element now. May be absent.
            markdown: The document. May be absent.
        """
        return self._called("getNotes", locals())

    def profile_start(self, *, interval: float = 1, timeout_ms: int | None = None) -> StartProfileResult:
        """Profile the page of your tab with Firefox until `clz profile stop`: JavaScript, layout, painting and waiting.

        Args:
            interval: Milliseconds between two samples. At 1 the last two minutes or so are kept, at 10 ten times as
                much.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            interval: Milliseconds between two samples.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("startProfile", locals())

    def profile_stop(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedFile:
        """End the profile, and write it to a file that profiler.firefox.com opens.

        Args:
            path: File to write.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            bytes: Its size in bytes.
            seconds: How long it lasted.
            samples: How many samples of threads it has.
            tabId, url: see `clz_core.generated.results.InPage`.
        """
        return self._called("stopProfile", locals())

    def ask(self, question: str, *, wait_ms: int = 110000, timeout_ms: int | None = None) -> AskResult:
        """Ask the person something, and wait for Done or No.

        Args:
            question: What to ask.
            wait_ms: How long to wait, in milliseconds.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            answer: What the person said. No is exit code 1.
            by: Where the person answered.
            elapsedMs: Milliseconds it took.
        """
        return self._called("ask", locals())


class Browser(BrowserBase[Page]):
    __doc__ = BrowserBase.__doc__
    _page_class = Page

    def tabs(self, *, timeout_ms: int | None = None) -> GetTabsResult:
        """List the tabs of the pool: yours, and who owns the others.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            tabs: One entry for each tab. Only your own tabs have address, title, refused popups, what is emulated
                and, if known, for how long the page has not answered.
            tabCount: Tabs in the pool now.
            maxTabs: Tabs the pool can hold.
            waiting: Agents that wait for a tab; give one up if you have many.
        """
        return self._called("getTabs", locals())

    def window_list(self, *, timeout_ms: int | None = None) -> GetWindowsResult:
        """List the windows that agents have tabs in: size, state, and who owns the tabs.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            windows: One entry a window; the person's own are not listed.
        """
        return self._called("getWindows", locals())

    def window_close(self, window_id: int | None = None, *, timeout_ms: int | None = None) -> CloseWindowResult:
        """Close your own tabs in a window, and the window too if no other tabs are in it.

        Args:
            window_id: The window, as listed by `clz window list`. Default: that of your current tab.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            windowId: The window.
            closed: Your tabs that were closed.
            windowClosed: True if the window is gone too.
            left: Tabs of others that are left in it.
            current: Your current tab now.
            tabCount: Tabs in the pool now.
        """
        return self._called("closeWindow", locals())

    def window_resize(
        self, width: int, height: int, *, window_id: int | None = None, timeout_ms: int | None = None
    ) -> ResizeWindowResult:
        """Resize the window that all agents share; to size only one page: clz viewport.

        Args:
            width: Width in CSS pixels.
            height: Height in CSS pixels.
            window_id: The window, as listed by `clz window list`. Default: that of your current tab.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            windowId: The window.
            width: Its outer width now.
            height: Its outer height now.
            requested: What was asked for.
            reached: True if it has that size; Firefox keeps them at least 450 to 500 pixels wide.
            state: Its state now.
            agents: Other agents that have tabs in it, and see it change.
        """
        return self._called("resizeWindow", locals())

    def init_add(
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
        return self._called("addInitScript", locals())

    def init_list(self, *, timeout_ms: int | None = None) -> ListInitScriptsResult:
        """List your init scripts, in the order in which they run.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            scripts: Your scripts; off: the rule that disables one.
        """
        return self._called("listInitScripts", locals())

    def init_remove(
        self, id: int | None = None, *, all: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> RemoveInitScriptsResult:
        """Remove one of your init scripts, or all of them; pages in which they ran stay as they are. See
        `Page.init_remove`.
        """
        return self._called("removeInitScripts", locals())

    def diff(
        self, before: dict[str, Any], after: dict[str, Any], *, timeout_ms: int | None = None
    ) -> DiffPageStateResult:
        """Compare two page states: what was added, what was removed, and what changed.

        Args:
            before: File with a page state, as printed with `json`; - reads standard input.
            after: File with the later one; - reads standard input.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            same: True if nothing differs.
            added: What only the later one has, list by list.
            removed: What only the earlier one has.
            changed: What both have, but with other values: items of lists, and the page's own fields (list page).
        """
        return self._called("diffPageState", locals())

    def dialog_policy(
        self, policy: Literal["accept", "dismiss", "ask"], *, timeout_ms: int | None = None
    ) -> SetDialogPolicyResult:
        """Set how dialogs in your tabs are answered. By default they are dismissed, and pages can be left.

        Args:
            policy: accept presses OK, dismiss presses Cancel, ask leaves them open for you.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            policy: What happens to your dialogs from now on.
        """
        return self._called("setDialogPolicy", locals())

    def route(
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
            return self._handled(url, handler, times, method, type)
        del handler
        return self._called("addRoute", locals())

    def route_list(self, *, timeout_ms: int | None = None) -> ListRoutesResult:
        """List your routes, the newest first, and how many requests each has matched.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            routes: Your routes; left: for how many more requests; off: the rule that disables it.
        """
        return self._called("listRoutes", locals())

    def unroute(
        self, id: int | None = None, *, all: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> RemoveRoutesResult:
        """Remove one of your routes, or all of them. See `Page.unroute`."""
        return self._called("removeRoutes", locals())

    def network_headers_set(
        self, headers: str | Sequence[str], *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> SetExtraHeadersResult:
        """Send every request of your tabs with these headers, to any server; they replace those of the page. See
        `Page.network_headers_set`.
        """
        return self._called("setExtraHeaders", locals())

    def network_headers_clear(
        self, names: str | Sequence[str] | None = None, *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> ClearExtraHeadersResult:
        """Send requests without these headers again, or without all that were set. See `Page.network_headers_clear`."""
        return self._called("clearExtraHeaders", locals())

    def network_offline(
        self, state: Literal["on", "off"], *, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> SetOfflineResult:
        """Take your tabs offline, or online again: requests fail, and pages see that they are offline. See
        `Page.network_offline`.
        """
        return self._called("setOffline", locals())

    def network_throttle(
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
        return self._called("throttleNetwork", locals())

    def network_conditions(
        self, *, reset: bool = False, tab_id: int | None = None, timeout_ms: int | None = None
    ) -> GetNetworkConditionsResult:
        """List what was set for the network of your tabs: headers, offline, throttling. See `Page.network_conditions`.
        """
        return self._called("getNetworkConditions", locals())

    def passkey_on(
        self,
        *,
        protocol: Literal["ctap2_1", "ctap2", "u2f"] = "ctap2_1",
        transport: Literal["internal", "usb", "nfc", "ble", "hybrid", "smart-card"] = "internal",
        resident: bool = True,
        verify: bool = True,
        consent: bool = True,
        timeout_ms: int | None = None,
    ) -> AddVirtualAuthenticatorResult:
        """Answer the passkey requests of your pages with a virtual authenticator.

        Args:
            protocol: The protocol it speaks.
            transport: How it is connected: internal is a part of the device.
            resident: Keep passkeys that a site can find without a user name.
            verify: Verify its user, as by a fingerprint.
            consent: Consent to each request; without, each is refused.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            authenticator: The authenticator.
            credentials: Your passkeys, the one used last at the end.
        """
        return self._called("addVirtualAuthenticator", locals())

    def passkey_off(self, *, timeout_ms: int | None = None) -> RemoveVirtualAuthenticatorResult:
        """Remove your virtual authenticator and all passkeys in it.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: True if you had one.
        """
        return self._called("removeVirtualAuthenticator", locals())

    def passkey_list(self, *, timeout_ms: int | None = None) -> GetCredentialsResult:
        """List your passkeys, without their private keys.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            authenticator: Your authenticator, if it is on.
            credentials: Your passkeys, the one used last at the end.
        """
        return self._called("getCredentials", locals())

    def passkey_add(
        self,
        path: str | PathLike[str] | None = None,
        *,
        secret: str | None = None,
        credentials: Sequence[dict[str, Any]] | None = None,
        timeout_ms: int | None = None,
    ) -> AddCredentialsResult:
        """Add the passkeys of a file or a secret; this turns the authenticator on.

        Args:
            path: A file of `clz passkey save`, or one of WebDriver's Credential Parameters.
            secret: A secret that contains such a file, by its name.
            credentials: Passkeys in the form of WebDriver's Credential Parameters.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            added: Those that were added.
        """
        return self._called("addCredentials", locals())

    def passkey_save(self, path: str | PathLike[str], *, timeout_ms: int | None = None) -> SavedPasskeys:
        """Save your passkeys to a file, private keys included.

        Args:
            path: File to write; only you can read it.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            path: The file that was written.
            credentials: How many passkeys are in it.
            withheld: How many are not among them, because they are from a secret.
        """
        return self._called("saveCredentials", locals())

    def passkey_remove(
        self, credential_id: str | None = None, *, all: bool = False, timeout_ms: int | None = None
    ) -> RemoveCredentialsResult:
        """Remove a passkey, or all of them.

        Args:
            credential_id: Its id, as `clz passkey list` shows it.
            all: Remove all of them.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            removed: The ids of those that are gone.
        """
        return self._called("removeCredentials", locals())

    def passkey_verify(self, state: Literal["on", "off"], *, timeout_ms: int | None = None) -> SetUserVerifiedResult:
        """Set whether the authenticator verifies its user.

        Args:
            state: on, or off.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            isUserVerified: True if its user is verified.
        """
        return self._called("setUserVerified", locals())

    def auth_set(
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
        return self._called("setAuth", locals())

    def auth_list(self, *, timeout_ms: int | None = None) -> ListAuthResult:
        """List your log-ins by HTTP authentication.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            logins: One entry for each server; refused: it asked again after it got the log-in, which is not sent
                twice.
        """
        return self._called("listAuth", locals())

    def auth_clear(self, origin: str | None = None, *, timeout_ms: int | None = None) -> ClearAuthResult:
        """Forget log-ins by HTTP authentication: those of one server, or all of them.

        Args:
            origin: The server. Default: all.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            cleared: The servers whose log-in is forgotten.
            remembered: True if Firefox itself may keep sending it until Firefox ends, as without the helper.
        """
        return self._called("clearAuth", locals())

    def clipboard_read(
        self,
        *,
        html: bool = False,
        system: bool = False,
        offset: int = 0,
        max_length: int = 50000,
        timeout_ms: int | None = None,
    ) -> ReadClipboardResult:
        """Print what your clipboard holds: what you wrote there, or copied in a page.

        Args:
            html: Its HTML instead of its text.
            system: The system's clipboard instead of your own.
            offset: Begin after this many characters.
            max_length: Most characters to return.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            text: Its text; empty if it has none.
            types: Its formats, such as text/plain and text/html.
            source: The address of the page that it was copied in, if it was.
            truncated: True if something was left out for its size.
            nextOffset: The offset of the rest; null if nothing was cut.
        """
        return self._called("readClipboard", locals())

    def clipboard_write(
        self, text: str, *, html: str | None = None, system: bool = False, timeout_ms: int | None = None
    ) -> WriteClipboardResult:
        """Put text on your clipboard, to be pasted with clz clipboard paste.

        Args:
            text: The text.
            html: The same as HTML.
            system: The system's clipboard instead of your own.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            length: How many characters the text has.
            types: What the clipboard holds now.
        """
        return self._called("writeClipboard", locals())

    def pool_request(self, *, timeout_ms: int | None = None) -> RequestTabSpaceResult:
        """Ask for a tab when the pool is full; the next free slot is kept for you for 30 seconds.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            requests: Agents that wait for a tab, first come first.
            reservations: Slots kept for those whose turn it is.
            holders: Other agents with more than 4 tabs, who are asked to give one up.
            yours: Your position in the queue, or for how long a slot is kept for you.
            tabCount: Tabs in the pool now.
            maxTabs: Tabs the pool can hold.
        """
        return self._called("requestTabSpace", locals())

    def pool_grant(self, *, timeout_ms: int | None = None) -> GrantTabSpaceResult:
        """Give up your oldest tab to the agent that has waited longest.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            granted: True.
            closedTabId: Your tab that was closed.
            grantedTo: The agent that gets the slot, its id cut short.
            tabCount: Tabs in the pool now.
        """
        return self._called("grantTabSpace", locals())

    def pool_status(self, *, timeout_ms: int | None = None) -> GetSlotRequestsResult:
        """Show who waits for a tab, for whom slots are kept, and who holds many.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            requests: Agents that wait for a tab, first come first.
            reservations: Slots kept for those whose turn it is.
            holders: Other agents with more than 4 tabs, who are asked to give one up.
            yours: Your position in the queue, or for how long a slot is kept for you.
            tabCount: Tabs in the pool now.
            maxTabs: Tabs the pool can hold.
        """
        return self._called("getSlotRequests", locals())

    def agents(self, *, timeout_ms: int | None = None) -> GetAgentsResult:
        """List the agents that share this Firefox.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            agents: One entry an agent; times in milliseconds. `read` is the site whose flow holds for it, or empty.
            yourId: Your own agent id, in full.
        """
        return self._called("getAgents", locals())

    def config_get(
        self, *, key: Literal["allowedDomains", "rights", "handleConsent"] | None = None, timeout_ms: int | None = None
    ) -> GetConfigResult:
        """Show your settings and the policy that applies to you.

        Args:
            key: The one part of the policy to show. Default: all.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            allowedDomains: Lists of domains that an address must be in, each with where it is set; none: every
                address is allowed. May be absent.
            rights: What you may do, each with where it is set. May be absent.
            blocked: The latest requests of your tabs that were refused. May be absent.
            handleConsent: True if consent banners in your tabs are answered automatically. May be absent.
            settings: Settings of the command line, each with where its value is set; only `clz` itself lists them.
                May be absent.
            files: The files of settings, and what is wrong in them; only `clz` itself lists them. May be absent.
        """
        return self._called("getConfig", locals())

    def config_list(self, *, timeout_ms: int | None = None) -> ListConfigResult:
        """List every setting and where its value is set.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            allowedDomains: Lists of domains that an address must be in, each with where it is set; none: every
                address is allowed.
            rights: What you may do, each with where it is set.
            blocked: The latest requests of your tabs that were refused.
            handleConsent: True if consent banners in your tabs are answered automatically.
            settings: Settings of the command line, each with where its value is set; only `clz` itself lists them.
                May be absent.
            files: The files of settings, and what is wrong in them; only `clz` itself lists them. May be absent.
        """
        return self._called("listConfig", locals())

    def config_set(
        self,
        *,
        allowed_domains: str | Sequence[str] | None = None,
        handle_consent: bool | None = None,
        timeout_ms: int | None = None,
    ) -> SetConfigResult:
        """Change a setting for good, or restrict where your own tabs may go for as long as you are connected.

        Args:
            allowed_domains: Domains that your tabs may reach from now on; each must be allowed already.
            handle_consent: Refuse the consent banner of every page in your tabs, or stop doing so.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            allowedDomains: Lists of domains that an address must be in, each with where it is set; none: every
                address is allowed.
            rights: What you may do, each with where it is set.
            blocked: The latest requests of your tabs that were refused.
            handleConsent: True if consent banners in your tabs are answered automatically.
            settings: Settings of the command line, each with where its value is set; only `clz` itself lists them.
                May be absent.
            files: The files of settings, and what is wrong in them; only `clz` itself lists them. May be absent.
            path: The file that was written. May be absent.
        """
        return self._called("setConfig", locals())

    def can_navigate(self, url: str, *, timeout_ms: int | None = None) -> CanNavigateResult:
        """Say whether the policy lets you open an address; if not, which rule forbids it.

        Args:
            url: Address of the page: http, https, about, file, data.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            allowed: True if the policy lets you open it.
            url: The address.
            rule: The rule that forbids it.
            read: The site that you have read, if that is why.
            asks: True if `clz open` asks the person.
        """
        return self._called("canNavigate", locals())

    def window_mode(self, *, timeout_ms: int | None = None) -> GetWindowModeResult:
        """Show whether your tabs open in the shared window or in a private one.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            mode: Where `clz open` opens your tabs.
            privateAllowed: True if the person allows Claudezilla in private windows.
        """
        return self._called("getWindowMode", locals())

    def window_private(self, *, enabled: bool = True, timeout_ms: int | None = None) -> SetPrivateModeResult:
        """Open your tabs in a private window from now on, if the person allows that.

        Args:
            enabled: Private, or with `enabled=False` in the shared window again.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            mode: Where `clz open` opens your tabs.
            privateAllowed: True if the person allows Claudezilla in private windows.
        """
        return self._called("setPrivateMode", locals())

    def loop_start(
        self,
        prompt: str,
        *,
        max_iterations: int = 20,
        minutes: float = 60,
        completion_promise: str | None = None,
        key: str | None = None,
        timeout_ms: int | None = None,
    ) -> StartLoopResult:
        """Start a focus loop: each time the agent would stop, it gets the prompt again.

        Args:
            prompt: The task, given back at each stop.
            max_iterations: How often the prompt is given back, at most.
            minutes: How long the loop lasts, at most.
            completion_promise: What the agent says when it is done, as its whole last line:
                <promise>TEXT</promise>.
            key: Which session's loop. Default: this session of Claude Code.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            active: True while stops are blocked.
            key: Whose loop it is: an id of a Claude Code session, or the name that was given.
            id: Id of this loop; null without a loop.
            prompt: What is given back at each stop.
            iteration: How often it was given back.
            maxIterations: How often it can be given back, at most.
            leftMs: Milliseconds until the loop ends by itself.
            completionPromise: What ends the loop, as the last line `<promise>TEXT</promise>`.
            ended: The limit that ended it.
            session: The session of clz whose host keeps the loop.
        """
        return self._called("startLoop", locals())

    def loop_stop(self, *, key: str | None = None, timeout_ms: int | None = None) -> StopLoopResult:
        """End a focus loop.

        Args:
            key: Which session's loop. Default: this session of Claude Code.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            stopped: True if a loop was active.
            active: True while stops are blocked.
            key: Whose loop it is: an id of a Claude Code session, or the name that was given.
            id: Id of this loop; null without a loop.
            prompt: What is given back at each stop.
            iteration: How often it was given back.
            maxIterations: How often it can be given back, at most.
            leftMs: Milliseconds until the loop ends by itself.
            completionPromise: What ends the loop, as the last line `<promise>TEXT</promise>`.
            ended: The limit that ended it.
            session: The session of clz whose host keeps the loop.
        """
        return self._called("stopLoop", locals())

    def loop_state(self, *, key: str | None = None, timeout_ms: int | None = None) -> GetLoopStateResult:
        """Show the focus loop of a session.

        Args:
            key: Which session's loop. Default: this session of Claude Code.
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            active: True while stops are blocked.
            key: Whose loop it is: an id of a Claude Code session, or the name that was given.
            id: Id of this loop; null without a loop.
            prompt: What is given back at each stop.
            iteration: How often it was given back.
            maxIterations: How often it can be given back, at most.
            leftMs: Milliseconds until the loop ends by itself.
            completionPromise: What ends the loop, as the last line `<promise>TEXT</promise>`.
            ended: The limit that ended it.
            session: The session of clz whose host keeps the loop.
            verify: The command that must succeed too. Only `clz` itself shows it. May be absent.
        """
        return self._called("getLoopState", locals())

    def loop_list(self, *, timeout_ms: int | None = None) -> ListLoopsResult:
        """List your focus loops; as the person, those of all agents.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            loops: One entry a loop, with the beginning of its prompt.
        """
        return self._called("listLoops", locals())

    def notes(
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
        return self._called("getNotes", locals())

    def ask(
        self, question: str, *, tab_id: int | None = None, wait_ms: int = 110000, timeout_ms: int | None = None
    ) -> AskResult:
        """Ask the person something, and wait for Done or No. See `Page.ask`."""
        return self._called("ask", locals())

    def ping(self, *, timeout_ms: int | None = None) -> PingResult:
        """Check that the extension answers.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            pong: True.
        """
        return self._called("ping", locals())

    def version(self, *, timeout_ms: int | None = None) -> VersionResult:
        """Print the version of every part.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            client: Version of clz.
            protocol: Version of the wire protocol.
            host: Version of the running host.
            extension: Version of the extension in Firefox.
            firefox: Version of Firefox.
            build: Whether the extension has the privileged helper.
            python: Version of Python that runs the host.
            zeromq: Version of ZeroMQ that the host uses.
        """
        return self._called("version", locals())

    def status(self, *, timeout_ms: int | None = None) -> StatusResult:
        """Show the session: Firefox, host, tabs and agents.

        Args:
            timeout_ms: How long the whole call may take, in milliseconds. Default: 150,000.

        Returns:
            session: Name of the session.
            hostPid: Process id of the host.
            warmPid: Process id of the warm process, which runs commands; null without one.
            uptimeMs: Age of the host, in milliseconds.
            firefox: Version of Firefox.
            extension: Version of the extension.
            build: Whether the extension has the privileged helper.
            tabCount: Tabs in the pool now.
            maxTabs: Tabs the pool can hold.
            agentId: Your agent id, cut short.
            agentName: Your agent's name.
            agents: Keys that are authorized.
            pending: Commands under way.
            endpoint: Where the host listens.
            log: The host's log file.
            holders: Who has how many tabs of the pool.
            loops: The focus loops, as in `clz loop list`.
            policy: What the policy lets you do, in a line.
            emulated: What your tabs emulate.
            conditions: What you have set for the network of your tabs.
            acceptCerts: Hosts whose certificates are not checked, by ``accept_certs``.
        """
        return self._called("status", locals())
