"""The Python API's methods, from the registry: what is typed after `clz` is a method, its options are keywords."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from clz_core.contract.commands import COMMANDS
from clz_core.contract.expectations import CONDITIONS, Condition
from clz_core.contract.registry import Command, Param, camel

WIDTH = 120
READ = {"loadState": ("state",)}  # what is read from such a file, and so is not a parameter
SAVED = {
    "screenshot": "SavedPicture",
    "pdf": "SavedFile",
    "stopProfile": "SavedFile",
    "getHar": "SavedArchive",
    "saveState": "SavedState",
}  # results whose data went to a file
PATH = {"path": "The file that was written."}
WRITTEN = {**PATH, "bytes": "Its size."}
# What is reported of such a file; None is the help of the command's own field.
TOLD: dict[str, dict[str, str | None]] = {
    "getHar": {
        **WRITTEN,
        "requests": "How many requests are in it.",
        "bodies": "How many bodies.",
        "cut": "How many of those were not recorded as a whole.",
        **dict.fromkeys(("pending", "dropped", "pausedMs", "leftOut", "tabId")),
    },
    "saveState": {
        **PATH,
        "cookies": "How many cookies are in it.",
        "origins": "The sites whose storage is in it.",
        **dict.fromkeys(("skipped", "notSaved", "jar")),
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
HANDLED = "addRoute"  # a function may decide instead
HANDLER = "handler: Callable[..., Any] | None = None"
HANDLER_HELP = (
    "A function that decides: it is given the route, whose `request` it looks at, and calls one of its `fulfill`, "
    "`continue_`, `abort` and `fallback`, or does so later. Only `times`, `method` and `type` go with it."
)
BY_HAND = ("createWindow", "closeTab", "expect", "startFilm", "stopFilm")  # beginnings and ends, and conditions
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
        r"Use it from the event loop that it was opened in; several commands may be\n    under way at once\.",
        "Use each page from one thread at a time; several pages may be used from\n    several threads at once.",
    ),
    (
        r"Use a browser, and the pages that it opens, from one event loop\.",
        "Use a browser from one thread at a time; the pages that it opens may each\n    have a thread of their own.",
    ),
    (r"\basync_(?=playwright\b)|(?<=playwright\.)async_", "sync_"),
    (r"(?<=clz\.)_async\b", "_sync"),
    (r"\bAsync(?=[A-Z])|\ba(?=open\(url\))|(?<=__)a(?=enter__|exit__)|(?<=[._])async_|\basync_(?=client)", ""),
    (r"\basync (?=def |with |for )|\bawait ", ""),
    (r"\bin_thread\b", "directly"),
)

LAST = "timeout_ms: int | None = None"
TIMEOUT = "How long the whole call may take, in milliseconds. Default: 150,000."
EXPECT_DOC = """Expects something of a page, and looks again until it is so: `page.expect.text("Thank you")`.

    `page.expect.not_.visible("#x")` expects the contrary. An expectation that is not met raises ExpectationFailed,
    an AssertionError too; one that could not be checked raises another ClzError.
    """

# Without `annotations` of the future, which `help` would show in quotes.
HEAD = '''"""{title} {note}"""

from collections.abc import {awaitable}Callable, Sequence
from os import PathLike
from typing import Any, Literal, overload

from {assertions} import {locator_assertions}, {page_assertions}
{notebook}from clz._locators import Locating, LocatorParts
from {base} import {browser_base}, {expect_base}, {locator_base}, {page_base}
from clz_core.generated.results import (
{results})
from clz_core.files.files import SavedFile, SavedPicture
from clz_core.files.har import SavedArchive
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
    return [
        command
        for command in COMMANDS
        if command.runs != "local" and not command.hidden and command.name not in BY_HAND
    ]


def method_name(command: Command) -> str:
    """The words typed after `clz`, as one name: `page-state` is page_state, `dialog accept` dialog_accept."""
    return "eval_result" if command.name == "evaluate" else re.sub(r"[ -]", "_", command.cli)


def params_of(command: Command, of_page: bool = True, of_locator: bool = False) -> list[Param]:
    """The parameters that a method has, those without a keyword first. A page's methods are about its own tab."""
    kept = [param for param in command.params if not param.local or param.file]
    kept = [param for param in kept if param.name not in READ.get(command.name, ()) and param.name != "hold"]
    if of_page:
        kept = [param for param in kept if param.name != "tab_id"]
    if of_locator:
        kept = [param for param in kept if param.name not in ("target", "frame", "nth")]
    return sorted(kept, key=lambda param: not param.argument)


def python_api(note: str, asynchronous: bool) -> str:
    """The module, with a method for each command that crosses the wire."""
    prefix = "Async" if asynchronous else ""
    module = "clz._async" if asynchronous else "clz._sync"
    names = sorted({"ExpectResult", *(_result(command) for command in _offered())} - {"None", *SAVED.values()})
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
        results="".join(f"    {name},\n" for name in names),
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
        f'\n    @property\n    def {name}(self) -> {kind}:\n        """{told}"""\n'
        f'        value: {kind} = self._got("{name}")\n        return value\n'
    )


def _value(what: str, asynchronous: bool, of_page: bool) -> str:
    words, kind, help = VALUES[what]
    define, wait = ("async def", "await ") if asynchronous else ("def", "")
    taken = ", ".join(["self", *(["target: str | LocatorParts"] if of_page else []), *words, "*", LAST])
    given = ", ".join([*(["target"] if of_page else []), "name" if words else "None", "timeout_ms"])
    return (
        f'\n    {define} get_{what}({taken}) -> {kind}:\n        """{help}"""\n'
        f'        value: {kind} = {wait}self._got("{what}", {given})\n        return value\n'
    )


def _count(asynchronous: bool) -> str:
    define, wait = ("async def", "await ") if asynchronous else ("def", "")
    return (
        f"\n    {define} get_count(self, target: str | LocatorParts, *, {LAST}) -> int:\n"
        f'        """How many elements match now, hidden ones included."""\n'
        f'        return int({wait}self._got("count", target, None, timeout_ms))\n'
    )


def _evaluated(asynchronous: bool) -> str:
    command = COMMANDS["evaluate"]
    params = params_of(command)
    define, wait = ("async def", "await ") if asynchronous else ("def", "")
    signature = "".join(
        f"        {word},\n" for word in ["self", "expression: str", "*", *map(_parameter, params[1:]), LAST]
    )
    sent = "".join(f"            {param.name}={param.name},\n" for param in params[1:])
    summary = command.summary.rstrip(".")
    return (
        f"\n    {define} eval(\n{signature}    ) -> Any:\n"
        f'        """{summary}: the value itself.\n\n'
        '        What JSON cannot hold is an object with a "$type", undefined for one, and what is beyond\n'
        '        `max_length` is cut and marked. `eval_result` has the type, and whether it was cut.\n        """\n'
        f"        result = {wait}self.eval_result(\n            expression,\n{sent}"
        f'            timeout_ms=timeout_ms,\n        )\n        return result["result"]\n'
    )


def locator_commands() -> list[Command]:
    """The commands that are about an element; `page.eval` is given one as any other value."""
    taking = [command for command in page_commands() if any(param.name == "target" for param in command.params)]
    return [command for command in taking if command.name != "evaluate"]


def _expect(prefix: str, asynchronous: bool) -> str:
    """The class with a method for each condition; `expect` of a page is one, and `not_` of that another."""
    name = f"{prefix}Expect"
    doc = in_python(COMMANDS["expect"], EXPECT_DOC)
    methods = "".join(_condition(condition, asynchronous) for condition in CONDITIONS.values())
    return f'\n\nclass {name}({name}Base):\n    """{doc}"""\n{methods}'


def _condition(condition: Condition, asynchronous: bool) -> str:
    """A method; where the first word may be left out, it has a form with and one without."""
    known = {param.wire: param for param in COMMANDS["expect"].params}
    command = COMMANDS["expect"]
    options = [param for param in command.params if param.name == "wait_ms" or condition.takes(param.name)]
    named = [_parameter(param) for param in options]
    define, wait = ("async def", "await ") if asynchronous else ("def", "")
    name = condition.method
    words = condition.arguments
    sent = "".join(f'                "{param.name}": {param.name},\n' for param in options)
    first_left_out = condition.words.startswith("[") and len(words) > 1
    kinds = {word: "int | str" if word == "count" else _kind(known[word]) for word in words}
    entries = [*words, *(param.name for param in options)]
    docs = _condition_docstring(condition, [(each, known[camel(each)].help) for each in entries])
    if first_left_out:
        forms = [[f"{word}: {kinds[word]}" for word in form] for form in (condition.required, words)]
        heads = [f"{define} {name}({_listed([*form, '/', '*', *named, LAST])})" for form in forms]
        overloads = "".join(f"\n    @overload\n    {head} -> ExpectResult: ...\n" for head in heads)
        kind = " | ".join(dict.fromkeys(part for word in words for part in kinds[word].split(" | ")))
        signature = [f"*words: {kind}", *named, LAST]
        given = f"            **self._words({words!r}, words),\n"
    else:
        overloads = ""
        typed = [f"{word}: {kinds[word]}" + ("" if word in condition.required else " | None = None") for word in words]
        signature = [*typed, "*", *named, LAST]
        given = "".join(f'                "{_snake(word)}": {word},\n' for word in words)
    body = (
        f'        result: ExpectResult = {wait}self._expect(\n            "{condition.name}",\n'
        f"            {{\n{given}{sent}            }},\n            timeout_ms,\n        )\n        return result\n"
    )
    return f"{overloads}\n    {define} {name}({_listed(signature)}) -> ExpectResult:\n{docs}{body}"


def _listed(words: list[str]) -> str:
    return "\n" + "".join(f"        {word},\n" for word in ["self", *words]) + "    "


def _snake(wire: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", wire)


def _condition_docstring(condition: Condition, entries: list[tuple[str, str]]) -> str:
    command = COMMANDS["expect"]
    lines = [*_head(in_python(command, condition.help)), "", "Args:"]
    for name, help in entries:
        lines += _entry(name, in_python(command, _own(help)))
    lines += _entry("timeout_ms", TIMEOUT)
    lines += ["", "Raises:", *_entry("ExpectationFailed", "if it was not met.")]
    lines += _entry("ClzError", "if it could not be checked.")
    lines.append('"""')
    return textwrap.indent("\n".join(lines).replace("\\", "\\\\"), " " * 8, lambda line: bool(line.strip())) + "\n"


def _own(help: str) -> str:
    """A help without the conditions that it begins with: `picture: how much may differ` here is of `picture` alone."""
    names = "|".join(CONDITIONS)
    text = re.sub(rf"^(?:(?:{names})(?:, )?)+: ", "", help)
    return text[0].upper() + text[1:]


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
    handled = command.name == HANDLED
    words = ["self", *plain, *([HANDLER] if handled else []), "*", *named, LAST]
    signature = "".join(f"        {word},\n" for word in words)
    kind = _result(command)
    sent = "".join(f'                "{param.name}": {param.name},\n' for param in params)
    values = f"{{\n{sent}            }}" if sent else "{}"
    wait = "await " if asynchronous else ""
    define = "async def" if asynchronous else "def"
    call = f'{wait}self._run(\n            "{command.name}",\n            {values},\n            timeout_ms,\n        )'
    body = f"        {call}\n" if kind == "None" else f"        result: {kind} = {call}\n        return result\n"
    if handled:
        body = (
            f"        if handler is not None:\n            decided: {kind} = {wait}self._handled("
            f"url, handler, times, method, type)\n            return decided\n{body}"
        )
    return f"\n    {define} {method_name(command)}(\n{signature}    ) -> {kind}:\n{_docstring(command, params)}{body}"


def _result(command: Command) -> str:
    if command.name in SAVED:
        return SAVED[command.name]
    return f"{command.name[0].upper()}{command.name[1:]}Result" if command.result else "None"


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
    return kind


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
        if command.name == HANDLED and param.name == "url":
            lines += _entry("handler", HANDLER_HELP)
    lines += _entry("timeout_ms", TIMEOUT)
    fields = result_of(command)
    if fields:
        lines += ["", "Returns:"]
        for name, (help, optional) in fields.items():
            lines += _entry(name, in_python(command, help) + (" May be absent." if optional else ""))
    lines += ["", "Raises:", "    ClzError: with the code of what went wrong.", '"""']
    text = "\n".join(lines).replace("\\", "\\\\")
    return textwrap.indent(text, " " * 8, lambda line: bool(line.strip())) + "\n"


def result_of(command: Command) -> dict[str, tuple[str, bool]]:
    """What a method gives, by name: the help, and whether it may be absent."""
    own = {field.name: (field.help, field.optional) for field in command.result}
    if command.name in TOLD:
        return {name: own[name] if help is None else (help, False) for name, help in TOLD[command.name].items()}
    if command.name not in SAVED:
        return own
    kept = {name: field for name, field in own.items() if name not in ("image", "pdf", "profile")}
    return {**{name: (help, False) for name, help in WRITTEN.items()}, **kept}


def _head(text: str) -> list[str]:
    return textwrap.wrap(f'"""{text}', WIDTH - 8)


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
