"""What the command line and the MCP server say in the same words: elements and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_core.text.display import quote


def element(result: Mapping[str, Any]) -> str:
    """An element as a selector and its text: `button#send.big "Send"`. Raises: KeyError if it has no `tagName`."""
    name = str(result["tagName"]) + (f"#{result['id']}" if result.get("id") else "")
    name += "".join(f".{word}" for word in str(result.get("className", "")).split()[:3])
    return name + (f" {quote(result['text'])}" if result.get("text") else "")


def address(result: Mapping[str, Any]) -> str:
    """A page as its address and title: `https://example.com/ "Example"`. Raises: KeyError if it has no `url`."""
    return str(result["url"]) + (f" {quote(result['title'])}" if result.get("title") else "")
