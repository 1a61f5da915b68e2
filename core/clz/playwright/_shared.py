"""What the bridge's two kinds share: arguments from Playwright's to clz's, and what there is instead of the rest."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from clz._locators import LocatorParts
from clz_core.contract.errors import UsageError
from clz_core.contract.limits import MAX_TIMEOUT_MS
from clz_core.contract.shapes import Values

# What people may ask for that clz does not have, and what does it there.
WAYS = {
    "accessibility": "clz.Page.snapshot() gives the accessibility tree.",
    "clock": "Not in Firefox. clz.Page.emulate(timezone=…) sets the zone.",
    "coverage": "Not in Firefox.",
    "evaluate_handle": "page.evaluate gives the value itself.",
    "element_handle": "A locator is used for as long as it is wanted.",
    "element_handles": "locator.all() gives a locator for each.",
    "expect_file_chooser": "page.set_input_files(target, files) gives files.",
    "expect_navigation": "page.wait_for_url(glob) waits for where a click goes.",
    "frame": "page.frame_locator(target) looks inside of a frame.",
    "frames": "page.frame_locator(target) looks inside of a frame.",
    "new_cdp_session": "Firefox does not speak CDP.",
    "post_data": "page.route(url, handler) gets it; clz.Page.network_body(id) prints what was recorded.",
    "route_web_socket": "Sockets can be read: clz.Page.network_sockets().",
    "screencast": "clz.Page.film(path) films a page.",
    "selectors": "The test id's attribute is data-testid, and there are no custom engines.",
    "tracing": "CLZ_JOURNAL=FOLDER keeps a journal, and clz report FOLDER shows it.",
    "video": "clz run makes films: see clz run --help.",
    "workers": "Workers cannot be reached.",
}
_MODIFIERS = {"Control": "ctrl", "ControlOrMeta": "ctrl", "Shift": "shift", "Alt": "alt", "Meta": "meta"}
_HELD = {**_MODIFIERS, "ControlLeft": "ctrl", "ShiftLeft": "shift", "AltLeft": "alt", "MetaLeft": "meta"}
_KEYS = {"\n": "Enter", "\r": "Enter", "\t": "Tab"}
# Options without a meaning here: the action waits by itself, and needs one match.
_SILENT = {"no_wait_after", "strict", "noWaitAfter"}


class NotInClz(UsageError, AttributeError):
    """A name of Playwright's that clz does not have; the hint says what does it."""


class Named:
    """What does not have a name says which way there is."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise not_here(f"{type(self).__name__}.{name}", name)


def not_here(what: str, name: str = "") -> NotInClz:
    way = WAYS.get(name, "core/clz/playwright/README.md lists what there is, and what does the rest.")
    return NotInClz("USAGE", f"clz has no {what}.", way)


def wait_of(timeout: float | None, usual: float) -> int:
    """Playwright's time limit, of which 0 is none."""
    limit = usual if timeout is None else timeout
    return round(limit) if 0 < limit < MAX_TIMEOUT_MS else MAX_TIMEOUT_MS


def acting(options: Values, usual: float) -> Values:
    """The options of an action as a command's parameters. Raises: NotInClz for one that there is not."""
    given: Values = {"wait_ms": wait_of(options.pop("timeout", None), usual)}
    for name, value in options.items():
        if value is None or name in _SILENT:
            continue
        if name in ("force", "button"):
            given[name] = value
        elif name == "click_count":
            given["count"] = value
        elif name == "modifiers":
            given["modifier"] = [_MODIFIERS[one] for one in value]
        elif name == "position":
            given["at"] = point(value)
        elif name == "delay":
            given["delay_ms"] = round(value)
        else:
            raise not_here(f"option {name} of this action")
    return given


def point(position: Mapping[str, float]) -> str:
    return f"{position['x']:g},{position['y']:g}"


def called(expression: str, arg: Any, element: str | None = None) -> str:
    """An expression, or a function that is called with what it takes, as one expression."""
    words = [] if element is None else [f"document.querySelector({json.dumps(element)})"]
    taken = ", ".join([*words, json.dumps(arg)])
    value = f"const it = ({expression.strip().rstrip(';')}\n);"
    return f"(async () => {{ {value} return typeof it === 'function' ? await it({taken}) : await it; }})()"


def key_of(key: str) -> tuple[str, Values]:
    """`Control+Shift+KeyA` as a key and what is held meanwhile."""
    *held, last = ["+"] if key == "+" else [*key[:-2].split("+"), "+"] if key.endswith("++") else key.split("+")
    if (code := re.fullmatch(r"Key([A-Z])|Digit(\d)", last)) is not None:
        last = (code[1] or code[2]).lower()
    return last, {_HELD[one]: True for one in held}


# The innermost element that has the focus: what holds it, as a shadow host, matches too, and comes first.
FOCUSED = ":focus:not(iframe, frame) >> nth=-1"
TAKES_NO_TEXT = {"ELEMENT_NOT_FOUND", "NOT_VISIBLE", "NOT_EDITABLE"}


def keys_of(text: str, most: int) -> list[str]:
    """The keys that type a text, as `press` takes them, so many at once."""
    lines = text.replace("\r\n", "\n")
    keys = [_KEYS.get(one) or ("Space" if one.isspace() else one) for one in lines]
    return [" ".join(keys[at : at + most]) for at in range(0, len(keys), most)]


def wanted_url(url: Any, base_url: str | None) -> Any:
    """Playwright's globs, expressions and functions for addresses, as what `clz` takes for them."""
    if url is None or isinstance(url, re.Pattern):
        return url
    if callable(url):
        return lambda seen: url(seen.url)
    glob = str(url)
    if base_url and not glob.startswith("*") and not re.match(r"[a-z]+:", glob):
        glob = urljoin(base_url, glob)
    return re.compile(f"^{_expression(glob)}$")


def _expression(glob: str) -> str:
    """* matches within a part of a path, ** across several, {a,b} either."""
    parts = re.split(r"(\*\*/?|\*|\{[^}]*\}|\\\\.)", glob)
    made = ""
    for part in parts:
        if part.startswith("{") and part.endswith("}"):
            made += f"(?:{'|'.join(map(re.escape, part[1:-1].split(',')))})"
        elif part.startswith("\\") and len(part) == 2:
            made += re.escape(part[1])
        else:
            made += {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*"}.get(part) or re.escape(part)
    return made


_TYPES = {"style": "stylesheet", "frame": "document", "xhr": "fetch", "beacon": "ping"}


def resource_type(type: str) -> str:
    """A kind of request by Playwright's name."""
    return _TYPES.get(type, type)


def files_of(files: Any) -> list[str]:
    """Raises: NotInClz for files that are none."""
    several = [files] if isinstance(files, str | Path) or not isinstance(files, Iterable) else list(files)
    if not all(isinstance(file, str | Path) for file in several):
        raise not_here("upload of what is not a file: write it to one first")
    return [str(file) for file in several]


def target_of(target: Any) -> str:
    return target.selector if isinstance(target, LocatorParts) else str(target)


# What a context can be opened with.
_CONTEXT = {
    "accept_downloads",
    "color_scheme",
    "bypass_csp",
    "extra_http_headers",
    "geolocation",
    "http_credentials",
    "java_script_enabled",
    "locale",
    "permissions",
    "reduced_motion",
    "storage_state",
    "timezone_id",
    "user_agent",
    "viewport",
}
_OF_CONTEXT = {
    "ignore_https_errors": "clz browser start --accept-certs HOST accepts a host's certificate.",
    "proxy": "clz browser start takes a proxy: see clz browser start --help.",
    "record_har_path": "clz.Page.network_har(path) writes a HAR.",
    "record_video_dir": "clz run makes films: see clz run --help.",
}


def check_context(options: Values) -> None:
    """Raises: NotInClz for an option that contexts do not have."""
    for name, value in options.items():
        if name not in _CONTEXT and value is not None:
            problem = not_here(f"option {name} of a context")
            problem.hint = _OF_CONTEXT.get(name, problem.hint)
            raise problem


def without_databases(state: dict[str, Any], indexed_db: bool) -> dict[str, Any]:
    """A state as in Playwright: with the contents of IndexedDB only if asked for."""
    kept = ("origin", "localStorage", "indexedDB") if indexed_db else ("origin", "localStorage")
    origins = [{name: origin[name] for name in kept if name in origin} for origin in state["origins"]]
    return {
        "cookies": state["cookies"],
        "origins": [origin for origin in origins if any(origin.get(name) for name in kept[1:])],
    }


def state_file(state: Any, scratch: ExitStack) -> Any:
    """The file of a state; one that is given itself is written to one."""
    if not isinstance(state, Mapping):
        return state
    file = Path(scratch.enter_context(tempfile.TemporaryDirectory())) / "state.json"
    file.touch(0o600)
    file.write_text(json.dumps(state), "utf-8")
    return file


def script_of(script: str | None, path: str | Path | None) -> str:
    """Raises: USAGE where there is none."""
    if script is None and path is None:
        raise UsageError("USAGE", "Either path or script parameter must be specified", "Give one of them.")
    return script if path is None and script is not None else Path(str(path)).read_text("utf-8")


def of_requests(options: Values, firefox: Any) -> Values:
    """The options of a context that its own requests have too."""
    names = ("extra_http_headers", "http_credentials", "user_agent")
    return {name: options.get(name) for name in names} | {"base_url": firefox._who.base_url}


def place(geolocation: Mapping[str, float] | None) -> str | None:
    if geolocation is None:
        return None
    words = [geolocation["latitude"], geolocation["longitude"], geolocation.get("accuracy")]
    return ",".join(f"{word:g}" for word in words if word is not None)


def of_module(name: str, module: str) -> Any:
    """A name of Playwright's module that clz does not have: it can be imported, for types, and not be used.

    Raises: AttributeError for what is not a class of Playwright's.
    """
    if name not in _CLASSES:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return type(name, (Missing,), {"__module__": module})


class Missing:
    """A class of Playwright's that clz does not have."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise not_here(type(self).__name__)


_CLASSES = set(
    "APIResponseAssertions CDPSession Clock Cookie Debugger Dialog Download ElementHandle "
    "FileChooser FilePayload FloatRect Frame Geolocation HttpCredentials JSHandle PdfMargins Position "
    "ProxySettings ResourceTiming Selectors SourceLocation StorageState StorageStateCookie Tracing Video WebStorage "
    "ViewportSize WebError WebSocket WebSocketRoute Worker".split()
)


# Events that never come here, and without which tests go on.
SILENT_EVENTS = {"close", "crash", "load", "domcontentloaded", "framenavigated", "frameattached", "framedetached"}
SILENT_EVENTS |= {"worker", "websocket", "serviceworker", "backgroundpage", "disconnected"}
CHOOSE_NOTHING = """element => {
  if (element.multiple) for (const option of element.options) option.selected = false;
  else element.selectedIndex = -1;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  return [];
}"""
_OF_PICTURES = {"animations", "caret", "timeout", "omit_background"}
ADD_SCRIPT = """([url, text, type]) => new Promise((done, failed) => {
  const added = document.createElement("script");
  if (type) added.type = type;
  added.onload = () => done();
  added.onerror = () => failed(new Error(`Failed to load ${url}`));
  if (url) added.src = url; else added.text = text;
  document.head.append(added);
  if (!url) done();
})"""
ADD_STYLE = """([url, text]) => new Promise((done, failed) => {
  const added = document.createElement(url ? "link" : "style");
  added.onload = () => done();
  added.onerror = () => failed(new Error(`Failed to load ${url}`));
  if (url) { added.rel = "stylesheet"; added.href = url; } else added.textContent = text;
  document.head.append(added);
})"""


def pictured(options: Values) -> Values:
    """The options of a picture as `clz` takes them. Raises: NotInClz for one that there is not."""
    given: Values = {}
    for name, value in options.items():
        if value is None or name in _OF_PICTURES:
            continue
        if name == "clip":
            given["clip"] = ",".join(f"{value[key]:g}" for key in ("x", "y", "width", "height"))
        elif name == "type":
            given["format"] = value
        elif name == "quality":
            given["quality"] = value
        elif name == "mask":
            given["mask"] = [target_of(one) for one in value] or None
        elif name == "scale":
            given["scale"] = 1 if value == "css" else None
        else:
            raise not_here(f"option {name} of a picture")
    return given


def in_javascript(expression: re.Pattern[str]) -> str:
    flags = "".join(
        sign for flag, sign in ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s")) if expression.flags & flag
    )
    return f"/{expression.pattern.replace('/', chr(92) + '/')}/{flags}" if flags else expression.pattern


def is_meant(value: str, wanted: Any) -> bool:
    """True if a part of a cookie is what is wanted, or that does not matter."""
    if wanted is None:
        return True
    return wanted.search(value) is not None if isinstance(wanted, re.Pattern) else value == wanted
