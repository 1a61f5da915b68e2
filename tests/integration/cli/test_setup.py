"""`clz setup` as it is typed: asked for on a terminal, refused without one, done once, undone to the byte."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from clz_cli.line import run
from tests.support import there
from tests.support.machines import INI, SOURCES, Machine
from tests.support.scratch import CLZ, Scratch
from tests.support.terminal import Terminal
from tests.support.waiting import until

LOCKS = """
import fcntl, sys
from tests.support import there
file = open(sys.argv[1], "wb+")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


class Done(NamedTuple):
    """What a line ended with."""

    returncode: int
    stdout: str
    stderr: str


class Desk:
    """A person's home with one Firefox on the PATH and a `.bashrc` of theirs."""

    def __init__(self, scratch: Scratch, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        self.home = scratch.root / "home"
        self.bin = scratch.root / "bin"
        self.root = scratch.root
        self.bin.mkdir()
        self.bashrc = self.home / ".bashrc"
        self.bashrc.write_text("alias ll='ls -l'")
        self.env = {**scratch.env, "PATH": str(self.bin), "SHELL": "/bin/bash"}
        self.firefox("firefox", "145.0")

    def program(self, name: str, text: str) -> Path:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def firefox(self, name: str, version: str) -> Path:
        ini = INI.format(name=name, version=version, source=SOURCES[name])
        (self.bin / "application.ini").write_text(ini)
        return self.program(name, "exit 3")

    def clz(self, *words: str, **env: str) -> Done:
        """Run one line in this very process, without a terminal: the line is what is tested, not how Python starts."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in {**self.env, **env}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.StringIO())
            self._capture.readouterr()
            code = run(list(words))
        return Done(code, *self._capture.readouterr())

    def setup(self, *words: str, **env: str) -> dict[str, Any]:
        done = self.clz("setup", "--json", *words, **env)
        assert done.returncode == 0, done.stdout + done.stderr
        result: dict[str, Any] = json.loads(done.stdout)["result"]
        return result

    def states(self, *words: str, **env: str) -> dict[str, str]:
        return {step["name"]: step["state"] for step in self.setup(*words, **env)["steps"]}

    def files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def desk(scratch: Scratch, capfd: pytest.CaptureFixture[str]) -> Desk:
    return Desk(scratch, capfd)


def on_terminal(desk: Desk, words: list[str], answers: str) -> tuple[int, str]:
    """The exit code, and what a person sees who types `answers` ahead."""
    with Terminal([*CLZ, *words], desk.env) as terminal:
        terminal.type(answers)
        said = terminal.watch(lambda: False)
        return terminal.process.wait(10), said


def test_without_a_terminal_it_says_what_it_would_do_and_does_nothing(desk: Desk) -> None:
    before = desk.files()
    done = desk.clz("setup")
    assert done.returncode == 2
    assert "[CONFIRMATION_NEEDED]" in done.stderr
    steps = [line for line in done.stderr.splitlines() if line.startswith("  ")]
    assert [step.partition(" for ")[0] for step in steps] == ["  Register the native host", "  Complete clz in bash"]
    assert "Firefox 145.0" in steps[0]
    assert "clz setup --yes" in done.stderr
    assert desk.files() == before


def test_a_dry_run_names_every_file_and_writes_none(desk: Desk) -> None:
    before = desk.files()
    result = desk.setup("--dry-run")
    assert result["changed"] is False
    assert [file for step in result["steps"] if step["state"] == "todo" for file in step["changes"]] == [
        f"{desk.root}/data/native/clz-native",
        f"{desk.home}/.mozilla/native-messaging-hosts/clz.json",
        f"{desk.root}/data/completion.bash",
        f"{desk.home}/.bashrc",
    ]
    assert desk.files() == before


def test_a_second_run_changes_nothing_and_undo_leaves_nothing(desk: Desk) -> None:
    before = desk.files()
    states = desk.states("--yes")
    assert states.pop("firefox") in ("manual", "done"), "the machine of the test may have one of its own"
    assert states == {"host": "changed", "extension": "manual", "completion-bash": "changed"}
    after = desk.files()
    again = desk.clz("setup", "--yes")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "nothing was changed")
    assert desk.files() == after
    assert desk.clz("setup").returncode == 0, "there is nothing to ask for"
    would = desk.clz("setup", "--undo", "--dry-run").stdout
    assert f"todo      {desk.bashrc}\n" in would
    assert desk.files() == after
    assert desk.setup("--undo")["changed"] is True
    assert desk.files() == before
    assert desk.setup("--undo") == {"firefox": [], "steps": [], "changed": False, "undone": True}


def test_undo_keeps_what_the_person_added_since(desk: Desk) -> None:
    desk.setup("--yes", "--only", "completion")
    with desk.bashrc.open("a") as file:
        file.write("alias la='ls -a'\n")
    desk.setup("--undo")
    assert desk.bashrc.read_text() == "alias ll='ls -l'alias la='ls -a'\n"


def test_on_a_terminal_each_step_is_asked_for(desk: Desk) -> None:
    code, said = on_terminal(desk, ["setup", "--only", "host", "--only", "completion"], "n\ny\n")
    assert code == 0, said
    assert f"{desk.home}/.bashrc" in said
    assert "skipped   Register the native host" in said
    assert "changed   Complete clz in bash" in said
    assert "completion.bash" in desk.bashrc.read_text()
    assert not (desk.home / ".mozilla").exists()


def test_no_is_the_answer_of_who_only_presses_enter(desk: Desk) -> None:
    before = desk.files()
    code, said = on_terminal(desk, ["setup", "--only", "host"], "\n")
    assert (code, "skipped   Register" in said) == (0, True)
    assert desk.files() == before


def test_a_firefox_that_was_installed_is_set_up_in_the_same_run(
    desk: Desk, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(scratch.root)
    esr = machine.firefox("usr/lib/firefox-esr", "firefox-esr", "153.5.0")
    away = esr.rename(esr.with_name("away"))
    machine.program(
        "bin/apt-get", f"/bin/mv -f {away} {machine.bin}/firefox-esr; /bin/cp {esr.parent}/*.ini {machine.bin}"
    )
    monkeypatch.setattr("clz_apps.machine.setup.setup.System", lambda: replace(machine.system, is_root=True))
    assert desk.states("--yes", "--only", "firefox", "--only", "host") == {"firefox": "manual"}
    result = desk.setup("--yes", "--with-deps", "--only", "firefox", "--only", "host")
    assert [build["kind"] for build in result["firefox"]] == ["esr"]
    assert [(step["name"], step["state"]) for step in result["steps"]] == [("firefox", "changed"), ("host", "changed")]


def test_an_esr_takes_the_extension_into_the_profile_that_was_named(desk: Desk) -> None:
    desk.firefox("firefox-esr", "153.5.0")
    (desk.bin / "firefox").unlink()
    profile = desk.home / ".mozilla/firefox/abc.work"
    profile.mkdir(parents=True)
    (profile.parent / "profiles.ini").write_text("[Profile0]\nName=work\nIsRelative=1\nPath=abc.work\n")
    (profile / "prefs.js").write_text('user_pref("a.b", 1);\nuser_pref("extensions.autoDisableScopes", 14);\n')
    before = desk.files()
    words = ("--firefox", "firefox-esr", "--profile", "work", "--only", "extension")
    assert desk.states("--yes", "--only", "extension") == {"extension": "manual"}, "no profile, nothing written"
    assert desk.files() == before
    assert desk.states("--yes", *words) == {"extension": "changed"}
    assert (profile / "extensions/clz@claudezilla.local.xpi").is_file()
    assert 'user_pref("xpinstall.signatures.required", false);' in (profile / "user.js").read_text()
    assert desk.states("--yes", *words) == {"extension": "done"}
    # As Firefox writes them down when it ends:
    (profile / "prefs.js").write_text(
        'user_pref("a.b", 2);\nuser_pref("extensions.autoDisableScopes", 0);\n'
        'user_pref("xpinstall.signatures.required", false);\n'
    )
    desk.setup("--undo")
    assert (profile / "prefs.js").read_text() == (
        'user_pref("a.b", 2);\nuser_pref("extensions.autoDisableScopes", 14);\n'
    )
    assert sorted(path.name for path in profile.iterdir()) == ["prefs.js"]


def test_a_profile_that_is_in_use_keeps_its_preferences_until_it_is_closed(desk: Desk) -> None:
    profile = desk.home / "profile"
    profile.mkdir()
    desk.firefox("firefox-esr", "153.5.0")
    desk.setup("--yes", "--firefox", "firefox-esr", "--profile", str(profile), "--only", "extension")
    with subprocess.Popen([sys.executable, "-c", LOCKS, profile / ".parentlock"], stdin=-1, stdout=-1) as firefox:
        assert there(firefox.stdout).readline() == b"locked\n"
        done = desk.clz("setup", "--undo")
        there(firefox.stdin).close()
    assert done.returncode == 1
    assert "Firefox runs on this profile" in done.stderr
    assert desk.setup("--undo")["changed"] is True


def test_a_signed_extension_is_given_to_firefox_to_ask_for(desk: Desk, scratch: Scratch) -> None:
    log = scratch.root / "asked"
    desk.program("firefox", f'echo "$@" > {log}.new; mv {log}.new {log}')
    signed = scratch.root / "signed.xpi"
    signed.write_bytes(b"PK")
    words = ("--yes", "--firefox", "firefox", "--only", "extension")
    assert desk.states(*words, CLZ_SIGNED_XPI=str(signed), PATH=f"{desk.bin}:/bin") == {"extension": "changed"}
    until(log.exists)
    assert log.read_text() == f"{signed}\n"
    missing = desk.clz("setup", *words, CLZ_SIGNED_XPI="/no/such.xpi")
    assert (missing.returncode, "CLZ_SIGNED_XPI" in missing.stderr) == (2, True)


def test_policies_have_firefox_install_the_signed_extension_and_are_taken_back(desk: Desk, scratch: Scratch) -> None:
    signed = scratch.root / "signed.xpi"
    signed.write_bytes(b"signed")
    file = desk.bin / "distribution/policies.json"
    file.parent.mkdir()
    before = {"policies": {"DisableTelemetry": True}}
    file.write_text(json.dumps(before))
    words = ("--policy", "--firefox", str(desk.bin / "firefox"), "--only", "extension", "--yes")
    assert desk.clz("setup", "--policy", "--yes").returncode == 2, "of which Firefox?"
    assert desk.states(*words) == {"extension": "manual"}, "there is nothing signed"
    env = {"CLZ_SIGNED_XPI": str(signed)}
    assert desk.states(*words, **env) == {"extension": "changed"}
    assert desk.states(*words, **env) == {"extension": "done"}
    policies = json.loads(file.read_text())["policies"]
    assert policies["DisableTelemetry"]
    assert policies["ExtensionSettings"]["clz@claudezilla.local"]["install_url"] == f"file://{signed}"
    desk.setup("--undo")
    assert json.loads(file.read_text()) == before


def test_a_release_build_that_cannot_start_is_a_failure_with_its_log(desk: Desk) -> None:
    done = desk.clz("setup", "--yes", "--firefox", "firefox", "--only", "extension")
    assert done.returncode == 1
    assert "ended with code 3" in done.stderr
    assert "firefox-setup.log" in done.stderr


def test_claude_code_is_set_up_once_and_taken_back(desk: Desk) -> None:
    """With a `claude` that keeps its plugins in a file; the real one has its own test."""
    extras = {"claude-allow": "manual", "claude-memory": "manual"}
    state = desk.root / "plugins"
    desk.program(
        "claude",
        f"""case "$*" in
          "plugin list --json") [ -e {state} ] && echo '[{{"id": "clz@claudezilla"}}]' || echo '[]' ;;
          "plugin marketplace list") [ -e {state} ] && echo claudezilla ;;
          "plugin install"*) : > {state} ;;
          "plugin uninstall clz@claudezilla") /bin/rm {state} ;;
        esac""",
    )
    before = desk.files()
    assert desk.states("--yes", "--only", "claude") == {"claude": "changed", **extras}
    assert state.exists()
    assert desk.states("--yes", "--only", "claude") == {"claude": "done", **extras}
    desk.setup("--undo")
    assert desk.files() == before


def test_a_second_server_of_clz_is_told_with_what_takes_it_away(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.root)
    has_clz = json.dumps({"mcpServers": {"clz": {"command": "clz", "args": ["mcp"]}}})
    added = f"echo '{has_clz}' >{desk.home}/.claude.json"
    desk.program("claude", f'case "$*" in "plugin list --json") echo "[]" ;; "mcp add"*) {added} ;; esac')
    assert "two servers" not in desk.clz("setup", "claude", "--no-plugin").stdout
    (desk.root / ".mcp.json").write_text(has_clz.replace('"clz": {', '"firefox": {'))
    done = desk.clz("setup", "claude", "--no-plugin")
    assert "warning: Claude Code starts two servers of clz: clz of " in done.stdout
    assert "Remove it: claude mcp remove --scope project firefox" in done.stdout


def test_a_step_that_fails_does_not_stop_the_others(desk: Desk) -> None:
    desk.program("claude", 'case "$*" in "plugin install"*) echo no room; exit 3 ;; *) echo "[]" ;; esac')
    done = desk.clz("setup", "--yes", "--json")
    envelope = json.loads(done.stdout)
    assert (done.returncode, envelope["error"]["code"]) == (1, "SETUP_FAILED")
    states = {step["name"]: step["state"] for step in envelope["error"]["details"]["steps"]}
    assert (states["claude"], states["host"], states["completion-bash"]) == ("failed", "changed", "changed")


def test_firefox_is_not_started_for_a_host_that_could_not_be_registered(desk: Desk) -> None:
    (desk.home / ".mozilla").write_text("where the host is registered")
    done = desk.clz("setup", "--yes", "--firefox", "firefox", "--json")
    envelope = json.loads(done.stdout)
    assert (done.returncode, envelope["error"]["code"]) == (1, "SETUP_FAILED")
    states = {step["name"]: step["state"] for step in envelope["error"]["details"]["steps"]}
    assert (states["host"], states["extension"]) == ("failed", "skipped")


def test_the_bare_command_and_its_group_each_have_their_help(desk: Desk) -> None:
    assert "--undo" in desk.clz("setup", "--help").stdout
    assert "claude" in desk.clz("setup", "--help").stdout
    assert "--print" in desk.clz("setup", "claude", "--help").stdout
    assert json.loads(desk.clz("setup", "--json", "claude", "--print").stdout)["ok"] is True
    done = desk.clz("setup", "clade")
    assert (done.returncode, "Did you mean: claude" in done.stderr) == (2, True)


def test_a_part_that_there_is_not_is_refused(desk: Desk) -> None:
    done = desk.clz("setup", "--only", "shell")
    assert done.returncode == 2
    assert "completion" in done.stderr
