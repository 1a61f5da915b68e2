"""Writing at a path that somebody named: what is there is looked at first. All of it is scratch."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from clz_apps.loops import transcript
from clz_apps.record import record
from clz_apps.say import Say
from clz_apps.tests.report import write as report
from clz_core.config.paths import NotAFile, write_at_once
from clz_core.contract.errors import ClzError
from clz_core.files import output
from clz_core.files.bodies import keep_body
from clz_core.files.downloads import keep_download, prepare_download
from clz_core.files.expectations import ExpectedFile
from clz_core.files.files import save_pdf, save_picture
from clz_core.files.har import write_har
from clz_core.files.output import write_output
from clz_core.files.state import save_state
from clz_core.journal.recording import Recording
from clz_core.loops.store import Loop

if TYPE_CHECKING:
    from clz_core.generated.results import DownloadResult, GetRequestBodyResult, PdfResult, ScreenshotResult


def refused(path: Path, data: bytes = b"new", replace: bool = True) -> str:
    with pytest.raises(ClzError) as caught:
        write_output(path, data, replace=replace)
    assert caught.value.code == "FILE_ERROR"
    return caught.value.message


def null_device(folder: Path) -> Path:
    path = folder / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        path.open("wb").close()
    except OSError:
        pytest.skip("devices cannot be made here")
    return path


def test_a_file_is_replaced_at_once_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    path.write_bytes(b"old")
    path.chmod(0o640)
    old = path.open("rb")
    write_output(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    with old:
        assert old.read() == b"old"
    assert os.listdir(tmp_path) == ["page.png"]


def test_a_device_is_written_into_and_stays_a_device(tmp_path: Path) -> None:
    path = null_device(tmp_path)
    write_output(path, b"new", mode=0o600, keep_mode=False)
    (tmp_path / "link").symlink_to(path)
    write_output(tmp_path / "link", b"new")
    assert stat.S_ISCHR(path.lstat().st_mode)
    with pytest.raises(NotAFile):
        write_at_once(path, "new")
    assert sorted(os.listdir(tmp_path)) == ["link", "null"]


def test_a_pipe_is_written_into_where_somebody_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert "has no reader" in refused(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    data, got = os.urandom(300_000), bytearray()

    def drain() -> None:
        while more := os.read(reader, 65536):
            got.extend(more)

    thread = threading.Thread(target=drain)
    write_first = os.open(path, os.O_WRONLY)  # so that the reader sees no end before the writer comes
    thread.start()
    write_output(path, data)
    os.close(write_first)
    thread.join(30)
    os.close(reader)
    assert bytes(got) == data
    assert stat.S_ISFIFO(path.lstat().st_mode)


def test_a_reader_that_takes_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(output, "READ_S", 0.05)
    assert "takes nothing" in refused(path, bytes(1_000_000))
    os.close(reader)


def test_a_folder_and_a_socket_are_refused(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        assert "is a socket" in refused(tmp_path / "socket")
        with pytest.raises(NotAFile):
            write_at_once(tmp_path / "socket", "new")


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    write_output(link, b"one")
    write_output(link, b"two")
    assert (link.is_symlink(), target.read_bytes()) == (True, b"two")


def test_nothing_that_is_there_is_touched_without_replace(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    write_output(path, b"old", replace=False)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for there in (path, tmp_path / "link"):
        assert "there already" in refused(there, replace=False)
    assert (path.read_bytes(), sorted(os.listdir(tmp_path))) == (b"old", ["link", "page.png"])


@pytest.mark.parametrize("to_file", [True, False])
def test_standard_output_is_written_to_whatever_it_is(tmp_path: Path, to_file: bool) -> None:
    code = "from clz_core.files.output import write_output as w; print('a'); w('/dev/stdout', b'b\\n'); print('c')"
    with (tmp_path / "out").open("wb") as file:
        done = subprocess.run([sys.executable, "-c", code], stdout=file if to_file else subprocess.PIPE, timeout=60)
    assert (done.stdout or (tmp_path / "out").read_bytes()) == b"a\nb\nc\n"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "No space left" in refused(path)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["state.json"])


def test_a_transcript_that_is_no_file_tells_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    loop = cast("Loop", None)  # nothing of it is looked at
    for path in (tmp_path / "pipe", null_device(tmp_path), tmp_path):
        assert transcript.read(path, loop) == transcript.Transcript(tools=True, cancelled=False, size=0)


def download_to(path: Path) -> None:
    saved = path.parent / "aside" / "saved.bin"
    saved.parent.mkdir(exist_ok=True)
    saved.write_bytes(b"whole")
    result = cast("DownloadResult", {"path": str(saved), "bytes": 5, "downloadUrl": "", "mimeType": ""})
    keep_download(result, prepare_download({"path": str(path), "overwrite": False}))


def record_to(path: Path) -> None:
    found = Recording()
    found.lines.append("open http://127.0.0.1")
    record._written(path, found, True, Say())


def report_to(path: Path, junit: str | None = None, html: str | None = None) -> None:
    journal = path.parent / "journal"
    journal.mkdir(exist_ok=True)
    (journal / "journal.jsonl").touch()
    report.write([journal], report.Forms(junit=junit, html=html), Say())


PICTURE = {"image": "cGljdHVyZQ==", "format": "png", "width": 1, "height": 1}
STATE = {"cookies": [], "origins": [], "skipped": [], "notSaved": [], "jar": ""}
HAR: dict[str, object] = {"requests": [], "tabId": 1}
WRITERS: dict[str, Callable[[Path], object]] = {
    "screenshot": lambda path: save_picture(cast("ScreenshotResult", PICTURE), {"path": str(path)}),
    "pdf": lambda path: save_pdf(cast("PdfResult", {"pdf": "cGRm"}), {"path": str(path)}),
    "network body": lambda path: keep_body(cast("GetRequestBodyResult", {"text": "body"}), {"path": str(path)}),
    "network har": lambda path: write_har(HAR, str(path)),
    "state save": lambda path: save_state({**STATE}, {"path": str(path)}),
    "expect --update": lambda path: ExpectedFile(path).keep({"template": "- heading"}),
    "download": download_to,
    "record --force": record_to,
    "report --junit": lambda path: report_to(path, junit=str(path)),
}
SPECIAL = ["pipe", "socket", "device", "folder", "dangling", "link to a device"]


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("command", WRITERS)
def test_no_command_takes_away_what_is_no_file(command: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "there"
    with socket.socket(socket.AF_UNIX) as listener:
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "socket":
            listener.bind(str(path))
        elif kind == "device":
            null_device(tmp_path).rename(path)
        elif kind == "folder":
            path.mkdir()
        else:
            path.symlink_to(tmp_path / "target" if kind == "dangling" else null_device(tmp_path))
        before = path.lstat().st_ino, stat.S_IFMT(path.lstat().st_mode)
        written = kind not in ("pipe", "socket", "folder")
        if command == "download" and kind == "folder":  # the page names the file in it
            written = True
        if written:
            WRITERS[command](path)
        else:
            with pytest.raises(ClzError) as caught:
                WRITERS[command](path)
            assert caught.value.code == "FILE_ERROR"
        assert (path.lstat().st_ino, stat.S_IFMT(path.lstat().st_mode)) == before
        assert (tmp_path / "target").exists() == (kind == "dangling")


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_what_cannot_be_written_into_costs_no_other_report(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "there"
    with socket.socket(socket.AF_UNIX) as listener:
        if kind == "pipe":
            os.mkfifo(path)
        else:
            listener.bind(str(path))
        with pytest.raises(ClzError, match="there"):
            report_to(path, junit=str(path), html=str(tmp_path / "html"))
    assert list((tmp_path / "html").iterdir())


def test_a_summary_is_added_to_a_file_and_to_nothing_that_waits(tmp_path: Path) -> None:
    file, pipe = tmp_path / "summary", tmp_path / "pipe"
    file.write_text("before\n")
    output.append_output(file, "after\n")
    assert file.read_text() == "before\nafter\n"
    os.mkfifo(pipe)
    with pytest.raises(ClzError) as caught:
        output.append_output(pipe, "after\n")
    assert caught.value.code == "FILE_ERROR"


def test_a_download_in_a_folder_follows_no_link_and_replaces_no_pipe(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    place = tmp_path / "folder/saved.bin"
    place.symlink_to(tmp_path / "target")

    def download() -> None:
        saved = tmp_path / "saved.bin"
        saved.write_bytes(b"whole")
        keep_download(
            cast("DownloadResult", {"path": str(saved), "bytes": 5}), {"path": f"{place.parent}/", "overwrite": True}
        )

    download()
    assert (place.is_symlink(), place.read_bytes(), (tmp_path / "target").exists()) == (False, b"whole", False)
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(ClzError, match="is not a file"):
        download()
    assert stat.S_ISFIFO(place.lstat().st_mode)
    assert (tmp_path / "saved.bin").exists(), "what was downloaded is not lost"
