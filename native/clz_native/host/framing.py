"""Native messaging: a 4-byte length in native byte order, then JSON in UTF-8.

Format and limits: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging#app_side
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import BinaryIO

from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_FROM_EXTENSION_BYTES, MAX_TO_EXTENSION_BYTES, PART_CHARS
from clz_core.contract.shapes import JsonObject
from clz_core.contract.wire import too_deep
from clz_core.generated.messages import FromHost

_LENGTH = struct.Struct("=I")
_SKIP_BYTES = 1 << 20
_HEAD_BYTES = 200
# The extension writes type and id before everything that may come from a page.
_RESULT_HEAD = re.compile(rb'\s*\{"type":"result","id":"([0-9]{1,20})"')


class BrokenFrame(Exception):
    """The stream holds something that is not a frame; what follows cannot be read."""


def read_frame(stream: BinaryIO) -> JsonObject | None:
    """The next message; None at the end of the stream. Blocks. Raises: BrokenFrame.

    A frame that cannot be read because of what it holds, being too long or nested too deep, costs its own command
    alone: it is given as the `result` that says so, or as a message of type `unreadable` if it is not a result.
    """
    head = _read(stream, _LENGTH.size)
    if not head:
        return None
    if len(head) < _LENGTH.size:
        raise BrokenFrame("the stream ended within a length")
    (size,) = _LENGTH.unpack(head)
    if size > MAX_FROM_EXTENSION_BYTES:
        begin = _read(stream, _HEAD_BYTES)
        left = size - len(begin)
        while left and (skipped := stream.read(min(left, _SKIP_BYTES))):
            left -= len(skipped)
        told = f"The result has {size} bytes; {MAX_FROM_EXTENSION_BYTES} can be read."
        return _instead(begin, error("RESULT_TOO_LARGE", told, bytes=size, maxBytes=MAX_FROM_EXTENSION_BYTES))
    body = _read(stream, size)
    if len(body) < size:
        raise BrokenFrame("the stream ended within a message")
    try:
        message = strict_json.loads(body)
    except strict_json.TooDeep:
        return _instead(body, too_deep())
    except strict_json.BadJson as problem:
        raise BrokenFrame("a message is not JSON") from problem
    if not isinstance(message, dict):
        raise BrokenFrame("a message is not an object")
    return message


def _instead(begin: bytes, problem: ClzError) -> JsonObject:
    """A replacement for a message that cannot be read, by how it begins."""
    found = _RESULT_HEAD.match(begin)
    if found is None:
        return {"type": "unreadable"}
    return {"type": "result", "id": found[1].decode("ascii"), "ok": False, "error": problem.to_wire()}


def _read(stream: BinaryIO, size: int) -> bytes:
    data = bytearray()
    while len(data) < size and (more := stream.read(size - len(data))):
        data += more
    return bytes(data)


def frames(message: FromHost) -> Iterator[bytes]:
    """The message as one frame, or as several `part` frames if it is over what the extension may be sent at once.

    Raises: BadJson.
    """
    body = strict_json.dumps(message)
    if len(body) <= MAX_TO_EXTENSION_BYTES:
        yield _LENGTH.pack(len(body)) + body
        return
    text = strict_json.dumps(message, ascii_only=True).decode("ascii")  # so that characters are bytes
    total = -(-len(text) // PART_CHARS)
    for index in range(total):
        data = text[index * PART_CHARS : (index + 1) * PART_CHARS]
        part = strict_json.dumps(
            {"type": "part", "id": message.get("id"), "index": index, "total": total, "data": data}
        )
        yield _LENGTH.pack(len(part)) + part
