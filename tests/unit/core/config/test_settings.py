"""Settings: what wins, where it is set, and what is wrong with a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clz_core.config.files import user_file
from clz_core.config.schema import SETTINGS, Setting, fits
from clz_core.config.settings import load
from clz_core.contract.errors import ClzError
from clz_generate.reference import settings_table
from tests.support.scratch import Scratch


@pytest.fixture(autouse=True)
def project(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project, in which we are."""
    folder = scratch.root / "home/work/shop"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def user(text: str) -> Path:
    path = user_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("env", "in_project", "in_user", "value", "origin"),
    [
        ("6000", "7000", "8000", 6000, "env"),
        ("", "7000", "8000", 7000, "project"),
        ("", "", "8000", 8000, "user"),
        ("6000", "", "8000", 6000, "env"),
        ("", "", "", 150_000, "default"),
    ],
)
def test_the_nearest_word_wins(
    project: Path, monkeypatch: pytest.MonkeyPatch, env: str, in_project: str, in_user: str, value: int, origin: str
) -> None:
    if env:
        monkeypatch.setenv("CLZ_TIMEOUT", env)
    if in_project:
        (project / ".clz.toml").write_text(f"timeout = {in_project}\n")
    if in_user:
        user(f"# mine\ntimeout = {in_user}\n")
    where = {"env": "CLZ_TIMEOUT", "project": f"{project}/.clz.toml:1", "user": f"{user_file()}:2"}
    found = load().find("timeout")
    assert (found.value, found.origin, found.where) == (value, origin, where.get(origin, ""))


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_every_setting_can_be_set_in_every_way(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    other: object = setting.choices[-1] if setting.choices else "other"
    if setting.kind != "string":
        other = not setting.default if setting.kind == "boolean" else setting.limits[0] or 1
    table, _, name = setting.key.rpartition(".")
    head = f"[{table}]\n" if table else ""
    user(f"{head}{name} = {str(other).lower() if setting.kind != 'string' else repr(other)}\n")
    found = load().find(setting.key)
    assert (found.value, found.origin) == (other, "user")
    monkeypatch.setenv(setting.env, str(other))
    found = load().find(setting.key)
    assert (found.value, found.origin, found.where) == (other, "env", setting.env)
    assert setting.default is None or fits(setting, setting.default)
    assert f"`{setting.key}`" in "".join(settings_table())


def test_the_project_is_found_from_a_folder_in_it_and_never_above_home(
    project: Path, scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    (scratch.root / ".clz.toml").write_text("timeout = 6000\n")
    assert load().value("timeout") == 150_000
    (project / ".clz.toml").write_text("timeout = 7000\n")
    deep = project / "a/b"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert load().find("timeout").where == f"{project}/.clz.toml:1"
    (deep / ".clz.toml").write_text("timeout = 8000\n")
    assert load().value("timeout") == 8_000


def test_outside_of_home_the_search_ends_at_the_root(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = scratch.root / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (scratch.root / ".clz.toml").write_text("quiet = true\n")
    assert load().find("quiet").origin == "project"


@pytest.mark.parametrize("key", ["agent", "session"])
def test_a_project_cannot_have_anybody_act_as_another_agent(project: Path, key: str) -> None:
    (project / ".clz.toml").write_text(f'quiet = true\n{key} = "trusted"\n')
    with pytest.raises(ClzError) as caught:
        load()
    assert (caught.value.code, caught.value.exit_code) == ("CONFIG_INVALID", 2)
    assert caught.value.message.startswith(f"{project}/.clz.toml:2: {key} cannot be in a project's file")
    assert f"--{key}, CLZ_{key.upper()}, or {user_file()}" in caught.value.hint
    assert load(lenient=True).find(key).origin == "default"


# What a project's file may decide is a list that is looked at when it grows: how a command works, for how long it waits
# and what it prints. Nothing here says who acts, in which Firefox, by which program, or what anybody may do.
HARMLESS = {"timeout", "json", "quiet", "wait_ms", "wait_until", "screenshot.purpose", "mcp.tools", "mcp.max_chars"}
HARMLESS |= {
    "mcp.code",
    "run.workers",
    "run.browsers",
    "run.retries",
    "run.trace",
    "run.film",
    "run.max_failures",
    "run.timeout",
}


def test_a_project_says_how_commands_work_and_nothing_else() -> None:
    assert {key for key, setting in SETTINGS.items() if setting.project} == HARMLESS


def test_a_project_cannot_name_a_program_start_what_is_forbidden_or_widen_the_policy(project: Path) -> None:
    user("[mcp]\nstart = false\n[policy]\nupload = false\n")
    (project / ".clz.toml").write_text(
        '[browser]\nfirefox = "./evil.sh"\n[mcp]\nstart = true\n[policy]\nupload = true\n'
    )
    known = load()
    assert (known.value("browser.firefox"), known.value("mcp.start")) == ("", False)
    assert [line.partition(": ")[0] for line in known.warnings] == [f"{project}/.clz.toml:{n}" for n in (2, 4, 5)]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away")
def test_a_project_file_of_somebody_else_is_ignored(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = project / ".clz.toml"
    file.write_text("timeout = 6000\n")
    os.chown(file, 12345, 12345)
    assert load().value("timeout") == 150_000
    assert "belongs to user 12345" in load().warnings[0]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("timeout = [1,\n", 1, "this is not TOML"),
        ('a = 1\nsession = "x\n', 2, "this is not TOML"),
        ("\n\ntimeout = 'soon'\n", 3, "timeout is 'soon'; it takes a whole number from 5000 to 300000"),
        ("[browser]\n# why\nheaded = 1\n", 3, "browser.headed is 1; it takes true or false"),
        ("browser.build = 'odd'\n", 1, "it takes one of managed, plain"),
        ("json = true\nquiet = 'yes'\n", 2, "quiet is 'yes'; it takes true or false"),
    ],
)
def test_a_wrong_file_is_named_with_its_line_and_what_to_do(text: str, line: int, words: str) -> None:
    path = user(text)
    with pytest.raises(ClzError) as caught:
        load()
    assert (caught.value.code, caught.value.exit_code) == ("CONFIG_INVALID", 2)
    assert words in caught.value.message
    if "no TOML" not in words or line == 2:
        assert caught.value.message.startswith(f"{path}:{line}:")
    assert "clz config" in caught.value.hint
    assert load(lenient=True).value("session") == "default"


def test_what_is_unknown_is_named_with_what_was_meant() -> None:
    path = user('sesion = "x"\n[browser]\nhaeded = true\n[nonsense]\na = 1\n')
    assert load().warnings == [
        f"{path}:1: there is no setting sesion. Did you mean: session?",
        f"{path}:3: there is no setting browser.haeded. Did you mean: browser.headed?",
        f"{path}:4: there is no setting nonsense.",
    ]


@pytest.mark.parametrize(("word", "value"), [("1", True), ("Yes", True), ("off", False), ("never", False)])
def test_booleans_in_variables_are_words(monkeypatch: pytest.MonkeyPatch, word: str, value: bool) -> None:
    monkeypatch.setenv("CLZ_QUIET", word)
    assert load().value("quiet") is value


def test_a_variable_that_holds_nonsense_is_named_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_BUILD", "odd")
    assert load().value("timeout") == 150_000
    with pytest.raises(ClzError, match="CLZ_BUILD is 'odd'; it takes one of managed, plain"):
        load().value("browser.build")


def test_without_a_file_no_parser_is_loaded(scratch: Scratch) -> None:
    code = (
        "import sys; from clz_core.config import settings; settings.load();"
        "print(*{'tomllib', 'tomlkit'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=scratch.env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
