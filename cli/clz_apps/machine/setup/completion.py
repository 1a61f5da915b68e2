"""Completion of commands and options in bash, zsh and fish.

bash and zsh get a file of ours and two lines at the end of their rc file; fish finds its file by itself.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from clz_native.machine.system import System
from clz_native.setup.journal import SetupJournal
from clz_native.setup.steps import Step

SHELLS = ("bash", "zsh", "fish")
BEGIN, END = "# clz: begin, made by `clz setup`\n", "# clz: end\n"


def steps(system: System, script: Callable[[str], str]) -> list[Step]:
    """A step for each of the shells that the person uses. `script` is what completes `clz` in one."""
    return [_step(shell, system, script(shell)) for shell in SHELLS if _used(shell, system)]


def _used(shell: str, system: System) -> bool:
    """True for the login shell, and for each that is installed and that the person has a file for."""
    if os.path.basename(os.environ.get("SHELL", "")) == shell:
        return True
    rc = _rc_file(shell, system)
    trace = rc if rc is not None else _fish_folder(system)
    return shutil.which(shell, path=system.path) is not None and trace.exists()


def _rc_file(shell: str, system: System) -> Path | None:
    if shell == "bash":  # a login shell on macOS reads the other one
        profile = system.home / ".bash_profile"
        return profile if system.platform == "darwin" and profile.exists() else system.home / ".bashrc"
    if shell == "zsh":
        return Path(os.environ.get("ZDOTDIR") or system.home) / ".zshrc"
    return None


def _fish_folder(system: System) -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or system.home / ".config") / "fish"


def _step(shell: str, system: System, text: str) -> Step:
    rc = _rc_file(shell, system)
    file = system.data / f"completion.{shell}" if rc else _fish_folder(system) / "completions/clz.fish"
    block = _block(shell, file)
    in_rc = rc is None or (rc.is_file() and block in rc.read_text("utf-8", "replace"))
    is_file = file.is_file() and file.read_text("utf-8", "replace") == text

    def install(journal: SetupJournal) -> None:
        if not is_file:
            journal.write(file, text, 0o644)
        if rc is not None and not in_rc:
            journal.add_block(rc, block)

    changes = (str(file), *([str(rc)] if rc is not None else []))
    note = "It works in shells that are started from now on."
    if shutil.which("clz", path=system.path) is None:
        note += " `clz` is not on your PATH yet; completion needs it there."
    done = is_file and in_rc
    return Step(f"completion-{shell}", f"Complete clz in {shell}", "done" if done else "todo", changes, note, install)


def _block(shell: str, file: Path) -> str:
    """The lines for an rc file. zsh may not have its completion system running yet."""
    start = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }\n" if shell == "zsh" else ""
    quoted = str(file).replace("'", "'\\''")
    return f"{BEGIN}{start}[ -r '{quoted}' ] && . '{quoted}'\n{END}"
