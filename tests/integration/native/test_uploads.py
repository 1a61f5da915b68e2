"""Files on their way to the extension, with a real host process."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from clz_core import PROTOCOL_VERSION
from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_TO_EXTENSION_BYTES, PIECE_BYTES
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until


def upload(*files: Path | str) -> dict[str, Any]:
    with Client() as client:
        return client.call("upload", {"target": "input", "files": [str(file) for file in files]})


def test_a_file_comes_in_pieces_before_its_command(host: HostProcess, tmp_path: Path) -> None:
    file = tmp_path / "large.txt"
    file.write_bytes(bytes(range(256)) * (PIECE_BYTES // 100))
    upload(file)
    kinds = [message["type"] for message in host.received if message["type"] in ("file", "command")]
    pieces = host.of_type("file")
    assert kinds == ["file"] * len(pieces) + ["command"]
    assert b"".join(base64.b64decode(piece["data"]) for piece in pieces) == file.read_bytes()
    assert [piece["index"] for piece in pieces] == list(range(pieces[0]["total"]))
    (command,) = host.of_type("command")
    assert {(piece["name"], piece["mime"], piece["size"], piece["id"], piece["file"]) for piece in pieces} == {
        ("large.txt", "text/plain", file.stat().st_size, command["id"], 0)
    }
    assert max(host.raw_sizes) <= MAX_TO_EXTENSION_BYTES


def test_an_empty_file_is_a_file_too(host: HostProcess, tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.touch()
    upload(file)
    assert [(piece["total"], piece["data"]) for piece in host.of_type("file")] == [(1, "")]


def test_an_extension_that_opens_files_itself_gets_their_paths_only(scratch: Scratch, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a")
    with HostProcess(scratch, hello=False) as host:
        firefox = {"name": "Firefox", "version": "1.0", "buildID": "1"}
        hello = {"extensionVersion": "0", "protocol": PROTOCOL_VERSION, "firefox": firefox, "managed": True}
        host.say({"type": "hello", **hello})
        until(lambda: host.of_type("welcome"))
        assert upload(file)["params"]["files"] == [str(file)]
        assert host.of_type("file") == []


@pytest.mark.parametrize(
    ("name", "code"), [("missing", "FILE_ERROR"), ("relative.txt", "FILE_ERROR"), (".", "NEEDS_MANAGED")]
)
def test_what_cannot_be_read_or_given_is_refused(host: HostProcess, tmp_path: Path, name: str, code: str) -> None:
    path = name if name.startswith("relative") else tmp_path / name
    with pytest.raises(ClzError) as caught:
        upload(path)
    assert caught.value.code == code
    assert host.of_type("command") == []
