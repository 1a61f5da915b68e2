"""Looking behind a page: expressions, console messages, requests, and consent banners."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import PAGE, TAB, URL
from clz_core.contract.registry import FRAME, Command, Field, Param

LEVELS = ("debug", "log", "info", "warn", "error")
REQUEST_TYPES = (
    "document",
    "frame",
    "script",
    "style",
    "image",
    "font",
    "media",
    "xhr",
    "websocket",
    "beacon",
    "other",
)
# What values are called in our own words; other interfaces of Firefox have their own names.
VALUE_TYPES = (
    "undefined null boolean number bigint string symbol function object array Date RegExp Map Set Promise Error"
).split()
VALUE_TYPE = " | ".join([*(f"'{name}'" for name in VALUE_TYPES), "string"])
HEADERS = "Array<{ name: string; value: string }>"
LOG_ENTRY = (
    "{ seq: number; level: 'debug' | 'log' | 'info' | 'warn' | 'error'; kind: 'console' | 'error' | 'rejection'; "
    "timestamp: string; message: string; url: string; line: number | null; column: number | null; frame: string; "
    "page: number }"
)
REQUEST_ENTRY = (
    "{ seq: number; id: string; url: string; method: string; type: string; status: number | null; statusText: string; "
    "state: 'pending' | 'done' | 'failed'; error: string | null; fromCache: boolean; ip: string | null; "
    "startedAt: string; durationMs: number | null; waitMs: number | null; responseBytes: number | null; "
    "requestBytes: number | null; mimeType: string; redirectTo: string | null; frame: string; "
    f"requestHeaders?: {HEADERS}; responseHeaders?: {HEADERS} }}"
)


def _following(what: str, most: int, few: int) -> tuple[Param, ...]:
    """The parameters by which a buffer is read."""
    return (
        Param("limit", "integer", f"Most {what} to give: the newest.", few, limits=(1, most)),
        Param(
            "since", "integer", f"Only {what} that came after this cursor of an earlier answer.", None, limits=(0, None)
        ),
        Param("clear", "boolean", f"Forget the {what} of this tab afterwards.", False),
        Param(
            "wait_ms",
            "integer",
            f"Wait this long, in milliseconds, for {what} where there are none to give.",
            0,
            limits=(0, limits.MAX_TIMEOUT_MS),
        ),
        Param("follow", "boolean", f"Print {what} as they come, until Ctrl-C.", False, local=True),
    )


COMMANDS = (
    Command(
        "evaluate",
        "eval",
        "Evaluate an expression in the page, with await, and print what it gives.",
        "devtools",
        params=(
            Param(
                "expression",
                "string",
                "JavaScript; - reads it from standard input. Without --unsafe it can only look: it reads the page and "
                "works on what it makes itself; what would change, send or run anything is refused.",
                limits=(1, limits.MAX_EXPRESSION_CHARS),
                format="expression",
                argument=True,
            ),
            FRAME,
            Param("unsafe", "boolean", "Evaluate it in the page's own world, whatever it does.", False),
            Param(
                "max_length",
                "integer",
                "Most characters of JSON to give; what is left out is marked.",
                limits.MAX_CONTENT_CHARS,
                limits=(100, 10_000_000),
            ),
        ),
        result=(
            Field(
                "result",
                "unknown",
                'The value as JSON; what JSON cannot hold is an object with a "$type".',
                text="payload",
            ),
            Field(
                "type", VALUE_TYPE, "Its type, as JavaScript or Firefox calls it; object for classes of the page's own."
            ),
            Field("world", "'page' | 'isolated'", "Where it ran: among the page's own code, or apart from it."),
            Field("truncated", "boolean", "True if something was left out for its size."),
            TAB,
            URL,
        ),
        runs="content",
        tab=True,
        changes=True,
        examples=(
            'clz eval "document.title"',
            "clz eval '[...document.links].map(a => a.href)'",
            "clz eval \"await (await fetch('/api')).json()\" --unsafe",
        ),
    ),
    Command(
        "getConsoleLogs",
        "console",
        "Print the page's console messages and uncaught errors, from its first script on.",
        "devtools",
        params=(
            Param("level", "string", "Only messages of this level.", None, choices=LEVELS),
            Param("page", "boolean", "Only messages of the page that is shown now, not of those before it.", False),
            *_following("messages", limits.CONSOLE_ENTRIES, 100),
        ),
        result=(
            Field(
                "logs",
                f"Array<{LOG_ENTRY}>",
                "The messages, oldest first; page numbers the pages of the tab.",
            ),
            Field("totals", "Record<string, number>", "How many are kept, by level."),
            Field("total", "number", "How many are kept."),
            Field("dropped", "number", "How many older ones were dropped for room."),
            Field("cursor", "number", "What to give as since to get what comes next."),
            TAB,
        ),
        tab=True,
        mcp="firefox_get_console",
        examples=("clz console --level error", "clz console --page", "clz console --follow"),
    ),
    Command(
        "getNetworkRequests",
        "network",
        "Print the requests that the tab made: status, timing, size; secrets in addresses are masked.",
        "devtools",
        params=(
            Param("type", "string", "Only requests of this type.", None, choices=REQUEST_TYPES),
            Param("status", "string", "Only this status: 404, 4xx, failed or pending.", None, limits=(1, 20)),
            Param("url", "string", "Only addresses that match this glob.", None, limits=(1, limits.MAX_URL_CHARS)),
            Param("include_headers", "boolean", "Give the headers too; credentials in them are masked.", False),
            *_following("requests", limits.NETWORK_ENTRIES, 50),
            Param("har", "string", "Write all that is kept to this file, as HAR 1.2.", None, format="path", local=True),
        ),
        result=(
            Field("requests", f"Array<{REQUEST_ENTRY}>", "The requests, oldest first."),
            Field("total", "number", "How many are kept."),
            Field("dropped", "number", "How many older ones were dropped for room."),
            Field("pausedMs", "number", "How long no request was noted, because there were far too many."),
            Field("cursor", "number", "What to give as since to get what comes next."),
            *PAGE,
        ),
        tab=True,
        mcp="firefox_get_network",
        examples=("clz network --status failed", "clz network --type xhr --follow", "clz network --har page.har"),
    ),
    Command(
        "handleConsent",
        "consent",
        "Answer the page's consent banner: refuse what can be refused.",
        "devtools",
        params=(
            Param("accept", "boolean", "Accept everything instead.", False),
            Param(
                "scan_timeout",
                "integer",
                "How long to look for a banner, in milliseconds.",
                limits.CONSENT_SCAN_MS,
                limits=(0, 60_000),
            ),
            Param(
                "auto",
                "boolean",
                "From now on answer the banner of every page in your tabs; --no-auto ends it.",
                None,
                flags=("--auto/--no-auto",),
            ),
        ),
        result=(
            Field("found", "boolean", "True if there was a banner."),
            Field("clicked", "boolean", "True if something in it was clicked."),
            Field("buttonText", "string", "The text of what was clicked last, where it is known."),
            Field("method", "string", "The rule that knew the banner, or the pass that found its button; none."),
            Field("action", "'refused' | 'accepted' | 'none'", "What was answered."),
            Field("elapsed", "number", "Milliseconds it took."),
            Field("auto", "boolean", "True if banners of your tabs are answered by themselves."),
            TAB,
            URL,
        ),
        tab=True,
        changes=True,
        examples=("clz consent", "clz consent --accept", "clz consent --auto"),
    ),
)
