"""Reading a page: text and values to stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.text.display import line, quote
from clz_core.text.rendering import element

if TYPE_CHECKING:
    from clz_core.contract.results import GetContentResult, GetElementInfoResult, GetResult


def _content(result: GetContentResult) -> str:
    text = str(result.get("html", result["text"]))
    if article := result.get("article"):
        head = [f"# {article['title']}"] if article["title"] else []
        head += [article["byline"]] if article["byline"] else []
        text = "\n\n".join([*head, text])
    if result["truncated"]:
        text += f"\n… cut at {len(result['text'])} of {result['textLength']} characters; more: --max-length N"
    return text


def _value(result: GetResult) -> str:
    value = result["value"]
    if isinstance(value, dict):
        return "\n".join(f"{name}: {line(_short(item))}" for name, item in value.items())
    if isinstance(value, list):
        more = ["… cut; more: --max-length N"] if result["truncated"] else []
        return "\n".join([*(line(_item(item)) for item in value), *more])
    cut = "\n… cut; more: --max-length N" if result["truncated"] else ""
    return ("" if value is None else str(value)) + cut


def _item(item: Any) -> str:
    """A line of a list: one match of several, or an option with what says more than its label."""
    if isinstance(item, dict) and "label" in item:
        marks = [f"[{name}]" for name in ("selected", "disabled") if item[name]]
        value = [f"({item['value']})"] if item["value"] != item["label"] else []
        return " ".join([item["label"], *value, *marks])
    if isinstance(item, dict):
        return ", ".join(f"{name}: {_short(one)}" for name, one in item.items())
    if isinstance(item, list):
        return "; ".join(_item(one) for one in item)
    return "" if item is None else str(item)


def _element(result: GetElementInfoResult) -> str:
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


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getContent": CommandHandler(render=_content),
    "get": CommandHandler(render=_value),
    "getElementInfo": CommandHandler(render=_element),
}
