"""Recordings with bodies in files of their own, and what may come with them from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from clz_core.files.har import har, write_har
from clz_native.host import recordings
from clz_native.host.recordings import whole_recording

PICTURE = b"\x89PNG\r\n\x1a\n\0"
NAMED = hashlib.sha1(PICTURE).hexdigest() + ".png"


def recording(**bodies: Any) -> str:
    """One entry a body, which is named as Playwright names it."""
    entries = [
        {
            "request": {"method": "GET", "url": f"http://a.example/{path}"},
            "response": {"status": 200, "content": content},
        }
        for path, content in bodies.items()
    ]
    return json.dumps({"log": {"version": "1.2", "entries": entries}})


def contents(data: bytes | None) -> list[dict[str, Any]]:
    assert data is not None
    return [entry["response"]["content"] for entry in json.loads(data)["log"]["entries"]]


def test_bodies_come_from_beside_a_recording_and_from_its_zip(tmp_path: Path) -> None:
    text = recording(a={"_file": NAMED, "mimeType": "image/png"}, b={"text": "here", "mimeType": "text/plain"})
    (tmp_path / "a.har").write_text(text)
    (tmp_path / NAMED).write_bytes(PICTURE)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("har.har", text)
        archive.writestr(NAMED, PICTURE)
    for name in ("a.har", "a.zip"):
        picture, plain = contents(whole_recording(str(tmp_path / name)))
        assert (base64.b64decode(picture["text"]), picture["encoding"]) == (PICTURE, "base64")
        assert plain["text"] == "here"


def test_what_is_posted_comes_as_text(tmp_path: Path) -> None:
    name = hashlib.sha1(b"tea=3").hexdigest() + ".txt"
    asked = {"method": "POST", "url": "http://a.example/", "postData": {"mimeType": "text/plain", "_file": name}}
    entry = {"request": asked, "response": {"status": 204}}
    (tmp_path / "a.har").write_text(json.dumps({"log": {"entries": [entry]}}))
    (tmp_path / name).write_text("tea=3")
    made = json.loads(whole_recording(str(tmp_path / "a.har")) or b"")
    assert made["log"]["entries"][0]["request"]["postData"]["text"] == "tea=3"


def test_a_recording_that_is_whole_or_broken_goes_as_it_is(tmp_path: Path) -> None:
    for text in (recording(a={"text": "here"}), "{", '{"_file"', ""):
        (tmp_path / "a.har").write_text(text)
        assert whole_recording(str(tmp_path / "a.har")) in (None, text.encode())
    assert whole_recording(str(tmp_path / "none.har")) is None


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/hostname", "sub/secret", ".hidden", "", "link", "a\0b", 5, "gone", "letter.txt"]
)
def test_a_recording_is_given_no_file_from_elsewhere(tmp_path: Path, name: Any) -> None:
    (tmp_path / "secret").write_text("hunter2")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/.hidden").write_text("hunter2")
    (tmp_path / "sub/letter.txt").write_text("of mine, in the folder of what was downloaded")
    (tmp_path / "sub/link").symlink_to(tmp_path / "secret")
    (tmp_path / "sub/a.har").write_text(recording(a={"_file": name}))
    with zipfile.ZipFile(tmp_path / "sub/a.zip", "w") as archive:
        archive.writestr("har.har", recording(a={"_file": name}))
    for file in ("a.har", "a.zip"):
        with pytest.raises(ClzError) as raised:
            whole_recording(str(tmp_path / "sub" / file))
        assert raised.value.code == "FILE_ERROR"


def test_a_zip_is_no_bomb_and_holds_one_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MAX_ROUTE_BYTES", 10_000)
    bomb, two, torn = tmp_path / "bomb.zip", tmp_path / "two.zip", tmp_path / "torn.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("har.har", recording(a={"_file": "zeros"}))
        archive.writestr("zeros", bytes(1_000_000))
    with zipfile.ZipFile(two, "w") as archive:
        archive.writestr("a.har", "{}")
        archive.writestr("b.har", "{}")
    torn.write_bytes(bomb.read_bytes()[:200])
    for name, method in (("bz2", zipfile.ZIP_BZIP2), ("lzma", zipfile.ZIP_LZMA)):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w", method) as archive:
            archive.writestr("a.har", recording(a={"text": "here"}))
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.har", "{}")
    monkeypatch.setattr(recordings, "MAX_ENTRIES", 3)
    codes = []
    for path in (tmp_path / "many.zip", bomb, two, torn, tmp_path / "bz2.zip", tmp_path / "lzma.zip"):
        with pytest.raises(ClzError) as raised:
            whole_recording(str(path))
        codes.append(raised.value.code)
    assert codes == ["REQUEST_TOO_LARGE", "REQUEST_TOO_LARGE", *["FILE_ERROR"] * 4]


def test_what_clz_writes_as_a_zip_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = "text/html; charset=iso-8859-1"
    body = {"state": "whole", "bytes": 4, "text": "Grüße"}
    asked = {
        "method": "GET",
        "url": "http://a.example/",
        "state": "done",
        "startedAt": "2026-01-01",
        "type": "document",
    }
    known = {"status": 200, "statusText": "", "mimeType": kind, "responseBytes": 5, "redirectTo": None, "error": None}
    times = {"durationMs": 1, "waitMs": 1, "ip": None, "fromCache": False}
    result = {"requests": [{**asked, **known, **times, "responseBody": body}], "title": "", "url": ""}
    write_har(result, str(tmp_path / "a.zip"))
    (content,) = contents(whole_recording(str(tmp_path / "a.zip")))
    assert content["text"] == "Grüße"
    assert "encoding" not in content
    assert har(result)["log"]["entries"][0]["response"]["content"]["text"] == "Grüße"
