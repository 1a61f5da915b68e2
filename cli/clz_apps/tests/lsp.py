"""`clz lsp`: what editors ask about `.clz` files, answered by what `clz run --check`, Tab and `--help` know."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import ServerTextPosition, ServerTextRange, TextDocument

from clz_apps.lines import Lines
from clz_apps.tests.script import parse
from clz_apps.tests.script.check import KEYWORDS
from clz_apps.tests.script.find import below
from clz_apps.tests.script.model import Mistake, Place, Script
from clz_apps.tests.script.words import OWN
from clz_core import __version__
from clz_core.config.paths import open_file
from clz_core.files.beside import beside
from clz_core.journal.entries import LocatorKind

KINDS = get_args(LocatorKind)
TARGET = re.compile(
    r"""(?<!\S)(?:"(KIND=[^"]*)"|'(KIND=[^']*)'|(KIND=\S+))""".replace("KIND", f"(?:{'|'.join(KINDS)})")
)
NAMES = re.compile(r"^[ \t]*let\s+(\w+)\s*=|--save[ =](\w+)=|^[ \t]+with\s+(\w+(?:,\s*\w+)*)[ \t]*$", re.MULTILINE)
INCLUDED = re.compile(r"^[ \t]*include\s+(\S+)", re.MULTILINE)
LET = re.compile(r"\s*(?:let\s+\w+\s*=\s*)?")
LAST = re.compile(r"""\$\w*$|(?:"[^"]*|'[^']*|\S*)$""")


class Server(LanguageServer):
    lines: Lines


server = Server("clz", __version__)
roots: dict[str, list[str]] = {}
"""By a file, those that are checked for it: what includes it, or itself."""


def serve(lines: Lines) -> None:
    """Serve the editor that has standard input and output."""
    server.lines = lines
    server.start_io()


def changed(params: Any) -> None:
    """Say what is wrong in a file, whenever it is another."""
    document = server.workspace.get_text_document(params.text_document.uri)
    if document.path not in roots or not isinstance(params, lsp.DidChangeTextDocumentParams):
        roots[document.path] = _roots(document.path)
    wrong = [one for _, mistakes in _examined(document.path) for one in mistakes if one.place.file == document.path]
    found = [_diagnostic(document, one) for one in dict.fromkeys(wrong)]
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(document.uri, found))


for event in (lsp.TEXT_DOCUMENT_DID_OPEN, lsp.TEXT_DOCUMENT_DID_CHANGE, lsp.TEXT_DOCUMENT_DID_SAVE):
    server.feature(event)(changed)


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Write what was meant in place of what is wrong."""
    uri, kind = params.text_document.uri, lsp.CodeActionKind.QuickFix
    return [
        lsp.CodeAction(f"Write {new}", kind, [one], edit=lsp.WorkspaceEdit({uri: [lsp.TextEdit(one.range, new)]}))
        for one in params.context.diagnostics
        if isinstance(new := one.data, str)
    ]


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions([" ", "$", "-", "="]))
def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """What the word before the cursor may become."""
    document, row, column, line = _asked(params)
    last = LAST.search(line[:column])
    assert last is not None
    quote = last[0][:1].strip("$-@") if last[0][:1] in "\"'" else ""
    place = _range(document, row, last.start(), column)
    return [
        lsp.CompletionItem(
            word,
            detail=help or None,
            filter_text=quote + word,
            text_edit=lsp.TextEdit(place, word if word.startswith("$") else shlex.quote(word)),
        )
        for word, help in _offers(document, line[: last.start()], last[0].removeprefix(quote))
    ]


def _offers(document: TextDocument, before: str, begun: str) -> Iterator[tuple[str, str]]:
    """Words, and what each does."""
    if begun.startswith("$"):
        found = " ".join(name for groups in NAMES.findall(document.source) for name in groups)
        yield from ((f"${name}", "") for name in dict.fromkeys([*re.findall(r"\w+", found), *sorted(OWN)]))
        return
    words = server.lines.split(LET.sub("", before, count=1))
    own: Iterable[str] = ()
    match words:
        case []:
            own = KEYWORDS
        case ["needs"]:
            own = (test.name for script, _ in _examined(document.path) for test in script.tests if test.setup)
        case ["include"]:
            folder = os.path.dirname(document.path)
            own = (os.path.relpath(file, folder) for file in below(folder) if file != document.path)
    yield from ((word, "") for word in own)
    yield from server.lines.offers(words, begun)
    if server.lines.awaits_target(words):
        known = ("".join(found) for found in TARGET.findall(document.source))
        yield from ((word, "") for word in dict.fromkeys([*known, *(f"{kind}=" for kind in KINDS)]))


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
    """What `clz help` says of the command of a line; of a word of `.clz` files, what they are made of."""
    words = server.lines.split(LET.sub("", _asked(params)[3], count=1))
    named = (" ".join(words[:many]) for many in (3, 2, 1))
    text = next((text for name in named if (text := server.lines.help(name))), "")
    if not text and words and words[0] in KEYWORDS:
        text = parse.__doc__ or ""
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, f"```text\n{text}\n```")) if text else None


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
    """The file that a line names, or the setup that it needs."""
    document, _, _, line = _asked(params)
    goal = None
    match server.lines.split(line):
        case ["include" | "state" | "with", file]:
            goal = Place(beside(document.path, file), 1)
        case ["needs", name]:
            tests = (test for script, _ in _examined(document.path) for test in script.tests)
            goal = next((test.place for test in tests if test.setup and test.name == name), None)
    if goal is None or not os.path.isfile(goal.file):
        return None
    start = lsp.Position(goal.line - 1, goal.column - 1)
    return lsp.Location(uris.from_fs_path(goal.file) or "", lsp.Range(start, start))


def _asked(params: Any) -> tuple[TextDocument, int, int, str]:
    """The document, row and column that an editor asks about, and the line there."""
    document = server.workspace.get_text_document(params.text_document.uri)
    at = document.position_from_client_units(params.position)
    line = document.lines[at.line] if at.line < len(document.lines) else ""
    return document, at.line, at.character, line


def _range(document: TextDocument, row: int, begin: int, end: int) -> lsp.Range:
    return document.range_to_client_units(ServerTextRange(ServerTextPosition(row, begin), ServerTextPosition(row, end)))


def _diagnostic(document: TextDocument, mistake: Mistake) -> lsp.Diagnostic:
    """A mistake, over what is to be replaced or the word that it is at."""
    row, begin = mistake.place.line - 1, mistake.place.column - 1
    line = document.lines[row] if row < len(document.lines) else ""
    old, new = mistake.fix or ("", "")
    at = line.find(old, begin) if old else -1
    word = re.compile(r"\S*").match(line, begin)
    end = word.end() if word else begin
    place = _range(document, row, *((begin, end) if at < 0 else (at, at + len(old))))
    return lsp.Diagnostic(
        place, mistake.message, lsp.DiagnosticSeverity.Error, source="clz", data=new if at >= 0 else None
    )


def _examined(path: str) -> list[tuple[Script, list[Mistake]]]:
    """The files that are checked for one, read from the editor where they are open there."""
    return [parse.examine(root, server.lines, texts=_open()) for root in roots.get(path, [path])]


def _text(file: str) -> str:
    """What a script says; nothing where it cannot be read, or is too large for one."""
    try:
        opened, info = open_file(file)
    except OSError:
        return ""
    with opened:
        return opened.read().decode("utf-8", "replace") if info.st_size <= parse.MAX_BYTES else ""


def _open() -> dict[str, str]:
    return {document.path: document.source for document in server.workspace.text_documents.values()}


def _roots(path: str) -> list[str]:
    """What includes a file, and is not included itself; the file, where that is nothing."""
    opened = _open()
    included: dict[str, set[str]] = {}
    for file in below(server.workspace.root_path or os.path.dirname(path)):
        included[file] = {beside(file, name.strip("\"'")) for name in INCLUDED.findall(opened.get(file) or _text(file))}
    found, left, seen = [], [path], {path}
    while left:
        one = left.pop()
        above = [file for file in included if one in included[file]]
        found += [] if above else [one]
        left += [file for file in above if file not in seen]
        seen.update(above)
    return found or [path]
