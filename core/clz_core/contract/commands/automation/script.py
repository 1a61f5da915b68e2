"""Programs in Python with a page at hand."""

from __future__ import annotations

from clz_core.contract.registry import REQUIRED, Argument, Command, Field, Integer, Param, Tool, Typed

MAX_CODE = 1_000_000
MAX_SECONDS = 3_600

COMMANDS: tuple[Command, ...] = (
    Command(
        "runScript",
        "py",
        "Run a Python program that has a variable `page`, your tab. It runs as you, with your files, but without your "
        "environment. Over MCP it requires the `scripts` right. Exit code 1: it failed; 4: its time was up.",
        params=(
            Argument(
                "file",
                "The program; - reads it from standard input. `page` and `browser` are those of `import clz`.",
                format="path",
                local=True,
                metavar="FILE|-",
            ),
            Param("code", "Python; page is a clz.Page.", REQUIRED, limits=(1, MAX_CODE), given="made"),
            Integer("seconds", "How long it may take.", 60, limits=(1, MAX_SECONDS)),
        ),
        result=(
            Field("output", "string", "What it printed, and the traceback of what it raised.", text="payload"),
            Field("exitCode", "integer", "Its exit code."),
            Field("timedOut", "boolean", "True if it was ended because its time was up."),
            Field("screenshots", "string[]", "The files of the screenshots that it took."),
        ),
        runs="local",
        changes=True,
        typed=Typed(far=False, in_batch=False),
        tool=Tool(
            about="Run Python here with `page` (clz.Page) at hand; print what you want to know.",
            help={"code": "", "seconds": "At most"},
            title="Run Python",
            former="firefox_run",
            destructive=True,
            open_world=True,
        ),
        example={"code": "print(page.title)"},
        examples=("clz py crawl.py --seconds 300", "echo 'print(page.title)' | clz py -"),
    ),
    Command("admitScript", "", "Say that the agent is about to run a program.", rights=("scripts",), example={}),
)
