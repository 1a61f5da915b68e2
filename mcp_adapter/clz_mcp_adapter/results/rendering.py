"""Results as text for a model: what happened in our words, what the page says apart from it.

`TABLE` has the view of single commands by wire name. The rest is shown by its shape: what was done to an element as
that, anything else as one `name: value` line a field. The functions of a view that speak in our words get the facts of
a result alone (`clz_core.text.display.facts`): where a page could have written something they find nothing to repeat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from clz_core.contract.registry import Command
from clz_core.text import (
    ask,
    buffers,
    checks,
    conditions,
    display,
    loops,
    policy,
    pool,
    reading,
    routes,
    status,
    windows,
)
from clz_core.text.counts import counted
from clz_core.text.elements import (
    EFFECTS,
    address,
    advice,
    awaited,
    effects,
    element,
    given_files,
    label,
    own_tab,
    scrolled,
    typed,
)
from clz_core.text.emulation import emulate, init_scripts
from clz_core.text.page_state import page_state
from clz_core.text.state import auth, clipboard, cookies, state, storage
from clz_mcp_adapter.results.views import (
    EMPTY,
    Result,
    View,
    either,
    first_line,
    listing,
    other_lines,
    plain,
    sentence,
    stored,
)
from clz_mcp_adapter.tools.terminology import for_tools

if TYPE_CHECKING:
    from clz_core.contract.results import (
        CloseTabResult,
        CreateWindowResult,
        DiagnoseResult,
        FillFormResult,
        GetAccessibilitySnapshotResult,
        GetContentResult,
        GetNetworkRequestsRequests,
        GetRequestBodyResult,
        GetResult,
        GetTabsResult,
        PasteClipboardResult,
        PressKeyResult,
        ScreenshotResult,
        ScrollResult,
        SelectResult,
        SetViewportResult,
        UploadResult,
    )

WRITTEN = ("saveState", "getHar", "pdf")  # what is in their file, the page has made; its path, the caller
_ELEMENT = {"tagName", "text", "id", "className", "tabId", "url", "trusted"}  # what every action tells


@dataclass(frozen=True)
class Rendered:
    """`head` and `tail` are our words, `page` the page's."""

    head: str = ""
    page: str = ""
    tail: str = ""


def joined(first: Rendered, second: Rendered) -> Rendered:
    """Two texts as one: our words together, and the page's."""

    def both(one: str, other: str) -> str:
        return "\n".join(part for part in (one, other) if part)

    return Rendered(both(first.head, second.head), both(first.page, second.page), both(first.tail, second.tail))


def render(command: Command, result: Result) -> Rendered:
    tidy = display.tidy(command, result)
    known = _known(command, tidy) if command.quotes_page else tidy
    made = TABLE.get(command.name)
    acted = command.changes and {"tagName", "url"} <= set(result)
    for view in (made, _acted(command) if acted else None):
        if view is not None:
            try:
                head, page, tail = view.head(known), view.page(tidy), view.tail(known)
                ours = bool(page) and _is_said_by(known, page, view)
                return Rendered(f"{head}\n{page}" if ours else head, "" if ours else page, tail)
            except (KeyError, TypeError, ValueError, AttributeError):
                pass  # an extension of another version answers in another shape
    return Rendered(page=plain(tidy)) if command.quotes_page and known != tidy else Rendered(plain(tidy))


def _is_said_by(facts: Result, page: str, view: View) -> bool:
    """True if the facts alone say the same: then nothing of it is the page's."""
    try:
        return view.page(facts) == page
    except (KeyError, TypeError, ValueError, AttributeError):  # it takes more than facts
        return False


def _known(command: Command, result: Result) -> Result:
    """The facts of a result, with what this server has put into it: counts, and the file that it has written."""
    facts = display.facts(command, result)
    added = {name: value for name, value in result.items() if name not in facts and isinstance(value, int | float)}
    return {**facts, **added, **({"path": result["path"]} if command.name in WRITTEN and "path" in result else {})}


def _acted(command: Command) -> View:
    """What was done to which element, address, and what came of it."""
    return View(
        lambda facts: f"{command.label}: done{_trust(facts)}.",
        lambda result: "\n".join([element(result), f"at {result['url']}", *_after(result, _ELEMENT)]),
        _advice,
    )


def _advice(facts: Result) -> str:
    return "\n".join(advice(facts, for_tools))


def _typed(facts: Result) -> str:
    changed = " The field does not hold what was typed." if facts["changedByPage"] else ""
    return f"Typed{_trust(facts)}.{changed}"


def _after(result: Result, known: set[str]) -> list[str]:
    """What came of an action, and what else there is to tell, on lines of their own."""
    told = {*known, *EFFECTS}
    more = {name: value for name, value in result.items() if name not in told and value is not True and value != ""}
    rest = [plain(more)] if any(value not in EMPTY for value in more.values()) else []
    return [*effects(result, for_tools), *rest]


def _trust(result: Result) -> str:
    return "" if result.get("trusted", True) else " with synthetic events"


def _arrived(result: Result) -> str:
    return f"{address(result)}{awaited(result)}"


def _certificate(facts: Result) -> str:
    """What is to be said first of a page whose certificate was let pass."""
    error = facts.get("certificateError")
    return f"Its server's certificate is NOT CHECKED ({error}), as the person wants it.\n" if error else ""


def _opened(facts: CreateWindowResult) -> str:
    tab = facts["tabId"]
    return f"{_certificate(facts)}Opened tab {tab}: give `tabId` {tab} in each later call."


def _begun(result: CreateWindowResult) -> str:
    return _arrived(result) + cookies.left_out(result.get("expired", []))


def _oldest_closed(facts: CreateWindowResult) -> str:
    closed = facts.get("closedOldestTab")
    return "" if closed is None else f"Your oldest tab {closed} was closed: the pool holds {facts['maxTabs']}."


def _tabs(facts: GetTabsResult) -> str:
    mine = any(tab["mine"] for tab in facts["tabs"])
    return f"{facts['tabCount']} of {facts['maxTabs']} tabs. {'Yours:' if mine else 'None is yours.'}"


def _own_tabs(result: GetTabsResult) -> str:
    own = [tab for tab in result["tabs"] if tab["mine"]]
    return "\n".join(f"{tab['tabId']}{' (current)' if tab['current'] else ''} {own_tab(tab)}" for tab in own)


def _others(facts: GetTabsResult) -> str:
    counts = Counter(tab["owner"] for tab in facts["tabs"] if not tab["mine"])
    return ", ".join(f"{owner} has {count}" for owner, count in counts.items())


def _closed(facts: CloseTabResult) -> str:
    left = facts.get("current")
    rest = "You have no tab left." if left is None else f"Your current tab is {left} now."
    return f"Closed tab {facts['closed']}. {rest}"


def _content(result: GetContentResult) -> str:
    html = f"\n\nHTML:\n{result['html']}" if result.get("html") is not None else ""
    return f"{address(result)}\n\n{reading.content(result, result['text'])}{html}"


def _content_cut(facts: GetContentResult) -> str:
    if not facts["truncated"]:
        return ""
    return f"Cut at {facts['nextOffset'] or 0:,} of {facts['textLength']:,} characters; {_more(facts)}"


def _value_cut(facts: GetResult) -> str:
    return f"Cut; {_more(facts)}" if facts["truncated"] else ""


def _more(facts: GetContentResult | GetResult) -> str:
    return "more: `maxLength`." if facts["nextOffset"] is None else f"more: `offset`: {facts['nextOffset']}."


def _pressed(result: PressKeyResult) -> str:
    keys = "+".join([*result.get("modifiers", []), result["key"]])
    known = {"key", "modifiers", "target", "tabId", "url", "trusted"}
    return "\n".join([f"{keys} on {result['target']}", f"at {result['url']}", *_after(result, known)])


def _pasted(result: PasteClipboardResult) -> str:
    known = {*_ELEMENT, "takenBy", "length"}
    return "\n".join([clipboard.pasted(result, element(result)), f"at {result['url']}", *_after(result, known)])


def _selected(result: SelectResult) -> str:
    known = {*_ELEMENT, "selected", "values", *(["changed"] if result["changed"] else [])}
    chosen = ", ".join(result["selected"]) or "nothing"
    return "\n".join([f"{element(result)}: {chosen}", f"at {result['url']}", *_after(result, known)])


def _filled(result: FillFormResult) -> str:
    """Each field with what it holds now, and whether the page has made something else of it."""
    fields = [
        f"{element(field)}: {field['currentValue']}{' (changed by the page)' if field['changedByPage'] else ''}"
        for field in result["fields"]
    ]
    return "\n".join([*fields, f"at {result['url']}", *effects(result, for_tools)])


def _uploaded(result: UploadResult) -> str:
    lines = [f"{given_files(result)} to {element(result)}", f"at {result['url']}", *effects(result, for_tools)]
    return "\n".join(lines)


def _scrolled(result: ScrollResult) -> str:
    return "\n".join([scrolled(result), f"at {result['url']}", *effects(result, for_tools)])


def _picture(facts: ScreenshotResult) -> str:
    head = f"Tab {facts['tabId']}, {facts['width']}×{facts['height']} {facts['format']}, scale {facts['scale']:g}."
    ready = facts["readiness"]
    if facts["reduced"]:
        head += " Reduced to fit: `slices` gives pictures that can be read."
    return head + (f" The page was not ready after {ready['waitMs']} ms." if ready["timedOut"] else "")


def _pictured(result: ScreenshotResult) -> str:
    return "\n".join([address(result), *map(label, result.get("labels") or [])])


def _snapshot(facts: GetAccessibilitySnapshotResult) -> str:
    if facts["diff"]:
        head = f"Changes in tab {facts['tabId']} {reading.compared(facts)}"
        return head + (":" if facts["lines"] else ": none.")
    why = reading.NOT_COMPARED.get(facts.get("since", ""), "")
    return f"{why[:1].upper()}{why[1:]}. Tab {facts['tabId']}:" if why else f"Tab {facts['tabId']}:"


def _snapshot_cut(facts: GetAccessibilitySnapshotResult) -> str:
    left = facts["lines"] - facts["shown"]
    return reading.lines_cut(left, facts["lines"], ("`maxChars`", "`interactive`", "or a `target`")) if left else ""


def _viewport(result: SetViewportResult) -> str:
    return "\n".join([windows.viewport(result), f"at {result['url']}"])


def _buffer(what: str, rows: str, line: Callable[..., str]) -> View:
    """The newest entries of a buffer."""
    return View(
        lambda facts: f"{len(facts[rows])} of {facts['total']} {what}, cursor {facts['cursor']}.",
        lambda result: "\n".join(line(row, timed=False) for row in result[rows]),
        lambda facts: "\n".join(buffers.gaps(facts)),
    )


def _headers(request: GetNetworkRequestsRequests, timed: bool) -> str:
    """A request, and its headers where they were asked for."""
    headers: Result = {name: value for name, value in request.items() if name.endswith("Headers") and value}
    said = f"\n  {plain(headers)}".replace("\n", "\n  ") if headers else ""
    return buffers.request(request, timed) + said


def _body(result: Result) -> str:
    request = f"{result['method']} {result['url']}"
    return f"{request}\n{result['path'] if 'path' in result else buffers.body_text(cast('Any', result))}"


def _masked(facts: GetRequestBodyResult) -> str:
    return ", secrets masked" if facts["masked"] else ""


def _diagnosis(result: DiagnoseResult) -> str:
    marks = {**checks.MARKS, "skipped": "skipped", "unchecked": "unknown"}
    rows = [checks.row(check, ": ", marks=marks) for check in result["checks"]]
    return "\n".join([f"{result['summary']}.", *rows, f"Next: {for_tools(result['recommendation'])}"])


TABLE: dict[str, View] = {
    "createWindow": View(_opened, _begun, _oldest_closed),
    "navigate": View(lambda facts: f"{_certificate(facts)}Tab {facts['tabId']} is at:", _arrived),
    "back": View(lambda facts: f"{_certificate(facts)}Tab {facts['tabId']} went back to:", _arrived),
    "forward": View(lambda facts: f"{_certificate(facts)}Tab {facts['tabId']} went forward to:", _arrived),
    "reload": View(lambda facts: f"{_certificate(facts)}Tab {facts['tabId']} was loaded again:", _arrived),
    "selectTab": View(lambda facts: f"Your current tab is {facts['tabId']} now:", address),
    "closeTab": View(_closed),
    "getTabs": View(_tabs, _own_tabs, _others),
    "getContent": View(lambda facts: f"Text of tab {facts['tabId']}:", _content, _content_cut),
    "fillForm": View(
        lambda facts: f"Filled {counted(len(facts['fields']), 'field')}{_trust(facts)}.", _filled, _advice
    ),
    "select": View(lambda facts: f"Select: done{_trust(facts)}.", _selected, _advice),
    "pressKey": View(lambda facts: f"Pressed{_trust(facts)}:", _pressed, _advice),
    "type": View(_typed, lambda result: f"{typed(result, for_tools)}\nat {result['url']}", _advice),
    "fill": View(_typed, lambda result: f"{typed(result, for_tools)}\nat {result['url']}", _advice),
    "expect": View(
        lambda facts: f"As expected after {facts['elapsed']:.0f} ms.",
        lambda result: "\n".join([*([f"found: {result['found']}"] if result["found"] else []), f"at {result['url']}"]),
    ),
    "waitFor": View(
        lambda facts: f"There after {facts['elapsed']:.0f} ms.", lambda result: f"{result['url']}{awaited(result)}"
    ),
    "screenshot": View(_picture, _pictured),
    "getAccessibilitySnapshot": View(
        _snapshot, lambda result: f"{address(result)}\n{reading.snapshot(result, '`boxes`')}".rstrip(), _snapshot_cut
    ),
    "evaluate": View(
        lambda facts: f"{facts['type'] or 'A value'}.",
        reading.evaluated,
        lambda facts: "Something was left out for its size; more: `maxLength`." if facts["truncated"] else "",
    ),
    "get": View(
        lambda facts: f"Tab {facts['tabId']}:",
        reading.got,
        _value_cut,
    ),
    "getElementInfo": View(lambda facts: f"Tab {facts['tabId']}:", reading.element_info),
    "diffPageState": View(
        lambda facts: "No difference." if facts["same"] else "Differences:",
        lambda result: "" if result["same"] else reading.page_changes(result),
    ),
    "dialogStatus": View(lambda facts: f"Dialogs in tab {facts['tabId']}:", reading.dialogs),
    "getConsoleLogs": _buffer("messages", "logs", buffers.message),
    "getNetworkRequests": _buffer("requests", "requests", _headers),
    "getSocketMessages": View(
        lambda facts: f"{len(facts['messages'])} of {facts['total']} messages, cursor {facts['cursor']}.",
        lambda result: "\n".join(buffers.socket_message(entry, timed=False) for entry in result["messages"]),
        lambda facts: for_tools("\n".join(buffers.sockets_note(facts))),
    ),
    "addRoute": View(lambda facts: f"Route {facts['id']} is there:", routes.added),
    "listRoutes": listing("route", "routes", routes.listed),
    "removeRoutes": View(routes.removed),
    "emulate": View(lambda facts: f"Emulated in tab {facts['tabId']}:", emulate.told),
    "addInitScript": View(lambda facts: f"Init script {facts['id']} is there:", init_scripts.added),
    "listInitScripts": listing("init script", "scripts", init_scripts.listed),
    "removeInitScripts": View(init_scripts.removed),
    "setExtraHeaders": View(lambda _: "Sent from now on:", conditions.set_headers),
    "clearExtraHeaders": View(lambda _: "Sent no more:", conditions.cleared),
    "setOffline": View(conditions.set_offline),
    "throttleNetwork": View(lambda _: "From now on:", conditions.throttled),
    "getNetworkConditions": View(lambda _: "Network conditions:", conditions.listed),
    "getCookies": listing("cookie", "cookies", cookies.listed),
    "setCookie": View(lambda _: "Cookie set:", lambda result: cookies.line(result["cookie"])),
    "deleteCookie": either(lambda result: result["removed"], lambda _: "Cookies:", cookies.removed),
    "clearCookies": either(lambda result: result["removed"], lambda _: "Cookies:", cookies.removed),
    "importCookies": View(lambda facts: f"{counted(facts['count'], 'cookie')} set.", cookies.whose),
    "getCookie": View(lambda _: "Value:", lambda result: result["value"]),
    "getStorage": View(lambda _: "Kept by this origin:", storage.overview),
    "localStorage": stored("Local"),
    "sessionStorage": stored("Session"),
    "clearStorage": View(
        lambda facts: sentence(first_line(storage.cleared(facts))), lambda result: other_lines(storage.cleared(result))
    ),
    "saveState": View(
        lambda facts: f"Written to {facts['path']}: {state.kept(facts)}.",
        lambda result: "\n".join(state.sites(result)),
        lambda facts: sentence(state.NOTHING) if state.is_empty(facts) else "",
    ),
    "loadState": View(
        lambda facts: f"Loaded {state.taken(facts)}.", lambda result: cookies.left_out(result["expired"]).strip()
    ),
    "setAuth": View(lambda _: "Logs in from now on:", auth.was_set),
    "listAuth": listing("log-in", "logins", auth.listed),
    "clearAuth": either(lambda result: result["cleared"], lambda _: "Log-ins:", auth.cleared),
    "readClipboard": View(
        lambda facts: f"{', '.join(facts['types'])}:" if facts["types"] else "The clipboard is empty.",
        lambda result: result["text"],
        _value_cut,
    ),
    "writeClipboard": View(
        lambda facts: f"Wrote {counted(facts['length'], 'character')}." if facts["types"] else "The clipboard is empty."
    ),
    "pasteClipboard": View(lambda facts: f"Paste: done{_trust(facts)}.", _pasted, _advice),
    "recordBodies": View(
        buffers.recording,
        lambda result: f"of {result['match']}" if result["match"] else "",
    ),
    "getHar": View(
        lambda facts: f"Written: {first_line(buffers.archive(facts))}.",
        tail=lambda facts: for_tools(other_lines(buffers.archive(facts))),
    ),
    "pdf": View(lambda facts: f"PDF of tab {facts['tabId']}, written to {facts['path']}.", address),
    "getRequestBody": View(
        lambda facts: f"{facts['state'].capitalize()}{_masked(facts)}:",
        _body,
        lambda facts: for_tools(buffers.body_note(facts)),
    ),
    "handleConsent": View(
        lambda facts: f"Tab {facts['tabId']}:", lambda result: f"{reading.consent(result)}\nat {result['url']}"
    ),
    "getPageState": View(lambda facts: f"Tab {facts['tabId']}:", lambda result: page_state(result, for_tools)),
    "upload": View(lambda facts: f"Upload: done{_trust(facts)}.", _uploaded, _advice),
    "scroll": View(lambda facts: f"Scroll: done{_trust(facts)}.", _scrolled, _advice),
    "acceptDialog": View(
        lambda facts: f"Accepted in tab {facts['tabId']}:",
        lambda result: f"{reading.dialog(result)}{awaited(result)}{reading.came_to(result)}",
    ),
    "dismissDialog": View(
        lambda facts: f"Dismissed in tab {facts['tabId']}:",
        lambda result: f"{reading.dialog(result)}{reading.came_to(result)}",
    ),
    "setDialogPolicy": View(lambda facts: f"dialogs: {facts['policy']}"),
    "getWindows": View(
        lambda facts: f"{counted(len(facts['windows']), 'window')}; * has your current tab:", windows.windows
    ),
    "closeWindow": View(windows.closed),
    "resizeWindow": View(windows.resized),
    "setViewport": View(lambda facts: f"Tab {facts['tabId']}:", _viewport),
    "requestTabSpace": View(lambda facts: pool.slots(facts, for_tools)),
    "getSlotRequests": View(lambda facts: pool.slots(facts, for_tools)),
    "grantTabSpace": View(pool.granted),
    "getAgents": View(pool.agents),
    "getConfig": View(lambda _: "What holds for you:", policy.config),
    "listConfig": View(lambda _: "What holds for you:", policy.config),
    "setConfig": View(lambda _: "What holds for you now:", policy.config),
    "canNavigate": View(lambda facts: "Allowed:" if facts["allowed"] else "Not allowed:", policy.can_navigate),
    "getWindowMode": View(policy.mode),
    "setPrivateMode": View(policy.mode),
    "startLoop": View(lambda result: loops.started(result, for_tools)),
    "stopLoop": View(loops.stopped),
    "getLoopState": View(loops.state),
    "listLoops": View(loops.listed),
    "version": View(status.version),
    "status": View(status.status),
    "browserStart": View(status.browser_started, tail=status.certs_warning),
    "browserStop": View(status.browser_stopped),
    "browserStatus": View(status.browser_status),
    "diagnose": View(_diagnosis),
    "ask": View(ask.answered),
    "ping": View(lambda _: "The extension answers."),
}
