"""What requests carry: bodies, recorded while they are asked for."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.devtools.shared import CURSOR, DROPPED, TOTAL, buffer_params
from clz_core.contract.commands.network.network import BODY_STATE, REQUEST_FIELDS
from clz_core.contract.commands.shared import PAGE, TAB, Glob
from clz_core.contract.registry import REQUIRED, Acts, Argument, Command, Field, File, Flag, Integer, OutputFile, Tool

STATES = (
    ("whole", "all of it is kept."),
    ("partial", "what has come so far; more is coming."),
    ("cut", "its beginning: the rest is over --max-bytes."),
    ("aborted", "what had come when the request failed or its page left."),
    ("dropped", "nothing any more: it had to make room for newer ones."),
    ("empty", "the request or answer has no body."),
    ("skipped", "nothing: it is not text, or its address does not match."),
    ("unseen", "nothing: recording was off when it came, or Firefox does not show it, as with a redirect."),
)

FORM = "Array<{ name: string; value: string }>"
COOKIES = (
    "Array<{ name: string; value: string; path?: string; domain?: string; expires?: string; httpOnly?: boolean; "
    "secure?: boolean; sameSite?: string }>"
)
CONTENT = (
    f"{{ state: {BODY_STATE}; bytes: integer; mimeType: string; text?: string; fields?: {FORM}; base64?: string; "
    "masked?: boolean }"
)
ARCHIVED = (
    f"{{ {REQUEST_FIELDS}; httpVersion: string; blockedMs: number; requestHeadersBytes: integer; "
    f"responseHeadersBytes: integer; requestCookies: {COOKIES}; responseCookies: {COOKIES}; requestBody?: {CONTENT}; "
    f"responseBody?: {CONTENT} }}"
)

SOCKET_MESSAGE = (
    "{ seq: integer; at: string; type: 'opened' | 'sent' | 'received' | 'closed'; kind: 'websocket' | 'eventsource'; "
    "socket: integer; url: string | null; request: string | null; frame: string; format?: 'text' | 'binary'; "
    "bytes?: integer; kept?: integer; text?: string; hex?: string; base64?: string; masked?: boolean; event?: string; "
    "eventId?: string; protocol?: string; code?: integer; reason?: string; clean?: boolean; pageLeft?: boolean }"
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "recordBodies",
        "network record",
        "Record the bodies of the tab's requests and answers from now on: text, up to 1 MB each and 50 MB in all, "
        "then the oldest are dropped. Messages of WebSockets and EventSources are recorded too: clz network sockets.",
        params=(
            Argument("state", "on, or off. What is recorded stays until it is cleared.", choices=("on", "off")),
            Glob("match", "Only of addresses that match this glob."),
            Integer("max_bytes", "Keep this much of each body.", limits.BODY_BYTES, limits=(1, limits.BODIES_BYTES)),
            Flag("all_types", "Record pictures, fonts and everything else too, not only text."),
        ),
        result=(
            Field("recording", "boolean", "True if bodies are recorded now."),
            Field("match", "string | null", "Only of addresses that match this."),
            Field("maxBytes", "integer", "How much of each is kept."),
            Field("allTypes", "boolean", "True if it is not only text."),
            Field("bodies", "integer", "How many are kept."),
            Field("bytes", "integer", "Their size in all."),
            Field("messages", "integer", "How many messages of WebSockets and EventSources are kept."),
            TAB,
        ),
        rights=("bodies",),
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        tool=Tool(destructive=False, idempotent=True),
        example={"state": "on"},
        examples=(
            "clz network record on",
            'clz network record on --match "**/api/**"',
            "clz network record on --all-types",
        ),
    ),
    Command(
        "getRequestBody",
        "network body",
        "Print the body of an answer, or of the request itself; secrets in it are masked.",
        params=(
            Argument("id", "The request, by its id in clz network.", limits=(1, 40)),
            Flag("request", "Print the body of the request instead of that of the answer."),
            OutputFile(
                "path",
                "Write it to this file, byte for byte as it came; the secrets in a text are masked there too.",
                flags=("--save",),
                metavar="FILE",
                file=File("written", (".json", ".txt", ".html", ".xml", ".csv", ".png", ".bin")),
            ),
            Flag("encoded", "Give it in base64 as well, unless a secret in it is masked.", given="made"),
        ),
        result=(
            Field("id", "string", "The request."),
            Field("method", "string", "Its method."),
            Field("url", "string", "Its address."),
            Field("status", "integer | null", "Its status."),
            Field("state", BODY_STATE, "How much of the body is kept, and why not all of it."),
            Field("bytes", "integer", "How many bytes have come."),
            Field("mimeType", "string", "Its type."),
            Field("masked", "boolean", "True if a secret in it is masked."),
            Field("text", "string", "The body, if it is text.", optional=True, text="payload"),
            Field("fields", FORM, "The fields of a form; of a file field, the file's name.", optional=True),
            Field("base64", "string", "The body as it came, if that was asked for.", optional=True, text="payload"),
            TAB,
        ),
        rights=("bodies",),
        tab=True,
        terms=STATES,
        steps=True,
        example={"id": "57"},
        examples=("clz network body 57", "clz network body 57 --request", "clz network body 57 --save answer.json"),
    ),
    Command(
        "getSocketMessages",
        "network sockets",
        "Print the messages of the tab's WebSockets and EventSources: see clz network record. Secrets are masked.",
        params=(
            Glob("url", "Only sockets whose address matches this glob."),
            Flag("full", "Whole messages, binary ones in base64, instead of how they begin."),
            *buffer_params("messages", limits.SOCKET_MESSAGES, 50),
        ),
        result=(
            Field(
                "messages", f"Array<{SOCKET_MESSAGE}>", "The messages, and what became of the sockets; oldest first."
            ),
            TOTAL,
            DROPPED,
            CURSOR,
            Field("recording", "boolean", "True if messages are recorded now."),
            Field(
                "webSockets",
                "'messages' | 'handshakes'",
                "What is recorded of WebSockets: their messages only in clz's own Firefox.",
            ),
            TAB,
        ),
        rights=("bodies",),
        tab=True,
        examples=("clz network sockets", 'clz network sockets --url "**/chat" --full', "clz network sockets --follow"),
    ),
    Command(
        "getHar",
        "network har",
        "Write the requests that the tab made to a file, as HAR 1.2. Secrets are masked.",
        tool=Tool(title="Network HAR", destructive=False, idempotent=True),
        params=(
            OutputFile(
                "path",
                "File to write; in a .zip each body is a file of its own, as Playwright writes them.",
                REQUIRED,
                argument=True,
                metavar="FILE",
                file=File("written", (".har", ".zip")),
            ),
            Flag("bodies", "With the bodies that are recorded: see clz network record.", rights=("bodies",)),
            Flag("cookies", "With the values of cookies, if you have the right to them.", rights=("cookies",)),
        ),
        result=(
            Field("requests", f"Array<{ARCHIVED}>", "The requests that are over, oldest first."),
            Field("pending", "integer", "How many have not ended, and so are not in it."),
            DROPPED,
            Field("pausedMs", "integer", "For how long no requests were noted, because there were far too many."),
            Field("leftOut", "integer", "How many bodies there was no room for; the oldest."),
            Field("contentLoadMs", "number | null", "When the page's content was loaded, since it was asked for."),
            Field("loadMs", "number | null", "When all of the page was loaded."),
            *PAGE,
        ),
        rights=(),
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        steps=True,
        saves="SavedArchive",
        example={"path": "page.har", "overwrite": True, "bodies": True},
        examples=("clz network har page.har", "clz network har app.har --bodies", "clz network har app.zip --bodies"),
    ),
)
