"""Looking on: what every agent does, for a person to see, and to take over."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import REQUIRED, Acts, Command, Field, Integer, Number, Param, SetupCommand, Typed

AGENT = "{ id: string; name: string; paused: boolean; read: string }"
TAB = (
    "{ tabId: integer; agent: string; url: string; title: string; current: boolean; happened: integer; "
    "painted: integer | null }"
)
WATCHED = "{ tabId: integer; owner: string; told: integer; painted: integer | null }"
ACTION = "{ agent: string; line: string; outcome: string; ms: integer; at: string }"
QUESTION = "{ id: string; agent: string; text: string; picks: boolean; allows: boolean }"
LOOP = "{ key: string; text: string; turn: integer; most: integer; leftMs: integer }"
NOTED = "{ agent: string; number: integer; text: string; locator: string; done: boolean; answer: string }"
SAID = "{ seq: integer; message: string }"

ACTIONS = ("pause", "resume", "end", "answer", "click", "press", "write", "scroll", "pick", "endLoop", "forget")

COMMANDS: tuple[Command, ...] = (
    SetupCommand(
        "show",
        "show",
        "Serve a page on this machine that shows what every agent does: their tabs live, their last commands and what "
        "the console says. There you pause an agent, take its tab over by clicking and typing in the picture, give it "
        "back, or end it.",
        params=(
            Integer("port", "The port of 127.0.0.1. Default: any that is free.", 0, limits=(0, 65_535), metavar="PORT"),
        ),
        typed=Typed(far=False, in_batch=False, in_tests=False),
        examples=("clz show", "clz show --port 8930"),
    ),
    Command(
        "viewAll",
        "",
        "Tell a person's own page of all agents, their tabs and what they did last.",
        result=(
            Field("agents", f"Array<{AGENT}>", "Who has tabs, is paused, or has read a site whose flow holds."),
            Field("tabs", f"Array<{TAB}>", "Their tabs."),
            Field("questions", f"Array<{QUESTION}>", "Questions of agents that are not answered yet."),
            Field("loops", f"Array<{LOOP}>", "Focus loops that are under way."),
            Field("notes", f"Array<{NOTED}>", "What the person wrote, and what has come of the last of it."),
            Field("actions", f"Array<{ACTION}>", "What they did since the page was opened, newest last."),
        ),
        runs="host",
        rights=(),
    ),
    Command(
        "viewTab",
        "",
        "Show a person's own page a tab of any agent.",
        params=(
            Integer("shown", "The tab.", REQUIRED, limits=(0, None)),
            Number("scale", "How large.", 0.5, limits=(0.1, 1)),
            Integer("since", "Errors after this one of an earlier answer.", 0, limits=(0, None)),
            Integer("known", "The number of the picture that is known.", 0, limits=(0, None)),
        ),
        result=(
            Field("image", "string", "A JPEG in base64; empty without a picture, or if it is the known one."),
            Field("picture", "integer", "The number of the picture; 0 without one."),
            Field("width", "integer", "Its width."),
            Field("height", "integer", "Its height."),
            Field("why", "string", "Why there is no picture."),
            Field("errors", f"Array<{SAID}>", "Errors in the console."),
            Field("cursor", "integer", "Pass it as since."),
        ),
        runs="host",
        rights=(),
        example={"shown": 1},
    ),
    Command(
        "viewDo",
        "",
        "Do for a person what their own page asks for: with an agent, or in one of its tabs.",
        params=(
            Param("action", "What.", REQUIRED, choices=ACTIONS),
            Param("whose", "The agent.", REQUIRED, limits=(1, 100)),
            Integer("shown", "The tab.", limits=(0, None)),
            Param("question", "Which question is answered.", limits=(1, 100)),
            Number("x", "Where, in CSS pixels.", limits=(0, limits.MAX_SIDE_PX)),
            Number("y", "Likewise.", limits=(0, limits.MAX_SIDE_PX)),
            Param("text", "The key, a text, up or down, done or no.", format="secret", limits=(1, 400)),
        ),
        result=(
            Field("done", "boolean", "True."),
            Field("said", "string", "The locator of what was picked, as words of a command.", optional=True),
        ),
        runs="host",
        rights=(),
        changes=True,
        example={"action": "pause", "whose": "a"},
    ),
    Command(
        "watchTabs",
        "",
        "Tell whether something has changed in the tabs of all agents, and nothing of what.",
        result=(Field("tabs", f"Array<{WATCHED}>", "Numbers that go up: of address and title, and of its paintings."),),
        rights=(),
        offered="host",
    ),
    Command(
        "lookAtTab",
        "",
        "Take a picture of a tab as it is now, for a person who watches.",
        params=(
            Number("scale", "How large.", REQUIRED, limits=(0.1, 1)),
            Integer("quality", "Of the JPEG.", REQUIRED, limits=(1, 100)),
            Integer("known", "The number of the picture that is known.", 0, limits=(0, None)),
        ),
        result=(
            Field("image", "string", "A JPEG in base64; empty if it is the one that is known."),
            Field("width", "integer", "Its width."),
            Field("height", "integer", "Its height."),
            Field("picture", "integer", "Its number."),
        ),
        rights=(),
        tab=True,
        on_tab=Acts(dialog=True),
        shows="pixels",
        example={"scale": 0.25, "quality": 70},
    ),
)
