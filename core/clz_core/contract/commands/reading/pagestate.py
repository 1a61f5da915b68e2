"""The state of a page as data, and what changed between two of them."""

from __future__ import annotations

from clz_core.contract.commands.shared import PAGE, UNFINISHED
from clz_core.contract.registry import FRAME, Argument, Command, Field, Integer, Reading, Tool

INPUTS = (
    "Array<{ ref: string; type: string; name: string; label: string; value: string; placeholder: string; "
    "checked: boolean | null; required: boolean; disabled: boolean; invalid: boolean }>"
)
LISTS = (
    ("headings", 30, "Array<{ ref: string; level: integer; text: string }>", "Headings"),
    ("links", 50, "Array<{ ref: string; text: string; href: string }>", "Links"),
    ("buttons", 30, "Array<{ ref: string; text: string; disabled: boolean }>", "Buttons"),
    ("inputs", 30, INPUTS, "Fields (with passwords masked)"),
    ("images", 20, "Array<{ ref: string; alt: string; src: string; width: integer; height: integer }>", "Pictures"),
)
COUNTS = "{ headings: integer; links: integer; buttons: integer; inputs: integer; images: integer; frames: integer }"
VIEWPORT = (
    "{ width: integer; height: integer; scrollX: number; scrollY: number; pageWidth: integer; pageHeight: integer; "
    "devicePixelRatio: number }"
)

COMMANDS: tuple[Command, ...] = (
    Reading(
        "getPageState",
        "page-state",
        "List what is visible on the page: headings, links, buttons, fields, pictures, landmarks, errors.",
        params=(
            *(Integer(f"max_{name}", f"Most {name}.", most, limits=(0, 10_000)) for name, most, _, _ in LISTS),
            FRAME,
        ),
        result=(
            *PAGE,
            UNFINISHED,
            Field("viewport", VIEWPORT, "Sizes and place of the viewport, in CSS pixels."),
            *(Field(name, kind, f"{label} that are visible.") for name, _, kind, label in LISTS),
            Field("landmarks", "Array<{ role: string; name: string }>", "Parts of the page."),
            Field("errors", "string[]", "Error messages that the page shows."),
            Field("counts", COUNTS, "How many there are of each, listed or not."),
        ),
        examples=("clz page-state --json > before.json", "clz page-state --max-links 10"),
    ),
    Command(
        "diffPageState",
        "diff",
        "Compare two page states: what was added, what was removed, and what changed.",
        params=(
            Argument(
                "before", "File with a page state, as printed with --json; - reads standard input.", kind="object"
            ),
            Argument("after", "File with the later one; - reads standard input.", kind="object"),
        ),
        result=(
            Field("same", "boolean", "True if nothing differs."),
            Field("added", "Record<string, object[]>", "What only the later one has, list by list."),
            Field("removed", "Record<string, object[]>", "What only the earlier one has."),
            Field(
                "changed",
                "Array<{ list: string; what: string; fields: Record<string, { before: unknown; after: unknown }> }>",
                "What both have, but with other values: items of lists, and the page's own fields (list page).",
            ),
        ),
        rights=(),
        runs="host",
        tool=Tool(help={"before": "A page state.", "after": "The later one."}),
        example={"before": {"headings": []}, "after": {"headings": []}},
        examples=("clz diff before.json after.json", "clz page-state --json | clz diff before.json -"),
    ),
)
