"""The Firefox of another machine, over OpenSSH."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.remote.far import Far, Near
from tests.support.waiting import paced, until

pytestmark = pytest.mark.xdist_group("remote")

PAGE = """<title>Far</title><input type=file><button onclick="document.title = 'clicked'">Go</button>
<a download="given.txt">Get</a>
<script>
const input = document.querySelector("input");
input.onchange = async () => { document.title = input.files[0].name + ": " + await input.files[0].text(); };
document.querySelector("a").href = URL.createObjectURL(new Blob(["from there"]));
</script>"""
WAITS = """
import sys, clz
page = clz.open(sys.argv[1], on=sys.argv[2])
print(page.title, flush=True)
for line in sys.stdin:
    page.click("button")
    print(page.title, flush=True)
"""


def ok(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def opened(near: Near, desk: Far) -> Near:
    ok(near.clz("open", desk.page(PAGE), "--on", "desk"))
    return near


def program(near: Near, desk: Far) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", WAITS, desk.page(PAGE), "desk"]
    return subprocess.Popen(words, env=near.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer(process: subprocess.Popen[str], line: str = "") -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    if line:
        process.stdin.write(line)
        process.stdin.flush()
    return process.stdout.readline().strip()


def agents(near: Near) -> str:
    return ok(near.clz("agents", "--on", "desk"))


@pytest.mark.night
def test_a_machine_without_firefox_says_how_to_start_one(near: Near, desk: Far, lab: Far) -> None:
    done = near.clz("snapshot", "--on", "lab")
    assert done.returncode == 3
    assert "No Firefox answers on lab for session 'default'. [NOT_CONNECTED]" in done.stderr
    assert "clz --on lab browser start" in done.stderr
    assert ok(near.clz("--on", "desk", "open", desk.page(PAGE))).startswith("opened file://")
    assert near.clz("tabs").returncode == 3  # here there is none
    assert near.clz("tabs", CLZ_ON="lab").returncode == 3
    assert '"Far"' in ok(near.clz("tabs", CLZ_ON="desk"))


def test_files_are_of_the_machine_that_one_types_on(opened: Near, desk: Far) -> None:
    near = opened
    here = near.scratch.root
    (here / "my notes.txt").write_text("from here")
    ok(near.clz("upload", "input", "my notes.txt", "--on", "desk"))
    assert ok(near.clz("get", "title", "--on", "desk")) == "my notes.txt: from here\n"
    ok(near.clz("download", "a", "got.txt", "--on", "desk"))
    assert (here / "got.txt").read_text() == "from there"
    saved = Path(ok(near.clz("download", "a", "--on", "desk")).strip())
    assert saved.is_relative_to(here)
    assert (saved.name, saved.read_text()) == ("given.txt", "from there")
    ok(near.clz("screenshot", "shot.png", "--on", "desk"))
    ok(near.clz("state", "save", "log-in.json", "--on", "desk"))
    assert (here / "shot.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((here / "log-in.json").read_text())
    assert not [path for path in desk.root.rglob("*") if path.name in ("given.txt", "shot.png", "log-in.json")]


def test_no_secret_key_travels_and_nothing_listens_on_a_network(opened: Near, desk: Far) -> None:
    secret = json.loads(next((opened.scratch.root / "data/keys").glob("cli.json")).read_text())["secret"]
    readable = [path for path in desk.root.rglob("*") if path.is_file() and not path.is_symlink()]
    assert readable
    assert not [path for path in readable if secret.encode() in path.read_bytes()]
    assert desk.listening() == set()
    (socket,) = opened.scratch.root.glob("run/.on/*/default/host.sock")
    assert socket.stat().st_mode & 0o077 == 0


def test_a_program_has_its_own_agent_there_which_ends_with_it(opened: Near, desk: Far) -> None:
    with program(opened, desk) as process:
        assert answer(process) == "Far"
        assert answer(process, "go\n") == "clicked"
        assert "(python-" in agents(opened)
        process.send_signal(signal.SIGKILL)
        process.wait()
    until(lambda: "(python-" not in agents(opened))
    assert "(cli)" in agents(opened)


@pytest.mark.night
def test_an_agent_is_let_in_again_by_a_firefox_that_was_started_since(opened: Near, desk: Far) -> None:
    ok(opened.clz("browser", "stop", "--on", "desk"))
    assert opened.clz("tabs", "--on", "desk").returncode == 3
    ok(opened.clz("browser", "start", "--on", "desk"))
    assert ok(opened.clz("tabs", "--on", "desk")) == "0 of 12 tabs\n"


def test_tests_run_there_and_in_a_batch_each_line_goes_where_it_says(opened: Near, desk: Far) -> None:
    (opened.scratch.root / "t.clz").write_text(f'test "there"\n  open {desk.page(PAGE)}\n  expect title "Far"\n')
    assert "1 passed" in ok(opened.clz("run", "t.clz", "--on", "desk"))
    (opened.scratch.root / "b").write_text("get title\nget title --on ''\n")
    done = opened.clz("--on", "desk", "batch", "b")
    assert (done.returncode, done.stdout) == (3, "Far\n")
    assert "[NOT_CONNECTED]" in done.stderr


def test_what_is_about_files_of_a_machine_says_where_to_type_it(near: Near) -> None:
    done = near.clz("secret", "list", "--on", "desk")
    assert (done.returncode, "ssh desk clz secret list" in done.stderr) == (2, True)


@pytest.mark.parametrize("address", ["-oProxyCommand=x", "a b", "a;b", "", "x@-y", "a\nb", "$(x)"])
def test_what_is_no_machine_is_not_given_to_openssh(near: Near, address: str) -> None:
    done = near.clz("remote", "add", "bad", "--clz=x", "--", address)
    assert done.returncode == 2, done.stdout
    if address:
        assert near.clz(f"--on={address}", "tabs").returncode == 2


def test_machines_have_names(near: Near, desk: Far) -> None:
    assert ok(near.clz("remote", "add", "table", "desk")) == "added table  desk\n"
    assert ok(near.clz("remote", "list")) == "table  desk\n"
    checks = ok(near.clz("remote", "doctor", "table")).splitlines()
    assert [line[:4] for line in checks] == ["ok  "] * 3
    assert ok(near.clz("remote", "remove", "table")) == "removed table  desk\n"
    assert near.clz("remote", "remove", "table").returncode == 2


def test_copies_and_commands_there_end_within_their_time(opened: Near, desk: Far) -> None:
    near = opened
    (near.scratch.root / "my notes.txt").write_text("from here")
    try:
        desk.install("import sys, time\nif {'take', 'browser'} & set(sys.argv): time.sleep(60)")
        for words in (["upload", "input", "my notes.txt"], ["browser", "status"], ["browser", "stop"]):
            began = time.monotonic()
            done = near.clz("--timeout", "5000", *words, "--on", "desk")
            assert (done.returncode, "[TIMEOUT]" in done.stderr) == (4, True), done.stderr
            assert time.monotonic() - began < paced(20)
        until(lambda: not desk.running("time.sleep(60)"))  # what was given up is not done later
    finally:
        desk.install()


def test_a_name_that_nobody_knows_and_a_host_that_is_not_there(near: Near) -> None:
    done = near.clz("tabs", "--on", "nobody.invalid")
    assert (done.returncode, "nobody.invalid cannot be reached" in done.stderr) == (3, True)


def test_an_unknown_host_key_is_not_accepted_and_a_changed_one_never(near: Near, desk: Far, lab: Far) -> None:
    before, config = near.known.read_text(), near.config.read_text()
    key = next(line for line in before.splitlines() if line.startswith(f"{desk.address} "))
    try:
        ok(near.clz("remote", "add", "other", "lab"))
        near.known.write_text("")
        done = near.clz("tabs", "--on", "other")
        assert (done.returncode, "is not known yet" in done.stderr) == (5, True), done.stderr
        assert f"ssh -F {near.config} lab" in done.stderr
        assert near.known.read_text() == ""
        near.known.write_text(f"{lab.address} {key.split(' ', 1)[1]}\n")
        for setting in ("ask", "no", "accept-new"):
            near.config.write_text(f"StrictHostKeyChecking {setting}\n{config}")
            done = near.clz("tabs", "--on", "other")
            assert (done.returncode, "has changed: it may be" in done.stderr) == (5, True), done.stderr
        assert key.split(" ", 1)[1] in near.known.read_text()
    finally:
        near.known.write_text(before)
        near.config.write_text(config)
        near.clz("remote", "remove", "other")


def test_a_key_that_is_refused(near: Near, lab: Far) -> None:
    keys = lab.root / "etc/keys"
    before = keys.read_bytes()
    try:
        ok(near.clz("remote", "add", "other", "lab"))
        keys.write_bytes(b"")
        done = near.clz("tabs", "--on", "other")
        assert (done.returncode, "rejected your SSH keys" in done.stderr) == (5, True), done.stderr
        assert "ssh-copy-id lab" in done.stderr
    finally:
        keys.write_bytes(before)
        near.clz("remote", "remove", "other")


def test_clz_that_is_missing_or_another_version_is_named_with_the_line_that_mends_it(near: Near, lab: Far) -> None:
    try:
        lab.install("import clz_core; clz_core.__version__ = '0.0.9'")
        done = near.clz("tabs", "--on", "lab")
        assert (done.returncode, "clz on lab is 0.0.9, and here it is" in done.stderr) == (3, True), done.stderr
        assert "clz remote install lab" in done.stderr
        lab.install("import sys; sys.stderr.write('Error: No such command remote.'); sys.exit(2)")
        done = near.clz("tabs", "--on", "lab")
        assert (done.returncode, "is an older version" in done.stderr) == (3, True), done.stderr
        lab.clz.unlink()
        done = near.clz("tabs", "--on", "lab")
        assert (done.returncode, "There is no clz on lab." in done.stderr) == (3, True), done.stderr
        assert "clz remote install lab" in done.stderr
        checks = near.clz("remote", "doctor", "lab")
        assert (checks.returncode, checks.stdout.count("ok  "), checks.stdout.count("BAD ")) == (1, 1, 1)
    finally:
        lab.install()


def test_a_line_that_is_cut_for_5_seconds_costs_nothing_but_time(opened: Near, desk: Far) -> None:
    with program(opened, desk) as process:
        assert answer(process) == "Far"
        with desk.cut_for(5):
            assert ok(opened.clz("get", "title", "--on", "desk")) == "Far\n"
            assert answer(process, "go\n") == "clicked"
        process.kill()


@pytest.mark.night
def test_a_line_that_is_cut_for_a_minute_is_told_and_everything_is_there_afterwards(opened: Near, desk: Far) -> None:
    with program(opened, desk) as process:
        assert answer(process) == "Far"
        with desk.cut_for(60):
            done = opened.clz("get", "title", "--on", "desk", timeout=55)
            assert done.returncode == 3, done.stderr
            assert "MACHINE_UNREACHABLE" in done.stderr or "HOST_GONE" in done.stderr
        assert ok(opened.clz("get", "title", "--on", "desk")) == "Far\n"
        assert answer(process, "go\n") == "clicked"
        process.kill()


WAYS: list[tuple[list[str], dict[str, Any]]] = [
    (["--on", "THIS", "get", "title"], {}),
    (["get", "title", "--on", "THIS"], {}),
    (["get", "title"], {"CLZ_ON": "THIS"}),
    (["get", "title", "--on", "THIS"], {"CLZ_ON": "OTHER"}),
    (["--on", "THIS", "get", "title"], {"CLZ_ON": "OTHER"}),
    (["--on", "OTHER", "get", "title", "--on", "THIS"], {}),
    (["get", "title", "--on", "THIS", "--session", "default"], {"CLZ_SESSION": "another"}),
    (["get", "title", "--on=THIS"], {"CLZ_WARM": "0"}),
    (["get", "title", "--on", "ann@THIS"], {}),
    (["batch", "THIS.txt"], {"CLZ_ON": "OTHER"}),
]


def test_a_command_for_one_machine_runs_on_no_other_however_it_is_named(near: Near, desk: Far, lab: Far) -> None:
    names = {"desk": desk, "lab": lab}
    for name, far in names.items():
        ok(near.clz("open", far.page(f"<title>{name}</title>"), "--on", name))
        (near.scratch.root / f"{name}.txt").write_text(f"get title --on {name}\n")
    for words, env in WAYS:
        for this, other in (("desk", "lab"), ("lab", "desk")):  # one right after the other, for whatever is kept warm

            def named(text: str, this: str = this, other: str = other) -> str:
                return text.replace("THIS", this).replace("OTHER", other)

            given: dict[str, Any] = {key: named(value) for key, value in env.items()}
            done = near.clz(*map(named, words), **given)
            assert ok(done).split()[-1] == this, (words, env)
    tab = json.loads(ok(near.clz("tabs", "--on", "desk", "--json")))["result"]["tabs"][0]["tabId"]
    assert "desk" not in near.clz("get", "title", "--tab", str(tab), "--on", "lab").stdout
    for name in ("desk", "lab", "desk"):  # a name that means another machine from one command to the next
        ok(near.clz("remote", "add", "table", name))
        assert ok(near.clz("get", "title", "--on", "table")) == f"{name}\n"
