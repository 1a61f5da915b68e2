"""Completion in the real shells: what Tab makes of a half-typed line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clz_core.contract.commands import COMMANDS
from tests.running.commands import run_clz
from tests.support.scratch import Scratch
from tests.support.terminal import Terminal

CLZ = Path(sys.executable).parent / "clz"
RC = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}


def clz(env: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [str(CLZ), *words], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest) -> str:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed (.ci/system-deps shells)")
    return str(request.param)


@pytest.fixture
def env(scratch: Scratch, shell: str) -> dict[str, str]:
    """The environment of a person who uses `shell` and has set clz up for it."""
    home = scratch.root / "home"
    (home / RC[shell]).parent.mkdir(parents=True, exist_ok=True)
    (home / RC[shell]).touch()
    env = {**scratch.env, "SHELL": f"/bin/{shell}", "PATH": f"{CLZ.parent}:{scratch.env['PATH']}", "TERM": "xterm"}
    assert f"Complete clz in {shell}" in clz(env, "setup", "--yes", "--only", "completion")
    return env


def completed(shell: str, env: dict[str, str], line: str, expected: str) -> str:
    """What stands on the line after Tab was pressed."""
    with Terminal([shell, "-i"], {**env, "PS1": "ready> "}) as terminal:
        # zsh sets its own prompt where its rc file has none; both end with a space when they wait.
        terminal.watch(lambda: terminal.said.endswith(("> ", "# ", "% ", "$ ")))
        terminal.type(f"{line}\t")
        return terminal.watch(lambda: expected in terminal.said)


def test_tab_completes_commands_and_options(shell: str, env: dict[str, str]) -> None:
    if shell == "fish":  # its own way to ask what Tab would give
        for line, expected in (("clz snap", "snapshot"), ("clz click --forc", "--force"), ("clz setup cl", "claude")):
            asked = subprocess.run(
                ["fish", "-c", f"complete -C '{line}'"], env=env, capture_output=True, text=True, timeout=30
            )
            assert [row.split("\t")[0] for row in asked.stdout.splitlines()] == [expected]
        return
    assert "clz snapshot" in completed(shell, env, "clz snap", "clz snapshot")
    assert "clz click --force" in completed(shell, env, "clz click --forc", "clz click --force")


def test_undo_takes_completion_out_of_the_shell(shell: str, env: dict[str, str], scratch: Scratch) -> None:
    rc = scratch.root / "home" / RC[shell]
    clz(env, "setup", "--undo")
    assert rc.read_text() == ""
    assert not list(scratch.root.rglob("completion.*"))
    assert not list(scratch.root.rglob("clz.fish"))


def test_typers_own_options_know_the_shell_they_are_typed_in(scratch: Scratch, shell: str) -> None:
    env = {**scratch.env, "PATH": f"{CLZ.parent}:{scratch.env['PATH']}"}
    for option in ("--show-completion", "--install-completion"):
        done = subprocess.run([shell, "-c", f"clz {option}; true"], env=env, capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        if option == "--show-completion":
            assert f"_CLZ_COMPLETE=complete_{shell}" in done.stdout
        else:
            assert f"{shell} completion installed" in done.stdout


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_completion_of_any_shell_is_shown_by_its_name(scratch: Scratch, name: str) -> None:
    done = run_clz("--show-completion", name, env=scratch.env)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_CLZ_COMPLETE=complete_{name}" in done.stdout


def test_a_shell_without_completion_is_named_with_those_that_have_it(scratch: Scratch) -> None:
    done = run_clz("--show-completion", "tcsh", env=scratch.env)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no completion for tcsh" in done.stderr
    assert "bash, zsh and fish" in done.stderr


def test_every_command_is_offered_and_nothing_is_started(scratch: Scratch) -> None:
    env = {**scratch.env, "COMP_WORDS": "clz ", "COMP_CWORD": "1", "_CLZ_COMPLETE": "complete_bash"}
    offered = clz(env).split()
    assert offered == list(dict.fromkeys(c.cli.split()[0] for c in COMMANDS if c.cli and not c.hidden))
    assert not list(scratch.root.glob("run*")), "no host, no browser"
    assert not list(scratch.root.glob("data*"))


def test_completion_loads_nothing_heavy(scratch: Scratch) -> None:
    code = (
        "import sys, os; from clz_cli.main import in_process\n"
        "assert in_process([]) == 0\n"
        "heavy = {'typer', 'zmq', 'pydantic', 'rich', 'mcp', 'asyncio', 'psutil'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    env = {**scratch.env, "COMP_WORDS": "clz click --", "COMP_CWORD": "2", "_CLZ_COMPLETE": "complete_bash"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert "--force" in done.stdout
