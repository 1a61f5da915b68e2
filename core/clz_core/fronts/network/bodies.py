"""What requests carry, where it goes to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from clz_core.files.bodies import keep_body, prepare_body
from clz_core.files.files import check_writable
from clz_core.files.har import save_har
from clz_core.fronts import Steps
from clz_core.fronts.view import Result, View, Words, first_line, other_lines
from clz_core.text import buffers
from clz_core.text.buffers import archive, body, recording, socket_message, sockets_note

if TYPE_CHECKING:
    from clz_core.generated.results import GetRequestBodyResult


def _body(result: Result) -> str:
    request = f"{result['method']} {result['url']}"
    return f"{request}\n{result['path'] if 'path' in result else buffers.body_text(cast('Any', result))}"


def _masked(facts: GetRequestBodyResult) -> str:
    return ", secrets masked" if facts["masked"] else ""


def _body_text(result: Result) -> str:
    if "path" in result:
        masked = ", secrets in it are masked" if result["masked"] else ""
        return f"{result['path']}  {result['bytes'] / 1024:.1f} KB ({result['state']}{masked})"
    return body(cast("Any", result))


def _messages_text(result: Result) -> str:
    lines = [socket_message(entry) for entry in result["messages"]] or [f"no messages ({result['total']} kept)"]
    return "\n".join([*lines, *sockets_note(result)])


STEPS = {
    "getRequestBody": Steps(before=prepare_body, after=keep_body),
    "getHar": Steps(before=lambda values: {**values, "path": check_writable(values["path"])}, after=save_har),
}


def views(say: Words) -> dict[str, View]:
    return {
        "recordBodies": View(
            buffers.recording, lambda result: f"of {result['match']}" if result["match"] else "", text=recording
        ),
        "getRequestBody": View(
            lambda facts: f"{facts['state'].capitalize()}{_masked(facts)}:",
            _body,
            lambda facts: say(buffers.body_note(facts)),
            text=_body_text,
        ),
        "getSocketMessages": View(
            lambda facts: f"{len(facts['messages'])} of {facts['total']} messages, cursor {facts['cursor']}.",
            lambda result: "\n".join(buffers.socket_message(entry, timed=False) for entry in result["messages"]),
            lambda facts: say("\n".join(buffers.sockets_note(facts))),
            text=_messages_text,
        ),
        "getHar": View(
            lambda facts: f"Written: {first_line(buffers.archive(facts))}.",
            tail=lambda facts: say(other_lines(buffers.archive(facts))),
            text=archive,
        ),
    }
