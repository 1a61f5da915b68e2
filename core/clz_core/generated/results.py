"""What commands answer, by field. Made from clz_core by `make generate`; change the declarations there."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class EffectsFileChooser(TypedDict):
    multiple: bool
    folder: bool


class EffectsLateDownloads(TypedDict):
    path: str
    at: str


class Effects(TypedDict):
    """What an action led to.

    Attributes:
        navigated: Address that the page went to as a result. May be absent.
        openedTab: Tab that the page opened as a result; it is yours. May be absent.
        openedAndClosed: Tab that the page opened as a result, and that is closed again. May be absent.
        navigationRefused: Address that the page tried to go to, but web pages may not lead there, or a rule
            forbids it. May be absent.
        refusedBy: The rule that forbids it. May be absent.
        onItsWayTo: Address that the page is going to, whose server has not answered yet. May be absent.
        notSent: Fields because of which Firefox did not send the form, and what it says about them. May be
            absent.
        tabClosed: True if the tab was closed meanwhile, as by a button of its page. May be absent.
        popupsRefused: How many more tabs the page tried to open; they were refused. May be absent.
        fileChooser: File chooser that the page opened as a result. It was closed; to give files: clz upload.
            May be absent.
        download: File that is being saved as a result; of several, the last. May be absent.
        downloads: All of them in order, if there are several. May be absent.
        lateDownloads: Files that were saved between the previous command in this tab and this one, and when
            that began (ISO 8601). May be absent.
        downloadRefused: Rule that forbids the file that the page tried to save. May be absent.
    """
    navigated: NotRequired[str]
    openedTab: NotRequired[int]
    openedAndClosed: NotRequired[int]
    navigationRefused: NotRequired[str]
    refusedBy: NotRequired[str]
    onItsWayTo: NotRequired[str]
    notSent: NotRequired[list[str]]
    tabClosed: NotRequired[bool]
    popupsRefused: NotRequired[int]
    fileChooser: NotRequired[EffectsFileChooser]
    download: NotRequired[str]
    downloads: NotRequired[list[str]]
    lateDownloads: NotRequired[list[EffectsLateDownloads]]
    downloadRefused: NotRequired[str]


class MeanwhileDialog(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    open: bool
    accepted: NotRequired[bool]
    noMore: NotRequired[bool]
    tabId: NotRequired[int]


class MeanwhileLateDialogs(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    accepted: bool
    at: str


class MeanwhileRequest(TypedDict):
    id: str
    url: str
    method: str
    type: str
    status: int | None
    state: Literal["done", "failed"]
    error: str | None
    ms: float


class Meanwhile(TypedDict):
    """Dialogs that came meanwhile, and the awaited request.

    Attributes:
        dialog: Dialog that the page showed as a result, and how it was answered; of several, the last. noMore:
            the page asked 50 times in a row, so Firefox shows no more dialogs of this document. tabId: the tab
            that it is in, if the page opened that one. May be absent.
        dialogs: All of them in order, if there were several. May be absent.
        lateDialogs: Dialogs that came between the previous command in this tab and this one, and when (ISO
            8601). May be absent.
        request: The request that was waited for; ms is how long it took. May be absent.
    """
    dialog: NotRequired[MeanwhileDialog]
    dialogs: NotRequired[list[MeanwhileDialog]]
    lateDialogs: NotRequired[list[MeanwhileLateDialogs]]
    request: NotRequired[MeanwhileRequest]


class OfElement(TypedDict):
    """The element that the command found.

    Attributes:
        tagName: Its tag, in lower case.
        text: Its text or label, cut at 100 characters.
        id: Its id attribute.
        className: Its class attribute.
    """
    tagName: str
    text: str
    id: str
    className: str


class OfPage(TypedDict):
    """The page in the tab.

    Attributes:
        tabId: The tab.
        url: Address of the page.
        title: Title of the page.
        status: HTTP status of the page, if a server gave it one. May be absent.
        certificateError: What is wrong with the page's certificate, if ``accept_certs`` accepted it. May be
            absent.
        noWebgl: True if the page asked for WebGL, which this Firefox does not draw: that part stays blank. May
            be absent.
    """
    tabId: int
    url: str
    title: str
    status: NotRequired[int]
    certificateError: NotRequired[Literal["untrusted", "wrong-host", "expired"]]
    noWebgl: NotRequired[bool]


class InPage(TypedDict):
    """The tab, and its page.

    Attributes:
        tabId: The tab.
        url: Address of the page.
    """
    tabId: int
    url: str


class CreateWindowResult(Meanwhile, InPage):
    windowId: int
    ownerId: str
    tabCount: int
    maxTabs: int
    isNewWindow: bool
    isPrivate: bool
    isIsolated: bool
    closedOldestTab: int | None
    waiting: int
    expired: NotRequired[list[str]]
    title: str
    status: NotRequired[int]
    certificateError: NotRequired[Literal["untrusted", "wrong-host", "expired"]]


class NavigateResult(Meanwhile, OfPage):
    pass


class BackResult(Meanwhile, OfPage):
    pass


class ForwardResult(Meanwhile, OfPage):
    pass


class ReloadResult(Meanwhile, OfPage):
    pass


class GetTabsTabs(TypedDict):
    tabId: int
    windowId: int
    url: str
    title: str
    status: str
    owner: str
    mine: bool
    current: bool
    shared: bool
    popupsRefused: NotRequired[int]
    emulated: NotRequired[dict[str, str]]
    silentMs: NotRequired[int]


class GetTabsResult(TypedDict):
    tabs: list[GetTabsTabs]
    tabCount: int
    maxTabs: int
    waiting: int


class CloseTabResult(TypedDict):
    closed: int
    current: int | None
    tabCount: int


class SelectTabResult(InPage):
    title: str
    status: NotRequired[int]
    certificateError: NotRequired[Literal["untrusted", "wrong-host", "expired"]]


class GetWindowsWindowsOthers(TypedDict):
    owner: str
    tabs: int


class GetWindowsWindows(TypedDict):
    windowId: int
    width: int
    height: int
    state: str
    focused: bool
    private: bool
    shared: bool
    current: bool
    mine: int
    others: list[GetWindowsWindowsOthers]
    person: int


class GetWindowsResult(TypedDict):
    windows: list[GetWindowsWindows]


class CloseWindowResult(TypedDict):
    windowId: int
    closed: list[int]
    windowClosed: bool
    left: int
    current: int | None
    tabCount: int


class ResizeWindowRequested(TypedDict):
    width: int
    height: int


class ResizeWindowResult(TypedDict):
    windowId: int
    width: int
    height: int
    requested: ResizeWindowRequested
    reached: bool
    state: str
    agents: int


class SetViewportResult(InPage):
    preset: str | None
    width: int
    height: int
    requested: ResizeWindowRequested | None
    reached: bool
    scope: Literal["tab", "window"]
    ratio: float
    touch: bool
    userAgent: str | None
    note: NotRequired[str]


class EmulateResult(TypedDict):
    emulated: dict[str, str]
    tabId: int


class AddInitScriptResult(TypedDict):
    id: int
    name: str
    tabId: int | None


class ListInitScriptsScripts(TypedDict):
    id: int
    name: str
    chars: int
    tabId: int | None
    off: str | None


class ListInitScriptsResult(TypedDict):
    scripts: list[ListInitScriptsScripts]


class RemoveInitScriptsResult(TypedDict):
    removed: list[int]
    left: int


class GetAccessibilitySnapshotResult(OfPage):
    unfinished: NotRequired[bool]
    snapshot: str
    lines: int
    chars: int
    shown: int
    truncated: bool
    elementsLeft: NotRequired[int]
    diff: bool
    since: NotRequired[Literal["snapshot", "nothing", "otherPage"]]
    interactive: NotRequired[bool]
    look: int
    sinceLook: NotRequired[int]
    sinceMs: NotRequired[int]
    tree: NotRequired[list[dict[str, Any]]]


class GetContentFramesLeftOut(TypedDict):
    frame: str
    url: str


class GetContentArticle(TypedDict):
    title: str
    byline: str
    siteName: str
    excerpt: str
    publishedTime: str


class GetContentResult(OfPage):
    unfinished: NotRequired[bool]
    text: str
    format: Literal["text", "markdown", "article", "html"]
    framesLeftOut: NotRequired[list[GetContentFramesLeftOut]]
    textLength: int
    truncated: bool
    nextOffset: int | None
    html: NotRequired[str]
    article: NotRequired[GetContentArticle]


class GetValue(TypedDict):
    value: str
    label: str
    selected: bool
    disabled: bool


class GetResult(InPage):
    what: str
    value: str | float | list[str] | None | dict[str, str | float] | list[GetValue] | list[str | float | list[str] | None | dict[str, str | float] | list[GetValue]]
    truncated: bool
    nextOffset: int | None
    framesLeftOut: NotRequired[list[GetContentFramesLeftOut]]
    unfinished: NotRequired[bool]


class GetElementInfoPosition(TypedDict):
    x: float
    y: float
    width: float
    height: float


class GetElementInfoResult(InPage):
    tagName: str
    ref: str
    selector: str
    role: str
    name: str
    guess: str
    text: str
    value: str | None
    attributes: dict[str, str]
    visible: bool
    inViewport: bool
    enabled: bool
    editable: bool
    focused: bool
    checked: bool | None
    position: GetElementInfoPosition
    styles: dict[str, str]
    unfinished: NotRequired[bool]


class GetPageStateViewport(TypedDict):
    width: int
    height: int
    scrollX: float
    scrollY: float
    pageWidth: int
    pageHeight: int
    devicePixelRatio: float


class GetPageStateHeadings(TypedDict):
    ref: str
    level: int
    text: str


class GetPageStateLinks(TypedDict):
    ref: str
    text: str
    href: str


class GetPageStateButtons(TypedDict):
    ref: str
    text: str
    disabled: bool


class GetPageStateInputs(TypedDict):
    ref: str
    type: str
    name: str
    label: str
    value: str
    placeholder: str
    checked: bool | None
    required: bool
    disabled: bool
    invalid: bool


class GetPageStateImages(TypedDict):
    ref: str
    alt: str
    src: str
    width: int
    height: int


class GetPageStateLandmarks(TypedDict):
    role: str
    name: str


class GetPageStateCounts(TypedDict):
    headings: int
    links: int
    buttons: int
    inputs: int
    images: int
    frames: int


class GetPageStateResult(OfPage):
    unfinished: NotRequired[bool]
    viewport: GetPageStateViewport
    headings: list[GetPageStateHeadings]
    links: list[GetPageStateLinks]
    buttons: list[GetPageStateButtons]
    inputs: list[GetPageStateInputs]
    images: list[GetPageStateImages]
    landmarks: list[GetPageStateLandmarks]
    errors: list[str]
    counts: GetPageStateCounts


class DiffPageStateChangedFields(TypedDict):
    before: Any
    after: Any


class DiffPageStateChanged(TypedDict):
    list: str
    what: str
    fields: dict[str, DiffPageStateChangedFields]


class DiffPageStateResult(TypedDict):
    same: bool
    added: dict[str, list[dict[str, Any]]]
    removed: dict[str, list[dict[str, Any]]]
    changed: list[DiffPageStateChanged]


class ScreenshotReadinessTimeline(TypedDict):
    t: int
    event: str


class ScreenshotReadiness(TypedDict):
    waitMs: int
    timedOut: bool
    timeline: list[ScreenshotReadinessTimeline]


class ScreenshotSlices(TypedDict):
    image: str
    y: float
    width: float
    height: float


class ScreenshotLabels(TypedDict):
    ref: str
    role: str
    name: str
    x: float
    y: float
    width: float
    height: float


class ScreenshotResult(OfPage):
    unfinished: NotRequired[bool]
    image: str
    format: Literal["jpeg", "png", "webp"]
    width: int
    height: int
    quality: int
    scale: float
    reduced: bool
    readiness: ScreenshotReadiness
    slices: NotRequired[list[ScreenshotSlices]]
    pageHeight: NotRequired[int]
    shownHeight: NotRequired[int]
    labels: NotRequired[list[ScreenshotLabels]]


class PdfResult(OfPage):
    pdf: str
    bytes: int


class ClickResult(Effects, Meanwhile, OfElement, InPage):
    clicked: bool
    trusted: bool
    focus: NotRequired[str]


class DblclickResult(Effects, Meanwhile, OfElement, InPage):
    clicked: bool
    trusted: bool
    focus: NotRequired[str]


class HoverResult(Effects, Meanwhile, OfElement, InPage):
    hovered: bool
    trusted: bool


class DragResult(Effects, Meanwhile, OfElement, InPage):
    dragged: bool
    kind: Literal["pointer", "html5"]
    accepted: NotRequired[bool]
    changed: NotRequired[bool]
    value: NotRequired[str]
    selected: NotRequired[str]
    trusted: bool


class MouseResult(Effects, Meanwhile, OfElement, InPage):
    x: NotRequired[float]
    y: NotRequired[float]
    down: NotRequired[list[str]]
    trusted: bool
    focus: NotRequired[str]


class MouseWheelResult(Effects, Meanwhile, OfElement, InPage):
    scrolled: bool
    trusted: bool


class TapResult(Effects, Meanwhile, OfElement, InPage):
    trusted: bool
    focus: NotRequired[str]


class SwipeResult(Effects, Meanwhile, OfElement, InPage):
    scrolled: bool
    trusted: bool


class FocusResult(Effects, Meanwhile, OfElement, InPage):
    focused: bool
    trusted: bool


class TypeResult(Effects, Meanwhile, OfElement, InPage):
    typed: bool
    currentValue: str
    changedByPage: bool
    changedByField: NotRequired[bool]
    invalid: NotRequired[str]
    submitted: NotRequired[bool]
    focus: NotRequired[str]
    trusted: bool


class FillResult(Effects, Meanwhile, OfElement, InPage):
    typed: bool
    currentValue: str
    changedByPage: bool
    changedByField: NotRequired[bool]
    invalid: NotRequired[str]
    submitted: NotRequired[bool]
    focus: NotRequired[str]
    trusted: bool


class FillFormFields(TypedDict):
    target: str
    tagName: str
    text: str
    id: str
    className: str
    currentValue: str
    changedByPage: bool
    changedByField: NotRequired[bool]
    invalid: NotRequired[str]


class FillFormResult(Effects, Meanwhile, InPage):
    fields: list[FillFormFields]
    clicked: NotRequired[str]
    trusted: bool


class PressKeyResult(Effects, Meanwhile, InPage):
    key: str
    target: str
    modifiers: list[str]
    trusted: bool
    focus: NotRequired[str]


class SelectResult(Effects, Meanwhile, OfElement, InPage):
    selected: list[str]
    values: list[str]
    changed: bool
    trusted: bool


class CheckResult(Effects, Meanwhile, OfElement, InPage):
    checked: bool
    changed: bool
    trusted: bool


class UncheckResult(Effects, Meanwhile, OfElement, InPage):
    checked: bool
    changed: bool
    trusted: bool


class SelectTextResult(Effects, Meanwhile, OfElement, InPage):
    selected: str
    trusted: bool


class ScrollPosition(TypedDict):
    x: float
    y: float


class ScrollResult(Effects, Meanwhile, InPage):
    position: ScrollPosition
    elementPosition: NotRequired[GetElementInfoPosition]
    pageHeight: int
    viewportHeight: int
    noEffect: bool
    found: NotRequired[bool]
    trusted: bool


class UploadUploaded(TypedDict):
    name: str
    size: int


class UploadResult(Effects, Meanwhile, OfElement, InPage):
    uploaded: list[UploadUploaded]
    dropped: bool
    trusted: bool


class DownloadResult(OfElement, InPage):
    path: str
    bytes: int
    downloadUrl: str
    mimeType: str
    trusted: bool


class TakeDownloadsDownloads(TypedDict):
    id: int
    url: str
    name: str


class TakeDownloadsResult(TypedDict):
    downloads: list[TakeDownloadsDownloads]
    cursor: int
    tabId: int


class GetDownloadResult(TypedDict):
    state: Literal["underWay", "whole", "failed"]
    path: str
    bytes: int
    error: NotRequired[str]
    tabId: int


class EndDownloadResult(TypedDict):
    tabId: int


class DialogStatusOpen(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    defaultValue: str
    at: str


class DialogStatusLast(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    accepted: bool
    text: str
    at: str


class DialogStatusEvaluationError(TypedDict):
    code: str
    message: str


class DialogStatusEvaluation(TypedDict):
    result: Any
    type: str
    truncated: bool
    error: DialogStatusEvaluationError | None


class DialogStatusResult(TypedDict):
    open: DialogStatusOpen | None
    last: DialogStatusLast | None
    answered: list[DialogStatusLast]
    policy: Literal["accept", "dismiss", "ask"]
    evaluation: NotRequired[DialogStatusEvaluation | None]
    tabId: int


class AcceptDialogResult(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    evaluation: NotRequired[DialogStatusEvaluation | None]
    tabId: int
    request: NotRequired[MeanwhileRequest]


class DismissDialogResult(TypedDict):
    type: Literal["alert", "confirm", "prompt", "beforeunload", "auth", "permission", "print", "external", "passkey"]
    message: str
    evaluation: NotRequired[DialogStatusEvaluation | None]
    tabId: int


class SetDialogPolicyResult(TypedDict):
    policy: Literal["accept", "dismiss", "ask"]


class WaitForBody(TypedDict):
    state: Literal["whole", "partial", "cut", "aborted", "dropped", "empty", "skipped", "unseen"]
    bytes: int
    mimeType: str
    masked: bool
    text: NotRequired[str]


class WaitForResult(Meanwhile, InPage):
    found: bool
    elapsedMs: int
    visible: NotRequired[bool]
    position: NotRequired[GetElementInfoPosition]
    openedTab: NotRequired[int]
    openedAndClosed: NotRequired[int]
    body: NotRequired[WaitForBody]
    unfinished: NotRequired[bool]


class ExpectResult(InPage):
    holds: bool
    elapsedMs: int
    found: str
    template: NotRequired[str]
    image: NotRequired[str]
    unfinished: NotRequired[bool]


class GetVitalsVitals(TypedDict):
    name: Literal["TTFB", "FCP", "LCP", "INP", "CLS"]
    value: float | None
    unit: Literal["ms", ""]
    rating: Literal["good", "needs-improvement", "poor"] | None
    element: str | None
    supported: bool
    note: str


class GetVitalsResult(InPage):
    unfinished: NotRequired[bool]
    title: str
    vitals: list[GetVitalsVitals]


class EvaluateResult(InPage):
    result: Any
    type: str
    world: Literal["page", "isolated"]
    truncated: bool
    openedTab: NotRequired[int]
    openedAndClosed: NotRequired[int]
    unfinished: NotRequired[bool]


class GetConsoleLogsLogs(TypedDict):
    seq: int
    level: Literal["debug", "log", "info", "warn", "error"]
    kind: Literal["console", "error", "rejection", "refusal"]
    timestamp: str
    message: str
    url: str
    line: int | None
    column: int | None
    source: NotRequired[str]
    frame: str
    page: int


class GetConsoleLogsResult(TypedDict):
    logs: list[GetConsoleLogsLogs]
    totals: dict[str, int]
    total: int
    dropped: int
    cursor: int
    tabId: int


class GetNetworkRequestsRequestsRequestHeaders(TypedDict):
    name: str
    value: str


class GetNetworkRequestsRequestsRequestBody(TypedDict):
    state: Literal["whole", "partial", "cut", "aborted", "dropped", "empty", "skipped", "unseen"]
    bytes: int
    mimeType: str
    text: NotRequired[str]


class GetNetworkRequestsRequests(TypedDict):
    seq: int
    id: str
    url: str
    method: str
    type: str
    status: int | None
    statusText: str
    state: Literal["pending", "done", "failed"]
    error: str | None
    fromCache: bool
    ip: str | None
    startedAt: str
    durationMs: float | None
    waitMs: float | None
    responseBytes: int | None
    requestBytes: int | None
    mimeType: str
    redirectTo: str | None
    frame: str
    requestHeaders: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    responseHeaders: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    requestBody: NotRequired[GetNetworkRequestsRequestsRequestBody]
    responseBody: NotRequired[GetNetworkRequestsRequestsRequestBody]


class GetNetworkRequestsResult(OfPage):
    requests: list[GetNetworkRequestsRequests]
    total: int
    dropped: int
    pausedMs: int
    cursor: int


class AddRouteResult(TypedDict):
    id: int
    url: str
    does: str
    by: Literal["helper", "webRequest"]
    tabId: int | None


class ListRoutesRoutes(TypedDict):
    id: int
    url: str
    does: str
    by: Literal["helper", "webRequest"]
    method: str | None
    type: str | None
    tabId: int | None
    delayMs: int
    left: int | None
    matched: int
    off: str | None


class ListRoutesResult(TypedDict):
    routes: list[ListRoutesRoutes]


class RemoveRoutesResult(TypedDict):
    removed: list[int]
    left: int


class TakeHeldRequests(TypedDict):
    id: str
    route: int
    url: str
    method: str
    type: str
    page: bool
    top: bool
    tabId: int
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    text: NotRequired[str]
    base64: NotRequired[str]


class TakeHeldCalls(TypedDict):
    id: str
    name: str
    args: str
    tabId: int
    frame: str


class TakeHeldResult(TypedDict):
    requests: list[TakeHeldRequests]
    calls: list[TakeHeldCalls]


class FetchHeldResult(TypedDict):
    url: str
    status: int
    statusText: str
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    text: NotRequired[str]
    base64: NotRequired[str]


class RecordBodiesResult(TypedDict):
    recording: bool
    match: str | None
    maxBytes: int
    allTypes: bool
    bodies: int
    bytes: int
    messages: int
    tabId: int


class GetRequestBodyResult(TypedDict):
    id: str
    method: str
    url: str
    status: int | None
    state: Literal["whole", "partial", "cut", "aborted", "dropped", "empty", "skipped", "unseen"]
    bytes: int
    mimeType: str
    masked: bool
    text: NotRequired[str]
    fields: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    base64: NotRequired[str]
    tabId: int


class GetSocketMessagesMessages(TypedDict):
    seq: int
    at: str
    type: Literal["opened", "sent", "received", "closed"]
    kind: Literal["websocket", "eventsource"]
    socket: int
    url: str | None
    request: str | None
    frame: str
    format: NotRequired[Literal["text", "binary"]]
    bytes: NotRequired[int]
    kept: NotRequired[int]
    text: NotRequired[str]
    hex: NotRequired[str]
    base64: NotRequired[str]
    masked: NotRequired[bool]
    event: NotRequired[str]
    eventId: NotRequired[str]
    protocol: NotRequired[str]
    code: NotRequired[int]
    reason: NotRequired[str]
    clean: NotRequired[bool]
    pageLeft: NotRequired[bool]


class GetSocketMessagesResult(TypedDict):
    messages: list[GetSocketMessagesMessages]
    total: int
    dropped: int
    cursor: int
    recording: bool
    webSockets: Literal["messages", "handshakes"]
    tabId: int


class GetHarRequestsRequestCookies(TypedDict):
    name: str
    value: str
    path: NotRequired[str]
    domain: NotRequired[str]
    expires: NotRequired[str]
    httpOnly: NotRequired[bool]
    secure: NotRequired[bool]
    sameSite: NotRequired[str]


class GetHarRequestsRequestBody(TypedDict):
    state: Literal["whole", "partial", "cut", "aborted", "dropped", "empty", "skipped", "unseen"]
    bytes: int
    mimeType: str
    text: NotRequired[str]
    fields: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    base64: NotRequired[str]
    masked: NotRequired[bool]


class GetHarRequests(TypedDict):
    seq: int
    id: str
    url: str
    method: str
    type: str
    status: int | None
    statusText: str
    state: Literal["pending", "done", "failed"]
    error: str | None
    fromCache: bool
    ip: str | None
    startedAt: str
    durationMs: float | None
    waitMs: float | None
    responseBytes: int | None
    requestBytes: int | None
    mimeType: str
    redirectTo: str | None
    frame: str
    requestHeaders: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    responseHeaders: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    httpVersion: str
    blockedMs: float
    requestHeadersBytes: int
    responseHeadersBytes: int
    requestCookies: list[GetHarRequestsRequestCookies]
    responseCookies: list[GetHarRequestsRequestCookies]
    requestBody: NotRequired[GetHarRequestsRequestBody]
    responseBody: NotRequired[GetHarRequestsRequestBody]


class GetHarResult(OfPage):
    requests: list[GetHarRequests]
    pending: int
    dropped: int
    pausedMs: int
    leftOut: int
    contentLoadMs: float | None
    loadMs: float | None


class SetExtraHeadersResult(TypedDict):
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    tabId: int | None


class ClearExtraHeadersResult(TypedDict):
    removed: list[str]
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    tabId: int | None


class SetOfflineResult(TypedDict):
    offline: bool
    tabId: int | None


class ThrottleNetworkThrottle(TypedDict):
    preset: str | None
    down: int | None
    up: int | None
    latency: int


class ThrottleNetworkResult(TypedDict):
    throttle: ThrottleNetworkThrottle
    tabId: int | None


class GetNetworkConditionsConditions(TypedDict):
    tabId: int | None
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    offline: bool | None
    throttle: ThrottleNetworkThrottle | None


class GetNetworkConditionsResult(TypedDict):
    conditions: list[GetNetworkConditionsConditions]


class SendRequestResult(TypedDict):
    url: str
    status: int
    statusText: str
    headers: list[GetNetworkRequestsRequestsRequestHeaders]
    text: NotRequired[str]
    base64: NotRequired[str]
    saved: NotRequired[list[GetNetworkRequestsRequestsRequestHeaders]]
    tabId: int


class HandleConsentResult(InPage):
    found: bool
    clicked: bool
    buttonText: str
    method: str
    action: Literal["refused", "accepted", "none"]
    elapsedMs: int
    auto: bool


class GetCookiesCookies(TypedDict):
    name: str
    value: str
    domain: str
    path: str
    expires: float | None
    httpOnly: bool
    secure: bool
    sameSite: Literal["Strict", "Lax", "None"] | None
    partition: NotRequired[str]


class GetCookiesResult(TypedDict):
    cookies: list[GetCookiesCookies]
    jar: Literal["shared", "isolated", "private"]


class GetCookieResult(TypedDict):
    value: str
    jar: Literal["shared", "isolated", "private"]


class SetCookieResult(TypedDict):
    cookie: GetCookiesCookies
    jar: Literal["shared", "isolated", "private"]


class DeleteCookieResult(TypedDict):
    removed: list[str]
    jar: Literal["shared", "isolated", "private"]


class ClearCookiesResult(TypedDict):
    removed: list[str]
    jar: Literal["shared", "isolated", "private"]


class ImportCookiesResult(TypedDict):
    count: int
    domains: list[str]
    expired: list[str]
    jar: Literal["shared", "isolated", "private"]


class GetStorageLocal(TypedDict):
    count: int
    length: int


class GetStorageDatabases(TypedDict):
    name: str
    version: int


class GetStorageCaches(TypedDict):
    name: str
    count: int


class GetStorageResult(TypedDict):
    origin: str
    local: GetStorageLocal
    session: GetStorageLocal
    databases: list[GetStorageDatabases]
    caches: list[GetStorageCaches]
    serviceWorkers: list[str]
    tabId: int


class LocalStorageEntries(TypedDict):
    key: str
    length: int
    value: NotRequired[str]


class LocalStorageResult(TypedDict):
    origin: str
    action: Literal["list", "get", "set", "delete", "clear"]
    entries: list[LocalStorageEntries]
    count: int
    value: NotRequired[str]
    truncated: bool
    nextOffset: int | None
    tabId: int


class SessionStorageResult(TypedDict):
    origin: str
    action: Literal["list", "get", "set", "delete", "clear"]
    entries: list[LocalStorageEntries]
    count: int
    value: NotRequired[str]
    truncated: bool
    nextOffset: int | None
    tabId: int


class ClearStorageResult(TypedDict):
    origin: str
    local: int
    session: int
    databases: list[str]
    open: list[str]
    caches: list[str]
    serviceWorkers: list[str]
    tabId: int


class SaveStateOriginsLocalStorage(TypedDict):
    name: str
    value: str
    nameUtf16: NotRequired[str]
    valueUtf16: NotRequired[str]


class SaveStateOrigins(TypedDict):
    origin: str
    localStorage: NotRequired[list[SaveStateOriginsLocalStorage]]
    sessionStorage: NotRequired[list[SaveStateOriginsLocalStorage]]
    indexedDB: NotRequired[list[dict[str, Any]]]


class SaveStateNotSaved(TypedDict):
    origin: str
    database: str
    store: str
    kind: str


class SaveStateCredentials(TypedDict):
    credentialId: str
    rpId: str
    userName: str
    userHandle: str
    isResidentCredential: bool
    signCount: int
    privateKey: str
    publicKey: str


class SaveStateResult(TypedDict):
    cookies: list[GetCookiesCookies]
    origins: list[SaveStateOrigins]
    skipped: list[str]
    notSaved: list[SaveStateNotSaved]
    credentials: NotRequired[list[SaveStateCredentials]]
    withheld: NotRequired[int]
    jar: Literal["shared", "isolated", "private"]


class LoadStateResult(TypedDict):
    cookies: int
    origins: list[str]
    expired: list[str]
    passkeys: NotRequired[int]
    checked: bool
    jar: Literal["shared", "isolated", "private"]


class ApplyStateResult(TypedDict):
    cookies: int
    origins: list[str]
    expired: list[str]
    passkeys: NotRequired[int]
    jar: Literal["shared", "isolated", "private"]


class ShowStateCookies(TypedDict):
    name: str
    domain: str
    expires: float | None
    expired: bool


class ShowStateOrigins(TypedDict):
    origin: str
    local: list[str]
    session: list[str]
    databases: list[str]


class ShowStatePasskeys(TypedDict):
    id: str
    rpId: str
    userName: str


class ShowStateResult(TypedDict):
    cookies: list[ShowStateCookies]
    origins: list[ShowStateOrigins]
    passkeys: list[ShowStatePasskeys]


class SetSecretResult(TypedDict):
    name: str
    domains: list[str]
    totp: bool
    where: Literal["keyring", "file"]
    endsIn: list[str]


class ListSecretsSecrets(TypedDict):
    name: str
    domains: list[str]
    totp: bool
    where: Literal["keyring", "file", "environment"]


class ListSecretsResult(TypedDict):
    secrets: list[ListSecretsSecrets]


class DeleteSecretResult(TypedDict):
    name: str
    where: Literal["keyring", "file"]
    endsIn: list[str]


class AddVirtualAuthenticatorAuthenticator(TypedDict):
    protocol: Literal["ctap1/u2f", "ctap2", "ctap2_1"]
    transport: Literal["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]
    hasResidentKey: bool
    hasUserVerification: bool
    isUserConsenting: bool
    isUserVerified: bool


class AddVirtualAuthenticatorCredentials(TypedDict):
    credentialId: str
    rpId: str
    userName: str
    userHandle: str
    isResidentCredential: bool
    signCount: int
    secret: str | None


class AddVirtualAuthenticatorResult(TypedDict):
    authenticator: AddVirtualAuthenticatorAuthenticator
    credentials: list[AddVirtualAuthenticatorCredentials]


class RemoveVirtualAuthenticatorResult(TypedDict):
    removed: bool


class GetCredentialsResult(TypedDict):
    authenticator: AddVirtualAuthenticatorAuthenticator | None
    credentials: list[AddVirtualAuthenticatorCredentials]


class AddCredentialsResult(TypedDict):
    added: list[AddVirtualAuthenticatorCredentials]


class SaveCredentialsResult(TypedDict):
    credentials: list[SaveStateCredentials]
    withheld: int


class RemoveCredentialsResult(TypedDict):
    removed: list[str]


class SetUserVerifiedResult(TypedDict):
    isUserVerified: bool


class SetAuthResult(TypedDict):
    origin: str
    user: str
    secret: str | None


class ListAuthLogins(TypedDict):
    origin: str
    user: str
    secret: str | None
    tabId: int | None
    used: int
    refused: bool


class ListAuthResult(TypedDict):
    logins: list[ListAuthLogins]


class ClearAuthResult(TypedDict):
    cleared: list[str]
    remembered: bool


class ReadClipboardResult(TypedDict):
    text: str
    types: list[str]
    source: str | None
    truncated: bool
    nextOffset: int | None


class WriteClipboardResult(TypedDict):
    length: int
    types: list[str]


class PasteClipboardResult(Effects, Meanwhile, OfElement, InPage):
    takenBy: Literal["page", "field"]
    length: int
    trusted: bool
    focus: NotRequired[str]


class RequestTabSpaceRequests(TypedDict):
    agent: str
    waitingMs: int


class RequestTabSpaceReservations(TypedDict):
    agent: str
    expiresInMs: int


class RequestTabSpaceYours(TypedDict):
    position: int | None
    reservedMs: int | None


class RequestTabSpaceResult(TypedDict):
    requests: list[RequestTabSpaceRequests]
    reservations: list[RequestTabSpaceReservations]
    holders: list[GetWindowsWindowsOthers]
    yours: RequestTabSpaceYours
    tabCount: int
    maxTabs: int


class GrantTabSpaceResult(TypedDict):
    granted: bool
    closedTabId: int
    grantedTo: str
    tabCount: int


class GetSlotRequestsResult(TypedDict):
    requests: list[RequestTabSpaceRequests]
    reservations: list[RequestTabSpaceReservations]
    holders: list[GetWindowsWindowsOthers]
    yours: RequestTabSpaceYours
    tabCount: int
    maxTabs: int


class GetAgentsAgents(TypedDict):
    agent: str
    id: str
    name: str
    tabs: int
    sinceMs: int
    quietMs: int
    alive: bool
    pids: list[int]
    mine: bool
    read: str


class GetAgentsResult(TypedDict):
    agents: list[GetAgentsAgents]
    yourId: str


class ForgetAgentResult(TypedDict):
    name: str | None
    closed: int


class HeartbeatResult(TypedDict):
    alive: bool
    watched: bool


class GoodbyeResult(TypedDict):
    closed: list[int]


class CleanupOrphanedTabsResult(TypedDict):
    closed: list[int]


class GetConfigAllowedDomains(TypedDict):
    rule: str
    domains: list[str]


class GetConfigRights(TypedDict):
    allowed: bool
    rule: str
    asked: NotRequired[bool]


class GetConfigBlocked(TypedDict):
    tabId: int
    url: str
    type: str
    rule: str


class GetConfigSettings(TypedDict):
    key: str
    value: Any
    origin: str
    where: str
    env: str
    takes: str
    help: str
    problem: NotRequired[str]


class GetConfigFiles(TypedDict):
    kind: str
    path: str
    exists: bool
    problems: list[str]
    warnings: list[str]


class GetConfigResult(TypedDict):
    allowedDomains: NotRequired[list[GetConfigAllowedDomains]]
    rights: NotRequired[dict[str, GetConfigRights]]
    blocked: NotRequired[list[GetConfigBlocked]]
    handleConsent: NotRequired[bool]
    settings: NotRequired[list[GetConfigSettings]]
    files: NotRequired[list[GetConfigFiles]]


class ListConfigResult(TypedDict):
    allowedDomains: list[GetConfigAllowedDomains]
    rights: dict[str, GetConfigRights]
    blocked: list[GetConfigBlocked]
    handleConsent: bool
    settings: NotRequired[list[GetConfigSettings]]
    files: NotRequired[list[GetConfigFiles]]


class SetConfigResult(TypedDict):
    allowedDomains: list[GetConfigAllowedDomains]
    rights: dict[str, GetConfigRights]
    blocked: list[GetConfigBlocked]
    handleConsent: bool
    settings: NotRequired[list[GetConfigSettings]]
    files: NotRequired[list[GetConfigFiles]]
    path: NotRequired[str]


class CanNavigateResult(TypedDict):
    allowed: bool
    url: str
    rule: str | None
    read: str | None
    asks: bool


class GetWindowModeResult(TypedDict):
    mode: Literal["normal", "private"]
    privateAllowed: bool


class SetPrivateModeResult(TypedDict):
    mode: Literal["normal", "private"]
    privateAllowed: bool


class StartLoopResult(TypedDict):
    active: bool
    key: str
    id: str | None
    prompt: str | None
    iteration: int
    maxIterations: int
    leftMs: int
    completionPromise: str | None
    ended: Literal["iterations", "time"] | None
    session: str


class StopLoopResult(TypedDict):
    stopped: bool
    active: bool
    key: str
    id: str | None
    prompt: str | None
    iteration: int
    maxIterations: int
    leftMs: int
    completionPromise: str | None
    ended: Literal["iterations", "time"] | None
    session: str


class GetLoopStateVerify(TypedDict):
    command: str
    folder: str


class GetLoopStateResult(TypedDict):
    active: bool
    key: str
    id: str | None
    prompt: str | None
    iteration: int
    maxIterations: int
    leftMs: int
    completionPromise: str | None
    ended: Literal["iterations", "time"] | None
    session: str
    verify: NotRequired[GetLoopStateVerify | None]


class ListLoopsLoops(TypedDict):
    active: bool
    key: str
    preview: str
    iteration: int
    maxIterations: int
    leftMs: int
    ended: Literal["iterations", "time"] | None


class ListLoopsResult(TypedDict):
    loops: list[ListLoopsLoops]


class IncrementLoopIterationResult(TypedDict):
    advanced: bool
    why: Literal["none", "iterations", "time", "repeated"] | None
    active: bool
    key: str
    id: str | None
    prompt: str | None
    iteration: int
    maxIterations: int
    leftMs: int
    completionPromise: str | None
    ended: Literal["iterations", "time"] | None
    session: str


class SetupFirefox(TypedDict):
    path: str
    kind: str
    version: str
    packaging: str
    manageable: bool


class SetupSteps(TypedDict):
    name: str
    state: str
    what: str
    changes: list[str]
    note: str


class SetupResult(TypedDict):
    firefox: list[SetupFirefox]
    steps: list[SetupSteps]
    changed: bool
    undone: bool


class SetupClaudeResult(TypedDict):
    installed: bool
    already: bool
    plugin: bool
    claude: str | None
    commands: list[str]
    added: list[str]
    second: str | None


class SetupAgentsResult(TypedDict):
    steps: list[SetupSteps]
    changed: bool


class DemoResult(TypedDict):
    answer: str
    picture: str
    elapsedMs: int


class ExamplesResult(TypedDict):
    folder: str
    files: list[str]


class UpgradeResult(TypedDict):
    installer: str
    command: str
    before: str
    after: str
    done: bool


class UninstallRemoved(TypedDict):
    what: str
    path: str
    count: int
    bytes: int


class UninstallKept(TypedDict):
    path: str
    why: str


class UninstallResult(TypedDict):
    undone: list[str]
    stopped: list[str]
    removed: list[UninstallRemoved]
    bytes: int
    kept: list[UninstallKept]
    done: bool
    package: str


class ListSkillsSkills(TypedDict):
    name: str
    description: str


class ListSkillsResult(TypedDict):
    version: str
    skills: list[ListSkillsSkills]


class GetSkillResult(TypedDict):
    name: str
    version: str
    text: str


class RunTestsOutcomes(TypedDict):
    failed: int
    error: int
    flaky: int
    passed: int
    skipped: int


class RunTestsTestsStep(TypedDict):
    text: str
    file: str
    line: int


class RunTestsTestsError(TypedDict):
    code: str
    message: str
    hint: str
    details: dict[str, Any]


class RunTestsTestsHealingChanges(TypedDict):
    file: str
    line: int
    text: str
    healed: str
    target: str
    proposed: str
    why: str
    others: list[str]


class RunTestsTestsHealing(TypedDict):
    passes: bool
    left: str
    changes: list[RunTestsTestsHealingChanges]


class RunTestsTests(TypedDict):
    file: str
    line: int
    name: str
    tags: list[str]
    variant: str
    outcome: Literal["passed", "flaky", "failed", "error", "skipped"]
    ms: int
    attempts: int
    step: RunTestsTestsStep | None
    error: RunTestsTestsError | None
    again: str
    healing: RunTestsTestsHealing | None


class RunTestsResult(TypedDict):
    files: int
    outcomes: RunTestsOutcomes
    ms: int
    tests: list[RunTestsTests]
    patch: NotRequired[str]


class MakeReportResult(TypedDict):
    headline: str
    outcomes: RunTestsOutcomes
    failures: list[str]
    missing: list[str]
    files: list[str]
    code: NotRequired[str]


class InitSuiteResult(TypedDict):
    made: list[str]
    kept: list[str]
    server: str | None
    start: str
    url: str
    command: str
    done: bool


class MapPagesResult(TypedDict):
    done: int
    failed: int
    before: int
    files: list[str]


class RunScriptResult(TypedDict):
    output: str
    exitCode: int
    timedOut: bool
    screenshots: list[str]


class ReadyReady(TypedDict):
    url: str
    status: int
    ms: int


class ReadyResult(TypedDict):
    ready: list[ReadyReady]
    elapsedMs: int


class ComparePagesViewsMessages(TypedDict):
    level: str
    message: str


class ComparePagesViewsLoadedBefore(TypedDict):
    requests: int
    bytes: int


class ComparePagesViewsLoaded(TypedDict):
    type: str
    before: ComparePagesViewsLoadedBefore
    after: ComparePagesViewsLoadedBefore


class ComparePagesViewsVitals(TypedDict):
    name: str
    before: float | None
    after: float | None


class ComparePagesViews(TypedDict):
    viewport: str
    same: bool
    picture: str
    pictures: dict[str, str]
    films: dict[str, str]
    snapshot: list[str]
    messages: list[ComparePagesViewsMessages]
    failed: list[str]
    loaded: list[ComparePagesViewsLoaded]
    vitals: list[ComparePagesViewsVitals]
    unfinished: list[str]


class ComparePagesResult(TypedDict):
    same: bool
    before: str
    after: str
    views: list[ComparePagesViews]
    files: list[str]


class RecordResult(TypedDict):
    path: str
    steps: int
    names: list[str]
    leftOut: list[str]


class WatchPersonActionsLocator(TypedDict):
    durable: str
    kind: str
    role: NotRequired[str]
    name: NotRequired[str]
    nth: NotRequired[int]
    frame: NotRequired[str]
    secret: bool


class WatchPersonActions(TypedDict):
    seq: int
    command: str
    params: dict[str, Any]
    url: str
    left: NotRequired[str]
    locator: NotRequired[WatchPersonActionsLocator]


class WatchPersonResult(TypedDict):
    actions: list[WatchPersonActions]
    cursor: int
    closed: bool
    title: NotRequired[str]
    tabId: int


class PickElementResult(TypedDict):
    locator: str
    kind: Literal["role", "label", "testid", "text", "css"]
    role: NotRequired[str]
    name: NotRequired[str]
    nth: NotRequired[int]
    frame: NotRequired[str]
    secret: bool
    by: Literal["firefox", "show", "point"]
    notes: NotRequired[int]
    tabId: int


class GetNotesNotes(TypedDict):
    number: int
    text: str
    tabId: int
    url: str
    locator: str
    selector: str
    nth: NotRequired[int]
    frame: NotRequired[str]
    role: NotRequired[str]
    name: NotRequired[str]
    box: GetElementInfoPosition
    styles: dict[str, str]
    component: NotRequired[str]
    source: NotRequired[str]
    crop: NotRequired[str]
    after: NotRequired[str]
    answer: NotRequired[str]


class GetNotesResult(TypedDict):
    notes: list[GetNotesNotes]
    resolved: NotRequired[GetNotesNotes]
    markdown: NotRequired[str]


class StartTraceResult(TypedDict):
    path: str
    folder: str


class StopTraceResult(TypedDict):
    path: str
    steps: int
    bytes: int
    problem: str


class ShowTraceResult(TypedDict):
    path: str
    steps: int
    whole: bool


class ExportTraceResult(TypedDict):
    text: str
    path: str
    steps: int
    whole: bool


class TraceMomentMomentsFrames(TypedDict):
    frameId: int
    url: str
    html: Any
    doctype: str
    width: int
    height: int
    dark: bool
    ms: int
    cut: bool


class TraceMomentMomentsPicture(TypedDict):
    image: str
    width: int
    height: int
    viewWidth: int
    viewHeight: int


class TraceMomentMoments(TypedDict):
    moment: int
    frames: list[TraceMomentMomentsFrames]
    picture: TraceMomentMomentsPicture | None


class TraceMomentPageEvents(TypedDict):
    at: str
    kind: Literal["navigation", "storage"]
    text: str


class TraceMomentResult(OfPage):
    moment: int
    moments: list[TraceMomentMoments]
    logs: list[GetConsoleLogsLogs]
    logsCursor: int
    requests: list[GetNetworkRequestsRequests]
    requestsCursor: int
    pageEvents: list[TraceMomentPageEvents]
    recorded: bool


class StartFilmResult(TypedDict):
    path: str
    fps: int


class StopFilmResult(TypedDict):
    film: str
    path: str
    seconds: float
    frames: int
    covered: int
    bytes: int
    problem: str


class FilmFramePieces(TypedDict):
    at: int
    data: str


class FilmFrameResult(TypedDict):
    pieces: list[FilmFramePieces]
    covered: bool


class EndFilmResult(TypedDict):
    pieces: list[FilmFramePieces]


class StartProfileResult(InPage):
    interval: float


class StopProfileResult(InPage):
    profile: str
    seconds: float
    samples: int
    bytes: int


class ViewAllAgents(TypedDict):
    id: str
    name: str
    paused: bool
    read: str


class ViewAllTabs(TypedDict):
    tabId: int
    agent: str
    url: str
    title: str
    current: bool
    happened: int
    painted: int | None


class ViewAllQuestions(TypedDict):
    id: str
    agent: str
    text: str
    picks: bool
    allows: bool


class ViewAllLoops(TypedDict):
    key: str
    text: str
    turn: int
    most: int
    leftMs: int


class ViewAllNotes(TypedDict):
    agent: str
    number: int
    text: str
    locator: str
    done: bool
    answer: str


class ViewAllActions(TypedDict):
    agent: str
    line: str
    outcome: str
    ms: int
    at: str


class ViewAllResult(TypedDict):
    agents: list[ViewAllAgents]
    tabs: list[ViewAllTabs]
    questions: list[ViewAllQuestions]
    loops: list[ViewAllLoops]
    notes: list[ViewAllNotes]
    actions: list[ViewAllActions]


class ViewTabErrors(TypedDict):
    seq: int
    message: str


class ViewTabResult(TypedDict):
    image: str
    picture: int
    width: int
    height: int
    why: str
    errors: list[ViewTabErrors]
    cursor: int


class ViewDoResult(TypedDict):
    done: bool
    said: NotRequired[str]


class WatchTabsTabs(TypedDict):
    tabId: int
    owner: str
    told: int
    painted: int | None


class WatchTabsResult(TypedDict):
    tabs: list[WatchTabsTabs]


class LookAtTabResult(TypedDict):
    image: str
    width: int
    height: int
    picture: int


class AskResult(TypedDict):
    answer: Literal["done", "no"]
    by: Literal["firefox", "terminal", "show", "client"]
    elapsedMs: int


class PingResult(TypedDict):
    pong: bool


class MovedPartsResult(TypedDict):
    moved: list[str]


class VersionResult(TypedDict):
    client: str
    protocol: int
    host: str | None
    extension: str | None
    firefox: str | None
    build: Literal["managed", "plain"] | None
    python: str
    zeromq: str


class StatusHolders(TypedDict):
    agent: str
    name: str
    tabs: int
    mine: bool


class StatusEmulated(TypedDict):
    tabId: int
    emulated: dict[str, str]


class StatusResult(TypedDict):
    session: str
    hostPid: int
    warmPid: int | None
    uptimeMs: int
    firefox: str
    extension: str
    build: Literal["managed", "plain"]
    tabCount: int
    maxTabs: int
    agentId: str
    agentName: str
    agents: int
    pending: int
    endpoint: str
    log: str
    holders: list[StatusHolders]
    loops: list[ListLoopsLoops]
    policy: str
    emulated: list[StatusEmulated]
    conditions: list[GetNetworkConditionsConditions]
    acceptCerts: list[str]


class DiagnoseChecks(TypedDict):
    name: str
    state: Literal["ok", "broken", "skipped", "unchecked"]
    ok: bool | None
    detail: str
    fix: str
    fixable: bool


class DiagnoseResult(TypedDict):
    ok: bool
    checks: list[DiagnoseChecks]
    fixed: list[str]
    summary: str
    recommendation: str
    exitCode: int


class LogsEntries(TypedDict):
    time: NotRequired[str]
    pid: NotRequired[int]
    level: NotRequired[str]
    message: str


class LogsResult(TypedDict):
    path: str
    exists: bool
    entries: list[LogsEntries]


class CancelResult(TypedDict):
    cancelled: bool


class FeedbackResult(TypedDict):
    report: list[str]


class BrowserStartResult(TypedDict):
    running: bool
    session: str
    managed: bool
    pid: int | None
    headless: bool | None
    profile: str
    log: str
    firefox: str | None
    build: str | None
    temporary: bool
    acceptCerts: list[str]
    started: bool
    elapsedMs: int


class BrowserStopResult(TypedDict):
    stopped: bool
    session: str
    elapsedMs: int


class BrowserStatusResult(TypedDict):
    running: bool
    session: str
    managed: bool
    pid: int | None
    headless: bool | None
    profile: str
    log: str
    firefox: str | None
    build: str | None
    temporary: bool
    acceptCerts: list[str]


class BrowserListProfiles(TypedDict):
    session: str
    running: bool
    bytes: float
    lastUsed: float
    profile: str


class BrowserListResult(TypedDict):
    profiles: list[BrowserListProfiles]
    bytes: int


class BrowserDeleteResult(TypedDict):
    removed: list[str]
    bytes: int


class BrowserPruneResult(TypedDict):
    removed: list[str]
    bytes: int


class BrowserInstallResult(TypedDict):
    version: str
    path: str
    removed: list[str]
    changed: bool


class BrowserUpgradeResult(TypedDict):
    version: str
    path: str
    removed: list[str]
    changed: bool


class BrowserRemoveResult(TypedDict):
    removed: list[str]
    folder: str


class QuitBrowserResult(TypedDict):
    quitting: bool


class ReloadExtensionResult(TypedDict):
    reloading: bool


class AddMachineResult(TypedDict):
    name: str
    address: str
    clz: str


class ListMachinesMachines(TypedDict):
    name: str
    address: str
    clz: str


class ListMachinesResult(TypedDict):
    machines: list[ListMachinesMachines]


class RemoveMachineResult(TypedDict):
    name: str
    address: str
    clz: str


class CheckMachineChecks(TypedDict):
    check: str
    ok: bool
    found: str
    hint: str


class CheckMachineResult(TypedDict):
    checks: list[CheckMachineChecks]


class InstallOnMachineResult(TypedDict):
    machine: str
    version: str


class TakeFileResult(TypedDict):
    path: str
