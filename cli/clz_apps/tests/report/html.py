"""The HTML report: one file that needs no other, and no network.

Its own script finds and groups tests; nothing else can run in it, by its Content-Security-Policy, and without the
script all of it is there.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from clz_apps.tests.report.model import Report, Shown, request_line
from clz_apps.tests.report.words import COUNTED, duration, headline, listed
from clz_core.text import display

NAME = "index.html"
TEMPLATE, BASE = Path(__file__).parent / "template", Path(__file__).parents[2] / "watch"
MAX_PICTURES_BYTES = 40_000_000  # of all pictures together; those beyond are named by their file
MAX_SNAPSHOT_CHARS = 20_000


def html(report: Report, traces: Mapping[Path, str] | None = None, films: Mapping[Path, str] | None = None) -> str:
    """The document; `traces` are the pages of traces, and `films` films, as addresses relative to it."""
    left = MAX_PICTURES_BYTES

    def picture(shown: Shown) -> str:
        """The address that holds the picture; empty if there is none, or too many were there before."""
        return embedded(shown.picture)

    def embedded(path: Path | None) -> str:
        nonlocal left
        try:
            data = path.read_bytes() if path is not None else b""
        except OSError:
            return ""
        left -= len(data)
        return f"data:image/png;base64,{base64.b64encode(data).decode()}" if data and left >= 0 else ""

    document = str(
        _template().render(
            report=report,
            headline=headline(report),
            counts=report.counts,
            names=COUNTED,
            picture=picture,
            embedded=embedded,
            run=_about(report),
            traces=traces or {},
            films=films or {},
            script=_script(),
            script_hash=f"sha256-{base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()}",
        )
    )
    return document.encode("utf-8", "backslashreplace").decode("utf-8")  # halves of characters, which pages may say


@cache
def _script() -> str:
    return (TEMPLATE / "report.js").read_text("utf-8")


@cache
def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader

    made = Environment(
        loader=FileSystemLoader([TEMPLATE, BASE]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        duration=duration,
        listed=listed,
        request=request_line,
        snapshot=_snapshot,
        line=lambda value: display.line(str(value)),
        block=lambda value: display.block(str(value)),
        moment=_moment,
    )
    return made.get_template("report.html.j2")


def _snapshot(shown: Shown) -> str:
    try:
        text = shown.snapshot.read_text("utf-8", "replace") if shown.snapshot is not None else ""
    except OSError:
        return ""
    return text if len(text) <= MAX_SNAPSHOT_CHARS else text[:MAX_SNAPSHOT_CHARS] + "\n…"


def _moment(time: str) -> str:
    """`2026-11-22 23:23 UTC` of an ISO moment."""
    return f"{time[:10]} {time[11:16]} UTC" if len(time) >= 16 else time


class About(TypedDict):
    """What the report says of the runs it is of; `took` in milliseconds."""

    firefox: list[str]
    versions: list[str]
    shards: list[str]
    commits: list[str]
    links: list[str]
    took: float


def _about(report: Report) -> About:
    from datetime import datetime

    try:
        took = (datetime.fromisoformat(report.ended) - datetime.fromisoformat(report.began)).total_seconds() * 1000
    except (ValueError, TypeError):  # no moments, or of no zone
        took = sum(test.ms for test in report.tests)

    def all(name: str) -> list[str]:
        return sorted({str(run.get(name, "")) for run in report.runs} - {""})

    return {
        "firefox": all("firefox"),
        "versions": all("version"),
        "shards": all("shard"),
        "commits": [commit[:12] for commit in all("commit")],
        "links": [link for link in all("link") if link.startswith(("https://", "http://"))],
        "took": took,
    }
