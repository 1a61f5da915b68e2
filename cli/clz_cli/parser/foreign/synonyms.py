"""Words of other tools, and what they are here: those of Playwright, Cypress, Selenium, Puppeteer and agent-browser.

They are looked up when no command has the name that was typed, so that what is typed right does not wait for them.
What means the same is run; for what has no equal, or would end something that is still needed, a hint says how.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from clz_cli.parser.syntax import command_of, members

# What is run instead. A {NAME} is the next word that was typed; the words that are left follow.
RUN = {
    word: line
    for line, words in {
        # going to pages
        "navigate": "goto go visit",
        "back": "go-back",
        "forward": "go-forward",
        "reload": "refresh",
        "open": "new new-tab tab-new window-new new-page new-window",
        "tabs": "tab-list list-tabs",
        "tab select": "switch tab-switch switch-tab",
        "tab close": "close-tab",
        # looking
        "get url": "url current-url location",
        "get title": "title",
        "get text": "text inner-text text-content",
        "get html": "html inner-html",
        "get value": "value input-value",
        "get attr": "attr attribute get-attribute",
        "get count": "count",
        "get box": "box bounding-box",
        "get styles": "styles css",
        "content": "read",
        "content --format html": "source page-source dom",
        "snapshot --find {TEXT}": "find search",
        "element": "inspect generate-locator",
        "snapshot": "aria-snapshot accessibility take-snapshot",
        "screenshot": "shot take-screenshot save-screenshot",
        "console --level error": "errors",
        "console": "console-messages",
        "eval": "evaluate js exec execute execute-script",
        # acting
        "press": "key press-key keyboard-press",
        "press --down": "keydown key-down",
        "press --up": "keyup key-up",
        "type": "send-keys press-sequentially",
        "type :focus {TEXT} --at-caret": "keyboard-type keyboard-inserttext insert-text",
        "fill {TARGET} ''": "clear",
        "fill": "set-value",
        "dblclick": "double-click",
        "click --button right": "right-click context-click",
        "hover": "mouse-over move-to",
        "mouse move {X},{Y}": "mouse-move mousemove",
        "mouse down": "mousedown",
        "mouse up": "mouseup",
        "wheel {DX},{DY}": "mouse-wheel mousewheel",
        "scroll": "scroll-into-view scroll-into-view-if-needed scrollinto scroll-to",
        "scroll --by {DY}": "scroll-down",
        "scroll --by=-{DY}": "scroll-up",
        "scroll --by {DX},0": "scroll-right",
        "scroll --by=-{DX},0": "scroll-left",
        "scroll --to top": "scroll-to-top",
        "scroll --to bottom": "scroll-to-bottom",
        "drag": "drag-and-drop drag-to",
        "select": "select-option",
        "upload": "set-input-files upload-file attach-file select-file drop",
        "press Enter --target {TARGET}": "submit",
        "dialog": "handle-dialog",
        # waiting and expecting
        "wait": "wait-for wait-for-selector wait-for-element wait-visible",
        "wait --url {GLOB}": "wait-for-url wait-url",
        "wait --text {TEXT}": "wait-for-text wait-text",
        "wait --load {STATE}": "wait-for-load-state wait-load",
        "wait --load load": "wait-for-navigation",
        "wait --load quiet": "wait-for-network-idle",
        "wait --fn {JS}": "wait-for-function wait-fn",
        "wait --request {GLOB}": "wait-for-response wait-for-request wait-request",
        "wait {TARGET} --hidden": "wait-hidden",
        "wait {TARGET} --gone": "wait-gone",
        "expect": "assert should verify",
        "expect visible --wait-ms 0": "is-visible",
        "expect hidden --wait-ms 0": "is-hidden",
        "expect enabled --wait-ms 0": "is-enabled",
        "expect disabled --wait-ms 0": "is-disabled",
        "expect editable --wait-ms 0": "is-editable",
        "expect checked --wait-ms 0": "is-checked",
        "expect text": "verify-text-visible",
        "expect visible": "verify-element-visible",
        # the page's size and the world that it sees
        "viewport {WIDTH}x{HEIGHT}": "resize set-viewport set-viewport-size",
        "viewport": "set-device device",
        "emulate --geolocation {LAT},{LON}": "set-geo set-geolocation",
        "emulate --color-scheme {SCHEME}": "set-media emulate-media",
        "network offline": "set-offline",
        "init add": "add-init-script",
        # the network, cookies and storage
        "consent": "cookie-banner accept-cookies dismiss-cookie-banner",
        "network": "requests network-requests",
        "route": "network-route intercept mock",
        "unroute": "network-unroute",
        "cookies": "cookie cookie-list get-cookies",
        "cookies get": "cookie-get",
        "cookies set": "cookie-set set-cookie add-cookie",
        "cookies delete": "cookie-delete",
        "cookies clear": "cookie-clear clear-cookies delete-all-cookies",
        "storage local": "local-storage localstorage",
        "storage session": "session-storage sessionstorage",
        "state save": "storage-state save-state",
        "state load": "load-state",
        # tests, the browser, agents
        "run": "test tests",
        "report": "merge-reports",
        "browser start": "start launch",
        "status --all": "sessions session-list ps",
        "status": "session list info",
        "logs": "log",
        "doctor": "check-health",
        "mcp": "mcp-server run-mcp-server",
    }.items()
    for word in words.split()
} | {
    f"{kind}storage-{what}": f"storage {kind} {what}"
    for kind in ("local", "session")
    for what in ("list", "get", "set", "delete", "clear")
}
# What is run for a word of `RUN` with an answer after what it is for.
ANSWERED = dict.fromkeys(("mock", "intercept"), "route {GLOB} --body {TEXT}")
# What is run for a word of `RUN` by itself.
ALONE = {"html": "content --format html"}
ALONE |= dict.fromkeys(("text", "inner-text"), "content") | dict.fromkeys(("inspect", "accessibility"), "snapshot")
_ENDS = (
    "clz tab close closes your tab; clz browser stop ends the Firefox that clz started, and with it the tabs of all "
    "agents."
)
PAUSE = "clz waits for something to happen, such as: clz wait TARGET, or: clz wait --load quiet"
_INSTALL = (
    "clz uses the Firefox that is installed (see: clz doctor). To fetch one: clz browser install. To install one with "
    "the system's packages: clz setup --with-deps"
)
_LINES = "Many lines over one connection: clz batch - (it reads standard input)"
_TARGET = "A target is a part of each command: clz click 'text=Save'. What is there: clz snapshot -i"
# Where nothing is run: the hint.
LEADS = {
    **dict.fromkeys("close quit exit stop kill close-all kill-all close-browser shutdown detach".split(), _ENDS),
    "restart": "Type: clz browser stop; clz browser start",
    **dict.fromkeys(("sleep", "delay", "wait-for-timeout"), PAUSE),
    "pause": f"{PAUSE}. To look at a page in a test that failed: clz run --pause-on-failure",
    **dict.fromkeys(("install", "install-browser"), _INSTALL),
    "install-deps": "To install Firefox with the system's packages: clz setup --with-deps",
    "update": "To install the newest clz: clz upgrade",
    "attach": "To use your own Firefox: clz setup",
    "connect": "To use your own Firefox: clz setup. One on another machine: --on USER@HOST",
    "codegen": "Open the page, then record what you do in it: clz open URL; clz record NAME.clz --person",
    "show-trace": "Make a page of a trace: clz trace show FILE.zip",
    "show-report": "Write the report, then open it: clz report DIR --html report",
    "tracing-start": "Trace what follows: clz trace start FILE.zip",
    "tracing-stop": "End the trace, and write its file: clz trace stop",
    "video-start": "Film the tab: clz film start FILE.webm. Tests that fail: clz run DIR --film on-failure",
    "video-stop": "End the film, and write its file: clz film stop",
    **dict.fromkeys(("fetch", "curl", "api"), "Type: clz request GET URL"),
    "har": "Type: clz network record on, and later: clz network har FILE",
    **dict.fromkeys(("shell", "repl"), _LINES),
    "run-code": "Run JavaScript in the page: clz eval EXPR --unsafe. Many commands: clz batch FILE",
    "login": "Log in by hand or with clz fill, then keep it: clz state save FILE; clz open URL --state FILE",
    "set-credentials": "Type: clz secret set NAME, then: clz auth set ORIGIN USER --secret NAME",
    "set-headers": "Type: clz network headers set 'NAME: VALUE'",
    "set": "One of: clz viewport, clz emulate, clz network headers set, clz network offline, clz auth set",
    "is": "One of: clz expect visible TARGET --wait-ms 0, and enabled, checked, hidden, editable in place of visible",
    "keyboard": "Type: clz press KEY, or: clz type TARGET TEXT",
    "frames": "The snapshot shows them with their content: clz snapshot. To look in only one: --frame TARGET",
    "frame": "Targets are looked for in all frames; to look in only one: --frame TARGET",
    "switch-to": "Targets are looked for in all frames; to look in only one: --frame TARGET. Tabs: clz tab select ID",
    "contains": "A text is a target: clz click 'text=Save'",
    **dict.fromkeys(("find-element", "locator"), _TARGET),
    "query": "How many match: clz get count TARGET. What is there: clz snapshot -i",
    "get-by-text": "Write it as a target: clz click 'text=Save'",
    "get-by-role": """Write it as a target: clz click 'role=button[name="Save"]'""",
    "get-by-label": "Write it as a target: clz fill label=Email ada@example.com",
    "get-by-placeholder": "Write it as a target: clz fill placeholder=Search tea",
    "get-by-test-id": "Write it as a target: clz click testid=save",
    "highlight": "Pictures number what can be acted on: clz screenshot page.png --annotate",
    "blur": "Give the focus to something else: clz focus TARGET, or: clz press Tab",
    **dict.fromkeys(("trigger", "dispatch-event"), "Act as a person would: clz click, clz hover, clz press, clz fill"),
    "within": "A chain looks inside: clz click 'form >> text=Save'",
    "clock": "A tab's time zone: clz emulate --timezone ZONE",
    "help-all": "Type: clz --help",
}
_FIND = ("role", "text", "label", "placeholder", "alt", "title", "testid", "first", "last", "nth")  # agent-browser's
_ADDRESS = re.compile(r"(?:https?://|localhost(?:[:/]|$)|127\.0\.0\.1)", re.IGNORECASE)
_OF_OBJECTS = re.compile(r"^(?:(?:page|cy|browser|driver|context|keyboard|mouse)\.|browser_)+(?=.)", re.IGNORECASE)


def meant(words: Sequence[str]) -> list[str] | str | None:
    """What is run in place of `words`, or a hint where nothing is; None if they are not a synonym, such as a command.

    Where the first word is a command's, or a group's, it is the words together that may be a synonym.
    """
    names = [_kebab(word) for word in words[:3]]
    if words and _ADDRESS.match(words[0]):
        return ["open", *words]
    if not names or not names[0]:
        return None
    if names[0] == "help":
        theirs = None if words[1:2] and words[1] in members("") else meant(words[1:])
        return [*(theirs if isinstance(theirs, list) else words[1:]), "--help"] if words[1:] else "Type: clz --help"
    if names[0] == "find" and (semantic := _found(words[1:])):
        return semantic
    own = words[0] in members("")
    for count in range(len(names), 1 if own else 0, -1):
        key, rest = "-".join(names[:count]), list(words[count:])
        if not all(names[:count]):
            continue
        if (found := _of_table(key, rest)) is not None:
            return found
    return None if own else _spelled(names[0], list(words[1:]))


def _of_table(key: str, rest: list[str]) -> list[str] | str | None:
    if key in LEADS:
        return LEADS[key]
    if key in ANSWERED and len(rest) > 1 and not any(word.startswith("-") for word in rest[:2]):
        return _filled(ANSWERED[key], rest)
    if key in RUN:
        return _filled(ALONE.get(key, RUN[key]) if not rest else RUN[key], rest)
    return None


def _kebab(word: str) -> str:
    """A name as a command's is written: `waitForUrl` and `wait_for_url` are `wait-for-url`; empty for no name."""
    if not re.fullmatch(r"[A-Za-z][\w.-]*", word):
        return ""
    plain = _OF_OBJECTS.sub("", word)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", plain).lower().replace("_", "-")


def _spelled(name: str, rest: list[str]) -> list[str] | str | None:
    """What is spelled as another tool spells it: `tab-close`, `fillForm`, `dbl-click`, `rightclick`."""
    spaced = name.replace("-", " ")
    if command_of(spaced):
        return [*spaced.split(), *rest]
    squeezed = name.replace("-", "")
    known = next((word for word in (*members(""), *RUN, *LEADS) if word.replace("-", "") == squeezed), "")
    return [known, *rest] if command_of(known) else _of_table(known, rest)


def _filled(line: str, rest: list[str]) -> list[str] | str:
    """A line of `RUN` with what was typed after its synonym; how to type it, if that is not enough."""
    words = shlex.split(line)
    names = [name for word in words for name in re.findall(r"{(\w+)}", word)]
    if len(rest) < len(names):
        return f"Type: clz {re.sub(r'[{}]', '', line)}"
    values = dict(zip(names, rest, strict=False))
    return [re.sub(r"{(\w+)}", lambda found: values[found[1]], word) for word in words] + rest[len(names) :]


def _found(words: Sequence[str]) -> list[str] | None:
    """agent-browser's `find role button click --name Save`, as a command with a target."""
    kind, *rest = words or [""]
    if kind not in _FIND or len(rest) < 2:
        return None
    place, *rest = rest if kind == "nth" else ["", *rest]
    value, *rest = rest
    name = ""
    if "--name" in rest[:-1]:
        at = rest.index("--name")
        name = f"[name={rest[at + 1]}]"
        del rest[at : at + 2]
    exact = "--exact" in rest
    action, *rest = [word for word in rest if word != "--exact"] or ["click"]
    match kind:
        case "role":
            target = f"role={value}{name}"
        case "first" | "last" | "nth":
            target = f"{value} >> nth={ {'first': '0', 'last': '-1'}.get(kind, place) }"
        case _:
            target = f'{kind}="{value}"' if exact else f"{kind}={value}"
    return [*(["get", "text"] if action == "text" else [action]), target, *rest]
