"""Settings at the command line: shown, changed, obeyed."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clz_apps.machine.config import change
from clz_core.config import settings
from clz_core.config.files import user_file
from clz_core.config.schema import SETTINGS
from tests.running.commands import run_clz
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch


@pytest.fixture
def project(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = scratch.root / "home/work/shop"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def clz(scratch: Scratch, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run in the folder we are in."""
    return run_clz(*words, env={**scratch.env, **env})


def test_options_win_over_variables_over_files(host: HostProcess, scratch: Scratch, project: Path) -> None:
    change("agent", "of-user", project=False)
    assert clz(scratch, "ping").returncode == 0
    clz(scratch, "ping", CLZ_AGENT="of-env")
    clz(scratch, "ping", "--agent", "of-option", CLZ_AGENT="of-env")
    names = [message["agent"]["name"] for message in host.of_type("command")]
    assert names == ["of-user", "of-env", "of-option"]


def test_settings_are_the_defaults_of_options(host: HostProcess, scratch: Scratch, project: Path) -> None:
    change("wait_ms", "1234", project=True)
    change("timeout", "7000", project=False)
    clz(scratch, "hover", "a")
    clz(scratch, "hover", "a", "--wait-ms", "5", "--timeout", "9000")
    first, second = host.of_type("command")
    assert (first["params"]["waitMs"], second["params"]["waitMs"]) == (1234, 5)
    assert first["deadlineMs"] < 7000 < second["deadlineMs"]


def test_json_and_quiet_can_be_set_and_taken_back(host: HostProcess, scratch: Scratch, project: Path) -> None:
    change("json", "true", project=False)
    assert json.loads(clz(scratch, "ping").stdout)["ok"] is True
    assert json.loads(clz(scratch, "clik").stdout)["error"]["code"] == "USAGE"
    assert clz(scratch, "ping", "--no-json").stdout == "pong\n"
    assert clz(scratch, "ping", "--no-json", CLZ_QUIET="1").stdout == ""


def test_a_list_says_where_each_value_stands(host: HostProcess, scratch: Scratch, project: Path) -> None:
    change("timeout", "60000", project=False)
    change("quiet", "false", project=True)
    done = clz(scratch, "config", "list", CLZ_LOG="debug")
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert f"60000  ({user_file()}:1)" in lines["timeout"]
    assert f"false  ({project}/.clz.toml:1)" in lines["quiet"]
    assert lines["log.level"].endswith("debug  (CLZ_LOG)")
    assert lines["json"].endswith("false  (default)")
    assert str(user_file()) in lines["user"]
    result = json.loads(clz(scratch, "config", "list", "--json").stdout)["result"]
    assert [entry["key"] for entry in result["settings"]] == list(SETTINGS)


def test_a_project_that_names_an_agent_stops_every_command(host: HostProcess, scratch: Scratch, project: Path) -> None:
    (project / ".clz.toml").write_text('agent = "trusted"\n')
    done = clz(scratch, "ping")
    assert (done.returncode, host.of_type("command")) == (2, [])
    assert f"{project}/.clz.toml:1: agent cannot be in a project's file" in done.stderr
    assert "cannot be in" in clz(scratch, "config", "list").stdout


def test_settings_need_no_host_and_no_sound_file(scratch: Scratch, project: Path) -> None:
    file = project / ".clz.toml"
    file.write_text("timeout = [\n")
    done = clz(scratch, "config", "list")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{file}:1" in done.stdout
    assert clz(scratch, "config", "get", "timeout").stdout == "timeout  150000  (default)\n"
    assert clz(scratch, "config", "get", "allowedDomains").returncode == 3
    broken = clz(scratch, "ping")
    assert broken.returncode == 2
    assert f"{file}:1" in broken.stderr
    assert "Fix that line" in broken.stderr
    assert clz(scratch, "config", "set", "--project", "timeout", "9000").returncode == 2  # nothing is lost
    assert file.read_text() == "timeout = [\n"


def test_what_is_unknown_in_a_file_is_a_warning(host: HostProcess, scratch: Scratch, project: Path) -> None:
    (project / ".clz.toml").write_text("wait_sm = 1\n")
    done = clz(scratch, "ping")
    assert (done.returncode, done.stdout) == (0, "pong\n")
    assert done.stderr == f"warning: {project}/.clz.toml:1: there is no setting wait_sm. Did you mean: wait_ms?\n"
    assert clz(scratch, "ping", "--quiet").stderr == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["get", "tiemout"], "Did you mean: timeout?"),
        (["set", "headed", "true"], "Did you mean: browser.headed?"),
        (["set", "timeout"], "takes one value: a whole number from 5000 to 300000"),
        (["set", "timeout", "soon"], "it takes a whole number"),
        (["set", "browser.build", "odd"], "it takes one of managed, plain"),
        (["set", "--project", "browser.firefox", "/bin/sh"], "cannot be in a project's file"),
        (["set", "--project", "agent", "trusted"], "cannot be in a project's file"),
        (["set", "rights", "upload"], "Only the person grants rights"),
        (["set", "allowedDomains"], "Say which domains"),
    ],
)
def test_a_mistake_says_what_would_be_right(scratch: Scratch, project: Path, words: list[str], told: str) -> None:
    done = clz(scratch, "config", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert not user_file().exists()
    assert not (project / ".clz.toml").exists()


def test_comments_and_the_policy_stay_as_they_are(scratch: Scratch, project: Path) -> None:
    file = user_file()
    file.parent.mkdir(parents=True)
    file.write_text(
        "# how I like it\n[policy]  # for all\nupload = false  # never\n\n[browser]\n# big\nheaded = true\n"
    )
    file.chmod(0o640)
    change("session", "shop", project=False)
    change("browser.build", "plain", project=False)
    change("browser.headed", None, project=False)
    text = file.read_text()
    for kept in ("# how I like it", "[policy]  # for all", "upload = false  # never", "# big"):
        assert kept in text
    assert tomllib.loads(text) == {"session": "shop", "policy": {"upload": False}, "browser": {"build": "plain"}}
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_a_file_that_is_a_link_stays_one(scratch: Scratch, project: Path) -> None:
    dotfile = scratch.root / "dotfiles.toml"
    dotfile.write_text("# dots\n")
    user_file().parent.mkdir(parents=True)
    user_file().symlink_to(dotfile)
    change("session", "shop", project=False)
    assert user_file().is_symlink()
    assert dotfile.read_text().startswith("# dots\n")
    assert tomllib.loads(dotfile.read_text()) == {"session": "shop"}


def test_writers_at_once_lose_nothing(scratch: Scratch, project: Path) -> None:
    wanted = {"session": "s", "agent": "a", "timeout": "9000", "wait_ms": "1", "browser.build": "plain", "json": "no"}
    with ThreadPoolExecutor(len(wanted)) as pool:
        done = list(pool.map(lambda item: clz(scratch, "config", "set", *item), wanted.items()))
    assert [one.returncode for one in done] == [0] * len(wanted), [one.stderr for one in done]
    known = settings.load()
    assert {key: known.find(key).origin for key in wanted} == dict.fromkeys(wanted, "user")


def test_what_is_set_but_does_not_count_here_is_said(scratch: Scratch, project: Path) -> None:
    done = clz(scratch, "config", "set", "timeout", "9000", CLZ_TIMEOUT="8000")
    assert "note: CLZ_TIMEOUT takes precedence over that file here" in done.stdout
    assert os.path.exists(user_file())
