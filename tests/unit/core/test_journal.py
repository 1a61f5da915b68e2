"""The journal's files, words and masks."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import error
from clz_core.journal.call import Call
from clz_core.journal.entries import Place, Test, new_entry
from clz_core.journal.evidence import Ask
from clz_core.journal.files import Journal, journal_of, read
from clz_core.journal.masking import kept_details
from clz_core.journal.notes import noted
from clz_core.journal.place import at
from clz_core.journal.words import line_of
from clz_core.text.redact import redact_header, redact_line, redact_text, redact_url

SECRET = "hunter2 is my word"


def carried_out(folder: Path, command: str, params: dict[str, Any], *answers: Any, retried: bool = False) -> list[Ask]:
    """Carry a command out, answering what is asked for in turn; what was asked."""
    flow = noted(str(folder), Call("default", "cli", command, params, None, retried))
    asked = [next(flow)]
    for answer in answers:
        try:
            asked.append(flow.throw(answer) if isinstance(answer, BaseException) else flow.send(answer))
        except StopIteration:
            break
        except BaseException as problem:
            if problem is not answers[0]:
                raise
            break
    return asked


def entries(folder: Path) -> list[dict[str, Any]]:
    return [dict(entry) for entry in read(folder)]


def test_a_command_is_one_line_with_its_words_result_and_what_followed(tmp_path: Path) -> None:
    result = {"clicked": True, "text": "Sign up", "tabId": 3, "url": "https://a.test/", "navigated": "https://a.test/b"}
    located = {"durable": 'role=button[name="Sign up"]', "kind": "role", "secret": False}
    params = {"target": "@e4", "waitMs": 100, "count": 1}
    asked = carried_out(tmp_path / "j", "click", params, {"result": result, "locator": located})
    assert asked == [Ask("click", params, None, own=True)]
    [entry] = entries(tmp_path / "j")
    assert entry.pop("ms") >= 0
    assert len(entry.pop("id")) == 16
    assert entry.pop("time").endswith("Z")
    assert entry == {
        "v": 1,
        "kind": "command",
        "pid": os.getpid(),
        "ppid": os.getppid(),
        "session": "default",
        "agent": "cli",
        "command": "click",
        "words": ["click", "--wait-ms", "100", "@e4"],
        "params": params,
        "ok": True,
        "exit": 0,
        "locator": {**located, "target": "@e4"},
        "url": "https://a.test/",
        "result": {"clicked": True, "text": "Sign up", "tabId": 3},
        "followed": {"navigated": "https://a.test/b"},
    }


def test_what_is_called_inside_carries_its_place_and_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = Test(id="t1", name="signs up", file="a.clz", line=3, tags=[], attempt=1, variant="")
    monkeypatch.setenv("CLZ_TEST", "signs up")
    with at(None, test), at(Place(file="a.clz", line=4)):
        carried_out(tmp_path, "getTabs", {}, {"result": {}})
    carried_out(tmp_path, "getTabs", {}, {"result": {}})
    inside, outside = entries(tmp_path)
    assert inside["test"] == "t1"
    assert inside["at"] == {"file": "a.clz", "line": 4}
    assert inside["group"] == "signs up"
    assert "test" not in outside
    assert "at" not in outside


def test_a_failure_keeps_its_error_and_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_EVIDENCE", "none")
    problem = error("ELEMENT_NOT_FOUND", "Nothing matches #x", target="#x", said="y" * 5_000)
    flow = noted(str(tmp_path), Call("default", "cli", "click", {"target": "#x"}))
    next(flow)
    with pytest.raises(type(problem)) as raised:
        flow.throw(problem)
    assert raised.value is problem
    [entry] = entries(tmp_path)
    assert (entry["ok"], entry["exit"], entry["error"]["code"]) == (False, 1, "ELEMENT_NOT_FOUND")
    assert len(json.dumps(entry["error"]["details"])) <= 2_000
    assert entry["error"]["details"]["target"] == "#x"


def test_a_command_that_nobody_waits_for_any_more_is_written_as_interrupted(tmp_path: Path) -> None:
    flow = noted(str(tmp_path), Call("default", "cli", "click", {"target": "#x"}))
    next(flow)
    with pytest.raises(KeyboardInterrupt):
        flow.throw(KeyboardInterrupt())
    [entry] = entries(tmp_path)
    assert (entry["ok"], entry["exit"]) == (False, 130)


def test_a_try_that_is_made_again_where_no_host_was_is_no_entry(tmp_path: Path) -> None:
    carried_out(tmp_path, "createWindow", {"url": "https://a.test/"}, error("NOT_CONNECTED", "none"), retried=True)
    assert not list(tmp_path.iterdir())
    carried_out(tmp_path, "createWindow", {"url": "https://a.test/"}, error("NOT_CONNECTED", "none"))
    assert entries(tmp_path)[0]["exit"] == 3


def test_pictures_of_an_error_are_not_written_into_its_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_EVIDENCE", "none")
    picture = "iVBORw0KGgo" * 1_000
    failure = error("EXPECTATION_FAILED", "differs", "", differentPixels=9, actual=picture, diff=picture)
    carried_out(tmp_path, "expect", {"condition": "picture"}, failure)
    assert entries(tmp_path)[0]["error"]["details"] == {"differentPixels": 9}


def test_of_the_requests_before_a_failure_those_are_kept_that_failed_for_the_page(tmp_path: Path) -> None:
    sent = {
        "https://a.test/": 200,
        "https://a.test/api": 500,
        "https://a.test/favicon.ico": 404,
        "https://a.test/i/favicon.ico": 404,
    }
    requests = [{"url": url, "state": "done", "status": status} for url, status in sent.items()]
    shown: list[Any] = [{"logs": []}, {"requests": requests}, {"snapshot": ""}, {"image": ""}]
    carried_out(tmp_path, "click", {"target": "#a"}, error("ELEMENT_NOT_FOUND", "It is not there."), *shown)
    kept = entries(tmp_path)[0]["evidence"]["requests"]
    assert [one["url"] for one in kept] == ["https://a.test/api", "https://a.test/i/favicon.ico"]


@pytest.mark.parametrize("command", ["type", "fill", "pressKey", "selectText", "acceptDialog"])
@pytest.mark.parametrize("came", ["secret", "failed"])
def test_what_is_typed_in_secret_is_nowhere_in_the_folder(tmp_path: Path, command: str, came: str) -> None:
    params = {"target": "#password", ("key" if command == "pressKey" else "text"): SECRET}
    echo = {"key": SECRET, "currentValue": SECRET, "message": SECRET, "url": "https://a.test/", "navigated": SECRET}
    shown: list[Any] = [
        {"logs": [{"message": f"he said {SECRET}", "level": "error"}]},
        {"requests": [{"url": f"https://a.test/{SECRET}", "status": 500}]},
        {"snapshot": f'- textbox "Name": {SECRET}', "url": "https://a.test/", "title": SECRET},
        {"image": ""},
    ]
    located = {"durable": f"text={SECRET}", "kind": "text", "secret": True}
    failure = error("NOT_EDITABLE", f"it took no {SECRET}", f"say {SECRET}", target=SECRET, options=[{"label": SECRET}])
    first = {"result": echo, "locator": located} if came == "secret" else failure
    carried_out(tmp_path, command, params, first, *shown)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"command" in kept
    assert SECRET.encode() not in kept


def test_what_was_typed_into_a_plain_field_is_kept(tmp_path: Path) -> None:
    located = {"durable": "#name", "kind": "css", "secret": False}
    carried_out(tmp_path, "fill", {"target": "#name", "text": "Ada"}, {"result": {}, "locator": located})
    carried_out(tmp_path, "acceptDialog", {"text": "Ada"}, {"result": {"type": "prompt"}})
    typed, answered = entries(tmp_path)
    assert typed["words"] == ["fill", "#name", "Ada"]
    assert answered["words"] == ["dialog", "accept", "Ada"]


def test_of_secret_keys_those_are_kept_that_write_nothing(tmp_path: Path) -> None:
    located = {"durable": "#password", "kind": "css", "secret": True}
    params = {"key": "h Shift+U n t Control+a Enter"}
    carried_out(tmp_path, "pressKey", params, {"result": {}, "locator": located})
    assert entries(tmp_path)[0]["params"]["key"] == "• • • • • Enter"


def test_a_secret_is_masked_in_the_commands_after_it(tmp_path: Path) -> None:
    located = {"durable": "#password", "kind": "css", "secret": True}
    word = os.urandom(8).hex()
    carried_out(tmp_path, "fill", {"target": "#p", "text": word}, {"result": {}, "locator": located})
    carried_out(tmp_path, "click", {"target": "#go"}, {"result": {"navigated": f"https://a.test/?q={word}"}})
    assert word not in (tmp_path / "journal.jsonl").read_text()


def test_secrets_in_addresses_are_masked(tmp_path: Path) -> None:
    carried_out(tmp_path, "createWindow", {"url": "https://me:pw@a.test/?token=abc"}, {"result": {}})
    [entry] = entries(tmp_path)
    assert entry["words"] == ["open", "https://***@a.test/?token=***"]
    assert entry["params"] == {"url": "https://***@a.test/?token=***"}


REDACTIONS = json.loads(Path("extension/src/shared/secrets/redactions.json").read_text("utf-8"))


@pytest.mark.parametrize(("address", "shown"), REDACTIONS["secrets"])
def test_an_address_is_masked_as_in_firefox(address: str, shown: str) -> None:
    assert redact_url(address) == shown
    if address.startswith("/"):
        assert redact_text(f"went to https://a.test{address} (twice)") == f"went to https://a.test{shown} (twice)"


@pytest.mark.parametrize("address", REDACTIONS["harmless"])
def test_an_address_without_secrets_stays_as_it_is(address: str) -> None:
    assert redact_url(address) == address


@pytest.mark.parametrize(("line", "shown"), REDACTIONS["lines"])
def test_a_line_is_masked_as_in_firefox(line: str, shown: str) -> None:
    assert redact_line(line) == shown


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("X-Api-Key: hunter22", "X-Api-Key: ***"),
        ("authorization:Basic aGk=", "authorization: ***"),
        ("Cookie: a=1", "Cookie: ***"),
        ("X-Feature: new-cart", "X-Feature: new-cart"),
        ("Referer: https://a.test/?token=hunter22", "Referer: https://a.test/?token=***"),
        ("no colon", "no colon"),
    ],
)
def test_a_header_whose_name_is_secret_loses_its_value(header: str, shown: str) -> None:
    assert redact_header(header) == shown


def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a" / "b")
    assert journal.append(new_entry("run"))
    assert journal.keep("x.png", b"picture") == "evidence/x.png"
    for path in (tmp_path / "a").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_lines_of_many_writers_never_mix(tmp_path: Path) -> None:
    program = (
        "import sys; from clz_core.journal.entries import new_entry; from clz_core.journal.files import Journal\n"
        "journal = Journal(sys.argv[1])\n"
        "for _ in range(200): assert journal.append({**new_entry('run'), 'argv': ['x' * 9000]})"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)]) for _ in range(3)]
    threads = [
        threading.Thread(target=lambda: [journal_of(str(tmp_path)).append(new_entry("run")) for _ in range(200)])
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    found = read(tmp_path)
    assert len(list(found)) == 1_000
    assert found.broken == 0


def test_lines_that_are_broken_are_skipped_and_counted(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert journal.append(new_entry("run"))
    with (tmp_path / "journal.jsonl").open("ab") as file:
        file.write(b'{"v": 1, "kind": "com')  # its writer was killed
    assert journal.append(new_entry("test"))
    with (tmp_path / "journal.jsonl").open("ab") as file:
        file.write(b'{"v": 99, "kind": "run"}\n[1]\n\xff\xfe\n\n')
    found = read(tmp_path)
    assert [entry["kind"] for entry in found] == ["run", "test"]
    assert found.broken == 4


def test_a_folder_that_cannot_be_written_is_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    journal = Journal(tmp_path / "file" / "journal")
    assert not journal.append(new_entry("run"))
    assert not journal.append(new_entry("run"))
    assert journal.keep("x.png", b"") is None
    assert [record.message for record in caplog.records] == [
        f"warning: the journal in {journal.folder} cannot be written: File exists"
    ]


def test_what_a_full_disk_cut_off_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    assert journal.append(new_entry("run"))
    before = (tmp_path / "journal.jsonl").read_bytes()
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:10]))
        assert not journal.append(new_entry("run"))
    assert (tmp_path / "journal.jsonl").read_bytes() == before


def test_a_journal_that_is_no_file_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    os.mkfifo(tmp_path / "journal.jsonl")
    assert not Journal(tmp_path).append(new_entry("run"))
    (tmp_path / "journal.jsonl").unlink()
    (tmp_path / "elsewhere").write_text("")
    (tmp_path / "journal.jsonl").symlink_to(tmp_path / "elsewhere")
    assert not Journal(tmp_path).append(new_entry("run"))
    assert (tmp_path / "elsewhere").read_text() == ""
    assert os.strerror(errno.ELOOP) in caplog.records[-1].message


def test_details_are_cut_member_by_member() -> None:
    details = {"a": "x" * 900, "b": [{"text": "y" * 300}] * 30, "c": 5, "d": {"e": "z" * 3_000}}
    kept = kept_details(details)
    assert kept["a"] == details["a"]
    assert 1 <= len(kept["b"]) < 30
    assert kept["c"] == 5
    assert "d" not in kept


@pytest.mark.parametrize(
    ("command", "params", "words"),
    [
        (
            "click",
            {"target": "#a", "count": 1, "modifier": ["ctrl", "shift"]},
            "click --modifier ctrl --modifier shift #a",
        ),
        ("type", {"target": "#a", "text": "-5", "clear": False}, "type --no-clear -- #a -5"),
        ("select", {"target": "#a", "values": ["x", "y"], "by": "label"}, "select --by label #a x y"),
        ("mouseWheel", {"delta": "-120", "target": "#map"}, "wheel --in #map -- -120"),
        ("acceptDialog", {}, "dialog accept"),
        ("waitFor", {"target": "#a", "gone": True, "waitMs": 30_000, "frame": "f2"}, "wait --gone --frame f2 #a"),
        ("closeTab", {"tabId": 3}, "tab close 3"),
        ("click", {"target": "#a", "tabId": 3}, "click --tab 3 #a"),
        ("handleConsent", {"auto": False}, "consent --no-auto"),
    ],
)
def test_the_words_of_a_command_are_those_that_are_typed(command: str, params: dict[str, Any], words: str) -> None:
    assert line_of(command, params) == words.split()


def test_every_command_has_words() -> None:
    for command in COMMANDS:
        params = {
            param.wire: {"string": "x", "integer": 7, "number": 0.5, "boolean": not param.default, "array": ["x"]}[
                param.kind
            ]
            for param in command.wire_params
            if param.kind != "object"
        }
        assert all(isinstance(word, str) for word in line_of(command.name, params))
