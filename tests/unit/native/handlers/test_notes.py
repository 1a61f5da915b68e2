"""Notes as the host keeps them: how many, how long, whose, and without secrets."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_NOTE_CHARS, MAX_NOTES
from clz_core.contract.validate import check
from clz_core.fronts.automation.notes import VIEWS
from clz_core.secrets.secret import Secret
from clz_core.text.display import facts
from clz_native.handlers.notes import Notes
from clz_native.request import Request
from clz_native.secrets.masker import Masker

ANN, BEN = "agent_" + "a" * 32, "agent_" + "b" * 32
PAGE: dict[str, Any] = {
    "tabId": 1,
    "url": "http://shop.test/",
    "locator": "text=Save",
    "selector": "#save",
    "name": "ends `here`",
    "box": {"x": 1, "y": 2, "width": 3, "height": 4},
    "styles": {"color": "red"},
}


class Views:
    """What notes ask of the rest of the host."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.missing = False

    async def act_as(self, agent: str, name: str, params: Any, ms: int) -> dict[str, Any]:
        self.asked.append(name)
        if self.missing:
            raise error("ELEMENT_NOT_FOUND", "It is gone.")
        return {"image": base64.b64encode(b"png").decode()}

    async def forward(self, request: Request, name: str, params: Any) -> dict[str, Any]:
        raise error("BUSY", "A person is asked already.")


def asking(agent: str, **params: Any) -> Request:
    command = COMMANDS["getNotes"]
    return Request(agent, "ann", "1", command, check(command, params), Deadline.after(20_000))


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


@pytest.fixture
def views() -> Views:
    return Views()


@pytest.fixture
def masker() -> Masker:
    return Masker()


@pytest.fixture
def notes(tmp_path: Path, views: Views, masker: Masker) -> Notes:
    notes = Notes(SessionPaths("notes", tmp_path).make(), masker, views.act_as)
    notes.forward = views.forward
    return notes


def read(path: str) -> bytes:
    return Path(path).read_bytes()


def take(notes: Notes, text: str, agent: str = ANN, **more: Any) -> int:
    return notes.take({"agent": agent, "note": {**PAGE, "text": text, **more}})["number"]


@in_a_loop
async def test_an_agent_keeps_so_many_notes_and_is_told_of_one_too_many(notes: Notes) -> None:
    assert [take(notes, "x") for _ in range(MAX_NOTES)] == list(range(1, MAX_NOTES + 1))
    with pytest.raises(ClzError) as caught:
        take(notes, "x")
    assert (caught.value.code, str(MAX_NOTES) in caught.value.message) == ("BUSY", True)
    assert take(notes, "of another", BEN) == 1
    await notes.notes(asking(ANN, action="resolve", number=7))
    assert take(notes, "x") == MAX_NOTES + 1
    notes.forget(ANN)
    assert (await notes.notes(asking(ANN)))["notes"] == []
    assert [one["text"] for one in (await notes.notes(asking(BEN)))["notes"]] == ["of another"]


@in_a_loop
async def test_a_note_is_one_line_of_bounded_length_without_secrets(notes: Notes, masker: Masker) -> None:
    masker.mask(Secret("PASSWORD", "correct horse", ()))
    take(notes, "a\x1b[31m\r\nb\u202ec")
    take(notes, "y" * 10_000)
    take(notes, "x" * (MAX_NOTE_CHARS - 5) + "correct horse", name="correct horse", component="correct horse")
    told = (await notes.notes(asking(ANN)))["notes"]
    assert told[0]["text"] == "a [31m  b c"
    assert len(told[1]["text"]) == MAX_NOTE_CHARS
    assert "corr" not in str(told)


@in_a_loop
async def test_what_was_resolved_has_a_picture_unless_its_element_is_gone(notes: Notes, views: Views) -> None:
    take(notes, "Make it blue")
    take(notes, "Take it away")
    listed = (await notes.notes(asking(ANN, wait=True)))["notes"]
    assert read(listed[0]["crop"]) == b"png"
    done = await notes.notes(asking(ANN, action="resolve", number=1, text="It is"))
    assert (read(done["resolved"]["after"]), done["resolved"]["answer"]) == (b"png", "It is")
    views.missing = True
    gone = await notes.notes(asking(ANN, action="resolve", number=2))
    assert ("after" in gone["resolved"], gone["notes"], views.asked[-1]) == (False, [], "markNotes")
    with pytest.raises(ClzError) as caught:
        await notes.notes(asking(ANN, action="resolve", number=2))
    assert caught.value.code == "INVALID_PARAMS"
    assert [(one["number"], one["done"], one["answer"]) for one in notes.shown()] == [(1, True, "It is"), (2, True, "")]


@in_a_loop
async def test_to_wait_ends_with_the_first_note_where_the_person_is_asked_already(notes: Notes) -> None:
    waiting = asyncio.ensure_future(notes.notes(asking(ANN, wait=True)))
    await asyncio.sleep(0)
    take(notes, "Now")
    assert [one["text"] for one in (await waiting)["notes"]] == ["Now"]


@in_a_loop
async def test_what_the_person_wrote_is_apart_from_what_the_page_says(notes: Notes) -> None:
    take(notes, "Make it blue")
    result = await notes.notes(asking(ANN))
    view = VIEWS["getNotes"]
    assert view.head is not None
    assert view.head(facts(COMMANDS["getNotes"], result)) == "1 note of the person's to work on:\n1. Make it blue"
    document = view.page(result)
    assert "## 1. Make it blue\n" in document
    assert "`text=Save ends 'here'`" in document
    done = await notes.notes(asking(ANN, action="resolve", number=1, text="It is"))
    assert view.head(facts(COMMANDS["getNotes"], done)) == "0 notes of the person's to work on."
    assert view.page(done).startswith("## 1. Make it blue (resolved)\n\n- Answer: It is\n")


@pytest.mark.parametrize(
    "wrong", [{"action": "resolve"}, {"number": 1}, {"text": "x"}, {"action": "clear", "number": 1}]
)
def test_what_does_not_go_together_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ClzError) as caught:
        check(COMMANDS["getNotes"], wrong)
    assert caught.value.code == "INVALID_PARAMS"
