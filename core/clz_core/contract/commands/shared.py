"""Parameters and result fields that several commands share."""

from __future__ import annotations

from functools import partial

from clz_core.contract import limits
from clz_core.contract.registry import REQUIRED, Field, Flag, Integer, Param

Glob = partial(Param, limits=(1, limits.MAX_URL_CHARS), metavar="GLOB")
Address = partial(Glob, format="url", metavar="")

WAIT_UNTIL = Param(
    "wait_until",
    "How far the page must have loaded before the command is done.",
    "load",
    choices=("load", "domcontentloaded", "none"),
    setting="wait_until",
)
URL = Field("url", "string", "Address of the page.")
TITLE = Field("title", "string", "Title of the page.")
TAB = Field("tabId", "integer", "The tab.")
STATUS = Field("status", "integer", "HTTP status of the page, if a server gave it one.", optional=True)
CERTIFICATE = Field(
    "certificateError",
    "'untrusted' | 'wrong-host' | 'expired'",
    "What is wrong with the page's certificate, if `--accept-certs` accepted it.",
    optional=True,
)
NO_WEBGL = Field(
    "noWebgl",
    "boolean",
    "True if the page asked for WebGL, which this Firefox does not draw: that part stays blank.",
    optional=True,
)
UNFINISHED = Field(
    "unfinished",
    "boolean",
    f"True if the page was still arriving after {limits.DOCUMENT_END_MS // 1000} s: this is what was there by then.",
    optional=True,
)
PAGE = (TAB, URL, TITLE, STATUS, CERTIFICATE, NO_WEBGL)

OPENED = (
    Field("openedTab", "integer", "Tab that the page opened as a result; it is yours.", optional=True),
    Field(
        "openedAndClosed", "integer", "Tab that the page opened as a result, and that is closed again.", optional=True
    ),
)
TAB_COUNT = Field("tabCount", "integer", "Tabs in the pool now.")
POOL = (TAB_COUNT, Field("maxTabs", "integer", "Tabs the pool can hold."))
QUEUED = Field("waiting", "integer", "Agents that wait for a tab; give one up if you have many.")
CURRENT = Field("current", "integer | null", "Your current tab now.")
SCOPE = Field("tabId", "integer | null", "The tab; null for all of your tabs.")
ELAPSED = Field("elapsedMs", "integer", "Milliseconds it took.")
SESSION = Field("session", "string", "Name of the session.")
SIZE = Field("bytes", "integer", "Its size.")
TRUNCATED = Field("truncated", "boolean", "True if something was left out for its size.")
FILE_PATH = Field("path", "string", "The file.", text="payload")
REPLACE = Flag("force", "Replace the file.")

OFFSET = Integer("offset", "Begin after this many characters.", 0, limits=(0, limits.MAX_TEXT_CHARS))
NEXT_OFFSET = Field("nextOffset", "integer | null", "The offset of the rest; null if nothing was cut.")

WAIT_MS = Integer(
    "wait_ms",
    "How long to wait until the element is there and ready, in milliseconds; 0 looks once. Default: "
    f"{limits.AUTO_WAIT_MS}, but 1000 if the element is missing on an idle page: loaded, last acted on 3 s ago, no "
    "change and no request for 1 s, no animation and no loading indicator.",
    limits=(0, limits.MAX_TIMEOUT_MS),
    setting="wait_ms",
)

REQUEST = Field(
    "request",
    "{ id: string; url: string; method: string; type: string; status: integer | null; state: 'done' | 'failed'; "
    "error: string | null; ms: number }",
    "The request that was waited for; ms is how long it took.",
    optional=True,
)
WAIT_REQUEST = Glob(
    "wait_request",
    f"Then wait, up to {limits.WAIT_FOR_MS // 1000} s, until a request of this tab whose address matches this glob has "
    "ended: one that began with the command or after it.",
)

DIALOG_TYPE = (
    "'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'auth' | 'permission' | 'print' | 'external' | 'passkey'"
)
_DIALOG = (
    f"{{ type: {DIALOG_TYPE}; message: string; open: boolean; accepted?: boolean; noMore?: boolean; tabId?: integer }}"
)
DIALOGS = (
    Field(
        "dialog",
        _DIALOG,
        "Dialog that the page showed as a result, and how it was answered; of several, the last. noMore: the page "
        "asked 50 times in a row, so Firefox shows no more dialogs of this document. tabId: the tab that it is in, "
        "if the page opened that one.",
        optional=True,
    ),
    Field("dialogs", f"Array<{_DIALOG}>", "All of them in order, if there were several.", optional=True),
    Field(
        "lateDialogs",
        f"Array<{{ type: {DIALOG_TYPE}; message: string; accepted: boolean; at: string }}>",
        "Dialogs that came between the previous command in this tab and this one, and when (ISO 8601).",
        optional=True,
    ),
)

ANSWER_MS = Integer(
    "wait_ms", "How long to wait, in milliseconds.", limits.ASK_MS, limits=(1_000, limits.MAX_TIMEOUT_MS)
)
INSECURE = Flag("insecure", "Use a fleet without TLS: anybody who reaches its scheduler commands its machines.")


def tab_param(help: str) -> Param:
    """The tab that a command is about, or is kept to: `--tab`."""
    return Integer("tab_id", help, limits=(0, None), given="made")


TAB_ONLY = tab_param("Only in this tab. Default: all of your tabs.")


def status_param(help: str) -> Param:
    """Which status requests must have."""
    return Param("status", help, limits=(1, 200))


def most_chars(help: str) -> Param:
    """How much of a text is returned."""
    return Integer("max_length", help, limits.MAX_CONTENT_CHARS, limits=(1, limits.MAX_TEXT_CHARS))


def url_param(default: object = REQUIRED, help: str = "Address of the page: http, https, about, file, data.") -> Param:
    return Address("url", help, default, argument=True)


def target_param(help: str, default: object = REQUIRED, argument: bool = True, flags: tuple[str, ...] = ()) -> Param:
    return Param(
        "target",
        help,
        default,
        limits=(1, limits.MAX_TARGET_CHARS),
        format="target",
        argument=argument,
        flags=flags,
        aliases=("selector", "ref"),
    )
