"""PROTOCOL.md: how to speak to a host without clz, for authors of clients in other languages."""

from __future__ import annotations

import json
from collections.abc import Iterable

from clz_core import PROTOCOL_VERSION
from clz_core.contract import limits
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES, ClzError, from_wire
from clz_core.contract.messages import HOST_REQUESTS, MESSAGES, SHAPES, Message
from clz_core.contract.registry import Command, Field, Param
from clz_core.contract.wire import failure, success

SHOWN_LIMITS = (
    ("MAX_REQUEST_BYTES", "bytes of one request"),
    ("MIN_TIMEOUT_MS", "milliseconds, the minimum of `--timeout`"),
    ("DEFAULT_TIMEOUT_MS", "milliseconds a command may take by default"),
    ("MAX_TIMEOUT_MS", "milliseconds, the maximum of `deadline_ms`"),
    ("MAX_JSON_DEPTH", "levels that any message may be nested"),
    ("MAX_PENDING", "commands under way at the same time"),
    ("MAX_PENDING_OF_ONE", "commands of one agent under way at the same time"),
    ("HANDSHAKE_TIMEOUT_MS", "milliseconds until a client gives up a handshake without an answer"),
    ("CONNECT_TRIES", "tries to connect; a command that was sent is never sent again"),
    ("MAX_SOCKET_PATH", "bytes of the socket's path"),
    ("MAX_TO_EXTENSION_BYTES", "bytes of one message to the extension; longer ones are sent in parts"),
    ("MAX_FROM_EXTENSION_BYTES", "bytes of one message from the extension"),
    ("MAX_TABS", "tabs in the pool, shared by all agents"),
    ("ORPHAN_AFTER_S", "seconds of silence after which an agent is gone, unless its process lives"),
)

HEAD = """\
# The protocol

Version {version}. This page is for authors of clients in other languages. It describes what a client (`clz`, its MCP
server, yours) and the native host of a session send each other, and what the host and the extension do. In a script,
use `clz COMMAND --json` instead.

## Finding the host

A session is a folder `RUNTIME/NAME/`; RUNTIME is `$CLZ_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/clz`, else `run` in the
state folder. Everything in it has the mode `0700` or `0600`; a client must not use a file with another mode or of
another user.

| file | holds |
| --- | --- |
| `session.json` | `endpoint` (ZeroMQ), `server_key` (the host's public key, Z85), `protocol`, `pid`, versions |
| `host.lock` | locked while the host runs: if the lock is free, the other files are stale |
| `agents/AGENT_ID` | an admitted public key: `Z85 NAME`, and `enrolled` if its agent wrote the file itself |

An agent has a CURVE key pair. Its id is `agent_` and the 128-bit BLAKE2b hash of the public key's 40 Z85 characters, in
hex. To be admitted, a client writes its public key into `agents/` under that name. If the file says `enrolled`, write
it again for each connection: a new host removes the files that were left from the one before. The id identifies the
client: tabs, policy and logs belong to it, and nothing inside a message can change it.

## Requests and replies

A client connects a `REQ` (or `DEALER`) socket to the host's `ROUTER`, with CURVE and `server_key` from the session
file. Requests and replies are one frame of JSON in UTF-8 each. Replies come in any order; with a `DEALER`,
tell them apart by their `id`. A refused key gets no answer: the socket's monitor reports `HANDSHAKE_FAILED_AUTH`.

```json
{request}
{success}
{failure}
```

- `deadline_ms` is the time that is left when the request is sent; each hop passes on what is left there.
- `cancel` with the `id` of one of your requests ends that request early.
- Unknown parameters are refused, not ignored; `null` is the same as leaving a parameter out.
- `"locator": true` in a request asks for a locator that finds the command's element again on a later visit of the page.
  If the command succeeds, the reply contains `locator: {{durable, kind, role?, name?, nth?, frame?, secret, near?}}`;
  `secret` is true if what is typed into the element is a secret.
- `ownWords` lists which of `message` and `hint` contain no words of a page; the others, and `details`, may quote one.
- `"moment": {{…}}` in a request, with the parameters of `traceMoment`, asks for the state of the tab after the command.
  The reply then contains `moment`, with what `traceMoment` returns. It is left out if the command failed or ended in
  another tab than its `tabId`, and once a secret was entered: then send `traceMoment` itself.

## Between host and extension

Firefox starts the host and speaks to it over stdin and stdout: a 4-byte length in native byte order, then JSON
([native messaging](https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_messaging)).
In a Firefox that clz starts, Firefox starts a relay instead. The relay passes its three standard files to the host that
was started together with that Firefox, and waits for its end (`clz_native.host.ahead`); if no host waits, the relay
becomes the host.

| type | from | holds |
| --- | --- | --- |
"""

UNSEEN = """
Once a secret was used, `unseen: {mark, chars}` asks the extension to send, with each text that is cut, the `chars`
characters before and after it: U+FDD0 and `mark`, the text, U+FDD1 and `mark`. With these the host finds a secret that
lies across the cut, and then removes them.
"""


CLICK = """
## The way of a click

```
extension/src
  background/host/port               the native port: one `command` message in, one `result` out
  background/dispatcher              its context and deadline; checks the tab's owner, policy, dialogs and the lock
  background/handlers/act            the command's handler
  background/input/actions           watches the tab for the effects of the click
  background/page/content-client     finds the frame; asks another frame, or the next document, if need be
  background/page/frame-messenger    sends one message to the frame, after the scripts that it needs
  background/page/document-ports     sends it through the port of its document, if that has one
  content/background-port, engine    run the task of that name; without a port content/bootstrap does
  content/actions/perform-actions    lets the click be planned, and performs the plan:
  content/actions/mouse                makes the plan; content/actionability waits until the element can be clicked, and
                                       finds the point
  privileged/child, privileged/input   with the helper, as trusted events
  content/synthetic-input              without it
  content/actions/expected-effects   says in the reply what the click has started
  background/input/action-effects    waits for that, and for nothing else; then the answer goes out through the port
```
"""

MCP = """
## MCP

`clz mcp` speaks the Model Context Protocol ([for users](docs/agents.md)). Claude Code shows the titles of its tools,
and in plan mode calls only those that are annotated as reading. Tools declare no `outputSchema`: a tool that
does must answer with `structuredContent`, which Claude Code passes to its model instead of the text, in more tokens,
and no known client shows its model the schema. `roots` work as in the protocol up to 2025-11-25.

[The conformance suite](https://www.npmjs.com/package/@modelcontextprotocol/conformance) runs each night, over HTTP. It
cannot use stdin and stdout; there the SDK's client and the Inspector are the test. The suite reports these as failed:

| scenarios | why |
| --- | --- |
| `logging-set-level` | The server has no `logging`, which the protocol has dropped: `clz logs` shows what happens |
| `completion-complete` | No prompt takes an argument that could be completed, so `completions` is not declared |
| `resources-subscribe`, `resources-unsubscribe` | Resources report no changes: `subscribe` is false |
| `tools-call-…`, `elicitation-…`, `resources-read-…`, `prompts-get-…` | They call what only the suite's server has |
"""


def protocol(note: str) -> str:
    """The page, as Markdown."""
    request = {"v": PROTOCOL_VERSION, "id": "7f3a", "command": "click", "params": {"target": "button.submit"}}
    head = HEAD.format(
        version=PROTOCOL_VERSION,
        request=_json({**request, "deadline_ms": 30000}),
        success=_json(success("7f3a", {"clicked": "button.submit"}, timing={"hostMs": 9.1, "extensionMs": 8.7})),
        failure=_json(failure("7f3a", _quoting())),
    )
    out = [f"<!-- {note} -->\n", head]
    out += [_message(message) for message in MESSAGES]
    out.append("\n| object | holds |\n| --- | --- |\n")
    out += [f"| `{shape.name}` | {_code(_held(shape.fields))} |\n" for shape in SHAPES]
    out += [UNSEEN, CLICK]
    out.append("\n## Limits\n\n| what | value |\n| --- | --- |\n")
    out += [f"| {what} | {getattr(limits, name):,} |\n" for name, what in SHOWN_LIMITS]
    out.append(
        "\n## Commands\n\nA parameter with `?` may be left out; its default follows `=`. The default of `tabId` is the "
        "agent's current tab. What each means: [cli/REFERENCE.md](cli/REFERENCE.md).\n\n"
        "| command | answered by | parameters | result |\n| --- | --- | --- | --- |\n"
    )
    out += [_row(command) for command in COMMANDS if command.runs != "local"]
    out.append(
        "\n## Errors\n\nNew codes may be added. Treat one that your client does not know as a failure of the page.\n\n"
    )
    out.append("| code | exit code of `clz` |\n| --- | --- |\n")
    out += [f"| `{code}` | {kind.exit_code} |\n" for code, (kind, _) in CODES.items()]
    out.append(MCP)
    return "".join(out)


def _message(message: Message) -> str:
    holds = _code(_held(message.fields)) or "nothing"
    asked = ", ".join(f"`{request.name}`" for request in HOST_REQUESTS)
    about = f": {message.help.format(requests=asked)}" if message.help else ""
    return f"| `{message.type}` | {message.sender} | {holds}{about} |\n"


def _held(fields: Iterable[Field]) -> str:
    return ", ".join(f"{field.name}{'?' if field.optional else ''}: {field.type}" for field in fields)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _quoting() -> ClzError:
    """An error as the extension makes it, with a page's words in its message."""
    made = {"code": "ELEMENT_NOT_FOUND", "message": "Nothing matches button.submit", "details": {"lookalikes": []}}
    return from_wire(made)


def _row(command: Command) -> str:
    params = ", ".join(_param(param) for param in command.wire_params)
    result = ", ".join(field.name + ("?" if field.optional else "") for field in command.result)
    by = "extension" if command.in_extension else command.runs
    return f"| `{command.name}` | {by} | {_code(params)} | {_code(result)} |\n"


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`" if text else ""


def _param(param: Param) -> str:
    kind = " | ".join(json.dumps(choice) for choice in param.choices) or param.kind
    if param.kind == "array":
        kind = f"({kind})[]" if param.choices else f"{param.items}[]"
    if param.required:
        return f"{param.wire}: {kind}"
    given = "" if param.default is None else f" = {json.dumps(param.default)}"
    return f"{param.wire}?: {kind}{given}"
