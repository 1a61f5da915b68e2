"""What an agent does while it is filmed, as it is drawn into the film: without what is secret, or may be."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections.abc import Mapping
from typing import Any

from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.journal.masking import kept_params, typed_in_secret
from clz_core.journal.words import line_of
from clz_native.request import Request
from clz_native.secrets.masker import Masker

MAX_CAPTION = 300
MAX_KEYS = 60
READ_S = 0.6  # to read a caption in


class Captions:
    """What is to be drawn into the next frame."""

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._caption = ""
        self._running = self._failed = False
        self._drawn: float | None = 0.0
        self._next_frame = asyncio.Event()
        self._keys = ""
        self._point: Params | None = None

    def begun(self, request: Request) -> None:
        command = request.command
        if not (command.tab or command.on_tab.opens) or command.hidden:
            return
        # Whether what is typed is a secret is known once it was typed.
        typed = command.typed_text
        text = request.params.get(typed.wire) if typed else None
        self._say(request, str(text) if text else "")
        self._running, self._failed, self._drawn = True, False, None

    def done(self, request: Request, result: Mapping[str, Any] | None) -> bool:
        """Its caption ends with it, once it could be read; one that failed is marked. False for what has none."""
        command = request.command
        if not (command.tab or command.on_tab.opens) or command.hidden:
            return False
        self._running = False
        if result is None:
            self._failed, self._drawn = True, None
            return True
        found: Mapping[str, Any] = request.locator or {}
        secret = typed_in_secret(command.name, request.params, found, result)
        self._say(request, secret)
        if command.typed_text and command.typed_text.name == "key":
            self._keys = str(kept_params(command, request.params, secret).get("key", ""))[:MAX_KEYS]
        if point := found.get("point"):
            self._point = {"x": point["x"], "y": point["y"], "pressed": command.on_tab.presses}
        return True

    @property
    def _is_shown(self) -> bool:
        """True while its command runs, and until it could be read."""
        return self._running or self._drawn is None or time.monotonic() < self._drawn + READ_S

    async def read(self) -> None:
        """Wait until frames have shown the caption for long enough, or another command has begun."""
        while self._is_shown and not self._running:
            await self._next_frame.wait()

    def drawn(self) -> Params:
        params: Params = {"caption": self._caption if self._is_shown else "", "failed": self._failed}
        self._drawn = time.monotonic() if self._drawn is None else self._drawn
        self._next_frame.set()
        self._next_frame = asyncio.Event()
        if self._keys:
            params["keys"] = self._masker.masked_text(self._keys)[:100]
            self._keys = ""
        if self._point is not None:
            params["point"] = self._point
            self._point = None
        return params

    def _say(self, request: Request, secret: str) -> None:
        self._caption = self._masker.masked_text(_line(request.command, request.params, secret))[:MAX_CAPTION]


def _word(word: str) -> str:
    """As it is typed, in double quotes, which read best."""
    quoted = shlex.quote(word)
    return quoted if quoted == word or '"' in word or "$" in word or "`" in word else f'"{word}"'


def _line(command: Command, params: Params, secret: str) -> str:
    kept = kept_params(command, params, secret)
    words = line_of(command.name, {name: value for name, value in kept.items() if name != "tabId"})
    return " ".join(["clz", *map(_word, words)])


def line_shown(command: Command, params: Params) -> str:
    """A command as it is typed, without what it types: nobody knows whether that is a secret."""
    typed = command.typed_text
    text = params.get(typed.wire) if typed else None
    return _line(command, params, str(text) if text else "")[:MAX_CAPTION]
