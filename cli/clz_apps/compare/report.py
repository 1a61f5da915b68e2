"""A comparison as text, as Markdown and as a page: the same parts, drawn in three ways."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clz_core.text import display
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import ComparePagesResult, ComparePagesViews, ComparePagesViewsLoadedBefore

BASE = Path(__file__).parents[1] / "watch" / "base.css"
CSP = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
TITLES = {"before": "before", "after": "now", "diff": "difference"}
MAX_LINES = 200  # of a part in Markdown and text; the page has all
STYLE = """
body { padding: 1rem; max-width: 90rem; margin: auto; }
h2 { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { margin-top: 1rem; font-size: 1rem; }
pre { padding: .5rem; background: var(--code); white-space: pre-wrap; }
ins, del { text-decoration: none; } ins { color: var(--green); } del { color: var(--red); }
td, th { padding: .125rem 1rem .125rem 0; text-align: start; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; }
img { max-width: 100%; border: 1px solid var(--line); }
"""


class Part(NamedTuple):
    """One thing that a report says of a view; `rows` have a name, before and after."""

    title: str
    text: str = ""
    lines: list[str] | None = None
    rows: list[tuple[str, str, str]] | None = None
    pictures: dict[str, str] | None = None
    films: dict[str, str] | None = None


def headline(result: ComparePagesResult, same: bool) -> str:
    return ("No difference" if same else "Different") if result["before"] else "Kept"


def in_short(result: ComparePagesResult) -> str:
    """Which parts differ, without a word of the pages."""
    told = []
    for view in result["views"]:
        names = [part.title.lower() for part in parts(view) if part.lines or (part.pictures and part.text)]
        told += [] if view["same"] else [f"{view['viewport']} ({', '.join(names)})"]
    return f"The pages differ in {'; '.join(told)}."


def parts(view: ComparePagesViews) -> Iterator[Part]:
    if view["unfinished"]:
        yield Part("Still loading", f"{' and '.join(view['unfinished'])}: this is what was there by then")
    yield Part("Picture", view["picture"], pictures=view["pictures"], films=view["films"])
    if view["snapshot"]:
        yield Part("Snapshot", lines=view["snapshot"])
    if view["messages"]:
        yield Part("New messages", lines=[f"{one['level']}: {one['message']}" for one in view["messages"]])
    if view["failed"]:
        yield Part("Requests that fail now", lines=view["failed"])
    loaded = [(one["type"], _sums(one["before"]), _sums(one["after"])) for one in view["loaded"]]
    yield Part("Loaded", rows=loaded)
    vitals = [(one["name"], _ms(one["before"]), _ms(one["after"])) for one in view["vitals"]]
    yield Part("Web Vitals", rows=vitals)


def rendered(result: ComparePagesResult) -> str:
    """For a terminal: one line where nothing differs."""
    lines = []
    for view in result["views"]:
        lines.append(f"{view['viewport']}: {headline(result, view['same']).lower()}")
        for part in parts(view):
            if part.text:
                lines.append(f"  {part.title}: {part.text}")
            elif part.lines:
                lines += [f"  {part.title}:", *(f"    {line}" for line in _few(part.lines))]
            changed = [f"{name} {old} → {new}" for name, old, new in part.rows or [] if old != new]
            lines += [f"  {part.title}: {'; '.join(changed)}"] if changed else []
    return "\n".join([*lines, *(f"wrote {file}" for file in result["files"])])


def markdown(result: ComparePagesResult, pictures: bool = True) -> str:
    """For GitHub; without pictures where nothing can be beside the text."""
    lines = [
        f"# {headline(result, result['same'])}",
        "",
        *(f"- {TITLES[side]}: {_code(at)}" for side, at in _sides(result).items()),
        "",
    ]
    for view in result["views"]:
        lines += [f"## {_code(view['viewport'])}: {headline(result, view['same']).lower()}", ""]
        for part in parts(view):
            body = list(_markdown(part, len(_sides(result)) > 1, pictures))
            lines += [f"### {part.title}", "", *body, ""] if body else []
    return "\n".join(lines)


def _markdown(part: Part, both: bool, pictures: bool) -> Iterator[str]:
    if part.text:
        yield from (part.text, "")
    if part.pictures and pictures:
        shown = part.pictures
        yield from _table([TITLES[kind] for kind in shown], [[f"![{TITLES[kind]}]({shown[kind]})" for kind in shown]])
    if part.films and pictures:
        yield from ("", ", ".join(f"[film: {TITLES[side]}]({film})" for side, film in part.films.items()))
    if part.lines:
        text = [display.line(line) for line in _few(part.lines)]
        fence = "`" * max(3, 1 + max(map(len, re.findall("`*", "\n".join(text)))))
        yield from (f"{fence}{'diff' if part.title == 'Snapshot' else ''}", *text, fence)
    if part.rows:
        head, *rows = _rows(part, both)
        yield from _table(head, rows)


def html(result: ComparePagesResult, folder: Path) -> str:
    """The document, with the pictures of `folder` in it."""
    title = headline(result, result["same"])
    sides = _sides(result)
    about = "".join(f"<p>{TITLES[side]}: <code>{escape(display.line(at))}</code></p>" for side, at in sides.items())
    body = "".join(
        f"<h2>{escape(view['viewport'])}: {headline(result, view['same']).lower()}</h2>"
        + "".join(_html(part, len(sides) > 1, folder) for part in parts(view))
        for view in result["views"]
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><meta http-equiv="Content-Security-Policy" content="{CSP}">'
        f'<link rel="icon" href="data:,"><style>{BASE.read_text("utf-8")}{STYLE}</style></head>'
        f"<body><h1>{title}</h1>{about}{body}</body></html>\n"
    )


def _html(part: Part, both: bool, folder: Path) -> str:
    made = f"<p>{escape(part.text)}</p>" if part.text else ""
    if part.pictures:
        figures = "".join(_figure(TITLES[kind], folder / name) for kind, name in part.pictures.items())
        made += f'<div class="pictures">{figures}</div>'
    if part.lines:
        made += "<pre>" + "\n".join(map(_marked, part.lines)) + "</pre>"
    if part.rows:
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in _rows(part, both))
        made += "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    return f"<h3>{part.title}</h3>{made}" if made else ""


def _figure(title: str, path: Path) -> str:
    source = f"data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}"
    return f'<figure><figcaption>{title}</figcaption><img alt="{title}" src="{source}"></figure>'


def _marked(line: str) -> str:
    text = escape(display.line(line))
    tag = {"+": "ins", "-": "del"}.get(line[:1])
    return f"<{tag}>{text}</{tag}>" if tag else text


def _sides(result: ComparePagesResult) -> dict[str, str]:
    return {side: at for side, at in (("before", result["before"]), ("after", result["after"])) if at}


def _rows(part: Part, both: bool) -> list[list[str]]:
    """The head of a table, and its rows."""
    rows = [("", TITLES["before"], TITLES["after"]), *(part.rows or [])]
    return [[name, old, new] if both else [name, new] for name, old, new in rows]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def _few(lines: list[str]) -> list[str]:
    more = len(lines) - MAX_LINES
    return lines if more <= 0 else [*lines[:MAX_LINES], f"… and {more:,} more"]


def _code(text: str) -> str:
    return f"`{display.line(text).replace('`', '%60')}`"


def _sums(of: ComparePagesViewsLoadedBefore) -> str:
    return f"{counted(of['requests'], 'request')}, {of['bytes'] / 1000:,.1f} kB"


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:g} ms"
