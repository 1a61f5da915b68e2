"""Envelopes: what crosses the socket between client and host, as JSON in UTF-8.

request   {v, id, command, params, deadline_ms}     deadline_ms: milliseconds left when it was sent
reply     {v, id, ok: true, result, timing}         timing: {hostMs, extensionMs}, milliseconds spent there
          {v, id, ok: false, error: {code, message, hint, details}, timing}
"""

from __future__ import annotations

import json
from typing import Any

from clz_core import PROTOCOL_VERSION
from clz_core.errors import ClzError, error
from clz_core.limits import MAX_REQUEST_BYTES, MIB


def dumps(value: Any) -> bytes:
    """JSON in UTF-8; lone surrogates, which pages can hold and UTF-8 cannot, become ?."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def encode_request(id: str, command: str, params: dict[str, Any], deadline_ms: int) -> bytes:
    """Raises: REQUEST_TOO_LARGE, INVALID_PARAMS where the parameters are no JSON."""
    try:
        data = dumps(
            {"v": PROTOCOL_VERSION, "id": id, "command": command, "params": params, "deadline_ms": deadline_ms}
        )
    except (TypeError, ValueError) as problem:
        raise error("INVALID_PARAMS", f"The parameters are not JSON: {problem}.") from problem
    check_size(len(data))
    return data


def check_size(size: int) -> None:
    """Raises: REQUEST_TOO_LARGE."""
    if size > MAX_REQUEST_BYTES:
        raise error(
            "REQUEST_TOO_LARGE",
            f"The request has {size / MIB:.1f} MB; the host takes {MAX_REQUEST_BYTES // MIB} MB.",
            bytes=size,
            maxBytes=MAX_REQUEST_BYTES,
        )


def decode(data: bytes) -> dict[str, Any]:
    """Raises: PROTOCOL where `data` is no envelope of this version."""
    try:
        message = json.loads(data)
    except ValueError as problem:
        raise error("PROTOCOL", "The other end sent something that is not JSON.") from problem
    if not isinstance(message, dict):
        raise error("PROTOCOL", "The other end sent something that is not an envelope.")
    if message.get("v") != PROTOCOL_VERSION:
        raise error(
            "PROTOCOL", f"The other end speaks protocol version {message.get('v')!r}, this one {PROTOCOL_VERSION}."
        )
    return message


def success(id: Any, result: dict[str, Any], **extra: Any) -> dict[str, Any]:
    return {"v": PROTOCOL_VERSION, "id": id, "ok": True, "result": result, **extra}


def failure(id: Any, problem: ClzError, **extra: Any) -> dict[str, Any]:
    return {"v": PROTOCOL_VERSION, "id": id, "ok": False, "error": problem.to_wire(), **extra}
