"""A step of a test as a line of code: for clz's Python API, or for Playwright's.

Playwright: https://playwright.dev/python/docs/api/class-page
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from clz_core.contract.commands import COMMANDS
from clz_core.contract.expectations import CONDITIONS
from clz_core.contract.shapes import Params

CHAIN = re.compile(r'\s*>>\s*(?=(?:[^"]*"[^"]*")*[^"]*$)')  # outside of quotes
BARE = re.compile(r'(label|placeholder|alt|title|testid)=(?!["/])(.*)', re.DOTALL)
GLOB = re.compile(r"[*?\[\]{}]")


_BY = {
    "text": "get_by_text", "label": "get_by_label", "placeholder": "get_by_placeholder", "alt": "get_by_alt_text",
    "title": "get_by_title", "testid": "get_by_test_id", "has-text": "filter", "has-not-text": "filter",
}  # fmt: skip
_STEP = re.compile(r'(role|[a-z-]+)=(?:([a-z]+)((?:\[.*)?)|("(?:\\.|[^"\\])*")([is]?))', re.DOTALL)
_NAMED = re.compile(r'\[name=("(?:\\.|[^"\\])*")([is])\]')


def described(steps: tuple[str, ...]) -> str:
    """A locator as a program writes it."""
    return ".".join(_described(step) for step in steps)


def _described(step: str) -> str:
    if step.startswith("nth="):
        return {"nth=0": "first", "nth=-1": "last"}.get(step, f"nth({step[4:]})")
    found = _STEP.fullmatch(step)
    if found is not None and found[1] == "role" and found[2]:
        named = _NAMED.fullmatch(found[3] or "")
        exact = ", exact=True" if named is not None and named[2] == "s" else ""
        name = f", name={named[1]}{exact}" if named is not None else ""
        return f'get_by_role("{found[2]}"{name})' if name or not found[3] else f"locator({json.dumps(step)})"
    if found is not None and found[1] in _BY and found[4]:
        word = f"{found[1].replace('-', '_')}=" if _BY[found[1]] == "filter" else ""
        exact = ", exact=True" if found[5] == "s" and found[1] != "testid" else ""
        return f"{_BY[found[1]]}({word}{found[4]}{exact})"
    return f"locator({json.dumps(step, ensure_ascii=False)})"


Written = Callable[[Any], str]  # makes Python of a value


def value_in(names: Iterable[str]) -> Written:
    """What writes values as Python; `${NAME}` of `names` is read from the environment."""
    secrets = {f"${{{name}}}": f'os.environ["{name}"]' for name in names}

    def written(value: Any) -> str:
        if isinstance(value, str):
            return secrets.get(value) or json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            return f"[{', '.join(map(written, value))}]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{written(key)}: {written(one)}" for key, one in value.items()) + "}"
        return f"{value:g}" if isinstance(value, float) else repr(value)

    return written


# What methods of `page.expect` have no keywords for.
_SAID = ("condition", "negated", "template", "baseline", "contains", "exact", "matches", "tabId")


def in_python(command: str, params: Params, written: Written) -> list[str]:
    """A command of the registry as a call of `clz.Page`; nothing if a page has no such method."""
    declared = COMMANDS["navigate"] if COMMANDS[command].on_tab.opens else COMMANDS[command]
    taken = {param.wire: param for param in declared.params if param.wire in params}
    if command == "expect":
        condition = CONDITIONS[params["condition"]]
        method = f"expect.{'not_.' * bool(params.get('negated'))}{condition.method}"
        given = [written(params[name]) for name in condition.arguments if params.get(name) is not None]
        said = {*condition.arguments, *_SAID}
    elif declared.takes_tab:
        method = re.sub(r"[ -]", "_", declared.cli)
        given, said = [], {"tabId"}
    else:
        return []
    given += [
        f"{'' if param.argument else f'{param.name}='}{written(params[wire])}"
        for wire, param in taken.items()
        if wire not in said and params[wire] not in (None, param.default)
    ]
    return [f"page.{method}({', '.join(given)})"]


def in_playwright(command: str, params: Params, written: Written) -> list[str]:
    """The same for Playwright's page; nothing where it has no counterpart."""
    if command == "expect":
        return _expected(params, written)
    make = _ACTIONS.get(command)
    known = _TAKEN if make is None else {*_TAKEN, *make[1].split()}
    usual = {param.wire: param.default for param in COMMANDS[command].params}
    if make is None or any(value not in (None, usual.get(name)) for name, value in params.items() if name not in known):
        return []
    return make[0](params, written)


def located(params: Params) -> str:
    """The locator of a step's target: `page.get_by_role("button", name="Save").nth(1)`."""
    chain = ["page", *(f"frame_locator({json.dumps(step)})" for step in CHAIN.split(params.get("frame") or "") if step)]
    found = described(tuple(_exact(step) for step in CHAIN.split(params["target"])))
    nth = [f"nth({int(params['nth']) - 1})"] if params.get("nth") else []
    return ".".join([*chain, found, *nth])


def _exact(step: str) -> str:
    """A step whose quoted text says that it is the whole, as it is where nothing is said."""
    bare = BARE.fullmatch(step)
    if bare is not None:
        return f"{bare[1]}={json.dumps(bare[2], ensure_ascii=False)}i"
    return re.sub(r'"(\]?)$', r'"s\1', step)


_TAKEN = {"target", "frame", "nth", "tabId"}
_OF_CLICK = {"button": "button", "count": "click_count", "delay": "delay", "force": "force"}


def _click(params: Params, written: Written) -> list[str]:
    usual = {param.wire: param.default for param in COMMANDS["click"].params}
    given = {name: params[wire] for wire, name in _OF_CLICK.items() if params.get(wire) not in (None, usual[wire])}
    return [f"{located(params)}.click({', '.join(f'{name}={written(value)}' for name, value in given.items())})"]


def _type(params: Params, written: Written) -> list[str]:
    field = located(params)
    typed = [f"{field}.press_sequentially({written(params['text'])})"]
    cleared = [f"{field}.clear()"] if params.get("clear", True) else []
    return [*cleared, *typed, *([f'{field}.press("Enter")'] if params.get("submit") else [])]


def _press(params: Params, written: Written) -> list[str]:
    on = located(params) if params.get("target") else "page.keyboard"
    names = {"ctrl": "Control", "shift": "Shift", "alt": "Alt", "meta": "Meta"}
    held = "".join(f"{said}+" for name, said in names.items() if params.get(name))
    return [f"{on}.press({written(held + key)})" for key in str(params["key"]).split(" ")]


def _select(params: Params, written: Written) -> list[str]:
    how = {"label": "label=", "value": "value=", "index": "index="}.get(params.get("by", "any"), "")
    values = params["values"] if how != "index=" else [int(one) for one in params["values"]]
    return [f"{located(params)}.select_option({how}{written(values[0] if len(values) == 1 else values)})"]


def _viewport(params: Params, written: Written) -> list[str]:
    if not (params.get("width") and params.get("height")):
        return []
    return [f"page.set_viewport_size({written({'width': params['width'], 'height': params['height']})})"]


def _wait(params: Params, written: Written) -> list[str]:
    if params.get("load") in ("load", "domcontentloaded"):
        return [f"page.wait_for_load_state({written(params['load'])})"]
    return [f"page.wait_for_function({written(params['fn'])})"] if params.get("fn") else []


def _on_element(method: str, *words: str) -> Callable[[Params, Written], list[str]]:
    return lambda params, written: [f"{located(params)}.{method}({', '.join(written(params[word]) for word in words)})"]


def _on_page(call: str) -> Callable[[Params, Written], list[str]]:
    return lambda params, written: [f"page.{call}({written(params['url']) if 'url' in params else ''})"]


# A command, and which parameters are in its line, beside those that say where.
_ACTIONS: dict[str, tuple[Callable[[Params, Written], list[str]], str]] = {
    "createWindow": (_on_page("goto"), "url waitUntil isolated private foreground"),
    "navigate": (_on_page("goto"), "url waitUntil"),
    "back": (_on_page("go_back"), "waitUntil"),
    "forward": (_on_page("go_forward"), "waitUntil"),
    "reload": (_on_page("reload"), "waitUntil"),
    "setViewport": (_viewport, "width height"),
    "click": (_click, " ".join(_OF_CLICK)),
    "dblclick": (_on_element("dblclick"), ""),
    "hover": (_on_element("hover"), ""),
    "tap": (_on_element("tap"), ""),
    "focus": (_on_element("focus"), ""),
    "check": (_on_element("check"), ""),
    "uncheck": (_on_element("uncheck"), ""),
    "fill": (_on_element("fill", "text"), "text"),
    "type": (_type, "text clear submit"),
    "pressKey": (_press, "key ctrl shift alt meta"),
    "select": (_select, "values by"),
    "upload": (_on_element("set_input_files", "files"), "files"),
    "drag": (
        lambda params, _: [f"{located(params)}.drag_to({located({**params, 'target': params['to'], 'nth': None})})"],
        "to duration steps",
    ),
    "evaluate": (
        lambda params, written: [] if params.get("target") else [f"page.evaluate({written(params['expression'])})"],
        "expression unsafe",
    ),
    "waitFor": (_wait, "load fn waitMs"),
}
# A condition, and the assertion about an element that is the same; `_` takes the words after the target.
_ASSERTIONS = {
    "attr": "to_have_attribute(_)", "checked": "to_be_checked()", "class": "to_have_class(_)",
    "count": "to_have_count(_)", "css": "to_have_css(_)",
    "description": "to_have_accessible_description(_)", "disabled": "to_be_disabled()",
    "editable": "to_be_editable()", "empty": "to_be_empty()", "enabled": "to_be_enabled()",
    "focused": "to_be_focused()", "gone": "not_to_be_attached()", "hidden": "to_be_hidden()",
    "in-viewport": "to_be_in_viewport()", "name": "to_have_accessible_name(_)", "role": "to_have_role(_)",
    "text": "to_contain_text(_)", "texts": "to_have_text(_)", "unchecked": "not_to_be_checked()",
    "value": "to_have_value(_)", "values": "to_have_values(_)", "visible": "to_be_visible()",
}  # fmt: skip


def _expected(params: Params, written: Written) -> list[str]:
    condition = CONDITIONS[params["condition"]]
    words = [params[name] for name in condition.arguments if name != "target" and params.get(name) is not None]
    if any(params.get(name) for name in ("match", "ignoreCase", "textContent", "excluding", "level")):
        return []
    negated = bool(params.get("negated"))
    if condition.name == "url" and not negated:
        return [f"page.wait_for_url({written(words[0])})"]
    if condition.name == "title" and not GLOB.search(words[0]):
        return [f"expect(page).{'not_' * negated}to_have_title({written(words[0])})"]
    if condition.name == "text" and not params.get("target"):
        return [f'expect(page.locator("body")).{"not_" * negated}to_contain_text({written(words[0])})']
    made = _ASSERTIONS.get(condition.name)
    if made is None or not params.get("target") or (condition.name == "count" and not str(words[0]).isdigit()):
        return []
    if condition.name == "count":
        words = [int(words[0])]
    call = made.replace("_)", f"{', '.join(map(written, words))})") if "(_" in made else made
    call = call.removeprefix("not_") if negated and call.startswith("not_") else f"{'not_' * negated}{call}"
    return [f"expect({located(params)}).{call}"]
