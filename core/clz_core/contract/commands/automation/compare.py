"""One page before and after a change, side by side."""

from __future__ import annotations

from clz_core.contract.registry import Argument, Array, Command, Field, FilePath, Flag, Param, ShellCommand

LOADED = "{ type: string; before: { requests: integer; bytes: integer }; after: { requests: integer; bytes: integer } }"
VITAL = "{ name: string; before: number | null; after: number | null }"
VIEW = (
    "{ viewport: string; same: boolean; picture: string; pictures: Record<string, string>; "
    "films: Record<string, string>; snapshot: string[]; messages: Array<{ level: string; message: string }>; "
    f"failed: string[]; loaded: Array<{LOADED}>; vitals: Array<{VITAL}>; unfinished: string[] }}"
)

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "comparePages",
        "compare",
        "Compare a page with what it was before a change: how it looks, its snapshot, new messages of the console, "
        "requests that fail now, sizes and Web Vitals. Each is loaded in a tab of its own, without your cookies.",
        params=(
            Argument("before", "Address of the page before, or a folder that an earlier --markdown has written."),
            Argument(
                "after",
                "Address of the page now. Without it, BEFORE is kept in --markdown, to be compared with later.",
                default=None,
            ),
            Array(
                "viewport",
                "Device or size, as in clz viewport; may be repeated. Default: those of the folder, else 1366x768.",
                limits=(1, 10),
                metavar="PRESET|WxH",
            ),
            Param("color_scheme", "What prefers-color-scheme says.", choices=("light", "dark")),
            FilePath("state", "File with a kept log-in that both begin with, as clz state save writes it."),
            Array(
                "mask",
                "Leave what this target names out of the pictures' comparison; may be repeated.",
                metavar="TARGET",
            ),
            FilePath("markdown", "Folder for index.md and its pictures, as GitHub shows them.", metavar="DIR"),
            FilePath("html", "File for a page with all of it, which needs no other file.", metavar="FILE.html"),
            Flag("film", "With --markdown: film how each page loads, too."),
            Flag("expect_same", "Fail if there is a difference; sizes and Web Vitals may differ."),
            Param("start_before", "Command line that starts the server of BEFORE, for sh.", metavar="CMD"),
            Param("start_after", "The same for AFTER, once the other has ended.", metavar="CMD"),
        ),
        result=(
            Field("same", "boolean", "True if nothing differs but sizes and Web Vitals."),
            Field("before", "string", "Address of the page before; empty if a page was only kept."),
            Field("after", "string", "Address of the page now."),
            Field(
                "views",
                f"Array<{VIEW}>",
                "The differences in each viewport: those of the picture in words; the snapshot's lines with + and - "
                "before them; messages and failed requests that are new; what was loaded, in bytes as sent; Web "
                "Vitals in milliseconds; which pages had not ended loading; pictures and films by before, after, diff.",
            ),
            Field("files", "string[]", "The files that were written."),
        ),
        changes=True,
        examples=(
            "clz compare https://example.com localhost:5173 --viewport iphone-14",
            "clz compare http://localhost:5173 --markdown before",
            "clz compare before http://localhost:5173 --markdown after --html after.html",
            "clz compare before http://localhost:5173 --expect-same",
        ),
    ),
)
