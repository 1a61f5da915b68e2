"""Firefox's debugger protocol, where it does not go as it should; how it goes well is tested in the real Firefox."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_native.firefox.rdp import PREFERENCES, Debugger
from clz_native.setup.profiles import temporary_prefs
from tests.support.scratch import Scratch

ROOT = {"from": "root", "addonsActor": "addons", "preferenceActor": "preferences"}


@contextmanager
def firefox(scratch: Scratch, *packets: dict | bytes, hangs_up: bool = False) -> Iterator[Path]:
    """Says these packets to every client, whatever is asked; one that `hangs_up` does so at the first question."""
    path = scratch.root / "rdp.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def serve() -> None:
            visitor, _ = listener.accept()
            with visitor:
                for packet in packets:
                    body = packet if isinstance(packet, bytes) else json.dumps(packet).encode()
                    visitor.sendall(body if isinstance(packet, bytes) else b"%d:%b" % (len(body), body))
                while visitor.recv(1 << 16) and not hangs_up:
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        yield path
        thread.join(5)


def test_events_are_passed_over_and_a_refusal_is_quoted(scratch: Scratch) -> None:
    refusal = {"from": "addons", "error": "unknownError", "message": "ERROR_CORRUPT_FILE"}
    events = ({"from": "root", "type": "addonListChanged"}, {"from": "addons", "type": "forwarded"})
    with (
        firefox(scratch, {"from": "root", "applicationType": "browser"}, ROOT, *events, refusal) as path,
        Debugger(path, Deadline.after(5000)) as debugger,
        pytest.raises(ClzError) as caught,
    ):
        debugger.install(Path("/x.xpi"))
    assert caught.value.code == "SETUP_FAILED"
    assert "ERROR_CORRUPT_FILE" in caught.value.message


@pytest.mark.parametrize("garbage", [b"HTTP/1.1 400 Bad Request", b"99999999:{}"])
def test_what_is_no_debugger_is_named(scratch: Scratch, garbage: bytes) -> None:
    with firefox(scratch, garbage) as path, pytest.raises(ClzError) as caught:
        Debugger(path, Deadline.after(5000))
    assert "does not speak its protocol" in caught.value.message


def test_a_debugger_that_hangs_up_is_an_os_error(scratch: Scratch) -> None:
    with firefox(scratch, {"from": "root"}, hangs_up=True) as path, pytest.raises(OSError, match="closed"):
        Debugger(path, Deadline.after(5000))


def test_lent_preferences_are_gone_afterwards_also_those_of_a_start_that_was_killed(tmp_path: Path) -> None:
    user_js = tmp_path / "user.js"
    with temporary_prefs(tmp_path, PREFERENCES):
        left = user_js.read_bytes()
    assert not user_js.exists()
    user_js.write_bytes(b"// mine\n" + left)
    with temporary_prefs(tmp_path, PREFERENCES):
        assert user_js.read_bytes().count(b"remote-enabled") == 1
    assert user_js.read_bytes() == b"// mine\n"
