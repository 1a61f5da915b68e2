"""Each method of the Python API in the real Firefox: the list is the registry's, the calls are the tools' too."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import clz
from clz._async_page import AsyncExpect
from clz._events import Events
from clz._locators import Locating
from clz._page import Expect
from clz_core.contract.commands import COMMANDS
from clz_core.contract.expectations import CONDITIONS
from clz_core.contract.registry import Command
from clz_core.generated import results
from clz_generate.python_api import (
    VALUES,
    browser_commands,
    locator_commands,
    method_name,
    page_commands,
    params_of,
    result_of,
)
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.cases.calls import CALLS, filled
from tests.support.cases.passkeys import PASSKEY
from tests.support.cases.typed import untrue


class Step(NamedTuple):
    """A call of a method: of the page, of what is expected of it, or of the browser. `code` is its error."""

    of: str
    command: str
    given: dict[str, Any]
    words: tuple[Any, ...] = ()
    code: str = ""

    @property
    def method(self) -> str:
        return CONDITIONS[self.command].method if self.of == "expect" else method_name(COMMANDS[self.command])

    def missing_in(self, result: dict[str, Any] | None) -> set[str]:
        """What its docstring says that it gives."""
        fields = result_of(COMMANDS["expect" if self.of == "expect" else self.command])
        return {name for name, (_, optional) in fields.items() if not optional} - set(result or {})

    def untrue_in(self, result: dict[str, Any] | None) -> list[str]:
        """What is of another type than its declaration says, as a count that is not a whole number."""
        declared = COMMANDS["expect" if self.of == "expect" else self.command]
        if result is None or not declared.result or declared.saves:
            return []
        return untrue(result, getattr(results, f"{declared.name[0].upper()}{declared.name[1:]}Result"))


# What the tools' examples leave out: more than one call is needed, or nobody is there to answer.
BEFORE = [
    Step("page", "recordBodies", {"state": "on"}),
    Step("page", "navigate", {"url": "{site}/form.html"}),
    Step("page", "getNetworkRequests", {"type": "document"}),
    Step("page", "getRequestBody", {"id": "{request}"}),
    Step("page", "sendRequest", {"method": "GET", "url": "{site}/json"}),
    Step("page", "ask", {"question": "Is anybody there?", "wait_ms": 1_000}, code="NO_WINDOW"),
    Step("browser", "ask", {"question": "Is anybody there?", "wait_ms": 1_000}, code="NO_WINDOW"),
    Step("browser", "grantTabSpace", {}, code="NO_REQUESTS"),
    Step("browser", "addVirtualAuthenticator", {}),
    Step("browser", "addCredentials", {"path": "{folder}/passkey.json"}),
    Step("browser", "getCredentials", {}),
    Step("browser", "saveCredentials", {"path": "{folder}/passkeys.json"}),
    Step("browser", "setUserVerified", {"state": "off"}),
    Step("browser", "removeCredentials", {"all": True}),
    Step("browser", "removeVirtualAuthenticator", {}),
    Step("browser", "diffPageState", {"before": {"headings": []}, "after": {"headings": []}}),
    Step("page", "navigate", {"url": "{site}/actions.html"}),
    Step("page", "download", {"target": "#save", "path": "{folder}/saved.txt", "overwrite": True}),
    Step("browser", "setDialogPolicy", {"policy": "ask"}),
    Step("page", "click", {"target": "#prompt"}),
    Step("page", "acceptDialog", {"text": "Ada"}),
    Step("page", "click", {"target": "#confirm"}),
    Step("page", "dismissDialog", {}),
    Step("page", "navigate", {"url": "{site}/form.html"}),
    Step("page", "waitFor", {"target": "#text"}),
    Step("page", "getAccessibilitySnapshot", {"target": "#fruit"}),
    Step("page", "pickElement", {"point": "20,20"}),
    Step("page", "screenshot", {"target": "#text", "path": "{folder}/text.png"}),
    Step("page", "startProfile", {}),
    Step("page", "stopProfile", {"path": "{folder}/page.json.gz"}),
    Step("page", "scroll", {"target": "#text", "to": "top"}),
    Step("page", "focus", {"target": "#text"}),
]
EXPECTED: dict[str, tuple[Any, ...]] = {
    "text": ("h1", "Form"),
    "visible": ("#count",),
    "hidden": ("#nothing",),
    "gone": ("#nothing",),
    "enabled": ("#count",),
    "disabled": ("option[value=q]",),
    "checked": ("#large",),
    "unchecked": ("#small",),
    "focused": ("#text",),
    "editable": ("#text",),
    "value": ("#text", "before"),
    "attr": ("#text", "name", "text"),
    "count": ("h1", 1),
    "in-viewport": ("h1",),
    "empty": ("#empty",),
    "indeterminate": ("#agree",),
    "values": ("#fruit", ["a"]),
    "texts": ("h1", ["Form"]),
    "class": ("#save", "twin"),
    "css": ("h1", "display", "block"),
    "property": ("#text", "type", "text"),
    "role": ("h1", "heading"),
    "name": ("#save", "Save"),
    "description": ("#save", "Nothing"),
    "error-message": ("#text", "Nothing"),
    "url": ("**/form.html",),
    "title": ("Form",),
    "request": ("**/form.html",),
    "status": ("200",),
    "json": ("hello", "world"),
    "header": ("Content-Type", "application/json"),
    "no-errors": (),
    "no-failed-requests": (),
    "snapshot": ("{folder}/form.aria",),
    "picture": ("{folder}/form.png",),
    "a11y": (),
    "vitals": ("TTFB < 60s",),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "snapshot": {"update": True},
    "picture": {"update": True},
    "a11y": {"level": "critical"},
}
NOT_SO = ("indeterminate", "description", "error-message")
END = [Step("browser", "closeWindow", {})]
# A page's beginning and end, in any test; `start` and `stop` need a Firefox of their own, in test_python_api.py.
# Films are in test_python_traces.py; functions that pages call, and handlers, in test_function_routes.py.
BY_HAND = {
    "page": {"close", "expect", "film", "expose_function", "add_locator_handler", "remove_locator_handler"},
    "browser": {"open", "close", "start", "stop", "expose_function"},
    "expect": {"not_", "soft"},
}
# Values and locators are in test_python_locators.py.
LOCATING = {name for kind in (Locating, Events) for name in vars(kind) if not name.startswith("_")}
READ = {"eval", "url", "title", "get_count", *(f"get_{what}" for what in VALUES)}


def steps() -> Iterator[Step]:
    yield from BEFORE
    for name, words in EXPECTED.items():
        wait = {"wait_ms": 0} if name in NOT_SO else {}
        yield Step("expect", name, OPTIONS.get(name, wait), words, "EXPECTATION_FAILED" if name in NOT_SO else "")
    tools = {command.tool_name: command for command in COMMANDS}
    for tool, given, _ in CALLS:
        command = tools.get(tool)
        if command is None or command.name == "closeWindow":
            continue
        if command in page_commands():
            yield Step("page", command.name, named(command, given, of_page=True))
        if command in browser_commands():
            yield Step("browser", command.name, named(command, given, of_page=False))
    yield from END


def named(command: Command, given: dict[str, Any], of_page: bool) -> dict[str, Any]:
    """A tool's arguments as a method has them: by their names in Python, and not those of the tool alone."""
    taken = {param.name for param in params_of(command, of_page)}
    names = {param.wire: param.name for param in command.params}
    return {names[wire]: value for wire, value in given.items() if names.get(wire) in taken}


def test_every_method_is_called_here() -> None:
    called = {of: set(names) for of, names in BY_HAND.items()}
    for step in steps():
        called[step.of].add(step.method)
    commands = {
        "page": {method_name(command) for command in page_commands()},
        "browser": {method_name(command) for command in browser_commands()},
        "expect": {condition.method for condition in CONDITIONS.values()},
    }
    for of, kinds in (
        ("page", (clz.Page, clz.AsyncPage)),
        ("browser", (clz.Browser, clz.AsyncBrowser)),
        ("expect", (Expect, AsyncExpect)),
    ):
        assert commands[of] | BY_HAND[of] == called[of]
        own = LOCATING | READ if of == "page" else set()
        for kind in kinds:
            assert {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")} - {
                "tab_id"
            } - own == called[of]
    located = {step.method for step in steps() if step.of == "page" and "target" in step.given}
    assert {method_name(command) for command in locator_commands()} == located


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_every_method_does_its_work(
    kind: str, browser: Browser, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLZ_SECRET_STAGING", "staging-word")
    monkeypatch.setenv("CLZ_SECRET_STAGING_FOR", "example.com")
    (tmp_path / "given.txt").write_text("given")
    (tmp_path / "passkey.json").write_text(json.dumps(PASSKEY))
    words: dict[str, Any] = {"site": site.origin, "folder": tmp_path, "request": ""}
    wrong = {}

    async def carried_out(step: Step, on: Any) -> Any:
        given = filled({"words": list(step.words), **step.given}, words)
        if kind == "async" and step.of == "page" and "target" in given and not {"frame", "nth"} & given.keys():
            on = on.locator(given.pop("target"))
        method = getattr(on, step.method)
        done = method(*given.pop("words"), **given)
        return await done if kind == "async" else done

    async def tried(step: Step, on: Any) -> None:
        try:
            result = await carried_out(step, on)
        except clz.ClzError as problem:
            if problem.code != step.code:
                wrong[f"{step.of}.{step.method}({step.given})"] = repr(problem)
            return
        if step.code or step.missing_in(result):
            wrong[f"{step.of}.{step.method}({step.given})"] = f"{result}, without {step.missing_in(result)}"
        if wrongs := step.untrue_in(result):
            wrong[f"{step.of}.{step.method}({step.given})"] = f"{wrongs}"
        if step.command == "getNetworkRequests" and result["requests"]:
            words["request"] = result["requests"][-1]["id"]

    async def scenario() -> None:
        firefox = clz.AsyncBrowser() if kind == "async" else clz.Browser()
        opened = firefox.open(f"{site.origin}/index.html")
        page: Any = await opened if kind == "async" else opened  # type: ignore[misc]
        on = {"page": page, "browser": firefox, "expect": page.expect}
        try:
            for step in steps():
                await tried(step, on[step.of])
        finally:
            closed = firefox.close()
            if kind == "async":
                await closed  # type: ignore[misc]

    asyncio.run(scenario())
    assert not wrong, "\n".join(f"{call}: {what}" for call, what in wrong.items())
