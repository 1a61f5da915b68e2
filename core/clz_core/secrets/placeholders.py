"""Placeholders: `{{NAME}}` in a text that a command enters. `\\{{NAME}}` is the text `{{NAME}}` itself.

A secret's own value is never looked at again: one that is `{{OTHER}}` is entered as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Only these commands enter secrets, and only by this parameter: everywhere else the words stay as they are.
TAKES = {"type": "text", "fill": "text", "fillForm": "fields", "createWindow": "proxy"}
# These name a secret by a parameter of its own.
NAMES = {"setAuth": "secret"}
_PLACEHOLDER = re.compile(r"(\\?)\{\{([A-Z][A-Z0-9_]*)\}\}")


def has_placeholder(text: str) -> bool:
    """True if a text is to be filled in, or has one that is not to be."""
    return "{{" in text and _PLACEHOLDER.search(text) is not None


def is_placeholder(text: str) -> bool:
    """True for a text that is a secret's name and nothing else."""
    found = _PLACEHOLDER.fullmatch(text)
    return found is not None and not found[1]


def names_in(text: str) -> list[str]:
    """The names of the secrets in a text, each once."""
    return list(dict.fromkeys(found[2] for found in _PLACEHOLDER.finditer(text) if not found[1]))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with the values in it. Raises: KeyError for a name that has none."""
    return _PLACEHOLDER.sub(lambda found: found[0][1:] if found[1] else values[found[2]], text)


def names_of(command: str, params: Mapping[str, Any]) -> list[str]:
    """The names of the secrets that a command enters."""
    if named := params.get(NAMES.get(command, "")):
        return [named] if isinstance(named, str) else []
    given = params.get(TAKES.get(command, ""))
    texts = list(given.values()) if isinstance(given, dict) else [given]
    return list(
        dict.fromkeys(name for text in texts if isinstance(text, str) and "{{" in text for name in names_in(text))
    )
