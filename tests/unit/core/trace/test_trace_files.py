"""The files of a trace: written as it happens, and made into one."""

from __future__ import annotations

import json
import logging
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from clz_core.trace.folder import NETWORK, TRACE, TraceFolder
from clz_core.trace.pack import events_of, pack, read_events
from clz_core.trace.recorder import MOST_PENDING, Recorder
from tests.support.traces import moment, request


def events(folder: Path, name: str = TRACE) -> list[dict[str, Any]]:
    return list(read_events(folder / name))


def test_a_page_that_is_as_it_was_is_named_and_its_picture_kept_once(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t", "shop")
    for phase in ("before", "after"):
        recorder.note(recorder.next_call(), phase, moment())
    context, *rest = events(tmp_path / "t")
    assert (context["version"], context["title"], context["browserName"]) == (8, "shop", "firefox")
    assert [one["type"] for one in rest] == ["frame-snapshot", "screencast-frame", "frame-snapshot"]
    assert [one["snapshot"]["html"] for one in rest if "snapshot" in one] == [["HTML", {}, ["P", {}, "Shop"]], [[1, 2]]]
    assert len(os.listdir(tmp_path / "t/resources")) == 1


def test_the_next_process_goes_on(tmp_path: Path) -> None:
    first = Recorder(tmp_path, lasting=True)
    first.note(first.next_call(), "after", moment(logsCursor=5, requestsCursor=9))
    first.save()
    second = Recorder(tmp_path, lasting=True)
    assert second.next_call() == "call@2"
    assert second.tab == 7
    asked = {"tabId": 7, "prefix": "frame@7", "consoleSince": 5, "requestsSince": 9, "storage": True, "wait": True}
    assert second.asked(7, wait=False) == asked
    second.note("call@2", "after", moment())
    assert events(tmp_path)[-1]["snapshot"]["html"] == [[1, 2]]


def test_a_page_that_was_looked_at_just_now_is_not_looked_at_again(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t")
    assert recorder.last(7) is None
    assert recorder.last(None) is None
    recorder.begin()
    seen = recorder.note("call@1", "after", moment())
    assert recorder.last(7) == seen
    recorder._state["began"] -= 10_000
    assert recorder.last(7) is None


def test_what_is_told_later_stands_where_it_was_seen(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t")
    assert recorder.asked(7, wait=False)["wait"] is False
    seen = recorder.note("call@1", "after", moment(number=1, moments=[]))
    recorder.show(7, "call@1", "after", seen)
    recorder.show(7, "call@2", "before", seen)
    assert recorder.tabs == [7]
    late = moment(number=1)["moments"]
    recorder.note("call@2", "after", moment(number=2, moments=late))
    shown = events(tmp_path / "t")
    document, named = [one["snapshot"] for one in shown if one["type"] == "frame-snapshot"]
    assert (document["snapshotName"], document["callId"]) == ("after@call@1", "call@1")
    assert (named["snapshotName"], named["callId"], named["html"]) == ("before@call@2", "call@2", [[1, 2]])
    pictures = [(one["callId"], one["phase"]) for one in shown if one["type"] == "screenshot"]
    assert pictures == [("call@1", "after"), ("call@2", "before")]


def test_requests_and_what_they_carried_stand_as_har_has_them(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t")
    call = recorder.next_call()
    recorder.note(call, "after", moment(requests=[request(recorder), request(recorder, id="r2", state="pending")]))
    body = {"state": "whole", "bytes": 4, "mimeType": "text/plain", "text": "four"}
    recorder.bodies(7, {"requests": [request(recorder, responseBody=body)], "url": "", "title": ""})
    pack(tmp_path / "t", tmp_path / "t.zip")
    with zipfile.ZipFile(tmp_path / "t.zip") as archive:
        (only,) = events_of(archive.read(NETWORK).decode())
        entry = only["snapshot"]
        assert (entry["request"]["url"], entry["response"]["status"]) == ("http://a.test/x?q=1", 200)
        assert "text" not in entry["response"]["content"]
        assert archive.read(f"resources/{entry['response']['content']['_sha1']}") == b"four"
    assert not (tmp_path / "t").exists()


def test_a_request_that_has_no_end_stands_in_it_all_the_same(tmp_path: Path) -> None:
    first = Recorder(tmp_path, lasting=True)
    first.begin()
    open_ones = [
        request(first, id=id, url=f"http://a.test/{id}", state="pending", status=status)
        for id, status in (("ends", None), ("hangs", None), ("streams", 200))
    ]
    first.note(first.next_call(), "after", moment(requests=open_ones))
    first.save()
    second = Recorder(tmp_path, lasting=True)
    second.complete(7, moment(number=2, moments=[], requests=[{**open_ones[0], "state": "done", "status": 204}]))
    second.end()
    found = [one["snapshot"] for one in events(tmp_path, NETWORK)]
    assert [(one["_id"], one["response"]["status"], one["_failureText"]) for one in found] == [
        ("ends", 204, ""),
        ("hangs", 0, "its end is not in this trace"),
        ("streams", 200, ""),
    ]


def test_of_requests_whose_end_is_never_told_the_last_ones_are_kept(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.begin()
    endless = [request(recorder, id=str(number), state="pending", status=None) for number in range(MOST_PENDING + 50)]
    for at in range(0, len(endless), 50):
        recorder.note(recorder.next_call(), "after", moment(requests=endless[at : at + 50]))
    recorder.end()
    kept = [one["snapshot"]["_id"] for one in events(tmp_path, NETWORK)]
    assert kept == [str(number) for number in range(50, MOST_PENDING + 50)]


def test_what_was_said_before_the_trace_began_is_not_in_it(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    said = {"level": "log", "kind": "console", "message": "old", "timestamp": "2020-01-01T00:00:00.000Z"}
    recorder.note(recorder.next_call(), "after", moment(logs=[said]))
    assert not [one for one in events(tmp_path) if one["type"] == "console"]


def test_a_full_disk_is_told_once_and_costs_the_trace_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: written(descriptor, data[:10]))
    folder = TraceFolder(tmp_path)
    with caplog.at_level(logging.WARNING, "clz.trace"):
        folder.append(TRACE, {"type": "event", "method": "one"})
        folder.append(TRACE, {"type": "event", "method": "two"})
    assert folder.problem == "No space left on device"
    assert [one.getMessage() for one in caplog.records] == [
        f"warning: the trace in {tmp_path} cannot be written: No space left on device"
    ]
    monkeypatch.undo()
    folder.append(TRACE, {"type": "event", "method": "three"})
    assert [one["method"] for one in events(tmp_path)] == ["three"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = TraceFolder(tmp_path / "file" / "trace")
    folder.append(TRACE, {"type": "event"})
    assert folder.keep(b"x") is None
    assert folder.problem


def test_what_cannot_be_put_into_one_file_stays_where_it_is(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t")
    recorder.begin()
    (tmp_path / "t.zip").mkdir()
    with pytest.raises(ClzError) as failed:
        pack(tmp_path / "t", tmp_path / "t.zip")
    assert failed.value.code == "FILE_ERROR"
    assert str(tmp_path / "t") in failed.value.hint
    assert json.loads((tmp_path / "t" / TRACE).read_text())["type"] == "context-options"
