"""Requests that a tab made."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.devtools.shared import CURSOR, DROPPED, TOTAL, buffer_params
from clz_core.contract.commands.shared import PAGE, Glob, status_param
from clz_core.contract.registry import Command, Field, Flag, Integer, OutputFile, Param, Tool

REQUEST_TYPES = tuple("document frame script style image font media xhr websocket beacon other".split())
HEADERS = "Array<{ name: string; value: string }>"
BODY_STATES = ("whole", "partial", "cut", "aborted", "dropped", "empty", "skipped", "unseen")
BODY_STATE = " | ".join(f"'{state}'" for state in BODY_STATES)
BODY = f"{{ state: {BODY_STATE}; bytes: integer; mimeType: string; text?: string }}"
REQUEST_FIELDS = (
    "seq: integer; id: string; url: string; method: string; type: string; status: integer | null; statusText: string; "
    "state: 'pending' | 'done' | 'failed'; error: string | null; fromCache: boolean; ip: string | null; "
    "startedAt: string; durationMs: number | null; waitMs: number | null; responseBytes: integer | null; "
    "requestBytes: integer | null; mimeType: string; redirectTo: string | null; frame: string; "
    f"requestHeaders?: {HEADERS}; responseHeaders?: {HEADERS}"
)
REQUEST_ENTRY = f"{{ {REQUEST_FIELDS}; requestBody?: {BODY}; responseBody?: {BODY} }}"

COMMANDS: tuple[Command, ...] = (
    Command(
        "getNetworkRequests",
        "network",
        "Print the requests that the tab made: status, timing, size; secrets in addresses are masked.",
        params=(
            Param("type", "Only requests of this type.", choices=REQUEST_TYPES),
            status_param(
                "Only this status: 404, 4xx, 200-299, failed (400 or more, or no answer), pending; or several."
            ),
            Param("method", "Only requests with this method, such as POST.", limits=(1, 40)),
            Integer(
                "slower_than",
                "Only requests that took longer than this, in milliseconds, or have been pending for longer.",
                limits=(0, None),
                metavar="MS",
            ),
            Glob("url", "Only addresses that match this glob."),
            Flag("include_headers", "Include the headers; credentials in them are masked."),
            Flag("bodies", "Include how recorded bodies begin: see clz network record.", rights=("bodies",)),
            *buffer_params("requests", limits.NETWORK_ENTRIES, 50),
            OutputFile("har", "Write them to this file, as HAR 1.2. With bodies: clz network har."),
        ),
        result=(
            Field("requests", f"Array<{REQUEST_ENTRY}>", "The requests, oldest first."),
            TOTAL,
            DROPPED,
            Field("pausedMs", "integer", "For how long no requests were recorded, because there were far too many."),
            CURSOR,
            *PAGE,
        ),
        rights=(),
        tab=True,
        steps=True,
        tool=Tool(help={"url": "Glob"}, former="firefox_get_network"),
        example={"bodies": True, "type": "document"},
        examples=(
            "clz network --status failed",
            "clz network --method POST --slower-than 500",
            "clz network --type xhr --follow",
            "clz network --har page.har",
        ),
    ),
)
