"""JSON as it crosses the edges of clz: one reader and one writer, for whatever a peer, a page or a file may hold.

Python's own reader takes `NaN` and gives up on deep nesting with RecursionError, which is not a ValueError, at a depth
that depends on who called it. Here a text nested deeper than `MAX_JSON_DEPTH` is refused before it is read, and a value
before it is sent: what one hop passes on, the next can read. All that can go wrong is a `BadJson`.

If an object has a key twice, the last one counts; what is passed on is written again, with the key once.
"""

from __future__ import annotations

import json
import math
from typing import Any

from clz_core.contract.limits import MAX_JSON_DEPTH

_OTHERS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class BadJson(ValueError):
    """A text that is not JSON, or a value that JSON cannot hold."""


class TooDeep(BadJson):
    """JSON that is nested deeper than `MAX_JSON_DEPTH`."""

    def __init__(self) -> None:
        super().__init__(f"it is nested deeper than {MAX_JSON_DEPTH} levels")


def loads(data: bytes | str) -> Any:
    """Read JSON. Raises: BadJson, TooDeep."""
    text = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if is_too_deep(text):
        raise TooDeep
    try:
        return json.loads(data, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:  # of a caller that is deep down itself
        raise TooDeep from None
    except ValueError as problem:  # a number too long to read, and text that is not UTF-8, are ValueErrors too
        raise BadJson(f"it is not JSON: {problem}") from None


def dumps(value: Any, ascii_only: bool = False) -> bytes:
    """Compact JSON in UTF-8; lone surrogates, which pages can hold and UTF-8 cannot, become ?.

    Raises: BadJson, TooDeep.
    """
    try:
        text = json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise TooDeep from None
    except (TypeError, ValueError) as problem:
        raise BadJson(f"it cannot be JSON: {problem}") from None
    data = text.encode("utf-8", "replace")
    if is_too_deep(data):
        raise TooDeep
    return data


def is_too_deep(data: bytes) -> bool:
    """True if the JSON text is nested deeper than `MAX_JSON_DEPTH`. Cheap: few texts have that many brackets at all."""
    if data.count(b"[") + data.count(b"{") <= MAX_JSON_DEPTH:
        return False
    outside = data.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2]  # of strings
    depth = 0
    for bracket in b"".join(outside).translate(None, _OTHERS):
        depth += _STEPS[bracket]
        if depth > MAX_JSON_DEPTH:
            return True
    return False


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a number of JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number
