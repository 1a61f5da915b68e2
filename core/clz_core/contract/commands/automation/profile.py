"""Profiles: where the time of a page goes, as Firefox's own profiler sees it."""

from __future__ import annotations

from clz_core.contract.commands.shared import TAB, URL
from clz_core.contract.registry import REQUIRED, Command, Field, File, Number, OutputFile, Tool

COMMANDS: tuple[Command, ...] = (
    Command(
        "startProfile",
        "profile start",
        "Profile the page of your tab with Firefox until `clz profile stop`: JavaScript, layout, painting and waiting.",
        params=(
            Number(
                "interval",
                "Milliseconds between two samples. At 1 the last two minutes or so are kept, at 10 ten times as much.",
                1,
                limits=(0.1, 1_000),
                metavar="MS",
            ),
        ),
        result=(TAB, URL, Field("interval", "number", "Milliseconds between two samples.")),
        changes=True,
        tool=Tool(destructive=False),
        rights=(),
        tab=True,
        offered="shell",
        examples=("clz profile start", "clz profile start --interval 10"),
    ),
    Command(
        "stopProfile",
        "profile stop",
        "End the profile, and write it to a file that profiler.firefox.com opens.",
        params=(
            OutputFile(
                "path",
                "File to write.",
                REQUIRED,
                argument=True,
                file=File("written", (".json.gz", ".json")),
                metavar="FILE.json.gz",
            ),
        ),
        result=(
            TAB,
            URL,
            Field("profile", "string", "The profile, as JSON."),
            Field("seconds", "number", "How long it lasted."),
            Field("samples", "integer", "How many samples of threads it has."),
            Field("bytes", "integer", "Its size in bytes."),
        ),
        changes=True,
        tool=Tool(destructive=False),
        rights=(),
        tab=True,
        offered="shell",
        steps=True,
        saves="SavedFile",
        example={"path": "page.json.gz"},
        examples=("clz profile stop page.json.gz",),
    ),
)
