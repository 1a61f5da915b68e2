"""Each argument of each method that playwright-python has is used here, or refused before anything is sent."""

from __future__ import annotations

import ast
import dis
import inspect
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from clz.playwright import _shared, async_api, sync_api
from clz_core.contract.commands import COMMANDS

LIST = Path(__file__).with_name("playwright_signatures.txt")
"""What `sync_api/_generated.py` of playwright-python has: a method a line, and its arguments."""
NO_EFFECT = {
    "Locator.describe description",  # it is in nothing but messages of Playwright's
    "Locator.is_hidden timeout",
    "Locator.is_visible timeout",  # Playwright does not wait either
}
OURS = {"LocatorAssertions": "LocatorChecks", "PageAssertions": "PageChecks"}
ACTIONS = {
    "set_checked": "check", "press": "pressKey", "press_sequentially": "type", "clear": "fill", "drag_to": "drag",
    "drag_and_drop": "drag", "select_option": "select", "set_input_files": "upload",
    "scroll_into_view_if_needed": "scroll",
}  # fmt: skip
"""The commands of methods whose options are an action's."""


def signatures() -> list[tuple[str, str, list[str]]]:
    words = [line.split() for line in LIST.read_text("utf-8").splitlines()]
    return [(*name.split("."), given) for name, *given in words]  # type: ignore[misc]


def known(api: Any) -> list[tuple[type, str, Any, list[str]]]:
    """The methods that there are here."""
    found = []
    for kind, name, given in signatures():
        ours = getattr(api, OURS.get(kind, kind), None) or getattr(_of_network(api), kind, None)
        if isinstance(ours, type) and not issubclass(ours, _shared.Missing) and callable(getattr(ours, name, None)):
            found.append((ours, name, getattr(ours, name), given))
    return found


def _of_network(api: Any) -> Any:
    from clz.playwright import async_network, sync_network

    return sync_network if api is sync_api else async_network


def refuses(kind: type, name: str, option: str) -> bool:
    """True if a method that is given such an option says so, where it cannot have sent anything: it has no page."""
    blank: Any = object.__new__(kind)
    required = [
        one
        for one in inspect.signature(inspect.unwrap(getattr(kind, name))).parameters.values()
        if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD and one.name != "self"
    ]
    try:
        getattr(blank, name)(*(["x"] * len(required)), **{option: "given"})
    except _shared.NotInClz:
        return True
    except TypeError as problem:  # of a class that is clz's own
        return not issubclass(kind, _shared.Checked) and "unexpected keyword" in str(problem)
    except Exception:  # noqa: BLE001 it went on, and met that there is no page
        return False
    return False


@pytest.mark.parametrize("api", [sync_api, async_api])
def test_each_argument_is_used_or_refused(api: Any) -> None:
    dropped = []
    checked = 0
    for kind, name, method, given in known(api):
        plain = inspect.unwrap(method)
        parameters = inspect.signature(plain).parameters
        loads = [one.argval for one in dis.get_instructions(plain) if one.opname.startswith("LOAD")]
        loaded = {name for one in loads for name in (one if isinstance(one, tuple) else [one])}
        rest = any(one.kind is one.VAR_KEYWORD for one in parameters.values())
        for one in given:
            checked += 1
            also = one if one in parameters else _shared._ALSO.get(one, one)
            used = also in parameters and also in loaded
            if used or rest or f"{kind.__name__}.{name} {one}" in NO_EFFECT or one in _shared.WITHOUT_EFFECT:
                continue
            if refuses(kind, name, one):
                continue
            dropped.append(f"{kind.__name__}.{name} {one}")
    assert dropped == []
    assert checked > 500


def test_options_of_actions_are_the_commands_or_refused() -> None:
    values = {"modifiers": ["Shift"], "position": {"x": 1, "y": 2}, "click_count": 2, "delay": 3, "steps": 4}
    values |= {"source_position": values["position"], "target_position": values["position"]}
    own = {"click": {"delay"}, "dblclick": {"delay"}, "press": {"delay"}, "select_option": {"value", "index", "label"}}
    for _, name, method, given in known(sync_api):
        if not any(
            one.kind is one.VAR_KEYWORD for one in inspect.signature(inspect.unwrap(method)).parameters.values()
        ):
            continue
        command = ACTIONS.get(name, name)
        if command not in COMMANDS:
            continue  # options of contexts, requests and pictures
        for option in set(given) - _shared.WITHOUT_EFFECT - own.get(name, set()):
            words = {"selector", "strict", "timeout", "source", "target", "key", "text", "value", "checked", "files"}
            if option in words or option in ("name", "type", "event_init"):
                continue
            try:
                made = _shared.acting(command, {option: values.get(option, True)}, 0)
            except _shared.NotInClz:
                continue
            assert len(made) == 2, (name, option)
            assert set(made) <= {param.name for param in COMMANDS[command].params}, (name, option)


@pytest.mark.parametrize("option", ["scroll", "trial", "noise"])
def test_an_option_that_an_action_lacks_is_refused(option: str) -> None:
    with pytest.raises(_shared.NotInClz, match=option):
        _shared.acting("click", {option: True}, 0)
    assert _shared.acting("click", {option: None, "no_wait_after": True, "force": False}, 7) == {"wait_ms": 7}


@pytest.mark.skipif(find_spec("playwright") is None, reason="playwright is not installed (pip install --no-deps)")
def test_the_list_is_that_of_the_playwright_that_is_installed() -> None:
    origin = find_spec("playwright").origin  # type: ignore[union-attr]
    tree = ast.parse((Path(str(origin)).parent / "sync_api" / "_generated.py").read_text("utf-8"))
    there = {
        f"{kind.name}.{method.name}": {one.arg for one in (*method.args.args, *method.args.kwonlyargs)} - {"self"}
        for kind in tree.body
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.FunctionDef)
    }
    listed = {f"{kind}.{name}": set(given) for kind, name, given in signatures()}
    assert {name: there.get(name) for name in listed} == listed
