"""Reading traces: whole ones, cut ones, folders, broken ones; and what is written of them."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clz_apps.place import Place
from clz_apps.say import Say
from clz_apps.watch.trace import export
from clz_apps.watch.trace.export import page_events
from clz_apps.watch.trace.page import page
from clz_apps.watch.trace.read import read
from clz_apps.watch.trace.show import show
from clz_core.contract.errors import ClzError
from clz_core.trace import events
from clz_core.trace.folder import NETWORK, TRACE
from clz_core.trace.pack import pack
from clz_core.trace.recorder import Recorder
from tests.support.traces import moment, request


def written(folder: Path, steps: int = 3) -> Recorder:
    """A trace of some clicks, of which the last one failed."""
    recorder = Recorder(folder, "shop")
    for number in range(1, steps + 1):
        call = recorder.next_call()
        at = float(number * 1_000)
        failed = {"name": "ELEMENT_NOT_FOUND", "message": f"Nothing matches #{number}", "stack": ""}
        recorder.write(events.before(call, at, f"click #{number}", "click", {"target": f"#{number}"}, "page@7"))
        recorder.note(call, "after", moment(text=f"Step {number} " * 50, requests=[request(recorder, status=404)]))
        last = number == steps
        recorder.write(events.after(call, at + 50, f"after@{call}", failed if last else None, {}))
    return recorder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written(tmp_path / "t")
    pack(tmp_path / "t", tmp_path / "t.zip")
    return tmp_path / "t.zip"


def test_a_trace_reads_back_as_it_was_written(file: Path) -> None:
    trace = read(file)
    assert trace.whole
    assert [(step.title, step.ms) for step in trace.steps] == [("click #1", 50), ("click #2", 50), ("click #3", 50)]
    assert trace.steps[-1].error is not None
    (document,) = trace.documents("after@call@3")
    assert document["html"] == ["HTML", {}, ["P", {}, "Step 3 " * 50]]


def test_the_folder_of_a_trace_that_nobody_ended_is_read(tmp_path: Path) -> None:
    recorder = written(tmp_path / "t")
    recorder.write(events.before("call@9", 9_000, "click #9", "click", {}, "page@7"))
    with open(tmp_path / "t" / TRACE, "a") as unfinished:
        unfinished.write('{"type":"after","callId":"ca')
    trace = read(tmp_path / "t")
    assert (trace.whole, len(trace.steps), trace.steps[-1].ms) == (False, 4, None)
    assert export.steps(trace).endswith("it was cut off, or not stopped.")


def test_a_file_that_was_cut_off_anywhere_shows_what_there_is(file: Path, tmp_path: Path) -> None:
    data = file.read_bytes()
    shown = []
    for size in (len(data) - 10, len(data) * 3 // 4, len(data) // 2, len(data) // 3):
        (tmp_path / "cut.zip").write_bytes(data[:size])
        trace = read(tmp_path / "cut.zip")
        assert not trace.whole
        assert "This trace was cut off" in page(trace)
        shown.append(len(trace.steps))
    assert shown[0] == 3
    assert shown == sorted(shown, reverse=True)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip at all", b"PK\x03\x04" + b"\xff" * 60])
def test_what_is_no_trace_says_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "t.zip").write_bytes(data)
    with pytest.raises(ClzError, match="There is no trace in"):
        read(tmp_path / "t.zip")


def test_events_that_are_broken_are_passed_over(tmp_path: Path) -> None:
    written(tmp_path / "t", 1)
    lines = ["[]", "1", "{", '{"type":"after"}', '{"type":"before","callId":[]}', '{"type":"console","time":"x"}']
    lines += ['{"type":"frame-snapshot","snapshot":3}', '{"type":"context-options"}', "[" * 5_000]
    with open(tmp_path / "t" / TRACE, "a") as broken:
        broken.write("\n".join(lines))
    with open(tmp_path / "t" / NETWORK, "a") as broken:
        broken.write('{"type":"resource-snapshot","snapshot":{"request":1}}\nnonsense\n')
    trace = read(tmp_path / "t")
    assert len(trace.steps) == 1
    page(trace)


def test_steps_are_told_a_line_each_with_what_failed(file: Path) -> None:
    lines = export.steps(read(file)).splitlines()
    assert lines[0].startswith("     1.00 s  click #1  50 ms")
    assert lines[-2].startswith("✗    3.00 s  click #3  50 ms")
    assert lines[-1].strip() == "Nothing matches #3"


def test_requests_are_exported_as_har(file: Path) -> None:
    (entry, *_) = export.har(read(file))["log"]["entries"]
    assert (entry["request"]["url"], entry["response"]["status"]) == ("http://a.test/x?q=1", 404)
    assert not [name for name in entry if name.startswith("_") and name != "_resourceType"]


def test_the_icon_that_firefox_looks_for_is_no_error_of_the_page(tmp_path: Path) -> None:
    recorder = written(tmp_path / "t", 1)
    icon = request(recorder, url="http://a.test/favicon.ico", id="r2", status=404)
    recorder.note("call@1", "after", moment(requests=[icon], number=2))
    missing, sought = read(tmp_path / "t").requests
    assert (export.has_failed(missing), export.has_failed(sought)) == (True, False)


def test_all_of_it_is_exported_as_json(file: Path) -> None:
    made = json.loads(json.dumps(export.everything(read(file))))
    assert [step["error"] for step in made["steps"]][-1]["code"] == "ELEMENT_NOT_FOUND"
    assert made["title"] == "shop"


def test_nothing_of_a_trace_ends_the_script_of_its_page(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t", "</title><script>alert(1)</script>")
    call = recorder.next_call()
    recorder.write(events.before(call, 1, "</script><script>alert(2)</script>", "click", {}, None))
    made = page(read(tmp_path / "t"))
    assert made.count("<script") == 2
    assert "<script>alert" not in made


def test_the_page_of_a_trace_replaces_nothing_but_itself_unasked(file: Path) -> None:
    beside = file.with_suffix(".html")
    for _ in range(2):
        assert show({"file": str(file), "out": None}, Place(), Say())["path"] == str(beside)
    beside.write_text("<p>mine</p>")
    with pytest.raises(ClzError, match="is there already") as caught:
        show({"file": str(file), "out": None}, Place(), Say())
    assert caught.value.code == "FILE_ERROR"
    assert beside.read_text() == "<p>mine</p>"
    assert show({"file": str(file), "out": str(beside)}, Place(), Say())["path"] == str(beside)


def test_what_is_packed_too_well_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clz_apps.watch.trace.read.MAX_BYTES", 10_000)
    with zipfile.ZipFile(tmp_path / "t.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(TRACE, " " * 20_000)
    with pytest.raises(ClzError, match="holds more than"):
        read(tmp_path / "t.zip")


def test_sockets_storage_and_navigations_stand_beside_the_steps(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t", "chat")
    began = datetime.fromtimestamp(recorder_began(recorder), UTC)
    at = (began + timedelta(milliseconds=20)).isoformat()
    went = {"at": at, "kind": "navigation", "text": "the page went to http://a.test/chat"}
    recorder.note(recorder.next_call(), "after", moment(pageEvents=[went]))
    message = {"at": at, "kind": "websocket", "socket": 1, "url": "ws://a.test/echo", "seq": 1}
    recorder.sockets(
        7,
        [
            {**message, "type": "sent", "text": "hello", "bytes": 5, "format": "text"},
            {**message, "type": "received", "bytes": 9, "format": "binary"},
            {**message, "type": "closed", "reason": "bye"},
        ],
    )
    trace = read(tmp_path / "t")
    assert [(one["kind"], one["text"]) for one in page_events(trace)] == [
        ("navigation", "the page went to http://a.test/chat"),
        ("socket", "ws://a.test/echo sent hello"),
        ("socket", "ws://a.test/echo received (9 bytes)"),
        ("socket", "ws://a.test/echo closed bye"),
    ]
    assert '"pageEvents":[{"at":20' in page(trace)


def test_playwrights_viewer_finds_them_in_the_log_of_the_step_and_clz_once(tmp_path: Path) -> None:
    recorder = written(tmp_path / "t")
    began = datetime.fromtimestamp(recorder_began(recorder), UTC)
    for at, text in ((2_020, "a.test localStorage: cart set"), (3_999, "a.test localStorage: cart removed")):
        happened = {"at": (began + timedelta(milliseconds=at)).isoformat(), "kind": "storage", "text": text}
        recorder.note("call@3", "after", moment(number=9, pageEvents=[happened]))
    pack(tmp_path / "t", tmp_path / "t.zip")
    with zipfile.ZipFile(tmp_path / "t.zip") as archive:
        lines = [json.loads(line) for line in archive.read(TRACE).splitlines()]
    assert [(one["callId"], one["message"]) for one in lines if one["type"] == "log"] == [
        ("call@2", "storage: a.test localStorage: cart set"),
        ("call@3", "storage: a.test localStorage: cart removed"),
    ]
    trace = read(tmp_path / "t.zip")
    assert [step.log for step in trace.steps] == [[], [], []]
    assert len(page_events(trace)) == 2


def recorder_began(recorder: Recorder) -> float:
    recorder.begin()
    return recorder._began / 1000
