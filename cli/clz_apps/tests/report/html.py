"""The HTML report: one file that needs no other, and no network.

Its own script finds and groups tests; nothing else can run in it, by its Content-Security-Policy, and without the
script all of it is there.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypedDict
from xml.etree.ElementTree import Element, tostring

from clz_apps.tests.report.model import Attempt, Report, Shown, Step, Test, request_line
from clz_apps.tests.report.words import COUNTED, duration, headline, listed
from clz_core.text.counts import counted
from clz_core.text.display import block, line

NAME = "index.html"
TEMPLATE, BASE = Path(__file__).parent / "template", Path(__file__).parents[2] / "watch"
MAX_PICTURES_BYTES = 40_000_000  # of all pictures together; those beyond are named by their file
MAX_SNAPSHOT_CHARS = 20_000
CSP = (
    "default-src 'none'; img-src data:; media-src 'self' file:; style-src 'unsafe-inline'; script-src '{}'; "
    "base-uri 'none'; form-action 'none'"
)
GROUPS = {"": "outcome", "file": "file", "tag": "tag"}


def html(report: Report, traces: Mapping[Path, str] | None = None, films: Mapping[Path, str] | None = None) -> str:
    """The document; `traces` are the pages of traces, and `films` films, as addresses relative to it."""
    whole = _Page(report, traces or {}, films or {}).whole()
    document = "<!doctype html>\n" + tostring(whole, "unicode", "html")
    return document.encode("utf-8", "backslashreplace").decode("utf-8")  # halves of characters, which pages may say


def _el(tag: str, *children: Element | str | None, **attributes: str | None) -> Element:
    """An element, with what is in it. What is None is left out, attributes too; `class_` is `class`."""
    given = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    made = Element(tag, given)
    for child in children:
        if isinstance(child, Element):
            made.append(child)
        elif child and len(made):
            made[-1].tail = (made[-1].tail or "") + child
        elif child:
            made.text = (made.text or "") + child
    return made


def _spaced(*parts: Element | None) -> list[Element | str]:
    """Each with a space before it, where a line may end."""
    return [one for part in parts if part is not None for one in (" ", part)]


def _more(summary: str, *children: Element | str, kind: str = "", is_open: bool = False) -> Element:
    """A part that is folded until it is opened."""
    return _el(
        "details",
        _el("summary", summary),
        *children,
        class_=f"more {kind}".rstrip(),
        open="" if is_open else None,
    )


class _Page:
    def __init__(self, report: Report, traces: Mapping[Path, str], films: Mapping[Path, str]) -> None:
        self._report = report
        self._traces = traces
        self._films = films
        self._run = _about(report)
        self._counts = {outcome: count for outcome, count in report.counts.items() if count}
        self._left = MAX_PICTURES_BYTES

    def whole(self) -> Element:
        script = (TEMPLATE / "report.js").read_text("utf-8") if self._report.tests else ""
        main = _el("main", *self._controls(), *map(self._test, self._report.tests))
        body = _el("body", self._header(), main, self._footer(), _el("script", script) if script else None)
        return _el("html", self._head(script), body, lang="en")

    def _head(self, script: str) -> Element:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        style = (BASE / "base.css").read_text("utf-8") + (TEMPLATE / "report.css").read_text("utf-8")
        return _el(
            "head",
            _el("meta", charset="utf-8"),
            _el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            _el("meta", name="color-scheme", content="light dark"),
            _el("meta", http_equiv="Content-Security-Policy", content=CSP.format(f"sha256-{digest}")),
            _el("title", headline(self._report)),
            _el("link", rel="icon", href="data:,"),
            _el("style", style),
        )

    def _header(self) -> Element:
        report, run = self._report, self._run
        links = [_el("a", "CI run", href=line(link), rel="noreferrer") for link in run["links"]]
        for at, link in enumerate(links if len(links) > 1 else [], 1):
            link.text = f"CI run {at}"
        about = [
            _el("span", f"took {duration(run['took'])}") if report.tests else None,
            *(_el("span", f"Firefox {version}") for version in run["firefox"]),
            _el("span", f"parts {', '.join(run['shards'])}") if run["shards"] else None,
            *(_el("span", "commit ", _el("code", line(commit))) for commit in run["commits"]),
            *(_el("span", link) for link in links),
            _el("strong", f"no end of part {', '.join(report.missing)}") if report.missing else None,
        ]
        bar = [_el("i", class_=outcome, style=f"flex-grow:{count}") for outcome, count in self._counts.items()]
        bad = {"failed", "error"} & self._counts.keys()
        return _el(
            "header",
            _el("h1", headline(report)),
            _el("p", _moment(report.began), *_spaced(*about), class_="about"),
            _el("div", *bar, class_="bar", aria_hidden="true") if bar else None,
            class_="bad" if bad else "good" if report.tests else "none",
        )

    def _controls(self) -> list[Element]:
        if not self._report.tests:
            return []
        shown = [
            _el(
                "label",
                _el("input", type="radio", name="show", id=f"show-{outcome}"),
                " ",
                _el("i", class_=f"dot {outcome}"),
                f"{count} {COUNTED[outcome]}",
            )
            for outcome, count in self._counts.items()
        ]
        all = _el("input", type="radio", name="show", id="show-all", checked="")
        find = _el("input", type="search", id="find", size="24", autocomplete="off", spellcheck="false")
        groups = _el("select", *(_el("option", name, value=value) for value, name in GROUPS.items()), id="group")
        return [
            _el(
                "fieldset",
                _el("legend", "Show"),
                _el("label", all, f" all {len(self._report.tests)}"),
                *shown,
                class_="filter",
            ),
            _el(
                "div",
                _el("label", "Find ", find),
                _el("label", "Group by ", groups),
                _el("output", id="found", for_="find group"),
                class_="controls",
                id="controls",
                role="search",
                hidden="",
            ),
        ]

    def _test(self, test: Test) -> Element:
        tags = (_el("small", tag) for tag in test.tags)
        like = _el("small", f"as {line(test.like)}", class_="like") if test.like else None
        summary = _spaced(
            _el("span", test.outcome, class_=f"outcome {test.outcome}"),
            _el("h2", line(test.title), *_spaced(*tags, like)),
            _el("span", line(test.place), class_="where"),
            _el("span", duration(test.ms) if test.attempts else "", class_="time"),
        )
        return _el(
            "details",
            _el("summary", *summary),
            *(self._attempt(test, attempt) for attempt in reversed(test.attempts)),
            _el("p", f"Skipped: {line(test.why)}", class_="again") if test.why else None,
            _el("p", "Run it again: ", _el("code", line(test.again)), class_="again") if test.again else None,
            class_=f"test {test.outcome}",
            data_file=line(test.suite),
            data_tag=line(next(iter(test.tags), "")),
            open="" if test.bad and not test.like else None,
        )

    def _attempt(self, test: Test, attempt: Attempt) -> Element:
        """The last attempt is shown open; earlier ones are folded."""
        several, is_last = len(test.attempts) > 1, attempt is test.attempts[-1]
        what = f"Attempt {attempt.number}: {attempt.outcome}, {duration(attempt.ms)}"
        section = _el(
            "section",
            _el("h3", what) if several and is_last else None,
            _el("p", f"on {line(attempt.where)}", class_="where") if attempt.where else None,
            *(self._failure(test, attempt) if attempt.outcome != "passed" else []),
        )
        if attempt.film and (film := self._films.get(attempt.film)):
            video = {"preload": "metadata", "src": film, "aria_label": "Film of this attempt"}
            section.append(_el("video", class_="film", controls="", **video))
        if attempt.trace and (trace := self._traces.get(attempt.trace)):
            link = _el("a", "Trace of this attempt, step by step", href=trace)
            section.append(_el("p", link, class_="again"))
        elif attempt.trace:
            section.append(_el("p", "Trace: ", _el("code", f"clz trace show {attempt.trace}"), class_="again"))
        if attempt.steps:
            longest = max(step.ms for step in attempt.steps)
            steps = _el("ol", *(self._step(step, attempt, longest) for step in attempt.steps))
            is_open = test.bad and not several
            section.append(_more(counted(len(attempt.steps), "step"), steps, kind="steps", is_open=is_open))
        return section if is_last else _more(what, section, kind="attempt")

    def _failure(self, test: Test, attempt: Attempt) -> list[Element]:
        found = []
        error = attempt.error or (attempt.failed_step.error if attempt.failed_step else None)
        if error:
            found.append(_el("div", *_said(attempt.failed_step, error), class_="failure"))
        if attempt.shown:
            found += self._shown(attempt.shown, f"picture-{test.id}-{attempt.number}")
        if attempt.server:
            said = "".join(f"{line(one)}\n" for one in attempt.server)
            found.append(_more(f"Server: its last {counted(len(attempt.server), 'line')}", _el("pre", said)))
        return found

    def _shown(self, shown: Shown, id: str) -> list[Element]:
        """How the page looked, and what it told."""
        figure = _el("figure")
        if source := self._embedded(shown.picture):
            alt = "The page when the step failed" + (f": {line(shown.title)}" if shown.title else "")
            picture = _el("img", id=id, src=source, alt=alt)
            figure.append(_el("a", picture, href=f"#{id}", aria_label="Enlarge the picture"))
        elif shown.picture:
            figure.append(_named(shown.picture))
        if shown.url:
            figure.append(_el("figcaption", line(shown.title), " ", _el("span", line(shown.url), class_="where")))
        found = [figure]
        for kind, path in shown.compared:
            source = self._embedded(path)
            picture = _el("img", src=source, alt=f"The picture: {kind}") if source else _named(path)
            found.append(_el("figure", picture, _el("figcaption", kind), data_kind=kind))
        if shown.unread and not shown.compared:
            found.append(_el("p", f"Not read from the page in time: {', '.join(shown.unread)}."))
        if text := _snapshot(shown):
            found.append(_more("Snapshot of the page", _el("pre", text)))
        if shown.console:
            written = "".join(f"{_console_line(one)}\n" for one in shown.console)
            found.append(_more(f"Console: {counted(len(shown.console), 'error')}", _el("pre", written), is_open=True))
        if shown.requests:
            sent = "".join(f"{line(request_line(one))}\n" for one in shown.requests)
            what = f"Requests: {len(shown.requests)} failed or without an answer"
            found.append(_more(what, _el("pre", sent), is_open=True))
        return found

    def _step(self, step: Step, attempt: Attempt, longest: float) -> Element:
        failed = _el("span", " failed", class_="sr") if step.error else None
        took = _el("span", duration(step.ms), class_="time")
        made = _el("li", _el("code", line(step.text)), failed, " ", took, class_="wrong" if step.error else None)
        if step.error and step is not attempt.failed_step:
            made.append(_el("p", line(str(step.error.get("message", ""))), class_="message"))
        for one in step.shown:
            if (one != attempt.shown or attempt.outcome == "passed") and (source := self._embedded(one.picture)):
                picture = _el("img", src=source, alt="The page after this step")
                made.append(_el("details", _el("summary", "Picture"), picture, class_="look"))
        made.append(_el("i", style=f"width:{100 * step.ms / longest if longest else 0:.1f}%"))
        return made

    def _footer(self) -> Element:
        by = f"clz {', '.join(self._run['versions'])}".rstrip()
        broken = self._report.broken
        return _el("footer", _el("p", by + (f" · {broken} lines of the journal could not be read" if broken else "")))

    def _embedded(self, path: Path | None) -> str:
        """A picture as a `data:` address; empty if it cannot be read or the report has no room left for it."""
        try:
            data = path.read_bytes() if path is not None else b""
        except OSError:
            return ""
        self._left -= len(data)
        return f"data:image/png;base64,{base64.b64encode(data).decode()}" if data and self._left >= 0 else ""


def _said(step: Step | None, error: Mapping[str, Any]) -> Iterable[Element]:
    """What went wrong, and where."""
    details = error.get("details") or {}
    if step is not None:
        where = _el("span", line(f"{step.file}:{step.line}"), class_="where") if step.line else None
        yield _el("p", _el("code", line(step.text)), *_spaced(where), class_="step")
    if error.get("code") == "EXPECTATION_FAILED" and details.get("expected"):
        waited = details.get("waitedMs")
        facts = {"Expected": line(str(details["expected"])), "Found": line(str(details.get("found") or ""))}
        facts["Waited"] = duration(waited) if isinstance(waited, int | float) else ""
        yield _el("dl", *(part for name, fact in facts.items() if fact for part in (_el("dt", name), _el("dd", fact))))
    else:
        yield _el("p", line(str(error.get("message", ""))), class_="message")
    if like := listed(error):
        yield _el("ul", *(_el("li", _el("code", line(str(one)))) for one in like[:8]), class_="listed")
    if error.get("hint"):
        yield _el("p", line(str(error["hint"])), class_="hint")


def _named(picture: Path) -> Element:
    return _el("p", "Picture: ", _el("code", str(picture)))


def _console_line(entry: Mapping[str, Any]) -> str:
    url, at = line(str(entry.get("url") or "")), entry.get("line")
    made = f"{url}:{at}" if url and at else url
    return "  ".join(filter(None, (block(str(entry.get("message") or "")), line(str(entry.get("source") or "")), made)))


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
