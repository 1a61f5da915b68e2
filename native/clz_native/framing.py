"""Native messaging: a 4-byte length in native byte order, then JSON in UTF-8.

Format and limits: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging#app_side
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

from clz_core.limits import MAX_FROM_EXTENSION_BYTES, MAX_TO_EXTENSION_BYTES, PART_CHARS
from clz_core.wire import dumps

_LENGTH = struct.Struct("=I")
_SKIP_BYTES = 1 << 20


class BrokenFrame(Exception):
    """The stream holds something that is no frame; what follows cannot be told apart any more."""


def read_frame(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None at the end of the stream. Blocks. Raises: BrokenFrame.

    A frame over the limit is read past, and given as a message of type `oversize`.
    """
    head = _read(stream, _LENGTH.size)
    if not head:
        return None
    if len(head) < _LENGTH.size:
        raise BrokenFrame("the stream ended within a length")
    (size,) = _LENGTH.unpack(head)
    if size > MAX_FROM_EXTENSION_BYTES:
        while size and (skipped := stream.read(min(size, _SKIP_BYTES))):
            size -= len(skipped)
        return {"type": "oversize"}
    body = _read(stream, size)
    if len(body) < size:
        raise BrokenFrame("the stream ended within a message")
    try:
        message = json.loads(body)
    except ValueError as problem:
        raise BrokenFrame("a message is not JSON") from problem
    if not isinstance(message, dict):
        raise BrokenFrame("a message is not an object")
    return message


def _read(stream: BinaryIO, size: int) -> bytes:
    data = bytearray()
    while len(data) < size and (more := stream.read(size - len(data))):
        data += more
    return bytes(data)


def frames(message: dict[str, Any]) -> Iterator[bytes]:
    """The message as one frame, or as several `part` frames where it is over what the extension may be sent at once."""
    body = dumps(message)
    if len(body) <= MAX_TO_EXTENSION_BYTES:
        yield _LENGTH.pack(len(body)) + body
        return
    text = json.dumps(message, separators=(",", ":"))  # ASCII, so that characters are bytes
    total = -(-len(text) // PART_CHARS)
    for index in range(total):
        data = text[index * PART_CHARS : (index + 1) * PART_CHARS]
        part = dumps({"type": "part", "id": message.get("id"), "index": index, "total": total, "data": data})
        yield _LENGTH.pack(len(part)) + part
