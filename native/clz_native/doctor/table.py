"""What the doctor says of one check, and whom it looks at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from clz_core.client.keys import AgentKey
from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError

if TYPE_CHECKING:
    from clz_core.generated.results import DiagnoseChecks

State = Literal["ok", "broken", "skipped", "unchecked"]
OK: State = "ok"
BROKEN: State = "broken"
SKIPPED: State = "skipped"
UNCHECKED: State = "unchecked"

RESTART = "clz browser stop; clz browser start"
COMMAND = re.compile(r"(?:^|: )((?:[a-z]+ )?(?:clz|chmod|rm|mkdir|sudo|apt-get|brew|dnf|winget|make)\b.*)$")


@dataclass
class Row:
    """One check. `fix` is a command to paste, `code` decides the exit code, `repair` does what is safe and says what.

    `restart` is true if stopping and starting the Firefox of clz would fix it.
    """

    name: str
    state: State
    detail: str
    fix: str = ""
    code: str = ""
    repair: Callable[[], list[str]] | None = None
    restart: bool = False

    def to_wire(self) -> DiagnoseChecks:
        ok = {OK: True, BROKEN: False}.get(self.state)
        return {
            "name": self.name,
            "state": self.state,
            "ok": ok,
            "detail": self.detail,
            "fix": self.fix,
            "fixable": self.repair is not None,
        }


@dataclass(frozen=True)
class DoctorContext:
    """One session, looked at as an agent: the kept one of that name, or the one that has `key`."""

    session: str
    agent: str
    key: AgentKey | None
    require_running: bool

    @property
    def paths(self) -> SessionPaths:
        return SessionPaths(self.session)

    def command(self, words: str) -> str:
        """A command line for this session."""
        return words if self.session == "default" else words.replace("clz ", f"clz --session {self.session} ")

    @property
    def restart(self) -> str:
        return self.command(RESTART)


def broken(name: str, problem: ClzError, fix: str = "") -> Row:
    """The row of an error; its fix is the command in the error's hint, else the whole hint."""
    found = COMMAND.search(problem.hint)
    return Row(name, BROKEN, problem.message, fix or (found[1] if found else problem.hint), problem.code)


def guarded(name: str, check: Callable[[], Row]) -> Row:
    """A check's row, also where looking at it failed in a way that nobody thought of."""
    try:
        return check()
    except ClzError as problem:
        return broken(name, problem)
    except OSError as problem:
        return Row(name, BROKEN, str(problem), f"ls -ld {problem.filename}" if problem.filename else "", "FILE_ERROR")
    except Exception as problem:  # noqa: BLE001 - the doctor works with everything broken, itself included
        what = f"the check itself failed: {type(problem).__name__}: {problem}"
        return Row(name, BROKEN, what, "clz logs -n 20", "INTERNAL")
