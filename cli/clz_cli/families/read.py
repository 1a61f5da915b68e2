"""Reading a page: text and values to stdout."""

from __future__ import annotations

from typing import Any

from clz_cli.text import Result, element
from clz_core.display import line, quote


def _content(result: Result) -> str:
    text = str(result.get("html", result["text"]))
    if article := result.get("article"):
        head = [f"# {article['title']}"] if article["title"] else []
        head += [article["byline"]] if article["byline"] else []
        text = "\n\n".join([*head, text])
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


def _value(result: Result) -> str:
    value = result["value"]
    if isinstance(value, dict):
        return "\n".join(f"{name}: {line(_short(item))}" for name, item in value.items())
    if isinstance(value, list):
        return "\n".join(line(str(item)) for item in value)
    cut = "\n… cut; more: --max-length N" if result["truncated"] else ""
    return ("" if value is None else str(value)) + cut


def _element(result: Result) -> str:
    attributes = result["attributes"]
    name = f"~{quote(result['guess'])}" if result["guess"] else quote(result["name"])
    head = element({**result, "id": attributes.get("id", ""), "className": attributes.get("class", ""), "text": ""})
    box = result["position"]
    states = [name for name in ("visible", "inViewport", "enabled", "editable", "focused", "checked") if result[name]]
    lines = [
        f"{head}  @{result['ref']}  {result['role'] or 'no role'} {name}",
        f"states    {', '.join(states) or 'none'}",
        f"box       {_short(box['x'])}, {_short(box['y'])}  {_short(box['width'])} × {_short(box['height'])}",
        f"selector  {result['selector']}",
    ]
    if result["value"] is not None:
        lines.append(f"value     {result['value']}")
    if result["text"]:
        lines.append(f"text      {' '.join(result['text'].split())}")
    lines += [f"  {name}={quote(value)}" for name, value in attributes.items()]
    lines += [f"  {name}: {value}" for name, value in result["styles"].items()]
    return "\n".join(lines)


def _short(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


RENDER = {"getContent": _content, "get": _value, "getElementInfo": _element}
