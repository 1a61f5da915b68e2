"""What the bridge's two kinds share: arguments from Playwright's to clz's, and what there is instead of the rest."""

from __future__ import annotations

import functools
import inspect
import json
import math
import re
import tempfile
import traceback
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from errno import ENOENT
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from clz._locators import Entered, LocatorParts
from clz._seen import EVENTS
from clz.callbacks.program import NOT_BEGUN
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, ExpectationFailed, PageError, TimedOut, UsageError
from clz_core.contract.limits import MAX_TIMEOUT_MS
from clz_core.contract.shapes import Values
from clz_core.journal import evidence
from clz_core.journal.code import described

# What people may ask for that clz does not have, and what does it there.
WAYS = {
    "accessibility": "clz.Page.snapshot() gives the accessibility tree.",
    "clock": "Not in Firefox. clz.Page.emulate(timezone=…) sets the zone.",
    "coverage": "Not in Firefox.",
    "evaluate_handle": "page.evaluate gives the value itself.",
    "element_handle": "Use a locator, which finds its element each time.",
    "element_handles": "locator.all() gives a locator for each.",
    "expect_file_chooser": "page.set_input_files(target, files) uploads files.",
    "expect_navigation": "page.wait_for_url(glob) waits for the address that a click leads to.",
    "frame": "page.frame_locator(target) looks inside a frame.",
    "frames": "page.frame_locator(target) looks inside a frame.",
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
MODIFIER_KEYS = {"ctrl": "Control", "shift": "Shift", "alt": "Alt", "meta": "Meta"}
_KEYS = {"\n": "Enter", "\r": "Enter", "\t": "Tab"}
# Options without an effect here: actions wait by themselves, and nothing is interrupted that could give a reason.
WITHOUT_EFFECT = {"no_wait_after", "noWaitAfter", "reason"}
# Of which False is what clz does.
_OFF = set(
    "boxes chromium_sandbox display_header_footer force has_touch ignore_https_errors include_shadow is_mobile "
    "landscape no_viewport offline omit_background outline prefer_css_page_size print_background "
    "record_har_omit_content run_before_unload strict strict_selectors tagged trial update".split()
)
# What Playwright calls an argument that clz calls otherwise.
_ALSO = {
    "selector": "target", "selector_or_locator": "target", "locator": "other", "title_or_reg_exp": "title",
    "url_or_reg_exp": "url", "url_or_predicate": "predicate",
}  # fmt: skip


class NotInClz(UsageError, AttributeError):
    """A name of Playwright's that clz does not have; the hint says what does it."""


class Checked:
    """Its methods take the arguments that they name, and refuse all others before anything is sent."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        for name in dir(cls):
            method = inspect.getattr_static(cls, name)
            if inspect.isfunction(method) and not name.startswith("_") and not hasattr(method, "__wrapped__"):
                setattr(cls, name, checked(method))


def checked(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that raises NotInClz for an option that it lacks."""
    parameters = inspect.signature(method).parameters
    takes_all = any(one.kind is one.VAR_KEYWORD for one in parameters.values())

    @functools.wraps(method)
    def call(self: Any, *words: Any, **options: Any) -> Any:
        for name in [name for name in options if name not in parameters]:
            also = _ALSO.get(name, "")
            if also in parameters:
                options[also] = options.pop(name)
            elif not takes_all and is_given(name, options.pop(name)):
                raise not_here(f"option {name} of {type(self).__name__}.{method.__name__}")
        self._asked = (method.__name__, words, options)  # for what a failed expectation says
        what = f"{type(self).__name__}.{method.__name__}"
        with in_its_words(what):
            done = method(self, *words, **options)
        return awaited_in(in_its_words(what), done) if inspect.iscoroutine(done) else done

    return call


async def awaited_in(block: AbstractContextManager[None], work: Coroutine[Any, Any, Any]) -> Any:
    with block:
        return await work


# How Playwright says what happened, where that is more than how it began.
_SAID = {
    "NOT_VISIBLE": "element is not visible",
    "NOT_STABLE": "element is not stable",
    "DISABLED": "element is not enabled",
    "NOT_EDITABLE": "element is not editable",
    "COVERED": "another element intercepts pointer events",
    "STALE_REF": "Element is not attached to the DOM",
    "NAVIGATED": "Execution context was destroyed, most likely because of a navigation",
    "TAB_CLOSED": "Target page, context or browser has been closed",
}


_SAID_OF = {("select_option", code): "Element is not a <select> element" for code in ("INVALID_TARGET", "NOT_EDITABLE")}
_UNFILLED = (
    (r"of type number", "Cannot type text into input[type=number]"),
    (r"an input of type (\w+), which takes no text", r'Input of type "\1" cannot be filled'),
    (r"does not take this text", "Malformed value"),
    (r"read-only|disabled", "element is not editable"),
    (r"", "Element is not an <input>, <textarea> or [contenteditable] element"),
)


_NOT_TAKEN = (
    (r'type="?(\w+)"?\]? takes true or false', r'Input of type "\1" cannot be filled'),
    (r"takes no folder", "File input does not support directories, pass individual files instead"),
)


def _said(what: str, problem: ClzError) -> str | None:
    """Playwright's words for what happened; None where it has no others than how it began."""
    name = what.partition(".")[2]
    if problem.code == "AMBIGUOUS_TARGET" and "target" in problem.details:
        target, count = (problem.details[key] for key in ("target", "count"))
        return f"strict mode violation: {described(tuple(target.split(' >> ')))} resolved to {count} elements"
    if (name, problem.code) == ("fill", "NOT_EDITABLE"):
        found = ((re.search(words, problem.message), said) for words, said in _UNFILLED)
        return next((match.expand(said) for match, said in found if match), None)
    if problem.exit_code == UsageError.exit_code:
        said_so = ((re.search(words, problem.message), said) for words, said in _NOT_TAKEN)
        return next((match.expand(said) for match, said in said_so if match), None)
    return _SAID_OF.get((name, problem.code)) or _SAID.get(problem.code)


@contextmanager
def in_its_words(what: str) -> Iterator[None]:
    """Begin the error of a method as Playwright does: with its name, and with how Playwright says what happened."""
    try:
        yield
    except (PageError, TimedOut, UsageError) as problem:
        said = _said(what, problem)
        if not isinstance(problem, ExpectationFailed) and (said or not isinstance(problem, UsageError)):
            name = "TimeoutError" if isinstance(problem, TimeoutError) else "Error"
            vars(problem).update(name=name, stack="".join(traceback.format_stack()))
            begin(problem, f"{what}: {said}. " if said else f"{what}: ")
        raise


def begin(problem: ClzError, words: str) -> None:
    """Put words before a message that has none of a method yet."""
    if not re.match(r"[A-Z]\w+\.[a-z_]+: ", problem.message):
        problem.message = words + problem.message
        problem.args = (problem.message,)


# What an expectation says where it is not by the method's name, or has another state than that.
_EXPECTED = {
    "to_have_title": ("Page title expected to be", ""),
    "to_have_url": ("Page URL expected to be", ""),
    "to_have_values": ("Locator expected to have Values", ""),
    "to_be_attached": ("Locator expected to be attached", "Locator expected to be detached"),
    "to_be_checked": ("Locator expected to be checked", "Locator expected to be unchecked"),
    "to_be_editable": ("Locator expected to be editable", "Locator expected to be readonly"),
    "to_be_enabled": ("Locator expected to be enabled", "Locator expected to be disabled"),
    "to_be_visible": ("Locator expected to be visible", "Locator expected to be hidden"),
}


def unmet(
    problem: ClzError,
    asked: tuple[str, tuple[Any, ...], Values],
    negated: bool,
    wait_ms: int,
    message: str | None,
    seen: Values | None,
) -> ClzError:
    """The error of an expectation as Playwright says it. What cannot be expected of an element fails as well."""
    if not isinstance(problem, ExpectationFailed) and problem.code not in ("INVALID_TARGET", "AMBIGUOUS_TARGET"):
        return problem
    name, words, options = asked
    usual = f"Locator expected to {name.removeprefix('to_').replace('_', ' ')}"
    state, contrary = _EXPECTED.get(name, (usual, ""))
    lead = contrary if contrary and any(value is False for value in options.values()) else state
    given = words or tuple(value for option, value in options.items() if option in _WORDS_OF_EXPECTATIONS)
    if message is not None:
        said = message + (f"\nExpected value: {_quoted(given[-1])}" if given else "")
    else:
        lead = lead.replace("expected to", "expected not to") if negated else lead
        said = f"{lead} {_quoted(given[-1])}" if given else lead
    step = f'Expect "{"not_" if negated else ""}{name}" with timeout {wait_ms:g}ms'
    if seen is not None:
        step += f"\n  - locator resolved to {seen['element']}"
    is_met = isinstance(problem, ExpectationFailed) and (seen or {}).get("takes") != "one"
    wrong = "" if is_met else _WRONG_KIND.get(name, "" if isinstance(problem, ExpectationFailed) else problem.message)
    actual = _actual(problem.details.get("found"), bool(given) and isinstance(given[-1], list | tuple))
    log = f"Call log:\n  - {step}\n{problem.message}"
    whole = f"{said}\nActual value: {actual}{wrong and f'{chr(10)}Error: {wrong}'}\n{log}"
    return reworded(ExpectationFailed, problem, whole)


_WORDS_OF_EXPECTATIONS = {"value", "expected", "values", "count", "title", "url", "id", "role", "name", "description"}
_WRONG_KIND = {"to_have_values": "Not a select element with a multiple attribute"}


def _quoted(value: Any) -> str:
    return f"'{value}'"


def _actual(found: Any, several: bool) -> Any:
    """What was found, out of the quotes that clz puts around texts."""
    try:
        texts = json.loads(f"[{found}]")
    except ValueError:
        return found
    return texts if several or len(texts) != 1 else texts[0]


def is_given(name: str, value: Any) -> bool:
    """False for an option that changes nothing: None, or what clz does anyhow."""
    return not (value is None or name in WITHOUT_EFFECT or (value is False and name in _OFF))


class Named(Checked):
    """What does not have a name says which way there is."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise not_here(f"{type(self).__name__}.{name}", name)


def not_here(what: str, name: str = "") -> NotInClz:
    way = WAYS.get(name, "core/clz/playwright/README.md lists what is supported, and what to use instead.")
    return NotInClz("USAGE", f"clz has no {what}.", way)


class TimeoutError(TimedOut):
    """Something did not come in its time; `code` says what it was."""


def is_late(problem: ClzError) -> bool:
    """True for what did not come in its time."""
    return problem.code in {*NOT_BEGUN, "OPTION_NOT_FOUND"} and not isinstance(problem, TimeoutError)


def timed_out(what: str, wait_ms: float, problem: ClzError, target: str, seen: Values | None) -> ClzError:
    """Say of what did not come in time how long it was waited for, and what was there, as Playwright does."""
    action = re.sub(r".*\.|_if_needed", "", what).replace("_", " ")
    steps = [f"waiting for {target}"]
    if seen is not None:
        steps.append(f"  - locator resolved to {seen['element']}")
    if (said := _said(what, problem)) is not None:
        steps += [f"attempting {action} action", "  - waiting for element to be visible, enabled and stable"]
        cover = (seen or {}).get("cover") if problem.code == "COVERED" else None
        steps += [f"  - {cover} intercepts pointer events" if cover else f"  - {said}", f"retrying {action} action"]
    log = "".join(f"\n  - {step}" for step in steps)
    message = f"{what}: Timeout {wait_ms:g}ms exceeded. {problem.message}\nCall log:{log}"
    return reworded(TimeoutError, problem, message)


@contextmanager
def timed(what: str, wait_ms: float) -> Iterator[None]:
    """Say of what did not come in time how long it was waited for, as Playwright does."""
    try:
        yield
    except ClzError as problem:
        if not is_late(problem):
            raise
        message = f"{what}: Timeout {wait_ms:g}ms exceeded. {problem.message}"
        raise reworded(TimeoutError, problem, message) from None


@contextmanager
def in_words_of_keys(key: str) -> Iterator[None]:
    """Say of an unknown key what Playwright says, with its name."""
    try:
        yield
    except UsageError as problem:
        raise reworded(UsageError, problem, f'Keyboard.press: Unknown key: "{key}"') from None


@contextmanager
def unless_closed() -> Iterator[None]:
    """Nothing is left to do in a page that is closed."""
    try:
        yield
    except ClzError as problem:
        if problem.code != "TAB_CLOSED":
            raise


@contextmanager
def going(what: str, wait_ms: float, url: str, until: str | None) -> Iterator[None]:
    """The same of a page that is to come, with what Firefox calls an error that clz has a sentence for."""
    try:
        with timed(what, wait_ms):
            yield
    except TimeoutError as problem:
        log = f'\nCall log:\n  - navigating to "{url}", waiting until "{until or "load"}"'
        raise reworded(TimeoutError, problem, problem.message + log) from None
    except ClzError as problem:
        if problem.code == "PAGE_LOAD_FAILED" and "NS_ERROR_" not in problem.message:
            known = ("secure connection failed", "SSL_ERROR_UNKNOWN"), ("gave no page", "NS_BINDING_ABORTED")
            name = next((name for words, name in known if words in problem.message), "NS_ERROR_FAILURE")
            begin(problem, f"{what}: {name}. ")
        raise


def check_state(name: str, state: str | None) -> None:
    """Raises: USAGE for an unknown load state."""
    if state not in (None, "load", "domcontentloaded", "networkidle", "commit"):
        what = f"{name}: expected one of (load|domcontentloaded|networkidle|commit)"
        raise UsageError("USAGE", what, "Leave it out for load.")


def late(what: str, wait_ms: float) -> TimeoutError:
    return TimeoutError("TIMEOUT", f"{what}: Timeout {wait_ms:g}ms exceeded.", "Give it longer: timeout=…")


def reworded(kind: type[ClzError], problem: ClzError, message: str) -> ClzError:
    """The same error as one of another class, with another message."""
    made = kind(problem.code, message)
    vars(made).update({**vars(problem), "message": message})
    return made


def over() -> UsageError:
    return UsageError("USAGE", "Target page, context or browser has been closed", "Open another: browser.new_context()")


def wait_of(timeout: float | timedelta | None, usual: float) -> int:
    """Playwright's time limit, of which 0 is none."""
    limit = usual if timeout is None else timeout
    limit = limit.total_seconds() * 1000 if isinstance(limit, timedelta) else limit
    return round(limit) if 0 < limit < MAX_TIMEOUT_MS else MAX_TIMEOUT_MS


def point(position: Mapping[str, float]) -> str:
    return f"{position['x']:g},{position['y']:g}"


# By Playwright's names, what options of actions are for clz's commands.
_ACTING: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "force": ("force", bool),
    "button": ("button", str),
    "click_count": ("count", int),
    "modifiers": ("modifier", lambda value: [_MODIFIERS[one] for one in value]),
    "position": ("at", point),
    "source_position": ("from_point", point),
    "target_position": ("to_point", point),
    "steps": ("steps", int),
    "delay": ("delay_ms", round),
}


def acting(command: str, options: Values, usual: float) -> Values:
    """The options of an action as a command's parameters. Raises: NotInClz for one that it does not have."""
    given: Values = {"wait_ms": wait_of(options.pop("timeout", None), usual)}
    known = {param.name for param in COMMANDS[command].params}
    for name, value in options.items():
        if not is_given(name, value):
            continue
        option, made = _ACTING.get(name, ("", str))
        if option not in known:
            raise not_here(f"option {name} of this action")
        given[option] = made(value)
    return given


# JSON would have a URL as a text.
MARK_URLS = """given => {
  const mark = it => it instanceof URL ? { $url: it.href } : it;
  const plain = given !== null && typeof given === "object" && [Object.prototype, Array.prototype].includes(
    Object.getPrototypeOf(given));
  if (!plain || !Object.values(given).some(it => it instanceof URL)) return mark(given);
  if (Array.isArray(given)) return given.map(mark);
  return Object.fromEntries(Object.entries(given).map(([key, it]) => [key, mark(it)]));
}""".replace("\n", " ")


def called(expression: str, arg: Any, element: str | None = None) -> str:
    """An expression, or a function that is called with what it takes, as one expression."""
    return call_of(expression, ", ".join([*([] if element is None else [element]), written(arg)]))


def call_of(expression: str, taken: str) -> str:
    value = f"const it = ({expression.strip().rstrip(';')}\n), mark = {MARK_URLS};"
    got = f"const got = typeof it === 'function' ? it({taken}) : it;"
    # Without `await` where there is no promise: none is ever kept where pages may not run scripts.
    return f"(() => {{ {value} {got} return typeof got?.then === 'function' ? got.then(mark) : mark(got); }})()"


def written(value: Any, inside: tuple[int, ...] = ()) -> str:
    """A value of Python's as an expression. Raises: NotInClz for one of no known kind."""
    match value:
        case bool() | None | str():
            return json.dumps(value)
        case int():
            return str(value) if abs(value) < 2**53 else f"{value}n"
        case float():
            return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(str(value), repr(value))
        case datetime():
            return f"new Date({math.floor(value.astimezone(UTC).timestamp() * 1000)})"
        case BaseException():
            name = getattr(value, "name", None) or type(value).__name__
            return f"Object.assign(new Error({json.dumps(str(value))}), {{ name: {json.dumps(str(name))} }})"
        case re.Pattern():
            flags = "".join(sign for flag, sign in _FLAGS if value.flags & flag)
            return f"new RegExp({json.dumps(value.pattern)}, {json.dumps(flags)})"
    if id(value) in inside:
        raise not_here("argument that leads back to itself")
    within = (*inside, id(value))
    if hasattr(value, "geturl"):
        return f"new URL({json.dumps(value.geturl())})"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps([str(key)])}: {written(one, within)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(one, within) for one in value)}]"
    raise not_here(f"argument that is a {type(value).__name__}")


_FLAGS = ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s"))


def is_statements(problem: Any) -> bool:
    """True where Firefox could not read an expression at all: nothing of it has run."""
    return bool(problem.details.get("name") == "SyntaxError" and problem.details.get("stack") == "")


def key_of(key: str) -> tuple[str, Values]:
    """`Control+Shift+KeyA` as a key and what is held meanwhile."""
    *held, last = ["+"] if key == "+" else [*key[:-2].split("+"), "+"] if key.endswith("++") else key.split("+")
    if (code := re.fullmatch(r"Key([A-Z])|Digit(\d)", last)) is not None:
        last = (code[1] or code[2]).lower()
    last = "Control" if last == "ControlOrMeta" else last
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
    parts = re.split(r"(\*\*/?|\*|\{[^}]*\}|\\.)", glob)
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
    """Raises: NotInClz for files that are none; USAGE for more than a folder."""
    several = [files] if isinstance(files, str | Path) or not isinstance(files, Iterable) else list(files)
    if not all(isinstance(file, str | Path) for file in several):
        raise not_here("upload of what is not a file: write it to one first")
    for file in several:
        if not Path(file).exists():
            raise FileNotFoundError(ENOENT, "There is no such file", str(file))
    folders = [file for file in several if Path(file).is_dir()]
    if len(several) > 1 and folders:
        all_folders = len(folders) == len(several)
        mixed = "File paths must be all files or a single directory"
        what = "Multiple directories are not supported" if all_folders else mixed
        raise UsageError("USAGE", what, "Give files, or one folder by itself.")
    return [str(file) for file in several]


def aria_lines(snapshot: str) -> str:
    """A snapshot as Playwright writes it: without refs, and where a link leads on a line below it."""
    lines: list[str] = []
    for line in snapshot.splitlines():
        whole = re.sub(r" \[ref=\w+\]", "", line)
        found = re.fullmatch(r"(\s*)(- .*) \[url=([^\]]*)\](:?)(.*)", whole)
        if found is None:
            lines.append(whole)
            continue
        indent, head, url, _, rest = found.groups()
        plain = re.match(r"[\w./]", url) and not re.search(r": | #|:$", url)
        lines += [f"{indent}{head}:", f"{indent}  - /url: {url if plain else json.dumps(url)}"]
        if rest.strip():
            lines.append(f"{indent}  - text: {rest.strip()}")
    return "\n".join(lines)


def text_of(value: Any, where: str = "") -> str:
    """The value, if it is a string. Raises: USAGE."""
    if not isinstance(value, str):
        kind = "number" if isinstance(value, int | float) else "object"
        raise UsageError("USAGE", f"{where}expected string, got {kind}", "Give a text.")
    return value


def check_referer(url: str, *headers: Mapping[str, Any] | None) -> None:
    """Raises: USAGE where it is said twice."""
    if any(name.lower() == "referer" for some in headers for name in some or {}):
        what = f'Page.goto: "referer" is already specified as extra HTTP header for {url}'
        raise UsageError("USAGE", what, "Set it in one place.")


def check_steps(steps: tuple[str, ...]) -> None:
    """Raises: NotInClz for a step that chooses what the chain names, as *css=div >> p does."""
    if any(re.match(r"\*[a-z:-]+=", step.strip()) for step in steps):
        raise not_here("capture of an element within a chain: filter(has=…) names it")


def frame_of(steps: tuple[str, ...]) -> Values:
    """Where locators look that go into no frame: Playwright's look in the page alone."""
    in_frame = any(isinstance(step, Entered) for step in steps[:-1])
    return {} if in_frame or steps[0].startswith("@") else {"frame": "top"}


PREVIEW = """element => {
  const closes = new Set(["AREA", "BASE", "BR", "COL", "EMBED", "HR", "IMG", "INPUT", "LINK", "META", "SOURCE", "WBR"]);
  const written = one => {
    const name = one.nodeName.toLowerCase();
    const shown = [...one.attributes].filter(({ name }) => name !== "style");
    const words = shown.map(({ name, value }) => value ? ` ${name}="${value}"` : ` ${name}`);
    words.sort((a, b) => a.length - b.length);
    const start = `<${name}${words.join("").slice(0, 500)}`;
    if (closes.has(one.nodeName)) return `${start}/>`;
    const texts = [...one.childNodes].every(child => child.nodeType === 3);
    const text = (one.textContent ?? "").replace(/\\s+/g, " ");
    const inside = texts && one.childNodes.length <= 5 ? text.slice(0, 50) + (text.length > 50 ? "…" : "") : "…";
    return `${start}>${one.childNodes.length ? inside : ""}</${name}>`;
  };
  const roles = "checkbox,combobox,grid,gridcell,listbox,radiogroup,slider,spinbutton,textbox,columnheader,rowheader";
  const fields = "input, textarea, select, " + roles.split(",").map(it => `[role=${it}]`).join();
  const isField = element.isContentEditable || element.matches(fields);
  const takes = element.type === "select-one" ? "one" : isField ? "values" : "nothing";
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  let root = hit;
  while (root?.parentElement && !root.parentElement.contains(element)) root = root.parentElement;
  const within = hit && root !== hit ? ` from ${written(root)} subtree` : "";
  return { element: written(element), takes, cover: hit ? written(hit) + within : "" };
}"""


def target_of(target: Any) -> str:
    return target.selector if isinstance(target, LocatorParts) else str(target)


# What a context can be opened with.
_CONTEXT = set(
    "accept_downloads bypass_csp color_scheme extra_http_headers forced_colors geolocation "
    "http_credentials java_script_enabled locale offline permissions reduced_motion storage_state "
    "timezone_id user_agent viewport".split()
)
_OF_CONTEXT = {
    "ignore_https_errors": "clz browser start --accept-certs HOST accepts a host's certificate.",
    "proxy": "clz browser start takes a proxy: see clz browser start --help.",
    "record_har_path": "clz.Page.network_har(path) writes a HAR.",
    "record_video_dir": "clz run makes films: see clz run --help.",
}


def check_context(options: Values) -> None:
    """Raises: NotInClz for an option that contexts do not have."""
    for name, value in options.items():
        refused = name not in _CONTEXT or (name == "accept_downloads" and value is False)
        if refused and is_given(name, value):
            problem = not_here(f"option {name} of a context")
            problem.hint = _OF_CONTEXT.get(name, problem.hint)
            raise problem


def cookie_of(cookie: Mapping[str, Any]) -> dict[str, Any]:
    """A cookie whose place is an address, as one of a domain. Raises: USAGE for one that has no place."""
    made = {name: value for name, value in cookie.items() if value is not None}
    if made.get("sameSite") == "None" and not made.get("secure"):
        del made["sameSite"]  # Playwright reads a cookie without SameSite as one with None
    url = made.pop("url", None)
    if url is not None and made.keys() & {"domain", "path"}:
        raise UsageError("USAGE", "Cookie should have either url or domain", "Leave one of them out.")
    if url is not None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            what = "Blank page" if url.startswith("about:") else "Data URL page"
            raise UsageError("USAGE", f'{what} can not have cookie "{made["name"]}"', "Name an address of a site.")
        folder = parts.path[: parts.path.rfind("/") + 1] or "/"
        made = {"domain": parts.hostname or "", "path": folder, "secure": parts.scheme == "https", **made}
    if not made.get("domain") or not made.get("path"):
        raise UsageError("USAGE", "Cookie should have a url or a domain/path pair", "Give url=…, or domain and path.")
    return made


def is_sent_to(cookie: Mapping[str, Any], urls: Iterable[str] | None) -> bool:
    """True if one of these addresses gets it, or none is named."""
    if urls is None:
        return True
    domain = cookie["domain"].lstrip(".")
    hosts = [urlsplit(url).hostname or "" for url in urls]
    return any(host == domain or (cookie["domain"][0] == "." and host.endswith(f".{domain}")) for host in hosts)


def shown_cookie(cookie: Mapping[str, Any]) -> dict[str, Any]:
    """A cookie as Playwright tells it: -1 for one that ends with the browser, and always a SameSite."""
    expires = cookie.get("expires")
    same_site = str(cookie.get("sameSite") or "None").capitalize()
    names = ("name", "value", "domain", "path", "httpOnly", "secure")
    known = {"httpOnly": False, "secure": False, **{name: cookie[name] for name in names if name in cookie}}
    return {**known, "expires": -1 if expires is None else expires, "sameSite": same_site}


def headers_of(headers: Mapping[str, Any]) -> list[str]:
    """Lines of headers. Raises: USAGE for a value that is no text."""
    for name, value in headers.items():
        if not isinstance(value, str):
            what = f'Expected value of header "{name}" to be String, but "{type(value).__name__}" is found.'
            raise UsageError("USAGE", what, "Give a text.")
    return [f"{name}: {value}" for name, value in headers.items()]


def is_icon(told: Any) -> bool:
    """True for what Firefox asks for itself, to be drawn on the tab."""
    return evidence.is_icon(getattr(told, "url", ""))


def without_databases(state: dict[str, Any], indexed_db: bool) -> dict[str, Any]:
    """A state as in Playwright: with the contents of IndexedDB only if asked for."""
    kept = ("origin", "localStorage", "indexedDB") if indexed_db else ("origin", "localStorage")
    origins = [{name: origin[name] for name in kept if name in origin} for origin in state["origins"]]
    return {
        "cookies": state["cookies"],
        "origins": [origin for origin in origins if any(origin.get(name) for name in kept[1:])],
        **{name: state[name] for name in ("credentials",) if name in state},
    }


def state_file(state: Any, scratch: ExitStack) -> Any:
    """The file of a state; one that is given itself is written to one."""
    if not isinstance(state, Mapping):
        return state
    file = Path(scratch.enter_context(tempfile.TemporaryDirectory())) / "state.json"
    file.touch(0o600)
    file.write_text(json.dumps(state), "utf-8")
    return file


OF_CREDENTIAL = ("rpId", "userHandle", "privateKey", "publicKey", "signCount")
"""What Playwright tells of a passkey, beside its `id`."""


def check_credential(given: Values) -> None:
    """Raises: USAGE where only a part of a known passkey is given."""
    known = [given[name] is not None for name in ("id", "userHandle", "privateKey", "publicKey")]
    if any(known) and not all(known):
        what = "id, user_handle, private_key and public_key are given together, or none of them."
        raise UsageError("USAGE", what, "Give all of them to import a known passkey.")


def script_of(script: str | None, path: str | Path | None) -> str:
    """Raises: USAGE where there is none."""
    if not isinstance(script, str) and path is None:
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
    for name, most in (("latitude", 90), ("longitude", 180)):
        if not -most <= geolocation[name] <= most:
            what = f"geolocation.{name}: precondition -{most} <= {name.upper()} <= {most} failed."
            raise UsageError("USAGE", what, "Give degrees.")
    if (geolocation.get("accuracy") or 0) < 0:
        what = "geolocation.accuracy: precondition 0 <= ACCURACY failed."
        raise UsageError("USAGE", what, "Give metres.")
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


def check_event(event: str, *more: str) -> None:
    """Raises: NotInClz for an event that never comes here."""
    if event not in EVENTS and event not in more:
        raise not_here(f"event {event}", event)


CALLED = {
    "navigate": "goto", "back": "go_back", "forward": "go_forward", "pressKey": "press", "upload": "set_input_files",
    "scroll": "scroll_into_view_if_needed", "drag": "drag_to", "select": "select_option",
}  # fmt: skip
"""Methods of Playwright's by the command that they are."""
BORDERS = "one => ['Left', 'Top'].map(side => parseFloat(getComputedStyle(one)[`border${side}Width`]) || 0)"
NOT_OF_FIELDS = (
    "Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role allowing "
    "[aria-readonly]"
)
INTO_VIEW = """element => {
  if (element.getClientRects().length === 0) return false;
  const view = element.getBoundingClientRect();
  const isIn = view.top >= 0 && view.left >= 0 && view.bottom <= innerHeight && view.right <= innerWidth;
  if (!isIn) element.scrollIntoView({ block: "center", inline: "center" });
  return true;
}"""
INNER_TEXT = """element => {
  if (!(element instanceof HTMLElement)) throw new Error("Node is not an HTMLElement");
  return element.innerText;
}"""
CHOSEN = """(named, values) => {
  const { multiple, options } = named.control ?? named;
  if (multiple !== false) return values;
  return values.filter(value => [...options].some(one => one.value === value || one.label === value)).slice(0, 1);
}"""
CHOOSE_NOTHING = """named => {
  const element = named.control ?? named;
  if (element.multiple) for (const option of element.options) option.selected = false;
  else element.selectedIndex = -1;
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  return [];
}"""
CHOSEN_AGAIN = """named => {
  for (const type of ["input", "change"])
    (named.control ?? named).dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
}"""
_OF_PICTURES = {"timeout"}  # a picture is taken at once
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
  if (!url && !added.sheet) failed(new Error("The page's policy keeps the style out"));
})"""


def added(url: str | None, path: str | Path | None, content: str | None, opens: str, closes: str = "") -> str | None:
    """The text of a script or style, followed by the path of its file. Raises: USAGE without text and file."""
    if url is None and path is None and content is None:
        raise UsageError("USAGE", "Provide an object with a `url`, `path` or `content` property", "Give one of them.")
    return content if path is None else f"{Path(path).read_text('utf-8')}\n{opens}# sourceURL={path}{closes}"


def are_among(expected: Iterable[Any], texts: list[str], ignore_case: bool | None) -> bool:
    """True if texts in this order hold what is expected."""

    def plain(text: str) -> str:
        text = " ".join(text.replace("\u200b", "").split())
        return text.lower() if ignore_case else text

    def holds(text: str, wanted: Any) -> bool:
        if not isinstance(wanted, re.Pattern):
            return plain(wanted) in plain(text)
        own = wanted.flags if ignore_case is None else wanted.flags & ~re.IGNORECASE
        return re.search(wanted.pattern, text, own | (re.IGNORECASE if ignore_case else 0)) is not None

    left = iter(texts)
    return all(any(holds(text, wanted) for text in left) for wanted in expected)


def pictured(options: Values) -> Values:
    """The options of a picture as `clz` takes them. Raises: NotInClz for one that there is not."""
    given: Values = {}
    for name, value in options.items():
        if name in _OF_PICTURES or not is_given(name, value):
            continue
        if name == "clip":
            given["clip"] = ",".join(f"{value[key]:g}" for key in ("x", "y", "width", "height"))
        elif name == "caret" or (name == "animations" and value == "allow"):  # pictures show things as they are
            continue
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
    flags = "".join(sign for flag, sign in _FLAGS if expression.flags & flag)
    return f"/{expression.pattern.replace('/', chr(92) + '/')}/{flags}" if flags else expression.pattern


def is_meant(value: str, wanted: Any) -> bool:
    """True if a part of a cookie is what is wanted, or that does not matter."""
    if wanted is None:
        return True
    return wanted.search(value) is not None if isinstance(wanted, re.Pattern) else value == wanted
