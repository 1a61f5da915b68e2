"""Several calls in one, as `firefox_batch` is given them: what one says is named, and used by those after it.

{"tool": "get", "what": "text", "target": "#order", "let": "ORDER"}        keeps the value
{"tool": "fill", "target": "#search", "text": "$ORDER"}                    uses it; ${ORDER} within a word
{"tool": "click", "target": "#more", "when": {"condition": "visible", "target": "#more"}}
                                                                           is left out unless this is so now
{"tool": "click", "target": "#pay", "expect": {"condition": "text", "value": "Thank you"}}
                                                                           fails unless this is met
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from clz_core.contract.errors import error
from clz_core.contract.shapes import Params
from clz_mcp_adapter.tools.catalog import PREFIX

NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_USED = re.compile(r"\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))")
_VALUES = {"get": "value", "evaluate": "result", "getContent": "text"}  # what a command says in which field


class Call(NamedTuple):
    """One of them: a tool, its arguments, and what is around it."""

    name: str
    given: Params
    let: str | None = None
    when: Params | None = None
    expect: Params | None = None
    quotes: bool = False  # what an earlier call named, a page's words mostly, is among its arguments


def call_of(call: Params, values: Mapping[str, Any]) -> Call:
    """The tool that is to be called, with or without its prefix, and its arguments, beside it or apart.

    `values` are what earlier calls have named. Raises: INVALID_PARAMS.
    """
    plain = dict(call)
    name = next((plain.pop(word) for word in ("tool", "name", "command") if isinstance(plain.get(word), str)), None)
    let = plain.pop("let", None)
    rest = _filled(plain, values)
    quotes = rest != plain
    when, expect = (rest.pop(word, None) for word in ("when", "expect"))
    given = rest.pop("arguments", None)
    given = {**rest, **given} if isinstance(given, dict) else rest
    if name is None or name.removeprefix(PREFIX) in ("batch", "activate"):
        raise error("INVALID_PARAMS", "Each call needs the name of its tool, other than firefox_batch.")
    if let is not None and not (isinstance(let, str) and NAME.fullmatch(let)):
        raise error("INVALID_PARAMS", "let is a name of capital letters, digits and _.", 'Such as: "let": "ORDER"')
    for word, told in (("when", when), ("expect", expect)):
        if told is not None and not isinstance(told, dict):
            example = f'"{word}": {{"condition": "visible", "target": "#more"}}'
            raise error("INVALID_PARAMS", f"{word} takes what firefox_expect takes.", f"Such as: {example}")
    return Call(name if name.startswith(PREFIX) else PREFIX + name, given, let, when, expect, quotes)


def value_of(command: str, result: Mapping[str, Any]) -> Any:
    """What a call said, to be kept by its name. Raises: INVALID_PARAMS if it says no value."""
    if command in _VALUES:
        return result[_VALUES[command]]
    hint = "Use let with firefox_get, firefox_content or firefox_eval."
    raise error("INVALID_PARAMS", "This call returns no value for let.", hint)


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    """With what was kept in the place of its names. What names nothing stays as it is: a page's prices have $ too."""
    if isinstance(value, str):
        return _USED.sub(lambda found: _text(values, found), value)
    if isinstance(value, list):
        return [_filled(one, values) for one in value]
    if isinstance(value, dict):
        return {name: _filled(one, values) for name, one in value.items()}
    return value


def _text(values: Mapping[str, Any], found: re.Match[str]) -> str:
    name = found[1] or found[2]
    if name not in values:
        return found[0]
    value = values[name]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
