"""What a journal holds of a command's parameters and answer: small, and without what was typed in secret.

A text that was typed is kept where the page says that its field is not secret. Where the field was not looked at, as
when typing failed, nobody knows: it is masked. So is, in all the rest of an entry, what is known to be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from clz_core.contract import strict_json
from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.actions.shared import EFFECTS
from clz_core.contract.expectations import PICTURES
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Params, RawResult
from clz_core.journal.entries import MASK
from clz_core.secrets.placeholders import is_placeholder
from clz_core.text.redact import redact_header, redact_line, redact_text, redact_url

MAX_STRING = 20_000  # characters of a parameter
MAX_RESULT = 200  # of a string in a result
MAX_DETAILS = 2_000  # of an error's details as JSON
MIN_SECRET = 4  # characters: shorter ones occur in too much that is none
_WRITES_NOTHING = re.compile(
    r"((control|ctrl|alt|option|shift|meta|cmd|command)\+)*"
    r"(enter|return|tab|escape|esc|backspace|delete|del|insert|home|end|page(up|down)|(arrow)?(left|right|up|down)|f\d\d?"
    r"|control|ctrl|alt|shift|meta)",
    re.IGNORECASE,
)
_CLEANED = {"expression": redact_line, "header": redact_header}
_FOLLOWED = frozenset(field.name for field in EFFECTS)


def typed_in_secret(command: str, params: Mapping[str, Any], looked_at: Mapping[str, Any], result: Any) -> str:
    """What of the parameters was typed and must not be kept; empty if nothing was, or if it is not secret."""
    declared = COMMANDS.get(command)
    typed = declared.typed_text if declared else None
    text = params.get(typed.wire) if typed else None
    if not isinstance(text, str) or is_placeholder(text):
        return ""
    if command == "acceptDialog":  # what a page asks by prompt() is there for all to see
        return "" if isinstance(result, dict) and result.get("type") == "prompt" else text
    return "" if looked_at.get("secret") is False else text


def kept_params(command: Command | None, params: Mapping[str, Any], secret: str) -> Params:
    """The parameters as a journal keeps them."""
    declared = {param.wire: param for param in command.wire_params} if command else {}
    typed = command.typed_text if command else None
    kept = {}
    for name, value in params.items():
        param = declared.get(name)
        if value is None or (param is not None and param.kind == "object"):
            continue
        if secret and typed and name == typed.wire:
            kept[name] = _masked_keys(value) if name == "key" else MASK
        elif param is not None and param.format == "secret":
            kept[name] = MASK
        elif param is not None and param.format == "url":
            kept[name] = redact_url(value) if isinstance(value, str) else value
        else:
            kept[name] = _each(value, _CLEANED.get(param.format if param else "", redact_text))
    return kept


def kept_result(command: Command | None, result: Mapping[str, Any], secret: str) -> RawResult:
    """The facts of a result: no text that was asked for, nothing long, none of what followed."""
    payload = {field.name for field in command.result if field.text == "payload"} if command else set()
    left_out = payload | _FOLLOWED | {"url"} | ({"key", "text"} if secret else set())
    return {name: value for name, value in result.items() if name not in left_out and _is_short(value)}


def followed(result: Mapping[str, Any]) -> RawResult:
    return {name: value for name, value in result.items() if name in _FOLLOWED}


def kept_details(details: Mapping[str, Any]) -> JsonObject:
    """An error's details, cut to what is allowed: as many members as fit, of lists and texts their beginning."""
    kept: JsonObject = {}
    left = MAX_DETAILS
    for name, value in details.items():
        if name in PICTURES:  # in base64; the sender of the command writes them beside their file
            continue
        short = value
        while (size := len(name) + len(_json(short)) + 6) > left and isinstance(short, str | list) and short:
            short = short[: len(short) // 2]
        if size <= left and (short or not value):
            kept[name] = short
            left -= size
    return kept


def mask(value: Any, secrets: set[str]) -> Any:
    """The value with every text in it that is a secret masked, wherever it is."""
    known = sorted((secret for secret in secrets if len(secret) >= MIN_SECRET), key=len, reverse=True)
    return _hide(value, re.compile("|".join(map(re.escape, known)))) if known else value


def _hide(value: Any, known: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return known.sub(MASK, value)
    if isinstance(value, list):
        return [_hide(one, known) for one in value]
    if isinstance(value, dict):
        return {name: _hide(one, known) for name, one in value.items()}
    return value


def _masked_keys(keys: str) -> str:
    """Keys without those that write something: `h u n t Enter` is `• • • • Enter`."""
    return " ".join(key if _WRITES_NOTHING.fullmatch(key) else "•" for key in keys.split())


def _each(value: Any, clean: Any) -> Any:
    if isinstance(value, str):
        return clean(value if len(value) <= MAX_STRING else f"{value[:MAX_STRING]}…")
    return [_each(one, clean) for one in value] if isinstance(value, list) else value


def _is_short(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_RESULT
    return value is None or isinstance(value, bool | int | float)


def _json(value: Any) -> bytes:
    try:
        return strict_json.dumps(value)
    except strict_json.BadJson:
        return b" " * (MAX_DETAILS + 1)


def command_of(name: str) -> Command | None:
    return COMMANDS.get(name)
