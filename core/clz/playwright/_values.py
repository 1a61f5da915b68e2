"""What `evaluate` of clz gave, as Playwright gives it: clz marks what JSON cannot hold, `{"$type": …}`.

A program gets a value whole or an error: nothing is cut without a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urlparse

from clz_core.contract.errors import ClzError, error, quoting
from clz_core.contract.limits import MAX_TEXT_CHARS
from clz_core.contract.shapes import Values


def value_of(evaluated: Values) -> Any:
    """Raises: RESULT_TOO_LARGE where something was left out."""
    if evaluated["truncated"]:
        what = f"The value has more than {MAX_TEXT_CHARS:,} characters, or is nested too deeply."
        raise error("RESULT_TOO_LARGE", what, "Ask for parts of it, or for JSON.stringify(value), however deep it is.")
    return _Reader().value(evaluated["result"], "$")


class _Reader:
    def __init__(self) -> None:
        self._at: dict[str, Any] = {}  # lists and objects by where they are, for what leads back to them

    def value(self, given: Any, path: str) -> Any:
        if isinstance(given, list):
            return self._list(given, path)
        if not isinstance(given, dict):
            return given
        if given.keys() == {"$url"}:
            return urlparse(given["$url"])
        match given.get("$type"):
            case None:
                return self._object(given.items(), path)
            case "object":
                return self._object(given["entries"], path)
            case "map":
                return self._map(given["entries"], path)
            case "cycle":
                return self._at[given["to"]]
            case "undefined" | "function" | "symbol" | "unreadable":
                return None
            case "number":
                return float(given["value"])
            case "bigint":
                return int(given["value"])
            case "date":
                return _date(given["value"])
            case "regexp":
                return given["value"]
            case "error":
                return _error(given)
            case "window":
                return "ref: <Window>"
            case "node":
                return "ref: <Document>" if given["name"] == "#document" else "ref: <Node>"
        return self._list(given["values"], path) if "values" in given else {}

    def _list(self, given: list[Any], path: str) -> list[Any]:
        made: list[Any] = []
        self._at[path] = made
        made += (self.value(one, f"{path}[{at}]") for at, one in enumerate(given))
        return made

    def _object(self, given: Iterable[Any], path: str) -> dict[str, Any]:
        made: dict[str, Any] = {}
        self._at[path] = made
        for key, one in given:
            step = f".{key}" if re.fullmatch(r"[A-Za-z_$][\w$]*", key, re.ASCII) else f"[{_quoted(key)}]"
            made[key] = self.value(one, path + step)
        return made

    def _map(self, given: list[Any], path: str) -> list[Any]:
        made: list[Any] = []
        self._at[path] = made
        for at, (key, one) in enumerate(given):
            made.append([self.value(key, f"{path}.key({at})"), self.value(one, f"{path}.value({at})")])
        return made


def _date(text: str) -> datetime | None:
    """Raises: EVALUATION_FAILED for one that Python does not have."""
    try:
        return None if text == "Invalid Date" else datetime.fromisoformat(text)
    except ValueError:
        what = f"The value is the date {text}; dates in Python have years from 1 to 9999."
        raise error("EVALUATION_FAILED", what, "Ask for its text: date.toISOString()") from None


def _quoted(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _error(given: Values) -> ClzError:
    made = quoting(error("EVALUATION_FAILED", given["message"], ""))
    vars(made).update(name=given["name"], stack=given["stack"])
    return made
