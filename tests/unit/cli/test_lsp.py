"""`clz lsp`, as an editor speaks to it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.client import LanguageClient

from clz_core.contract.commands import COMMANDS

SCRIPT = """\
setup "logs in"
  open about:blank

test "orders"
  needs "logs in"
  include parts/steps.clz
  let NUMBER = get text "#order"
  click 'role=button[name="Buy"]'
  press Entr
  clikc $NUMBR
"""
STEPS = "fill '#q' \"$NUMBER\"\n"


class Editor:
    """An editor that has a file open."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.document = lsp.TextDocumentIdentifier(uris.from_fs_path(str(path)) or "")
        self.said: asyncio.Queue[list[lsp.Diagnostic]] = asyncio.Queue()
        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
            lambda params: self.said.put_nowait(list(params.diagnostics))
        )

    async def open(self, text: str) -> list[lsp.Diagnostic]:
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.document.uri, "clz", 1, text))
        )
        return await self.said.get()

    async def change(self, text: str) -> list[lsp.Diagnostic]:
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(2, self.document.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return await self.said.get()

    async def offers(self, line: int, column: int) -> dict[str, str]:
        """What may be written there, and what is offered."""
        params = lsp.CompletionParams(self.document, lsp.Position(line, column))
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, list)
        return {one.label: one.text_edit.new_text for one in found if isinstance(one.text_edit, lsp.TextEdit)}


def editing(folder: Path, name: str, does: Callable[[Editor], Awaitable[None]]) -> None:
    async def run() -> None:
        client = LanguageClient("editor", "1")
        editor = Editor(client, folder / name)
        await client.start_io(sys.executable, "-m", "clz_cli", "lsp")
        await client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=uris.from_fs_path(str(folder)))
        )
        client.initialized(lsp.InitializedParams())
        try:
            await does(editor)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]

    asyncio.run(asyncio.wait_for(run(), 60))


def test_what_is_wrong_is_said_where_it_is_and_what_was_meant_can_be_taken(tmp_path: Path) -> None:
    async def does(editor: Editor) -> None:
        found = await editor.open("test a\n  press Entr\n  clikc x\n")
        spans = [(one.range.start.line, one.range.start.character, one.range.end.character, one.data) for one in found]
        assert spans == [(1, 8, 12, "Enter"), (2, 2, 7, "click")]
        context = lsp.CodeActionContext(found)
        actions = await editor.client.text_document_code_action_async(
            lsp.CodeActionParams(editor.document, found[0].range, context)
        )
        assert actions is not None
        assert [one.title for one in actions] == ["Write Enter", "Write click"]
        assert await editor.change("test a\n  press Enter\n  click x\n") == []

    editing(tmp_path, "a.clz", does)


def test_an_included_file_is_checked_as_a_part_of_what_includes_it(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "a.clz").write_text("test a\n  let NUMBER = get text h1\n  include parts/steps.clz\n")
    (tmp_path / "parts/steps.clz").write_text(STEPS)
    # What is no script, and what editors leave.
    (tmp_path / ".#a.clz").symlink_to("me@here.1")
    os.mkfifo(tmp_path / "pipe.clz")
    (tmp_path / "blank.clz").write_text("\n" * 200_000)
    with (tmp_path / "large.clz").open("wb") as large:
        large.truncate(1 << 40)
    (tmp_path / "round").symlink_to(tmp_path)

    async def does(editor: Editor) -> None:
        assert await editor.open(STEPS) == []
        (found,) = await editor.change(STEPS.replace("NUMBER", "NUMBR"))
        assert found.data == "$NUMBER"

    editing(tmp_path, "parts/steps.clz", does)


def test_what_may_follow_is_offered_with_its_quotes(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/steps.clz").write_text(STEPS)

    async def does(editor: Editor) -> None:
        await editor.open(SCRIPT)
        commands = await editor.offers(9, 2)
        assert {"click", "let", "expect"} <= commands.keys()
        assert (await editor.offers(4, 8))["logs in"] == "'logs in'"
        assert (await editor.offers(5, 10))["parts/steps.clz"] == "parts/steps.clz"
        assert "$NUMBER" in await editor.offers(9, 10)
        await editor.change(SCRIPT.replace("clikc $NUMBR", "click "))
        targets = await editor.offers(9, 8)
        assert targets['role=button[name="Buy"]'] == "'role=button[name=\"Buy\"]'"
        assert "label=" in targets
        await editor.change(SCRIPT.replace("clikc $NUMBR", "click x --"))
        assert "--nth" in await editor.offers(9, 12)

    editing(tmp_path, "a.clz", does)


def test_the_help_of_a_line_and_the_places_that_it_names_are_shown(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/steps.clz").write_text(STEPS)
    (tmp_path / "a.clz").write_text(SCRIPT)

    async def does(editor: Editor) -> None:
        await editor.open(SCRIPT)
        about = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document, lsp.Position(6, 20)))
        assert about is not None
        assert isinstance(about.contents, lsp.MarkupContent)
        assert COMMANDS["get"].summary.split()[0] in about.contents.value
        for line, goal, row in ((5, tmp_path / "parts/steps.clz", 0), (4, tmp_path / "a.clz", 0)):
            place = await editor.client.text_document_definition_async(
                lsp.DefinitionParams(editor.document, lsp.Position(line, 12))
            )
            assert isinstance(place, lsp.Location)
            assert (place.uri, place.range.start.line) == (uris.from_fs_path(str(goal)), row)

    editing(tmp_path, "a.clz", does)
