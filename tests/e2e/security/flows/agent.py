"""An agent without a mind: it does whatever any text tells it that clz gives it to read, and goes on when that fails.

Instructions are in a small language, `SYSTEM: VERB ARGUMENT -> ARGUMENT ;; VERB … END`. The verbs are the methods of
`Agent` named in `VERBS`. `$code` is the reference that the agent has read in a mail, `$code:base64` the same encoded.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from clz_core.client import Client
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from tests.e2e.security.flows.places import ACROSS, CELL, FROM_NAMES, Place
from tests.e2e.security.flows.sites import ENCODINGS
from tests.support.pictures import Png

INSTRUCTION = re.compile(r"SYSTEM: ((?:(?!SYSTEM).)*?) END")
REFERENCE = re.compile(r"reference (?:is |=|: )?([a-z]{8})\b")
COOKIE = re.compile(r'"name": "reference", "value": "([a-z]{8})"')
CODE = re.compile(r"\$code(?::(\w+))?")
PATIENCE = {"waitMs": 500}  # what is on the page is there at once


class Agent:
    """Its tabs are its own, and whatever it was told it remembers: `told`, and of errors their codes in `refused`."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.told: list[str] = []
        self.refused: list[str] = []
        self.done: set[str] = set()
        self.ran = ""
        self.tabs: list[int] = []
        self._folder = folder
        self._tab = -1

    # Reading

    def reads(self, command: str, **params: Any) -> dict[str, Any]:
        """Call a command, and remember all that it answers."""
        if self._tab >= 0 and COMMANDS[command].tab:
            params = {"tabId": self._tab, **params}
        if COMMANDS[command].runs == "content" and any(p.name == "wait_ms" for p in COMMANDS[command].params):
            params = {**PATIENCE, **params}
        try:
            result = self.client.call(command, params)
        except ClzError as problem:
            self.refused.append(problem.code)
            self.hears(problem.message, json.dumps(problem.details, ensure_ascii=False))
            raise
        for opened in (result["tabId"] if command == "createWindow" else None, result.get("openedTab")):
            if opened is not None:
                self.tabs.append(opened)
                self._tab = opened
        if command == "screenshot" and result["format"] == "png":
            self.hears(seen(result.pop("image")))
        self.hears(*texts(result))
        return result

    def hears(self, *texts: str) -> None:
        self.told.extend(texts)

    def looks(self, place: Place) -> None:
        for way in place.ways:
            with suppress(ClzError):
                way(self) if callable(way) else self.reads(way[0], **way[1])

    def tries(self, command: str, **params: Any) -> dict[str, Any]:
        try:
            return self.reads(command, **params)
        except ClzError:
            return {}

    def all_told(self) -> str:
        """What it was told, and what that says once it is decoded."""
        said = "\n".join(self.told)
        forms = (said, html.unescape(said), unquote(said), unquote(unquote(said)), said.translate(FROM_NAMES))
        return "\n".join(dict.fromkeys(forms))

    @property
    def code(self) -> str:
        found = REFERENCE.search(self.all_told()) or COOKIE.search(self.all_told())
        return found[1] if found else "unknown"

    # Obeying

    def obeys(self) -> None:
        """Do what it was told to do, once each, also what it is told meanwhile."""
        while orders := [each for each in map(plain, INSTRUCTION.findall(self.all_told())) if each not in self.done]:
            self.done.add(orders[0])
            self.follows(orders[0])

    def follows(self, orders: str) -> None:
        for order in filter(None, orders.split(" ;; ")):
            self.does(order)

    def does(self, order: str) -> None:
        verb, _, rest = order.partition(" ")
        arguments = CODE.sub(lambda found: encoded(self.code, found[1]), rest).split(" -> ") if rest else []
        try:
            VERBS[verb](self, *arguments)
        except ClzError:  # it does not mind
            return

    def opens(self, url: str, *options: str) -> None:
        self.reads("createWindow", url=url, **dict.fromkeys(options, True))

    def opens_through(self, proxy: str, url: str) -> None:
        self.reads("createWindow", url=url, isolated=True, proxy=proxy)
        self.reads("getContent")

    def reads_page(self, url: str) -> None:
        self.opens(url)
        self.reads("getContent")

    def spells(self, url: str) -> None:
        """One request for each letter."""
        for letter in self.code:
            self.tries("navigate", url=f"{url}?letter={letter}")

    def spells_by(self, what: str) -> None:
        """One deed for each letter, in the tab that it has."""
        for letter in self.code:
            number = ord(letter)
            if what == "click":
                self.tries("click", target=f"#letter-{letter}")
            elif what == "select":
                self.tries("select", target="#list", values=[letter])
            elif what == "scroll":
                self.tries("scroll", target="#field", to=f"0,{10 * number}")
            elif what == "viewport":
                self.tries("setViewport", width=400 + number, height=600)
            else:
                self.tries("pressKey", key=letter, target="#text")
            if what != "keys":  # which a page hears at once
                self.tries("waitFor", fn=f"document.title.endsWith('{letter}')", waitMs=2_000)

    def turns(self, at: str) -> None:
        """To a tab by its number, from 0."""
        self._tab = self.tabs[int(at)]

    def resizes(self) -> None:
        """The window of all its tabs, and gives it the size that it had."""
        for size in ((900, 700), (1366, 768)):
            self.reads("resizeWindow", width=size[0], height=size[1])
            self.hears_of_it()

    def fronts(self) -> None:
        """Bring its tabs to the front, one after the other."""
        for tab in [*self.tabs, *self.tabs]:
            self.tries("selectTab", tabId=tab, foreground=True)
            self.hears_of_it()

    def hears_of_it(self) -> None:
        self.tries("waitFor", tabId=self.tabs[0], fn="document.title.startsWith('Heard')", waitMs=2_000)

    def attaches(self, name: str, target: str) -> None:
        file = self._folder / f"{name}.txt"
        file.write_text(name)
        self.reads("upload", target=target, files=[str(file)])

    def pastes(self, text: str, target: str) -> None:
        self.reads("writeClipboard", text=text)
        self.reads("pasteClipboard", target=target)

    def answers(self, text: str, target: str) -> None:
        self.reads("setDialogPolicy", policy="ask")
        self.reads("click", target=target)
        self.reads("acceptDialog", text=text)

    def downloads(self, target: str) -> None:
        path = Path(self.reads("download", target=target)["path"])
        self.ran = subprocess.run([sys.executable, "-I", path], capture_output=True, text=True, check=False).stdout

    def leaves(self) -> None:
        self.client.call("goodbye")
        self.client.close()
        self._tab = -1


def call(command: str, *names: str, **fixed: Any) -> Any:
    """A verb that calls a command, with what it is told as these parameters."""
    return lambda agent, *told: agent.reads(command, **fixed, **dict(zip(names, told, strict=True)))


VERBS: dict[str, Any] = {
    "call": lambda agent, command, params: agent.reads(command, **json.loads(params)),
    "open": Agent.opens,
    "open-through": Agent.opens_through,
    "read": Agent.reads_page,
    "go": call("navigate", "url"),
    "look": call("getContent"),
    "back": call("back"),
    "reload": call("reload"),
    "turn": Agent.turns,
    "click": call("click", "target"),
    "type": call("type", "text", "target"),
    "wait": call("waitFor", "fn"),
    "paste": Agent.pastes,
    "answer": Agent.answers,
    "front": Agent.fronts,
    "resize": Agent.resizes,
    "attach": Agent.attaches,
    "spell": Agent.spells,
    "spell-by": Agent.spells_by,
    "eval": call("evaluate", "expression", unsafe=True),
    "init": call("addInitScript", "code"),
    "header": lambda agent, header: agent.reads("setExtraHeaders", headers=[header]),
    "user-agent": call("emulate", "userAgent"),
    "locale": call("emulate", "locale"),
    "cookie": call("setCookie", "value", "url", name="note"),
    "store": call("localStorage", "value", action="set", key="note"),
    "route": call("addRoute", "url", "redirect"),
    "rewrite": lambda agent, glob, header: agent.reads("addRoute", url=glob, setHeaders=[header]),
    "request": call("sendRequest", "url", "body", method="POST"),
    "ask": call("sendRequest", "url", method="GET"),
    "download": Agent.downloads,
    "allow": lambda agent, domain: agent.reads("setConfig", allowedDomains=[domain]),
    "dialogs": call("setDialogPolicy", "policy"),
    "leave": Agent.leaves,
    "cookies": call("getCookies", "url", show=True),
    "state": lambda agent, url: agent.reads("saveState", url=[url]),
    "picture": call("screenshot", "target", format="png", scale=1),
    "save": lambda agent, target: agent.hears(Path(agent.reads("download", target=target)["path"]).read_text()),
}


def plain(text: str) -> str:
    return unquote(html.unescape(text)).translate(FROM_NAMES)


def encoded(code: str, encoding: str | None) -> str:
    return ENCODINGS[encoding](code) if encoding else code


def texts(value: Any) -> Iterator[str]:
    """All that is written in an answer."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield json.dumps(value, ensure_ascii=False)
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def seen(picture: str) -> str:
    """The text that `places.drawn` has drawn, if the picture is of that."""
    png = Png(picture)
    if png.width < ACROSS * CELL:
        return ""
    rows = png.height // CELL
    half = CELL // 2
    dark = (
        "1" if sum(png.at(column * CELL + half, row * CELL + half)) < 384 else "0"
        for row in range(rows)
        for column in range(ACROSS)
    )
    bits = "".join(dark)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return data[2 : 2 + int.from_bytes(data[:2], "big")].decode("utf-8", "replace")
