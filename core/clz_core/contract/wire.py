"""Envelopes: what crosses the socket between client and host, as JSON in UTF-8.

request   {v, id, command, params, deadline_ms}     deadline_ms: milliseconds left when it was sent
          {…, locator: true}                        asks how the element that is acted on is best named later
          {…, secrets}                              [{name, value, domains, totp}], those of the client's environment
          {…, moment}                               parameters of traceMoment: asks how the tab is once it is done
reply     {v, id, ok: true, result, timing}         timing: {hostMs, extensionMs}, milliseconds spent there
          {…, locator}                              what was asked for, if there is such an element
          {…, moment}                               what was asked for, as traceMoment tells it, if it was looked at
          {v, id, ok: false, error: {code, message, hint, details}, timing}
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clz_core import OLDEST_PROTOCOL, PROTOCOL_VERSION
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_JSON_DEPTH, MAX_REQUEST_BYTES, MIB
from clz_core.contract.shapes import Envelope, Params

NOTHING: Mapping[str, Any] = MappingProxyType({})


def encode_request(
    id: str, command: str, params: Params, deadline_ms: int, along: Mapping[str, Any] = NOTHING
) -> bytes:
    """A request as it is sent, with what goes `along`. Raises: REQUEST_TOO_LARGE, INVALID_PARAMS if it is not JSON."""
    request = {"v": PROTOCOL_VERSION, "id": id, "command": command, "params": params, "deadline_ms": deadline_ms}
    request.update(along)
    try:
        data = strict_json.dumps(request)
    except strict_json.BadJson as problem:
        raise error("INVALID_PARAMS", f"The parameters cannot be sent: {problem}.") from problem
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


def decode(data: bytes) -> Envelope:
    """The envelope in `data`. Raises: PROTOCOL if it is not one of this version."""
    try:
        message = strict_json.loads(data)
    except strict_json.TooDeep as problem:
        raise error(
            "PROTOCOL", f"The other end sent JSON that is nested deeper than {MAX_JSON_DEPTH} levels."
        ) from problem
    except strict_json.BadJson as problem:
        raise error("PROTOCOL", "The other end sent something that is not JSON.") from problem
    if not isinstance(message, dict):
        raise error("PROTOCOL", "The other end sent something that is not an envelope.")
    version = message.get("v")
    if type(version) is not int or not OLDEST_PROTOCOL <= version <= PROTOCOL_VERSION:
        ours = spoken(OLDEST_PROTOCOL, PROTOCOL_VERSION)
        raise error("PROTOCOL", f"The other end speaks protocol version {str(version)[:20]!r}, this one {ours}.")
    return message


def spoken(oldest: int, newest: int) -> str:
    """The protocols from one to another, in words. The other end may claim numbers of any length."""
    first, last = f"{oldest}"[:20], f"{newest}"[:20]
    return last if oldest == newest else f"{first} to {last}"


def encode_reply(reply: Envelope) -> bytes:
    """A reply as it is sent. One that cannot be sent becomes the error that says so."""
    try:
        return strict_json.dumps(reply)
    except strict_json.TooDeep:
        problem = too_deep()
    except strict_json.BadJson as bad:
        problem = error("INTERNAL", f"The host made an answer that cannot be sent: {bad}.")
    id = reply.get("id")
    return strict_json.dumps(failure(id if isinstance(id, str) else None, problem))


def too_deep() -> ClzError:
    return error(
        "RESULT_TOO_DEEP", f"The result is nested deeper than {MAX_JSON_DEPTH} levels.", maxDepth=MAX_JSON_DEPTH
    )


def success(id: Any, result: Mapping[str, Any], **extra: Any) -> Envelope:
    """The reply `{v, id, ok: true, result}`, and what is `extra`."""
    return {"v": PROTOCOL_VERSION, "id": id, "ok": True, "result": result, **extra}


def failure(id: Any, problem: ClzError, **extra: Any) -> Envelope:
    """The reply `{v, id, ok: false, error}`, and what is `extra`."""
    return {"v": PROTOCOL_VERSION, "id": id, "ok": False, "error": problem.to_wire(), **extra}
