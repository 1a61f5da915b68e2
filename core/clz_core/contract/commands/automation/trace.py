"""Traces: all that happened, step by step, to be looked at afterwards."""

from __future__ import annotations

from clz_core.contract.commands.devtools.console import LOG_ENTRY
from clz_core.contract.commands.network.network import REQUEST_ENTRY
from clz_core.contract.commands.shared import PAGE
from clz_core.contract.registry import REQUIRED, Command, Field, Param, ShellCommand

FRAME = (
    "{ frameId: integer; url: string; html: unknown; doctype: string; "
    "width: integer; height: integer; ms: integer; cut: boolean }"
)
HAPPENING = "{ at: string; kind: 'navigation' | 'storage'; text: string }"
PICTURE = "{ image: string; width: integer; height: integer; viewWidth: integer; viewHeight: integer }"


def _file(help: str, default: object = REQUIRED) -> Param:
    return Param("file", "string", help, default, format="path", argument=True, metavar="FILE.zip")


FILE = _file("A trace, whole or cut off; or the folder of one that nobody has ended.")

MOMENT = f"{{ moment: integer; frames: Array<{FRAME}>; picture: {PICTURE} | null }}"

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "startTrace",
        "trace start",
        "Trace your agent's commands into a file from now on: for each the page before and after it, its picture, "
        "console and requests. `clz trace show` and the trace viewer of Playwright open it.",
        params=(
            _file("File to write, NAME.zip, once `clz trace stop` ends it."),
            Param("force", "boolean", "Replace the file.", False),
        ),
        result=(
            Field("path", "string", "The file that will be written.", text="payload"),
            Field("folder", "string", "Where the trace is kept until then."),
        ),
        changes=True,
        in_tests=False,
        examples=("clz trace start checkout.zip",),
    ),
    ShellCommand(
        "stopTrace",
        "trace stop",
        "End the trace of your agent, and write its file.",
        params=(
            _file("Another file to write than the one that was said at its start.", None),
            Param("force", "boolean", "Replace the file.", False),
        ),
        result=(
            Field("path", "string", "The file that was written.", text="payload"),
            Field("steps", "integer", "Commands in it."),
            Field("bytes", "integer", "Its size."),
            Field("problem", "string", "Why something is missing in it; empty if nothing is."),
        ),
        changes=True,
        in_tests=False,
        examples=("clz trace stop",),
    ),
    ShellCommand(
        "showTrace",
        "trace show",
        "Make a page of a trace that needs no other file, no network and no Node: film strip, steps with the page "
        "before and after, console, requests, source.",
        params=(
            FILE,
            Param(
                "out",
                "string",
                "File to write. Default: beside the trace, with .html for .zip.",
                None,
                format="path",
                metavar="FILE.html",
            ),
        ),
        result=(
            Field("path", "string", "The page.", text="payload"),
            Field("steps", "integer", "Commands in it."),
            Field("whole", "boolean", "False for a trace that was cut off: then it shows what there is."),
        ),
        in_tests=False,
        examples=("clz trace show checkout.zip",),
    ),
    ShellCommand(
        "exportTrace",
        "trace export",
        "Print what a trace holds: its steps as text, its requests as HAR 1.2, or all of it as JSON.",
        params=(
            FILE,
            Param("steps", "boolean", "The steps, a line each, with what they failed by. The default.", False),
            Param("har", "boolean", "The requests, as HAR 1.2.", False),
            Param("as_json", "boolean", "Everything but pictures and snapshots.", False, flags=("--all",)),
            Param("out", "string", "File to write instead.", None, format="path", metavar="FILE"),
        ),
        result=(
            Field("text", "string", "What was asked for.", text="payload"),
            Field("path", "string", "The file that was written; empty if it was printed."),
            Field("steps", "integer", "Commands in the trace."),
            Field("whole", "boolean", "False for a trace that was cut off."),
        ),
        in_tests=False,
        examples=("clz trace export checkout.zip", "clz trace export checkout.zip --har --out checkout.har"),
    ),
    Command(
        "traceMoment",
        "",
        "Tell how a tab is now, for a trace: its documents, a picture, and what it said and asked for since.",
        params=(
            Param("documents", "boolean", "Tell the documents of its frames.", True),
            Param("picture", "boolean", "Take a picture of what is in view.", True),
            Param("console_since", "integer", "Messages after this cursor of an earlier answer.", 0, limits=(0, None)),
            Param("requests_since", "integer", "Requests after this cursor of an earlier answer.", 0, limits=(0, None)),
            Param("prefix", "string", "What the frames' addresses begin with.", "", limits=(0, 200)),
            Param("images", "boolean", "Tell images with the documents.", True),
            Param("storage", "boolean", "Tell what changed in the storage of its pages, without values.", False),
            Param("wait", "boolean", "Tell this moment now, and not with the next one.", True),
        ),
        result=(
            Field("moment", "integer", "The number of this moment."),
            Field("moments", f"Array<{MOMENT}>", "Those that were not reported yet and are whole, in their order."),
            Field("logs", f"Array<{LOG_ENTRY}>", "What it said."),
            Field("logsCursor", "integer", "Pass it as consoleSince."),
            Field("requests", f"Array<{REQUEST_ENTRY}>", "What it asked for."),
            Field("requestsCursor", "integer", "Pass it as requestsSince."),
            Field("happenings", f"Array<{HAPPENING}>", "Where it went, and what changed in its storage."),
            Field("recorded", "boolean", "True if bodies are recorded."),
            *PAGE,
        ),
        rights=(),
        runs="content",
        shows="pixels",
    ),
)
