"""Elements, pages and tabs, and what came of an action, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clz_core.contract.limits import MAX_KEPT_BYTES
from clz_core.text.counts import counted
from clz_core.text.display import quote

if TYPE_CHECKING:
    from clz_core.generated.results import GetTabsTabs, ScreenshotLabels, UploadResult

FEW_CLASSES = 3  # more say how it is drawn, rather than what it is
MANY = 10  # dialogs of one action, of which a text shows the first two and the last
NO_WEBGL = "the page asked for WebGL, which this Firefox does not draw: docs/acting.md"
EFFECTS = (
    *("navigated", "navigationRefused", "onItsWayTo", "notSent", "openedTab", "openedAndClosed", "popupsRefused"),
    *("dialog", "dialogs", "lateDialogs", "fileChooser", "download", "downloads", "lateDownloads", "downloadRefused"),
    "request",
)


def element(result: Mapping[str, Any]) -> str:
    """An element as a selector and its text: `button#send.big "Send"`. Raises: KeyError if it has no `tagName`."""
    name = str(result["tagName"]) + (f"#{result['id']}" if result.get("id") else "")
    classes = str(result.get("className", "")).split()
    if len(classes) <= FEW_CLASSES or not (result.get("id") or result.get("text")):
        name += "".join(f".{word}" for word in classes[:3])
    return name + (f" {quote(result['text'])}" if result.get("text") else "")


def address(result: Mapping[str, Any]) -> str:
    """A page as its address and title: `https://example.com/ "Example"`, its HTTP status if that is not success,
    what is wrong with a certificate that was let pass, and that it draws by WebGL in vain.

    Raises: KeyError if it has no `url`.
    """
    status = result.get("status")
    note = f" (status {status:g})" if isinstance(status, int | float) and not 200 <= status < 300 else ""
    if error := result.get("certificateError"):
        note += f" (certificate NOT CHECKED: {error})"
    if result.get("noWebgl"):
        note += f" ({NO_WEBGL})"
    return str(result["url"]) + (f" {quote(result['title'])}" if result.get("title") else "") + note


def own_tab(tab: GetTabsTabs) -> str:
    """A tab of the agent's own: its page, whether it is lent, how many popups were refused, and whether it hangs."""
    lent = "  (lent to you)" if tab["shared"] else ""
    refused = f"  ({tab['popupsRefused']} popups refused)" if tab.get("popupsRefused") else ""
    hangs = f"  (has not answered for {tab['silentMs'] / 1000:.0f} s)" if tab.get("silentMs") else ""
    return f"{address(tab)}{lent}{refused}{hangs}"


def label(found: ScreenshotLabels) -> str:
    """An element that a screenshot has a number on."""
    return f"{found['ref']}  {found['role']} {quote(found['name'])}"


def given_files(result: UploadResult) -> str:
    """The files that an element was given. A page that asks before it has them leaves none to name."""
    given = result.get("uploaded", [])
    files = ", ".join(f"{file['name']} ({file['size']} bytes)" for file in given)
    is_read_later = result.get("trusted") and sum(file["size"] for file in given) > MAX_KEPT_BYTES
    kept = f" (leave {'them' if len(given) > 1 else 'it'} there until the page has sent all)" if is_read_later else ""
    return f"{'dropped' if result.get('dropped') else 'gave'} {files}{kept}"


def scrolled(result: Mapping[str, Any]) -> str:
    """How far a page was scrolled. Raises: KeyError if it has no `position`."""
    place = f"at {result['position']['x']:g}, {result['position']['y']:g} of {result['pageHeight']:g}"
    missing = "; the text was not found" if result.get("found") is False else ""
    return f"{'nothing moved' if result['noEffect'] else 'scrolled'}, {place}{missing}"


def typed(result: Mapping[str, Any], terms: Callable[[str], str] = str) -> str:
    """What was typed into what, and what came of it. Raises: KeyError if the page asked before it could be said."""
    gone = "navigated" in result and not result["currentValue"]  # nobody could ask the field
    lines = [f"typed into {element(result)}" + ("" if gone else f": {result['currentValue']}")]
    if result["changedByPage"]:
        lines.append("the field does not hold what was typed: the page changed it")
    if result.get("changedByField"):
        lines.append("the field does not hold what was typed: its maxlength, or its min, max and step, allow no more")
    if result.get("invalid"):
        lines.append(f"not valid for a form: {result['invalid']}")
    if result.get("submitted"):
        lines.append("the form was sent")
    if "focus" in result:
        lines.append(f"the focus went to {result['focus'] or 'the page'}")
    return "\n".join([*lines, *effects(result, terms)])


def advice(result: Mapping[str, Any], terms: Callable[[str], str] = str) -> list[str]:
    """What to do about what came of an action, a line each."""
    if not any(
        dialog["type"] in ("confirm", "prompt") and not dialog["open"] and not dialog.get("accepted")
        for dialog in shown(result)
    ):
        return []
    ways = f"{terms('clz dialog policy accept')}; to answer each yourself: {terms('clz dialog policy ask')}"
    return [f"to press OK in such dialogs, first: {ways}"]


def shown(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The dialogs that a page showed because of a command, in their order."""
    return list(result.get("dialogs") or ([result["dialog"]] if "dialog" in result else []))


def dialogs(result: Mapping[str, Any], terms: Callable[[str], str] = str) -> list[str]:
    """The dialogs of a command, a line each: those that came up before it unreported, then its own."""
    late = [f"before this, at {clock(one['at'])}: {_dialog(one, terms)}" for one in result.get("lateDialogs", [])]
    own = [_dialog(one, terms) for one in shown(result)]
    if len(own) > MANY:
        own = [*own[:2], f"{counted(len(own) - 3, 'dialog')} more", own[-1]]
    if any(one.get("noMore") for one in shown(result)):
        own.append("the page asked again and again: Firefox shows no more dialogs of this document")
    return [*late, *own]


def clock(at: str) -> str:
    """The time of day here; what is no time stays as it is."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(at).astimezone():%H:%M:%S}"
    except ValueError:
        return at


def effects(result: Mapping[str, Any], terms: Callable[[str], str] = str) -> list[str]:
    """What came of an action, a line each. `terms` puts the names of commands in the reader's words."""
    lines = []
    if "navigated" in result:
        lines.append(f"now at {result['navigated']}")
    if result.get("navigationRefused"):
        why = result.get("refusedBy")
        refused = "the page was kept from going to" if why else "Firefox refused to go to"
        lines.append(f"{refused} {result['navigationRefused']}: {why or 'web pages may not lead there'}")
    if result.get("onItsWayTo"):
        lines.append(f"the page is still on its way to {result['onItsWayTo']}, which has not answered yet")
    if result.get("notSent"):
        lines.append(f"the form was not sent: {'; '.join(result['notSent'])}")
    if "openedTab" in result:
        lines.append(f"opened tab {result['openedTab']}")
    if "openedAndClosed" in result:
        lines.append(f"opened tab {result['openedAndClosed']}, which is closed again")
    if result.get("tabClosed"):
        lines.append("the tab was closed")
    if "popupsRefused" in result:
        lines.append(f"refused {counted(result['popupsRefused'], 'tab')} that the page wanted to open")
    lines += dialogs(result, terms)
    if "fileChooser" in result:
        way = terms("clz upload TARGET FILE")
        lines.append(f"the page opened a file chooser, which was closed; give it files with: {way}")
    if "download" in result:
        lines += [f"saving {file}" for file in result.get("downloads") or [result["download"]]]
    lines += [f"before this, at {clock(one['at'])}: saving {one['path']}" for one in result.get("lateDownloads", [])]
    if "downloadRefused" in result:
        lines.append(f"download refused: downloading is off for you by {result['downloadRefused']}")
    if "request" in result:
        lines.append(_awaited(result["request"]))
    return lines


def awaited(result: Mapping[str, Any]) -> str:
    """The tab or the request that was waited for, each on a line of its own; empty if none was."""
    opened = f"\nopened tab {result['openedTab']}" if "openedTab" in result else ""
    if "openedAndClosed" in result:
        opened = f"\nopened tab {result['openedAndClosed']}, which is closed again"
    if "request" not in result:
        return opened
    body = result.get("body")
    answer = "" if body is None else "\n" + body.get("text", f"{body['state']}, {body['bytes']} bytes")
    return f"{opened}\n{_awaited(result['request'])}{answer}"


def _awaited(request: Mapping[str, Any]) -> str:
    end = request["status"] or "failed"
    why = f", {request['error']}" if request["error"] else ""
    return f"request: {end} {request['method']} {request['url']} ({request['ms']:.0f} ms{why})"


def _dialog(dialog: Mapping[str, Any], terms: Callable[[str], str]) -> str:
    if dialog["type"] == "print":
        return f"the page wanted to be printed; save it with: {terms('clz pdf FILE')}"
    if dialog["type"] == "passkey" and not dialog.get("accepted"):
        return f"passkey was refused ({dialog['message']}): {terms('clz passkey on')}"
    done = "is open" if dialog.get("open") else "was accepted" if dialog.get("accepted") else "was dismissed"
    where = f" in tab {dialog['tabId']}" if "tabId" in dialog else ""
    return f"{dialog['type']} {done}{where}: {dialog['message']}"


def page(result: Mapping[str, Any]) -> str:
    """A page as its address, title and tab, and what was asked and waited for on the way there."""
    return f"{address(result)} (tab {result['tabId']}){on_the_way(result)}"


def on_the_way(result: Mapping[str, Any], terms: Callable[[str], str] = str) -> str:
    """What pages asked while one was left for another, and what was waited for, each on a line of its own."""
    return "".join(f"\n{line}" for line in dialogs(result, terms)) + awaited(result)
