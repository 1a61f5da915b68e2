"""Recording: what was done, written as a test."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.devtools.shared import CURSOR
from clz_core.contract.commands.shared import REPLACE, TAB
from clz_core.contract.registry import (
    Acts,
    Argument,
    Command,
    Field,
    FilePath,
    Flag,
    Integer,
    Param,
    ShellCommand,
    Typed,
)

ACTION = (
    "{ seq: integer; command: string; params: Record<string, unknown>; url: string; left?: string; "
    "locator?: { durable: string; kind: string; role?: string; name?: string; nth?: integer; frame?: string; "
    "secret: boolean } }"
)

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "record",
        "record",
        "Record your agent's commands as a test: actions with durable locators, waits as expectations, passwords as "
        "names, until Ctrl-C or `clz record stop`. With --from, make the test from a journal.",
        params=(
            Argument(
                "file",
                "File to write, NAME.clz or NAME.py; or stop, which ends the recording that is under way.",
                format="path",
                metavar="FILE|stop",
            ),
            FilePath(
                "journal",
                "Folder with a journal of CLZ_JOURNAL: write it back as a test, and record nothing.",
                flags=("--from",),
                metavar="DIR",
            ),
            Param(
                "form",
                "How to write the steps: clz; python, for clz's pytest plugin; playwright, for Playwright's. "
                "Default: by the file's name, clz or python.",
                flags=("--as",),
                choices=limits.FORMS,
            ),
            Flag(
                "person",
                "Record what a person does in your tab, with mouse and keyboard, instead of your agent's commands. An "
                "element that they click with Alt becomes an expectation, and the page does not get the click. An "
                "uploaded file is looked for by its name, here and beside FILE.",
            ),
            REPLACE,
        ),
        result=(
            Field("path", "string", "The file that was written; empty if none was.", text="payload"),
            Field("steps", "integer", "Lines of the test."),
            Field("names", "string[]", "Names that stand for secrets: variables of the environment when it is run."),
            Field("leftOut", "string[]", "What could not be written as a step, and why.", text="lines"),
        ),
        changes=True,
        typed=Typed(in_tests=False),
        examples=(
            "clz record signup.clz",
            "clz record signup.clz --person",
            "clz record signup.py --as playwright",
            "clz record stop",
            "clz record signup.clz --from journal/",
        ),
    ),
    Command(
        "watchPerson",
        "",
        "Report what a person does in a tab, from now on until it is asked to end.",
        params=(
            Integer("since", "Only what came after this cursor of an earlier answer.", limits=(0, None)),
            Integer(
                "wait_ms",
                "Wait this long, in milliseconds, if nothing was done yet.",
                0,
                limits=(0, limits.MAX_TIMEOUT_MS),
            ),
            Flag("end", "Stop listening."),
        ),
        result=(
            Field("actions", f"Array<{ACTION}>", "What was done, as the commands that do the same; oldest first."),
            CURSOR,
            Field("closed", "boolean", "True if the tab was closed: nothing more will come."),
            Field("title", "string", "The title that the page got by itself, as far as that is known.", optional=True),
            TAB,
        ),
        rights=(),
        tab=True,
        on_tab=Acts(after_closing=True),
    ),
)
