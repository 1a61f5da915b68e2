"""Placeholders: `{{NAME}}` in a text that a command enters. `\\{{NAME}}` is the text `{{NAME}}` itself.

A secret's own value is never looked at again: one that is `{{OTHER}}` is entered as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from clz_core.contract.registry import Command, Param

_PLACEHOLDER = re.compile(r"(\\?)\{\{([A-Z][A-Z0-9_]*)\}\}")


def has_placeholder(text: str) -> bool:
    """True if a text is to be filled in, or holds one that is not to be."""
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


def names_of(command: Command | None, params: Mapping[str, Any]) -> list[str]:
    """The names of the secrets that a command enters."""
    param = entering(command)
    given = params.get(param.wire) if param else None
    if param is not None and param.enters == "name":
        return [given] if given and isinstance(given, str) else []
    texts = list(given.values()) if isinstance(given, dict) else [given]
    return list(
        dict.fromkeys(name for text in texts if isinstance(text, str) and "{{" in text for name in names_in(text))
    )


def entering(command: Command | None) -> Param | None:
    """The parameter by which a command enters secrets, if it enters any: everywhere else the words stay as they are."""
    return next((param for param in command.params if param.enters), None) if command else None
