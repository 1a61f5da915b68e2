"""A host that runs since before an upgrade: whatever fails because of it says so, and how to fix it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.client import session as sessions
from clz_core.config.paths import write_private
from clz_core.contract.errors import ClzError
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess, use
from tests.support.scratch import scratch_home

pytestmark = pytest.mark.xdist_group("older host")  # one worker starts their host

OLDER = "The running host is of clz 0.0.9, and this is clz "
Upgraded = Callable[..., None]


@pytest.fixture(scope="module")
def standing() -> Iterator[HostProcess]:
    with scratch_home() as home, HostProcess(home, lambda _: {"nothing": "known"}) as process:
        yield process


@pytest.fixture
def host(standing: HostProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    use(standing.scratch, monkeypatch)
    said = standing.paths.file.read_text("utf-8")
    yield standing
    write_private(standing.paths.file, said)


def say(host: HostProcess, **fields: Any) -> None:
    """Have the session file say something else."""
    write_private(host.paths.file, json.dumps({**json.loads(host.paths.file.read_text("utf-8")), **fields}))


def clz(host: HostProcess, *words: str) -> subprocess.CompletedProcess[str]:
    return run_clz(*words, env=host.scratch.env)


def test_an_answer_that_cannot_be_read_names_the_older_host(host: HostProcess) -> None:
    say(host, host_version="0.0.9")
    done = clz(host, "tabs")
    assert (done.returncode, done.stdout) == (2, "")
    error, hint = done.stderr.splitlines()
    assert error.endswith("[PROTOCOL]")
    assert hint.startswith(f"hint: {OLDER}")
    assert hint.endswith("Restart it: clz browser reload")


def test_an_answer_that_cannot_be_read_names_the_older_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"getTabs": {"nothing": "known"}}
    with (
        scratch_home() as home,
        HostProcess(home, lambda message: answers.get(message["command"], {}), version="0.0.9") as host,
    ):
        use(home, monkeypatch)
        done = clz(host, "tabs")
    assert (done.returncode, "[PROTOCOL]" in done.stderr) == (2, True)
    assert "hint: The extension is of clz 0.0.9, and this is clz " in done.stderr
    assert done.stderr.rstrip().endswith("Restart it: clz browser reload")


def test_a_fault_of_clz_itself_blames_no_version(host: HostProcess) -> None:
    done = clz(host, "tabs")
    assert "clz itself failed" in done.stderr
    assert "[INTERNAL]" in done.stderr


def test_one_that_clz_started_is_restarted_with_its_firefox(host: HostProcess) -> None:
    say(host, host_version="0.0.9")
    write_private(host.paths.browser, "{}")
    try:
        assert clz(host, "tabs").stderr.rstrip().endswith("Restart it: clz browser stop; clz browser start")
    finally:
        host.paths.browser.unlink()


def test_a_command_that_it_does_not_know_names_it(host: HostProcess) -> None:
    with Client() as client:
        with pytest.raises(ClzError) as caught:
            client.call("madeTomorrow")
        assert "host that runs" not in caught.value.hint
        say(host, host_version="0.0.9")
        with pytest.raises(ClzError) as caught:
            client.call("madeTomorrow")
    assert (caught.value.code, caught.value.hint.startswith(OLDER)) == ("UNKNOWN_COMMAND", True)


def test_a_parameter_that_it_does_not_know_names_it_beside_the_usual_hint(host: HostProcess) -> None:
    say(host, host_version="0.0.9")
    with Client() as client, pytest.raises(ClzError) as caught:
        client.call("getTabs", {"madeTomorrow": True})
    assert (caught.value.code, caught.value.hint.startswith(OLDER)) == ("INVALID_PARAMS", True)
    assert "Else: " in caught.value.hint


def test_a_host_whose_files_were_replaced_since_is_older_whatever_its_version(host: HostProcess) -> None:
    say(host, started=time.time() - 10 * 365 * 86_400)
    assert "The running host is older than the files of this clz." in clz(host, "tabs").stderr


def test_a_session_file_of_another_version_names_it(host: HostProcess) -> None:
    say(host, host_version="0.0.9", port=1)
    with pytest.raises(ClzError) as caught:
        sessions.read(host.paths)
    assert (caught.value.code, caught.value.hint.startswith(OLDER)) == ("PROTOCOL", True)


def test_what_fails_for_another_reason_says_nothing_of_it(host: HostProcess) -> None:
    say(host, host_version="0.0.9")
    assert "host that runs" not in clz(host, "tabs", "--no-such-option").stderr
