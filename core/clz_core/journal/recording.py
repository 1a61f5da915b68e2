"""Entries of a journal written as the steps of a test.

Actions keep their words, with the durable locator of what they found in the place of a ref or a selector. Waits become
expectations, as what followed does: an address, a title. Readings are left out, and so is what failed. A secret is a
name in the environment of the person who runs the test: the journal does not hold it.

The steps are lines of a .clz file, or Python: see `code`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from clz_core.contract.commands import COMMANDS
from clz_core.contract.shapes import Params
from clz_core.contract.targets import target_of
from clz_core.journal.code import in_playwright, in_python, value_in
from clz_core.journal.entries import MASK, CommandEntry
from clz_core.journal.words import line_of
from clz_core.text.typed import quoted

STEPS = frozenset(
    "createWindow navigate back forward reload setViewport setDialogPolicy acceptDialog dismissDialog handleConsent "
    "waitFor expect".split()
)
# Parts of a path that are others the next time: numbers, ids, hashes.
MADE = re.compile(r"\d+|(?=.*\d)[\w-]{8,}")


@dataclass
class Recording:
    """The lines of a test. `names` stand for secrets; `left_out` says what could not be written as a step."""

    base: str = ""
    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    folder: str = "."
    form: str = "clz"
    _by_field: dict[str, str] = field(default_factory=dict)
    _url: str = ""

    def add(self, entry: CommandEntry) -> None:
        """Take the next entry."""
        command = COMMANDS.get(entry["command"])
        if command is None or not entry["ok"]:
            return
        unsafe = command.name == "evaluate" and entry["params"].get("unsafe")
        if not (command.acts or command.name in STEPS or unsafe):
            if command.changes and not command.on_tab.closes and command.name != "evaluate":
                self.left_out.append(f"clz {command.cli}: it is not part of a test")
            return
        if command.name == "waitFor":
            self._expected(entry)
        elif command.goes_to_url:
            self._went(entry)
        else:
            self._acted(entry)
        self._followed(entry)

    def text(self, name: str) -> str:
        """The file, with all of it in one test."""
        body = "".join(f"    {line}\n" for line in self.lines)
        if self.form == "clz":
            head = f"base {self.base}\n\n" if self.base else ""
            return f"{head}test {json.dumps(name, ensure_ascii=False)}\n{body}"
        if all(line.startswith("#") for line in self.lines):
            body += "    pass\n"
        function = f"test_{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_') or 'page'}"
        head = "import os\n\n" if self.names else ""
        if self.form == "python":
            return (
                f"{head}from clz import Page\n\n\ndef {function}(clz_page: Page) -> None:\n    page = clz_page\n{body}"
            )
        return f"{head}from playwright.sync_api import Page, expect\n\n\ndef {function}(page: Page) -> None:\n{body}"

    def _went(self, entry: CommandEntry) -> None:
        url = str(entry["params"].get("url", "about:blank"))
        if "***" in url:
            self.left_out.append(f"clz {entry['words'][0]} {url}: a part of the address is a secret")
            return
        site, path = _parted(url if "://" in url else entry.get("url", url))
        if site and not self.base:
            self.base = site
        where = path if site and site == self.base and self.form == "clz" else url
        kept = {name: value for name, value in entry["params"].items() if name not in ("url", "tabId", "foreground")}
        self._step(entry["command"], {**kept, "url": where})
        self._url = entry.get("url", url)
        title = entry.get("result", {}).get("title")
        # A number in it is another the next time, and a glob's characters are none of a title's.
        if isinstance(title, str) and title and not re.search(r"[\d*?\[\]{}]", title):
            self._step("expect", {"condition": "title", "value": title})

    def _acted(self, entry: CommandEntry) -> None:
        params = self._located(entry)
        typed = COMMANDS[entry["command"]].typed_text
        if typed and params.get(typed.wire) == MASK:
            params[typed.wire] = f"${{{self._name(entry)}}}"
        elif entry["command"] == "pressKey" and "•" in str(params.get("key")):
            self.left_out.append("clz press: keys of a secret; type it with clz fill")
            return
        elif MASK in json.dumps(params, ensure_ascii=False) or "***" in json.dumps(params):
            self.left_out.append(f"clz {entry['words'][0]}: there is a secret in it")
            return
        if entry["command"] == "upload":
            params["files"] = [self._file(name) for name in params["files"]]
        self._step(entry["command"], params)

    def _file(self, name: str) -> str:
        """Where an uploaded file is. A page tells its name alone: it is looked for here and beside the test."""
        if os.path.dirname(name):
            return name
        here = next((path for path in (name, os.path.join(self.folder, name)) if os.path.isfile(path)), None)
        if here is None:
            note = f"{name} is not here: say where it is, from the folder of this file"
            self.lines.append(f"# {note}")
            self.left_out.append(f"the folder of an uploaded file: {note}")
            return name
        near = os.path.relpath(here, self.folder)
        return os.path.abspath(here) if near.startswith("..") else near

    def _expected(self, entry: CommandEntry) -> None:
        params = self._located(entry)
        target, text, url = params.get("target"), params.get("text"), params.get("url")
        place: Params = {name: params[name] for name in ("frame", "nth") if name in params}
        gone = params.get("gone", False)
        if target:
            what = "gone" if gone else "hidden" if params.get("hidden") else "visible"
            # What is gone has no durable locator: it was named as it was typed.
            if target_of(target).startswith("@"):
                self.left_out.append(f"clz wait {target}: a ref names nothing in another run")
            else:
                self._step("expect", {"condition": what, "target": target, **place})
        if text:
            within = {"frame": place["frame"]} if "frame" in place else {}
            self._step("expect", {"condition": "text", "value": text, "negated": bool(gone and not target), **within})
        if url:
            self._step("expect", {"condition": "url", "value": url})
        rest = {name: params[name] for name in ("load", "fn") if params.get(name)}
        if params.get("unsafe"):
            self.left_out.append(f"wait for {params['fn']}: only programs can wait for an --unsafe expression")
        elif rest:
            self._step("waitFor", rest)

    def _followed(self, entry: CommandEntry) -> None:
        url = entry.get("followed", {}).get("navigated")
        if not isinstance(url, str) or "***" in url:
            return
        site, path = _parted(url)
        if site and _parted(self._url)[1].partition("?")[0] != path.partition("?")[0]:
            self._step("expect", {"condition": "url", "value": "**" + _stable(path)})
        self._url = url

    def _located(self, entry: CommandEntry) -> Params:
        """The parameters, with what names the element in other visits of the page."""
        params = {name: value for name, value in entry["params"].items() if name not in ("tabId", "waitMs")}
        found = entry.get("locator")
        if found and params.get("target"):
            params["target"] = found["durable"]
            params.pop("nth", None)
            params.pop("frame", None)
            params |= {name: found[name] for name in ("nth", "frame") if name in found}
        return params

    def _name(self, entry: CommandEntry) -> str:
        """The name for the secret of a field: one a field, in capitals."""
        found = entry.get("locator")
        field_of = found["durable"] if found else str(entry["params"].get("target"))
        if field_of not in self._by_field:
            said = found.get("name", "") if found else ""
            base = re.sub(r"[^A-Z0-9]+", "_", said.upper()).strip("_") or "PASSWORD"
            name, n = (base if base[0].isalpha() else f"SECRET_{base}"), 2
            while name in self.names:
                name, n = f"{base}_{n}", n + 1
            self.names.append(name)
            self._by_field[field_of] = name
        return self._by_field[field_of]

    def _step(self, command: str, params: Params) -> None:
        line = line_text(line_of(command, params), self.names)
        if self.form == "clz":
            self.lines.append(line)
            return
        made = (in_python if self.form == "python" else in_playwright)(command, params, value_in(self.names))
        self.lines += made or [f"# clz {line}"]
        if not made:
            self.left_out.append(f"clz {line}: there is nothing like it in {self.form}")


def recorded(entries: Iterable[CommandEntry], folder: str = ".", form: str = "clz") -> Recording:
    """What a journal holds, as a test in `folder`, in one of the forms of `code`."""
    recording = Recording(folder=folder, form=form)
    for entry in entries:
        if entry["kind"] == "command":
            recording.add(entry)
    return recording


def line_text(words: list[str], names: Iterable[str] = ()) -> str:
    """Words as a line of a script, so that each is read back as it is; `${NAME}` of `names` stays a reference."""
    references = {f"${{{name}}}" for name in names}
    if any("\n" in word or "\r" in word for word in words):
        return json.dumps(words, ensure_ascii=False)  # no line holds a line break, but an array's string does
    return " ".join(f'"{word}"' if word in references else quoted(word) for word in words)


def _parted(url: str) -> tuple[str, str]:
    """The site of an address, and the rest of it; for anything but a page of a site, nothing and all of it."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return "", url
    site = f"{parts.scheme}://{parts.netloc}"
    return site, url[len(site) :] or "/"


def _stable(path: str) -> str:
    """A glob of a path, without what is another the next time."""
    bare = re.split(r"[?#]", path)[0]
    glob = "/".join("*" if MADE.fullmatch(part) else part for part in bare.split("/"))
    return glob + ("**" if bare != path else "")
