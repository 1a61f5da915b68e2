"""A model for Claude Code that says what a test has written down, over the Messages API on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if not request.get("tools"):  # a side question, such as for a title
            return {"type": "text", "text": "title"}
        line = self.lines[min(len(self.heard), len(self.lines) - 1)]
        self.heard.append(request)
        if isinstance(line, str):
            return {"type": "text", "text": line}
        if isinstance(line, dict):
            return {"type": "tool_use", "id": f"toolu_{len(self.heard)}", **line}
        command = {"command": " ".join(line), "description": "work"}
        return {"type": "tool_use", "id": f"toolu_{len(self.heard)}", "name": "Bash", "input": command}


@contextmanager
def model(*lines: Line) -> Iterator[Model]:
    """Serve a model for as long as the block runs."""
    speaker = Model(list(lines))
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
            block = speaker.answer(request)
            reason = "end_turn" if block["type"] == "text" else "tool_use"
            message = {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": request.get("model"),
                "content": [block],
                "stop_reason": reason,
                "stop_sequence": None,
                "usage": {"input_tokens": 1, "output_tokens": 1},
            }
            if request.get("stream"):
                self._say("".join(_events(message, block, reason)).encode(), "text/event-stream")
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


def _events(message: dict[str, Any], block: dict[str, Any], reason: str) -> Iterator[str]:
    """The message as the stream of its parts (https://docs.anthropic.com/en/api/messages-streaming)."""
    if block["type"] == "text":
        empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        empty, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    parts: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    for part in parts:
        yield f"event: {part['type']}\ndata: {json.dumps(part)}\n\n"
