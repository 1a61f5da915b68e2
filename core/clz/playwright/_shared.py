"""What the bridge's two kinds share: arguments from Playwright's to clz's, and what there is instead of the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from clz._locators import LocatorParts
from clz._seen import Request, Response
from clz_core.contract.errors import UsageError
from clz_core.contract.limits import MAX_TIMEOUT_MS
from clz_core.contract.shapes import Values

# What people may ask for that clz does not have, and what does it there.
WAYS = {
    "accessibility": "clz.Page.snapshot() gives the accessibility tree.",
    "add_locator_handler": "clz.Page.consent() answers cookie banners.",
    "clock": "Not in Firefox. clz.Page.emulate(timezone=…) sets the zone.",
    "coverage": "Not in Firefox.",
    "expect_download": "clz.Page.download(target, path) clicks and keeps the file.",
    "expect_file_chooser": "page.set_input_files(target, files) gives files.",
    "expect_navigation": "page.wait_for_url(glob) waits for where a click goes.",
    "expose_binding": "A page cannot call Python. clz.Page.eval reads what the page keeps.",
    "expose_function": "A page cannot call Python. clz.Page.eval reads what the page keeps.",
    "frame": "page.frame_locator(target) looks inside of a frame.",
    "frames": "page.frame_locator(target) looks inside of a frame.",
    "new_cdp_session": "Firefox does not speak CDP.",
    "query_selector": "page.locator(target)",
    "query_selector_all": "page.locator(target).all()",
    "request": "httpx sends requests; clz.Page.eval fetches as the page does.",
    "route": "clz.Page.route(glob, json=…) answers, blocks and changes requests; a function cannot.",
    "tracing": "CLZ_JOURNAL=FOLDER keeps a journal, and clz report FOLDER shows it.",
    "unroute": "clz.Page.unroute(all=True) takes routes back.",
    "video": "clz run makes films: see clz run --help.",
    "workers": "Workers cannot be reached.",
}
_MODIFIERS = {"Control": "ctrl", "ControlOrMeta": "ctrl", "Shift": "shift", "Alt": "alt", "Meta": "meta"}
_HELD = {**_MODIFIERS, "ControlLeft": "ctrl", "ShiftLeft": "shift", "AltLeft": "alt", "MetaLeft": "meta"}
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


def glob_of(url: Any) -> str:
    """An address as a glob. Raises: NotInClz for a function."""
    if isinstance(url, str):
        return url
    raise not_here("expression or function for an address here: give a glob, such as **/orders/*")


def response_of(there: Values) -> Response | None:
    """What an address was answered; None where there was no request."""
    if there.get("status") is None:
        return None
    request = Request("", there["url"], "GET", "document", None)
    return Response(there["url"], int(there["status"]), "", request)


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
    "color_scheme",
    "extra_http_headers",
    "geolocation",
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
    "http_credentials": "clz auth set ORIGIN USER logs in to a site.",
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


def place(geolocation: Mapping[str, float] | None) -> str | None:
    if geolocation is None:
        return None
    words = [geolocation["latitude"], geolocation["longitude"], geolocation.get("accuracy")]
    return ",".join(f"{word:g}" for word in words if word is not None)
