"""A model for Claude Code that says what a test has written down, over the Messages API on loopback."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

Line = str | tuple[str, ...] | dict[str, Any]


class Model:
    """`lines` are its answers in turn, the last one again and again: a text, the words of a shell command, or
    a tool call.

    `heard` holds what it was asked, one request each.
    """

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.heard: list[dict[str, Any]] = []
        self.url = ""

    def answer(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """The blocks of its next message."""
        if not request.get("tools"):  # a side question, such as for a title
            return [{"type": "text", "text": "title"}]
        line = self.lines[min(len(self.heard), len(self.lines) - 1)]
        self.heard.append(request)
        if isinstance(line, str):
            return [{"type": "text", "text": line}]
        if isinstance(line, dict):
            return [{"type": "tool_use", "id": f"toolu_{len(self.heard)}", **line}]
        return [tool_use("Bash", command=" ".join(line), description="work")]


def tool_use(name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{os.urandom(6).hex()}", "name": name, "input": given}


M = TypeVar("M", bound=Model)


@contextmanager
def model(*lines: Line) -> Iterator[Model]:
    """Serve a model for as long as the block runs."""
    with served(Model(list(lines))) as speaker:
        yield speaker


@contextmanager
def served(speaker: M) -> Iterator[M]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(speaker)) as server:
        speaker.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield speaker
        finally:
            server.shutdown()
            thread.join()


def _handler(speaker: Model) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])) or b"{}")
            if not self.path.startswith("/v1/messages?") and self.path != "/v1/messages":
                self._say(b'{"input_tokens": 1}', "application/json")
                return
            blocks = speaker.answer(request)
            reason = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
            message = {
                "id": f"msg_{os.urandom(6).hex()}",
                "type": "message",
                "role": "assistant",
                "model": request.get("model"),
                "content": blocks,
                "stop_reason": reason,
                "stop_sequence": None,
                "usage": {"input_tokens": 1, "output_tokens": 1},
            }
            if request.get("stream"):
                self._say("".join(_events(message, blocks, reason)).encode(), "text/event-stream")
            else:
                self._say(json.dumps(message).encode(), "application/json")

        def do_GET(self) -> None:
            self.send_error(404)

        def do_HEAD(self) -> None:
            self.send_error(404)

        def _say(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


def _events(message: dict[str, Any], blocks: list[dict[str, Any]], reason: str) -> Iterator[str]:
    """The message as the stream of its parts (https://docs.anthropic.com/en/api/messages-streaming)."""
    contents: list[dict[str, Any]] = []
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            given = json.dumps(block["input"])
            empty, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": given}
        contents += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    parts: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        *contents,
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    for part in parts:
        yield f"event: {part['type']}\ndata: {json.dumps(part)}\n\n"
