"""What is written into films of what agents do: never what they type in secret."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.journal.entries import MASK
from clz_core.secrets.secret import Secret
from clz_native.film.captions import Captions
from clz_native.request import Request
from clz_native.secrets.masker import Masker

if TYPE_CHECKING:
    from clz_core.generated.messages import DurableLocator


def request(command: str, locator: dict[str, Any] | None = None, **params: Any) -> Request:
    made = Request("agent", "cli", "1", COMMANDS[command], params, Deadline.after(1_000))
    made.locator = cast("DurableLocator | None", locator)
    return made


@pytest.fixture
def masker() -> Masker:
    return Masker()


def captions(film: Captions, done: Request, result: dict[str, Any] | None) -> list[str]:
    """The captions before and after."""
    film.begun(done)
    before = film.drawn()["caption"]
    film.done(done, result)
    return [before, film.drawn()["caption"]]


def test_what_is_typed_is_written_once_its_field_is_known_not_to_be_secret(masker: Masker) -> None:
    done = request("fill", {"secret": False}, target="#name", text="Ada Lovelace")
    shown = ['clz fill "#name" ' + f'"{MASK}"', 'clz fill "#name" "Ada Lovelace"']
    assert [caption.replace(f" {MASK}", f' "{MASK}"') for caption in captions(Captions(masker), done, {})] == shown


@pytest.mark.parametrize("locator", [{"secret": True}, {}, None])
def test_what_is_typed_in_secret_is_never_written(masker: Masker, locator: dict[str, Any] | None) -> None:
    done = request("fill", locator, target="#password", text="hunter2-hunter2")
    assert not any("hunter2" in caption for caption in captions(Captions(masker), done, {}))
    failed = request("fill", None, target="#password", text="hunter2-hunter2")
    assert not any("hunter2" in caption for caption in captions(Captions(masker), failed, None))


def test_a_known_secret_is_masked_wherever_it_stands(masker: Masker) -> None:
    masker.mask(Secret("KEY", "quietZebra", ("example.com",), False))
    assert "quietZebra" not in str(
        captions(Captions(masker), request("navigate", url="https://a.test/?q=quietZebra"), {})
    )


def test_keys_are_drawn_once_and_those_of_a_secret_field_as_dots(masker: Masker) -> None:
    film = Captions(masker)
    film.done(request("pressKey", {"secret": False}, key="Control+A"), {})
    assert film.drawn()["keys"] == "Control+A"
    assert "keys" not in film.drawn()
    film.done(request("pressKey", {"secret": True}, key="h u n t Enter"), {})
    assert film.drawn()["keys"] == "• • • • Enter"


def test_the_pointer_is_where_it_pressed_and_does_not_press_where_it_only_hovers(masker: Masker) -> None:
    film = Captions(masker)
    film.done(request("click", {"point": {"x": 3, "y": 4}}, target="#go"), {})
    assert film.drawn()["point"] == {"x": 3, "y": 4, "pressed": True}
    film.done(request("hover", {"point": {"x": 5, "y": 6}}, target="#go"), {})
    assert film.drawn()["point"] == {"x": 5, "y": 6, "pressed": False}
    assert "point" not in film.drawn()


def test_what_only_the_host_does_is_not_written(masker: Masker) -> None:
    film = Captions(masker)
    film.begun(request("status"))
    assert film.drawn()["caption"] == ""


def test_a_caption_ends_with_its_command_once_it_could_be_read_and_says_if_that_failed(
    masker: Masker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("clz_native.film.captions.time.monotonic", lambda: now)
    film, done = Captions(masker), request("click", target="#go")
    line = 'clz click "#go"'
    film.begun(done)
    assert film.drawn() == {"caption": line, "failed": False}
    now = 20
    assert film.drawn()["caption"] == line
    film.done(done, {})
    assert film.drawn()["caption"] == ""
    film.begun(done)
    film.done(done, None)
    now = 40  # no frame was taken meanwhile
    assert film.drawn() == {"caption": line, "failed": True}
    now += 0.5
    assert film.drawn()["caption"] == line
    now += 0.2
    assert film.drawn()["caption"] == ""


def test_a_caption_was_read_when_frames_have_shown_it_for_long_enough_or_another_command_begins(
    masker: Masker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("clz_native.film.captions.time.monotonic", lambda: now)
    film, done = Captions(masker), request("click", target="#go")

    async def is_read(reading: asyncio.Task[None]) -> bool:
        for _ in range(3):
            await asyncio.sleep(0)
        return reading.done()

    async def shown() -> None:
        nonlocal now
        film.begun(done)
        assert film.done(request("status"), {}) is False, "it has no caption to be read"
        assert film.done(done, {}) is True
        reading = asyncio.create_task(film.read())
        now = 40  # no frame was taken meanwhile
        assert not await is_read(reading)
        film.drawn()
        assert not await is_read(reading)
        now += 0.6
        assert not await is_read(reading), "no frame has shown that it is over"
        film.drawn()
        assert await is_read(reading)
        film.begun(done)
        film.done(done, {})
        reading = asyncio.create_task(film.read())
        film.begun(done)
        film.drawn()
        assert await is_read(reading)

    asyncio.run(shown())
