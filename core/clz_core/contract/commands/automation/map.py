"""One function over many pages."""

from __future__ import annotations

from clz_core.contract.commands.shared import INSECURE
from clz_core.contract.limits import MAX_TABS
from clz_core.contract.registry import (
    REQUIRED,
    Argument,
    Command,
    Field,
    FilePath,
    Flag,
    Integer,
    Number,
    Param,
    ShellCommand,
    Typed,
)

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "mapPages",
        "map",
        "Call `map(page)` of a Python file with each of many pages: several at a time in one Firefox, or on many "
        "machines. What it returns is written as JSON lines. Run it again after a stop: finished addresses are "
        "skipped, failed ones retried. Exit code 1: some have failed.",
        params=(
            Argument(
                "file",
                "Python file with `def map(page): …`; page is a `clz.Page`, and what it returns must be JSON.",
                format="path",
                metavar="FILE.py",
            ),
            Argument(
                "urls",
                "File of addresses, one a line; - reads standard input. Empty lines and those with # are passed over.",
                format="path",
                metavar="URLS.txt",
            ),
            FilePath(
                "out",
                "Folder for results.jsonl, which every run adds to, and errors.jsonl, the failures of the last run.",
                REQUIRED,
                metavar="DIR",
            ),
            Integer(
                "workers", "Pages at the same time; with --fleet, on each of its workers.", 4, limits=(1, MAX_TABS)
            ),
            Integer(
                "retries", "How often a page that fails is tried again, after 1, 2, 4, … seconds.", 0, limits=(0, 100)
            ),
            Number(
                "per_site",
                "Minimum seconds between the beginnings of two pages of the same host.",
                0,
                limits=(0, 86_400),
                metavar="S",
            ),
            Param(
                "fleet",
                "Call it on the machines of a fleet, by Dask: local:N, ssh:HOST,HOST, or a scheduler's tls://HOST:PORT.",
                "",
                metavar="ADDRESS",
            ),
            INSECURE,
            Flag("parquet", "Write all of results.jsonl as results.parquet, too, at the end; needs pyarrow."),
            Flag("headed", "Show Firefox if it is started."),
        ),
        result=(
            Field("done", "integer", "Pages that were added to results.jsonl."),
            Field("failed", "integer", "Pages that are listed in errors.jsonl."),
            Field("before", "integer", "Lines that were in results.jsonl before."),
            Field("files", "string[]", "The files that were written."),
        ),
        changes=True,
        typed=Typed(in_batch=False, in_tests=False),
        examples=(
            "clz map titles.py urls.txt --out titles",
            "clz map titles.py urls.txt --out titles --fleet tls://scheduler.example.com:8786 --parquet",
            "clz map titles.py - --out titles --workers 8 --retries 2 --per-site 1 < urls.txt",
        ),
    ),
)
