"""Traces: all that happened, step by step, to be looked at afterwards."""

from __future__ import annotations

from clz_core.contract.commands.devtools.console import LOG_ENTRY
from clz_core.contract.commands.network.network import REQUEST_ENTRY
from clz_core.contract.commands.shared import PAGE, REPLACE, SIZE
from clz_core.contract.registry import (
    REQUIRED,
    Argument,
    Command,
    Field,
    FilePath,
    Flag,
    Integer,
    Param,
    Reading,
    ShellCommand,
    Typed,
)

FRAME = (
    "{ frameId: integer; url: string; html: unknown; doctype: string; "
    "width: integer; height: integer; dark: boolean; ms: integer; cut: boolean }"
)
PAGE_EVENT = "{ at: string; kind: 'navigation' | 'storage'; text: string }"
PICTURE = "{ image: string; width: integer; height: integer; viewWidth: integer; viewHeight: integer }"


def _file(help: str, default: object = REQUIRED) -> Param:
    return Argument("file", help, default=default, format="path", metavar="FILE.zip")


FILE = _file("A trace, whole or cut off; or the folder of one that was not stopped.")

MOMENT = f"{{ moment: integer; frames: Array<{FRAME}>; picture: {PICTURE} | null }}"

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "startTrace",
        "trace start",
        "Trace your agent's commands into a file from now on: for each the page before and after it, its picture, "
        "console and requests. `clz trace show` and the trace viewer of Playwright open it.",
        params=(_file("File to write, NAME.zip, once `clz trace stop` ends it."), REPLACE),
        result=(
            Field("path", "string", "The file that will be written.", text="payload"),
            Field("folder", "string", "Where the trace is kept until then."),
        ),
        changes=True,
        typed=Typed(in_tests=False),
        examples=("clz trace start checkout.zip",),
    ),
    ShellCommand(
        "stopTrace",
        "trace stop",
        "End the trace of your agent, and write its file.",
        params=(_file("Write here instead of the file named at the start.", None), REPLACE),
        result=(
            Field("path", "string", "The file that was written.", text="payload"),
            Field("steps", "integer", "Commands in it."),
            SIZE,
            Field("problem", "string", "Why something is missing in it; empty if nothing is."),
        ),
        changes=True,
        typed=Typed(in_tests=False),
        examples=("clz trace stop",),
    ),
    ShellCommand(
        "showTrace",
        "trace show",
        "Write a trace as an HTML page that needs no other file, no network and no Node: film strip, steps with the "
        "page before and after, console, requests, source.",
        params=(
            FILE,
            FilePath("out", "File to write. Default: beside the trace, with .html for .zip.", metavar="FILE.html"),
        ),
        result=(
            Field("path", "string", "The page.", text="payload"),
            Field("steps", "integer", "Commands in it."),
            Field("whole", "boolean", "False for a trace that was cut off: then it shows what there is."),
        ),
        typed=Typed(in_tests=False),
        examples=("clz trace show checkout.zip",),
    ),
    ShellCommand(
        "exportTrace",
        "trace export",
        "Print what a trace holds: its steps as text, its requests as HAR 1.2, or all of it as JSON.",
        params=(
            FILE,
            Flag("steps", "The steps, a line each, with why they failed. The default."),
            Flag("har", "The requests, as HAR 1.2."),
            Flag("as_json", "Everything but pictures and snapshots.", flags=("--all",)),
            FilePath("out", "File to write instead.", metavar="FILE"),
        ),
        result=(
            Field("text", "string", "What was asked for.", text="payload"),
            Field("path", "string", "The file that was written; empty if it was printed."),
            Field("steps", "integer", "Commands in the trace."),
            Field("whole", "boolean", "False for a trace that was cut off."),
        ),
        typed=Typed(in_tests=False),
        examples=("clz trace export checkout.zip", "clz trace export checkout.zip --har --out checkout.har"),
    ),
    Reading(
        "traceMoment",
        "",
        "Tell how a tab is now, for a trace: its documents, a picture, and what it said and asked for since.",
        params=(
            Flag("documents", "Tell the documents of its frames.", default=True),
            Flag("picture", "Take a picture of what is in view.", default=True),
            Integer("console_since", "Messages after this cursor of an earlier answer.", 0, limits=(0, None)),
            Integer("requests_since", "Requests after this cursor of an earlier answer.", 0, limits=(0, None)),
            Param("prefix", "What the frames' addresses begin with.", "", limits=(0, 200)),
            Flag("images", "Tell images with the documents.", default=True),
            Flag("storage", "Tell what changed in the storage of its pages, without values."),
            Flag("wait", "Tell this moment now, and not with the next one.", default=True),
        ),
        result=(
            Field("moment", "integer", "The number of this moment."),
            Field("moments", f"Array<{MOMENT}>", "Those that were not reported yet and are whole, in their order."),
            Field("logs", f"Array<{LOG_ENTRY}>", "What it said."),
            Field("logsCursor", "integer", "Pass it as consoleSince."),
            Field("requests", f"Array<{REQUEST_ENTRY}>", "What it asked for."),
            Field("requestsCursor", "integer", "Pass it as requestsSince."),
            Field("pageEvents", f"Array<{PAGE_EVENT}>", "Where it went, and what changed in its storage."),
            Field("recorded", "boolean", "True if bodies are recorded."),
            *PAGE,
        ),
        shows="pixels",
    ),
)
