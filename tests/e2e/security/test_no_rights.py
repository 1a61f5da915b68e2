"""A policy that takes every right away, and every command under it: each is refused, or it is harmless."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command, Param
from clz_mcp_adapter.tools.catalog import TOOLS
from clz_native.policy.policy import RIGHTS, rights_of
from tests.support.browsers import Browser, Page
from tests.support.cases.calls import CALLS, filled

# They end it all, or wait for somebody.
LEFT_OUT = {"quitBrowser", "reloadExtension", "goodbye", "cleanupOrphanedTabs", "ask", "watchPerson"}
# What needs a right by its values.
MORE: list[tuple[str, dict[str, Any]]] = [
    ("waitFor", {"request": "**/orders.json", "waitMs": 0}),
    ("type", {"target": "#text", "text": "{{HELD}}"}),
    ("fill", {"target": "#text", "text": "{{HELD}}"}),
    ("fillForm", {"fields": {"#text": "{{HELD}}"}}),
    ("addRoute", {"url": "**", "status": 200}),
    ("addRoute", {"url": "**", "setHeaders": ["Cookie: a=b"]}),
    ("setExtraHeaders", {"headers": ["Cookie: a=b"]}),
]
OF_RIGHTS: dict[str, Any] = {"proxy": "http://127.0.0.1:9", "storageState": {"cookies": [], "origins": []}}
HELD = {
    "document.cookie": "word=HELD-COOKIE",
    "localStorage.getItem('word')": "HELD-STORAGE",
    "sessionStorage.getItem('word')": "HELD-SESSION",
    "document.querySelector('#file').files.length": 0,
    "document.querySelector('#text').value.includes('HELD')": False,
    "window.ran === undefined": True,
}
PREPARE = """
document.cookie = "word=HELD-COOKIE"; localStorage.setItem("word", "HELD-STORAGE");
sessionStorage.setItem("word", "HELD-SESSION"); (await (await fetch("api/orders.json")).text())
"""


def given_for(param: Param) -> Any:
    return True if param.kind == "boolean" else OF_RIGHTS[param.wire]


def calls(words: dict[str, Any]) -> list[tuple[Command, dict[str, Any]]]:
    """Each command as an example has it, and once more for each of its parameters that needs a right."""
    of_tools = [(TOOLS[tool], filled(arguments, words)) for tool, arguments, _ in CALLS]
    rest = [command for command in COMMANDS if command.name not in {command.name for command, _ in of_tools}]
    examples = [(command, dict(command.example or {})) for command in rest if command.name not in LEFT_OUT]
    own = [(COMMANDS[name], params) for name, params in MORE]
    found = [(c, params) for c, params in (*of_tools, *examples, *own) if c.runs != "local" and c.name in COMMANDS]
    known = [
        (command, {name: value for name, value in params.items() if name in {p.wire for p in command.wire_params}})
        for command, params in found
    ]
    more = {command.name: {**params} for command, params in known}
    return known + [
        (COMMANDS[name], {**params, "isolated": True, param.wire: given_for(param)})
        if name == "createWindow"
        else (COMMANDS[name], {**params, param.wire: given_for(param)})
        for name, params in more.items()
        for param in COMMANDS[name].wire_params
        if param.rights
    ]


def answered(page: Page, command: Command, params: dict[str, Any]) -> tuple[str, str]:
    """The code of a command's error, if it failed, and all that it answered."""
    own = {"tabId": page.tab} if command.tab and command.name != "selectTab" else {}
    try:
        return "", json.dumps(page.client.call(command.name, {**params, **own}, 10_000))
    except ClzError as problem:
        return problem.code, json.dumps(problem.to_wire())


def test_without_rights_each_command_is_refused_or_harmless(
    browser: Browser, page: Page, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLZ_SECRET_HELD", "HELD-SECRET")
    monkeypatch.setenv("CLZ_SECRET_HELD_FOR", "127.0.0.1")
    page.open("form.html", isolated=True)  # what other tests have left in the jar of all is no harm
    page.call("recordBodies", state="on")
    body = page.call("evaluate", expression=PREPARE, unsafe=True)["result"]
    page.client.call("writeClipboard", {"text": "HELD-CLIPBOARD", "system": True})
    config.write_text("[policy]\n" + "".join(f"{right} = false\n" for right in RIGHTS))

    words = {"site": page.origin, "tab": page.tab, "folder": browser.scratch.root}
    called = {"closeTab", "closeWindow"}  # the page is needed to the end
    for command, params in calls(words):
        needed = rights_of(command, params)
        if command.name in {"closeTab", "closeWindow", "createWindow"} and not needed:
            continue
        code, answer = answered(page, command, params)
        assert (code == "RIGHT_DENIED") == bool(needed), (command.name, params, answer)
        assert code != "INVALID_PARAMS", (command.name, params, answer)
        said = answer.replace("{{HELD}}", "")
        assert "HELD" not in said, (command.name, params)
        assert json.dumps(body)[1:-1] not in said, (command.name, params)
        called.add(command.name)
    assert {c.name for c in COMMANDS if c.runs != "local"} - called == LEFT_OUT

    config.unlink()
    page.call("navigate", url=f"{page.origin}/form.html")
    assert page.client.call("listRoutes")["routes"] == []
    assert page.client.call("listInitScripts")["scripts"] == []
    assert page.client.call("readClipboard", {"system": True})["text"] == "HELD-CLIPBOARD"
    seen = page.call("evaluate", expression=f"[{', '.join(HELD)}]", unsafe=True)["result"]
    assert dict(zip(HELD, seen, strict=True)) == HELD
