"""Tests of pages, written in `.clz` files, and the reports of what came of them."""

from __future__ import annotations

from clz_core.contract.commands.shared import INSECURE
from clz_core.contract.limits import FORMS
from clz_core.contract.registry import (
    Argument,
    Array,
    Command,
    Field,
    FilePath,
    Flag,
    Integer,
    Param,
    SetupCommand,
    ShellCommand,
    Tool,
    Typed,
)

OUTCOMES = "{ failed: integer; error: integer; flaky: integer; passed: integer; skipped: integer }"
TEST = (
    "{ file: string; line: integer; name: string; tags: string[]; variant: string; "
    "outcome: 'passed' | 'flaky' | 'failed' | 'error' | 'skipped'; ms: integer; attempts: integer; "
    "step: { text: string; file: string; line: integer } | null; "
    "error: { code: string; message: string; hint: string; details: Record<string, unknown> } | null; again: string; "
    "healing: { passes: boolean; left: string; changes: Array<{ file: string; line: integer; text: string; "
    "healed: string; target: string; proposed: string; why: string; others: string[] }> } | null }"
)

REPORTS = (
    FilePath("junit", "Write JUnit XML to this file, as CI servers read it.", metavar="FILE"),
    FilePath("html", "Write the HTML report, one file that needs no other, into this folder.", metavar="DIR"),
    Flag("github", "Print GitHub annotations, and write the step's summary; `clz run` does so in GitHub Actions."),
)

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "runTests",
        "run",
        "Run the tests of .clz files side by side: each in a tab with cookies of its own. Exit code 0: all have "
        "passed; 1: some have not; 2: the files are wrong, and nothing was run.",
        params=(
            Argument(
                "paths",
                "Files, folders with .clz files in them, or FILE:LINE for the test there. "
                "Default: the folder you are in.",
                default=None,
                kind="array",
                metavar="PATH…",
            ),
            Flag("check", "Only check the files for mistakes; nothing is run."),
            Flag("list", "Only print the tests that would be run, with their tags."),
            Array(
                "only",
                "Only tests with this tag, or with this text in their name; may be given several times.",
                metavar="@TAG|TEXT",
            ),
            Flag("last_failed", "Only those that failed when they were last run from here."),
            Param(
                "changed",
                "Only those whose file, or a file that they include or name, has changed since the last commit of git, "
                "or since another, such as --changed=main.",
                metavar="REF",
                bare="HEAD",
            ),
            Param("shard", "Only this part of them, such as 1/3 on the first of three machines."),
            FilePath(
                "times",
                "How long tests took, as written by clz report --times: parts then take equally long, and the longest "
                "tests begin first.",
                metavar="FILE",
            ),
            Integer("workers", "Tests to run at the same time.", 4, limits=(1, 96), setting="run.workers"),
            Integer(
                "browsers",
                "Firefoxes that the workers share; each has 12 tabs.",
                1,
                limits=(1, 8),
                setting="run.browsers",
            ),
            Param(
                "fleet",
                "Run them on many machines, by Dask: local:N, ssh:HOST,HOST, tls://HOST:PORT or tcp://HOST:PORT. Their "
                "number decides how many run at the same time.",
                metavar="ADDRESS",
            ),
            INSECURE,
            Integer(
                "retries",
                "How often a test that fails is run again; one that passes then is flaky.",
                0,
                limits=(0, 10),
                setting="run.retries",
            ),
            Integer("repeat", "Run each test this many times.", 1, limits=(1, 1_000)),
            Integer(
                "max_failures",
                "Start no more tests once this many have failed; 0: no limit.",
                0,
                limits=(0, 100_000),
                setting="run.max_failures",
            ),
            FilePath(
                "heal",
                "If the target of a test is gone, run the test once more with the element that fits best now, and "
                "write the change as a patch: clz-heal.patch or --heal=FILE. The test is not changed, and still fails.",
                metavar="FILE",
                bare="clz-heal.patch",
            ),
            Flag("headed", "Show Firefox."),
            Flag(
                "pause_on_failure",
                "Stop when a test fails, and leave its page as it is until Enter is pressed; without a window, "
                "`clz show` shows it.",
            ),
            Flag("resume", "Resume paused runs, and run nothing."),
            FilePath(
                "watch",
                "Run tests again when a file changes, below the folder that you are in or those that are named, such "
                "as --watch=src,templates. Firefox stays open; q ends the run.",
                metavar="DIR,…",
                bare=".",
            ),
            Param(
                "trace",
                "Trace tests: all of them, those that fail, or those that fail when they are run again; clz trace show "
                "opens a trace.",
                "on-retry",
                choices=("on", "on-failure", "on-retry", "off"),
                setting="run.trace",
            ),
            Param(
                "film",
                "Keep films of tests: of all of them, or of those that fail.",
                "off",
                choices=("on", "on-failure", "off"),
                setting="run.film",
            ),
            *REPORTS,
        ),
        result=(
            Field("files", "integer", "Files with tests."),
            Field("outcomes", OUTCOMES, "How many tests there are of each outcome."),
            Field("ms", "integer", "How long it took, in milliseconds."),
            Field("tests", f"Array<{TEST}>", "One entry a test; again is the command that runs it again."),
            Field("patch", "string", "The file with the changes of --heal, if there are any.", optional=True),
        ),
        changes=True,
        typed=Typed(in_batch=False),
        examples=(
            "clz run tests/",
            "clz run --only @smoke --retries 1",
            "clz run tests/signup.clz:12 --headed",
            "clz run --check tests/",
            "clz run --changed=main tests/",
            "clz run --heal tests/",
        ),
    ),
    ShellCommand(
        "makeReport",
        "report",
        "Make a report of journals: those of clz run, and of any script that was run with CLZ_JOURNAL=DIR. Without an "
        "option it is printed.",
        params=(
            Argument(
                "dirs",
                "Folders with a journal in them, or with folders of journals, as the shards of a run leave them.",
                kind="array",
                metavar="DIR…",
            ),
            *REPORTS,
            Param(
                "form",
                "Print what was done as code instead: lines for .clz files, for clz's Python, or for Playwright's.",
                flags=("--as",),
                choices=FORMS,
            ),
            FilePath(
                "times",
                "Write how long each test took into this file, for clz run --times. Times of other tests in it stay.",
                metavar="FILE",
            ),
        ),
        result=(
            Field("headline", "string", "The outcome, in a sentence."),
            Field("outcomes", OUTCOMES, "How many tests there are of each outcome."),
            Field(
                "failures",
                "string[]",
                "For each failed test: location, reason, and the command to rerun it.",
                text="lines",
            ),
            Field("missing", "string[]", "Parts of the run, such as 2/3, whose end is in no journal."),
            Field("files", "string[]", "The files that were written."),
            Field(
                "code",
                "string",
                "What was done as code, a test after the other, if that was asked for.",
                True,
                "payload",
            ),
        ),
        typed=Typed(in_tests=False),
        examples=(
            "clz report out --as playwright",
            "CLZ_JOURNAL=out sh smoke.sh; clz report out --html report",
            "clz report shards --junit all.xml --times times.json",
        ),
    ),
    SetupCommand(
        "initSuite",
        "init",
        "Begin a suite of tests in this folder: a first test, and a workflow for CI that starts your server.",
        params=(
            Param("folder", "Where the tests go, below this folder.", "smoke", limits=(1, 200)),
            Param(
                "start",
                "The command that starts your server. Default: detected from the files here.",
                limits=(1, 2_000),
                metavar="COMMAND",
            ),
            Param("url", "Where it answers then. Default: likewise.", limits=(1, 2_000), metavar="URL"),
            Flag("workflow", "Write a workflow of GitHub Actions, too.", default=True),
            Flag("dry_run", "Only say what would be written."),
        ),
        result=(
            Field("made", "string[]", "The files that were written."),
            Field("kept", "string[]", "Those that are there already, and stay as they are."),
            Field("server", "string | null", "What the server is, such as Django; null if none was detected."),
            Field("start", "string", "The command that starts it; empty if it is not known."),
            Field("url", "string", "Where it answers."),
            Field("command", "string", "The line that starts it and runs the tests."),
            Field("done", "boolean", "False if nothing was written."),
        ),
        typed=Typed(far=False, in_batch=False, in_tests=False),
        changes=True,
        tool=Tool(destructive=False, idempotent=True),
        examples=("clz init", 'clz init --start "npm run dev" --url http://localhost:5173'),
    ),
    SetupCommand(
        "serveEditor",
        "lsp",
        "Serve an editor the language server protocol, for .clz files: mistakes, completion, help.",
        typed=Typed(far=False, in_batch=False, in_tests=False),
        examples=("clz lsp",),
    ),
)
