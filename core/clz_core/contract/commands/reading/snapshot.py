"""Looking at a page: its accessibility tree, with refs to act on."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import PAGE, UNFINISHED, target_param
from clz_core.contract.registry import Command, Field, Flag, Integer, Param, Reading, Tool

COMMANDS: tuple[Command, ...] = (
    Reading(
        "getAccessibilitySnapshot",
        "snapshot",
        "Show what is on the page, one element a line; every command takes its refs, such as @e12, as targets.",
        params=(
            target_param("Element to show. Default: the whole page, frames included.", None),
            Flag("interactive", "Only elements that can be acted on, as a flat list.", flags=("--interactive", "-i")),
            Flag(
                "compact",
                "Leave out wrappers around a single element, and the options of lists.",
                flags=("--compact", "-c"),
            ),
            Integer(
                "depth",
                "Levels to show. Default: all.",
                limits=(1, 1_000),
                flags=("--depth", "-d"),
                aliases=("maxDepth",),
            ),
            Flag("urls", "Include the addresses of links and pictures."),
            Flag("boxes", "Include the box of each element, as x,y,width,height in the viewport."),
            Flag("colors", "Include the colours of each element."),
            Param(
                "find",
                "Only the lines that contain this text, in any case, with their ancestors and the lines beside them.",
                limits=(1, 1_000),
            ),
            Integer(
                "max_chars",
                "Most characters to return; the last line says what was cut.",
                limits.MAX_CONTENT_CHARS,
                limits=(100, limits.MAX_TEXT_CHARS),
            ),
            Flag("diff", "Only what changed since you last looked at this page."),
            Flag("tree", "Include the elements as a tree, for --json."),
        ),
        result=(
            *PAGE,
            UNFINISHED,
            Field(
                "snapshot",
                "string",
                "One element a line, nested by indentation; with diff, + and - before each, … before a count of lines.",
                text="lines",
            ),
            Field("lines", "integer", "Lines of the snapshot before it was cut, or of all changes."),
            Field("chars", "integer", "Characters of them."),
            Field("shown", "integer", "Lines given."),
            Field("truncated", "boolean", "True if it was cut at maxChars."),
            Field(
                "elementsLeft",
                "integer",
                "Elements further down that were not read, since the snapshot had enough characters.",
                optional=True,
            ),
            Field("diff", "boolean", "True if these are the changes since the last snapshot."),
            Field(
                "since",
                "'snapshot' | 'nothing' | 'otherPage'",
                "With diff: what it is compared with. With nothing, or another page, it is the whole snapshot.",
                optional=True,
            ),
            Field("interactive", "boolean", "True if it has only the elements that can be acted on.", optional=True),
            Field("look", "integer", "The number of this snapshot of the tab."),
            Field(
                "sinceLook",
                "integer",
                "With since snapshot: the number of the one it was compared with.",
                optional=True,
            ),
            Field("sinceMs", "integer", "How long ago that was.", optional=True),
            Field(
                "tree",
                "object[]",
                "Elements: role, ref, name or guess, kind, options, value, url, box, states, children.",
                optional=True,
            ),
        ),
        tool=Tool(
            first=True,
            about="What is on the page, a line an element, with refs (e12) to act on.",
            hidden=("compact", "depth", "urls", "boxes", "colors", "tree"),
            help={
                "find": "Rows with this text",
                "interactive": "Only what can be acted on",
                "diff": "Only what changed",
            },
        ),
        example={"interactive": True},
        examples=(
            "clz snapshot -i",
            "clz snapshot main -c --max-chars 8000",
            "clz snapshot --diff",
            "clz snapshot --find total",
            "clz click @e12",
        ),
    ),
)
