"""The Python API's methods, from the registry: what is typed after `clz` is a method, its options are keywords."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from clz_core.contract.commands import COMMANDS
from clz_core.contract.expectations import CONDITIONS, Condition
from clz_core.contract.registry import Command, Field, Param
from clz_generate.shares import FIELDS, shares

WIDTH = 120
PATH = {"path": "The file that was written."}
WRITTEN = {**PATH, "bytes": "Its size."}
# What is reported of a file, where it is not the rest of the result; None is the help of the command's own field.
TOLD: dict[str, dict[str, str | None]] = {
    "SavedArchive": {
        **WRITTEN,
        "requests": "How many requests are in it.",
        "bodies": "How many bodies.",
        "cut": "How many of those were not recorded as a whole.",
        **dict.fromkeys(("pending", "dropped", "pausedMs", "leftOut", "tabId")),
    },
    "SavedPasskeys": {**PATH, "credentials": "How many passkeys are in it.", "withheld": None},
    "SavedState": {
        **PATH,
        "cookies": "How many cookies are in it.",
        "origins": "The sites whose storage is in it.",
        "credentials": "How many passkeys are in it, with --passkeys.",
        **dict.fromkeys(("skipped", "notSaved", "withheld", "jar")),
    },
}
# What `get` reads, as a method of its own that gives the value: its name's parameter, and its type.
VALUES = {
    "text": ((), "str", "The text of the element, as it is shown."),
    "html": ((), "str", "The HTML of the element."),
    "value": ((), "str", "What the field holds; passwords are masked."),
    "attr": (("name: str",), "str | None", "The value of an attribute; None if the element lacks it."),
    "box": ((), "dict[str, float]", "Where the element is, in CSS pixels of the viewport: x, y, width, height."),
    "styles": (("name: str",), "dict[str, str]", "Computed styles, by name; put commas between several names."),
    "options": ((), "list[dict[str, Any]]", "What can be chosen in a list: value, label, selected, disabled."),
}
OF_PAGE = {"url": "The address of the page.", "title": "Its title."}
HANDLED = "hold"  # the parameter in whose place a function may decide
HANDLER = "handler: Callable[..., Any] | None = None"
HANDLER_HELP = (
    "A function that decides: it is given the route, whose `request` it looks at, and calls one of its `fulfill`, "
    "`continue_`, `abort` and `fallback`, or does so later. Only `times`, `method` and `type` go with it."
)
KINDS = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "object": "dict[str, Any]",
    "array": "str | Sequence[str]",
}
OPTION = re.compile(r"--(no-)?([a-z][a-z-]*)(?: (\d+))?")

# What a synchronous module has in the place of an asynchronous one.
SYNC = (
    (r'^"""Pages and browsers for asyncio: .*$', '"""Pages and browsers: what the registry does not give. {note}"""'),
    (r'^"""(.*?), for asyncio\.(?:.*(?="""))?', r'"""\1. {note}'),
    (
        r"Use it from the event loop that it was opened in; several commands may be under\n    way at the same time\.",
        "Use each page from one thread at a time; several threads may use several\n    pages at the same time.",
    ),
    (
        r"Use a browser, and the pages that it opens, from one event loop\.",
        "Use a browser from one thread at a time; each page that it opens may\n    have its own thread.",
    ),
    (r"\basync_(?=playwright\b)|(?<=playwright\.)async_", "sync_"),
    (r"(?<=clz\.)_async\b", "_sync"),
    (r"\bAsync(?=[A-Z])|\ba(?=open\(url\))|(?<=__)a(?=enter__|exit__)|(?<=[._])async_|\basync_(?=client)", ""),
    (r"\basync (?=def |with |for )|\bawait ", ""),
    (r"\bin_thread\b", "directly"),
)

LAST = "timeout_ms: int | None = None"
TIMEOUT = "How long the whole call may take, in milliseconds. Default: 150,000."
EXPECT_DOC = """Expects something of a page, and waits until it holds: `page.expect.text("Thank you")`.

`page.expect.not_.visible("#x")` expects the contrary. An expectation that is not met raises ExpectationFailed,
an AssertionError too; one that could not be checked raises another ClzError.

Args of its methods, where they have them:"""

# Without `annotations` of the future, which `help` would show in quotes.
HEAD = '''"""{title} {note}"""

from collections.abc import {awaitable}Callable, Sequence
from os import PathLike
from typing import Any, Literal, overload

from {assertions} import {locator_assertions}, {page_assertions}
{notebook}from clz._locators import Locating, LocatorParts
from {base} import {browser_base}, {expect_base}, {locator_base}, {page_base}
from clz_core.generated.results import (
{results}
)
from clz_core.files.files import SavedFile, SavedPicture
from clz_core.files.har import SavedArchive
from clz_core.files.passkeys import SavedPasskeys
from clz_core.files.state import SavedState

# ruff: noqa
'''


def page_commands() -> list[Command]:
    """The commands that act in one tab, or can be kept to one, and cross the wire."""
    return [command for command in _offered() if command.takes_tab]


def browser_commands() -> list[Command]:
    """Those that do not need a tab."""
    return [command for command in _offered() if not command.tab]


def _offered() -> list[Command]:
    return [command for command in COMMANDS if command.runs != "local" and not command.hidden and not by_hand(command)]


def by_hand(command: Command) -> bool:
    """True for what has methods of another kind: beginnings and ends, and conditions."""
    return command.on_tab.opens or command.on_tab.closes or command.name in ("expect", "startFilm", "stopFilm")


def is_handled(command: Command) -> bool:
    """True if a function may decide instead."""
    return any(param.name == HANDLED and not param.typed for param in command.params)


def method_name(command: Command) -> str:
    """The words typed after `clz`, as one name: `page-state` is page_state, `dialog accept` dialog_accept."""
    return "eval_result" if command.name == "evaluate" else re.sub(r"[ -]", "_", command.cli)


def params_of(command: Command, of_page: bool = True, of_locator: bool = False) -> list[Param]:
    """The parameters that a method has, those without a keyword first. A page's methods are about its own tab."""
    kept = [param for param in command.params if not param.local or param.file.use]
    reads_it = any(param.file.use == "read" and param.required for param in kept)  # what no parameter gives then
    kept = [param for param in kept if (param.typed or not reads_it) and (param.typed or param.name != HANDLED)]
    if of_page:
        kept = [param for param in kept if param.name != "tab_id"]
    if of_locator:
        kept = [param for param in kept if param.name not in ("target", "frame", "nth")]
    return sorted(kept, key=lambda param: not param.argument)


def python_api(note: str, asynchronous: bool) -> str:
    """The module, with a method for each command that crosses the wire."""
    prefix = "Async" if asynchronous else ""
    module = "clz._async" if asynchronous else "clz._sync"
    names = sorted({"ExpectResult", *(_result(command) for command in _offered() if not command.saves)} - {"None"})
    head = HEAD.format(
        title="What a page and a browser do" + (", for asyncio." if asynchronous else "."),
        note=note,
        base=module,
        page_base=f"{prefix}PageBase",
        expect_base=f"{prefix}ExpectBase",
        browser_base=f"{prefix}BrowserBase",
        locator_base=f"{prefix}LocatorBase",
        assertions="clz._async_assertions" if asynchronous else "clz._assertions",
        page_assertions=f"{prefix}PageAssertions",
        locator_assertions=f"{prefix}LocatorAssertions",
        awaitable="Awaitable, " if asynchronous else "",
        notebook="" if asynchronous else "from clz._notebook import Pictured\n",
        results=textwrap.fill(", ".join(names), WIDTH, initial_indent="    ", subsequent_indent="    "),
    )
    pictured = "" if asynchronous else ", Pictured"
    page = (
        f"\n\nclass {prefix}Page({prefix}PageBase, Locating[{prefix}Locator]{pictured}):\n"
        f"    __doc__ = {prefix}PageBase.__doc__\n"
        f"\n    def _locator(self, steps: tuple[str, ...]) -> {prefix}Locator:\n"
        f"        return {prefix}Locator(self, steps)\n"
        f"\n    @property\n    def expect(self) -> {prefix}Expect:\n"
        f'        """What is expected of the page: `page.expect.text("Thank you")`."""\n'
        f"        return {prefix}Expect(self)\n"
        f"\n    def _assertions(self, soft: bool, message: str | None = None) -> {prefix}PageAssertions:\n"
        f"        return {prefix}PageAssertions(self, soft=soft, message=message)\n"
    )
    page += "".join(_property(name, help, asynchronous) for name, help in OF_PAGE.items())
    locator = (
        f"\n\nclass {prefix}Locator({prefix}LocatorBase{pictured}):\n    __doc__ = {prefix}LocatorBase.__doc__\n"
        f"\n    @property\n    def expect(self) -> {prefix}LocatorAssertions:\n"
        f'        """What is expected of it: `locator.expect.to_have_text("Thank you")`."""\n'
        f"        return self._assertions(False)\n"
        f"\n    def _assertions(self, soft: bool, message: str | None = None) -> {prefix}LocatorAssertions:\n"
        f"        return {prefix}LocatorAssertions(self._page, self, soft=soft, message=message)\n"
    )
    locator += "".join(_value(name, asynchronous, of_page=False) for name in VALUES)
    locator += "".join(_method(command, asynchronous, of="locator") for command in locator_commands())
    page += "".join(_value(name, asynchronous, of_page=True) for name in VALUES) + _count(asynchronous)
    page += _evaluated(asynchronous)
    browser = (
        f"\n\nclass {prefix}Browser({prefix}BrowserBase[{prefix}Page]):\n"
        f"    __doc__ = {prefix}BrowserBase.__doc__\n    _page_class = {prefix}Page\n"
    )
    methods = [_method(command, asynchronous) for command in page_commands()]
    rest = [_method(command, asynchronous, of="browser") for command in browser_commands()]
    return "".join([head, _expect(prefix, asynchronous), locator, page, *methods, browser, *rest])


def _property(name: str, help: str, asynchronous: bool) -> str:
    """What is read without a call; with asyncio, awaited: `await page.url`."""
    kind = "Awaitable[str]" if asynchronous else "str"
    told = help[:-1] + (f": `await page.{name}`." if asynchronous else ".")
    return (
        f'\n    @property\n    def {name}(self) -> {kind}:\n        """{told}"""\n        return self._got("{name}")\n'
    )


def _defined(name: str, words: list[str], kind: str, asynchronous: bool) -> str:
    """The first lines of a method: one, or one for all arguments, or else one for each."""
    define, words = "async def" if asynchronous else "def", ["self", *words]
    joined = ", ".join(words)
    if len(line := f"    {define} {name}({joined}) -> {kind}:\n") <= WIDTH:
        return line
    listed = f"        {joined}\n" if len(joined) <= WIDTH - 8 else "".join(f"        {word},\n" for word in words)
    return f"    {define} {name}(\n{listed}    ) -> {kind}:\n"


def _returned(call: str, asynchronous: bool, kind: str = "") -> str:
    return f"        {'' if kind == 'None' else 'return '}{'await ' if asynchronous else ''}{call}\n"


def _value(what: str, asynchronous: bool, of_page: bool) -> str:
    words, kind, help = VALUES[what]
    taken = [*(["target: str | LocatorParts"] if of_page else []), *words, "*", LAST]
    given = ", ".join([*(["target"] if of_page else []), "name" if words else "None", "timeout_ms"])
    call = f'self._got("{what}", {given})'
    head = _defined(f"get_{what}", taken, kind, asynchronous)
    return f'\n{head}        """{help}"""\n{_returned(call, asynchronous)}'


def _count(asynchronous: bool) -> str:
    wait = "await " if asynchronous else ""
    return (
        f"\n{_defined('get_count', ['target: str | LocatorParts', '*', LAST], 'int', asynchronous)}"
        f'        """How many elements match now, hidden ones included."""\n'
        f'        return int({wait}self._got("count", target, None, timeout_ms))\n'
    )


def _evaluated(asynchronous: bool) -> str:
    command = COMMANDS["evaluate"]
    words = ["expression: str", "*", *map(_parameter, params_of(command)[1:]), LAST]
    summary = command.summary.rstrip(".")
    wait = "await " if asynchronous else ""
    return (
        f"\n{_defined('eval', words, 'Any', asynchronous)}"
        f'        """{summary}: the value itself.\n\n'
        '        What JSON cannot hold is an object with a "$type", undefined for one, and what is beyond\n'
        '        `max_length` is cut and marked. `eval_result` has the type, and whether it was cut.\n        """\n'
        f'        return ({wait}self._called("evaluate", locals()))["result"]\n'
    )


def locator_commands() -> list[Command]:
    """The commands that are about an element; `page.eval` is given one as any other value."""
    taking = [command for command in page_commands() if any(param.name == "target" for param in command.params)]
    return [command for command in taking if command.name != "evaluate"]


def _expect(prefix: str, asynchronous: bool) -> str:
    """The class with a method for each condition; `expect` of a page is one, and `not_` of that another."""
    command = COMMANDS["expect"]
    known = {param.name: param for param in params_of(command)}
    named = {word for condition in CONDITIONS.values() for word in condition.arguments}
    lines = [EXPECT_DOC]
    for name, param in known.items():
        if name in {*named, "wait_ms"} or any(condition.takes(name) for condition in CONDITIONS.values()):
            lines += _entry(name, in_python(command, param.help))
    doc = _indented([*lines, *_entry("timeout_ms", TIMEOUT)], 4)
    methods = "".join(_condition(condition, known, asynchronous) for condition in CONDITIONS.values())
    return f"\n\nclass {prefix}Expect({prefix}ExpectBase):\n{doc}{methods}"


def _condition(condition: Condition, known: dict[str, Param], asynchronous: bool) -> str:
    """A method; where the first word may be left out, it has a form with and one without."""
    name, words = condition.method, condition.arguments
    options = [param for param in known.values() if param.name == "wait_ms" or condition.takes(param.name)]
    named = [*map(_parameter, options), LAST]
    kinds = {word: "int | str" if word == "count" else _kind(known[word]) for word in words}
    overloads = ""
    if condition.words.startswith("[") and len(words) > 1:
        for form in (condition.required, words):
            forms = [*(f"{word}: {kinds[word]}" for word in form), "/", "*", *named]
            head = _defined(name, forms, "ExpectResult", asynchronous)
            overloads += f"\n    @overload\n{head.rstrip()} ...\n"
        signature = ["*words: " + " | ".join(dict.fromkeys(" | ".join(kinds.values()).split(" | "))), *named]
    else:
        typed = [f"{word}: {kinds[word]}" + ("" if word in condition.required else " | None = None") for word in words]
        signature = [*typed, "*", *named]
    doc = _indented(_head(in_python(COMMANDS["expect"], condition.help)), 8)
    head = _defined(name, signature, "ExpectResult", asynchronous)
    return f"{overloads}\n{head}{doc}" + _returned(f'self._expect("{condition.name}", locals())', asynchronous)


def synchronous(source: Path) -> Callable[[], str]:
    """What makes a module's synchronous twin."""

    def make() -> str:
        text = source.read_text("utf-8")
        for pattern, plain in SYNC:
            text = re.sub(pattern, plain, text, flags=re.MULTILINE)
        return text.replace("{note}", f"Generated from {source.name} by `make generate`.")

    return make


def _method(command: Command, asynchronous: bool, of: Literal["page", "locator", "browser"] = "page") -> str:
    params = params_of(command, of != "browser", of == "locator")
    plain = [_parameter(param) for param in params if param.argument]
    named = [_parameter(param) for param in params if not param.argument]
    handled = is_handled(command)
    words = [*plain, *([HANDLER] if handled else []), "*", *named, LAST]
    kind = _result(command)
    body = _returned(f'self._called("{command.name}", locals())', asynchronous, kind)
    if handled:
        decided = _returned("self._handled(url, handler, times, method, type)", asynchronous)
        body = f"        if handler is not None:\n    {decided}        del handler\n{body}"
    whole = not asynchronous and of == ("page" if command.takes_tab else "browser")
    doc = _docstring(command, params) if whole else _reference(command)
    return f"\n{_defined(method_name(command), words, kind, asynchronous)}{doc}{body}"


def _reference(command: Command) -> str:
    """A docstring that leaves arguments and results to the one of the method that is documented whole."""
    whole = "Page" if command.takes_tab else "Browser"
    summary = in_python(command, command.summary)
    return _indented(_head(f"{summary} See `{whole}.{method_name(command)}`."), 8)


def _result(command: Command) -> str:
    return command.saves or f"{command.name[0].upper()}{command.name[1:]}Result" if command.result else "None"


def _kind(param: Param) -> str:
    """The type of an argument."""
    choices = f"Literal[{', '.join(repr(choice) for choice in param.choices)}]".replace("'", '"')
    kind = choices if param.choices else KINDS[param.kind]
    if param.kind == "array" and param.choices:
        kind = f"{choices} | Sequence[{choices}]"
    elif param.items == "object":
        kind = "Sequence[dict[str, Any]]"
    elif param.format == "target" and not param.choices:
        kind = "str | LocatorParts"
    elif param.format == "path" or param.name == "files":
        kind = "str | PathLike[str]" + (" | Sequence[str | PathLike[str]]" if param.kind == "array" else "")
    return f"{kind} | bool" if param.bare else kind


def _parameter(param: Param) -> str:
    kind = _kind(param)
    if param.required:
        return f"{param.name}: {kind}"
    default = None if param.setting else param.default
    if default is None:
        return f"{param.name}: {kind} | None = None"
    return f"{param.name}: {kind} = " + (f'"{default}"' if isinstance(default, str) else repr(default))


def _docstring(command: Command, params: list[Param]) -> str:
    lines = [*_head(in_python(command, command.summary)), "", "Args:"]
    for param in params:
        lines += _entry(param.name, in_python(command, param.help) + _usual(param))
        if is_handled(command) and param.name == "url":
            lines += _entry("handler", HANDLER_HELP)
    lines += _entry("timeout_ms", TIMEOUT)
    fields = result_of(command)
    if fields:
        lines += ["", "Returns:"]
        shared = [] if command.saves in TOLD else shares(command.result)[0]
        groups = {group: [field.name for field in FIELDS[group][1]] for group in shared}
        covered = {name for names in groups.values() for name in names}
        lines += _fields(command, {name: field for name, field in fields.items() if name not in covered})
        for group, names in groups.items():
            lines += _entry(", ".join(names), f"see `clz_core.generated.results.{group}`.")
    return _indented(lines, 8)


def _fields(command: Command, fields: dict[str, tuple[str, bool]]) -> Iterator[str]:
    for name, (help, optional) in fields.items():
        yield from _entry(name, in_python(command, help) + (" May be absent." if optional else ""))


def documented(help: str, fields: tuple[Field, ...]) -> str:
    """The docstring of a type with these fields."""
    told = {field.name: (field.help, field.optional) for field in fields}
    return _indented([help, "", "Attributes:", *_fields(COMMANDS["ping"], told)], 4)


def result_of(command: Command) -> dict[str, tuple[str, bool]]:
    """What a method gives, by name: the help, and whether it may be absent."""
    own = {field.name: (field.help, field.optional) for field in command.result}
    if command.saves in TOLD:
        told = {name: (help, own.get(name, (None, False))[1]) for name, help in TOLD[command.saves].items()}
        return {name: (own[name][0] if help is None else help, optional) for name, (help, optional) in told.items()}
    if not command.saves:
        return own
    kept = {name: field for name, field in own.items() if name not in ("image", "pdf", "profile")}
    return {**{name: (help, False) for name, help in WRITTEN.items()}, **kept}


def _head(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 11)


def _indented(lines: list[str], by: int) -> str:
    """A docstring."""
    text = "\n".join(lines).replace("\\", "\\\\")
    ends = '"""' if len(lines) == 1 and len(text) + by + 6 <= WIDTH else '\n"""'
    return textwrap.indent(f'"""{text}{ends}', " " * by, lambda line: bool(line.strip())) + "\n"


def _entry(name: str, text: str) -> list[str]:
    return textwrap.wrap(f"{name}: {text}", WIDTH - 12, initial_indent="    ", subsequent_indent="        ")


def _usual(param: Param) -> str:
    if param.setting and param.default is not None:
        return f" Default: {param.default}, or the setting {param.setting}."
    return ""


def in_python(command: Command, text: str) -> str:
    """A text that was written for a shell, with options as keywords: `--no-auto` is `auto=False`."""

    def keyword(match: re.Match[str]) -> str:
        flag = f"--{match[2]}"
        name = next((param.name for param in command.params if flag in param.flags), match[2].replace("-", "_"))
        value = "=False" if match[1] else f"={match[3]}" if match[3] else ""
        return f"`{name}{value}`"

    return OPTION.sub(keyword, text.replace("; - reads it from standard input", ""))
