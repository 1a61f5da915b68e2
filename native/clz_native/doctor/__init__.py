"""The doctor: every check from this process to the page, each with what fixes it. It works with everything broken.

The checks are in the order in which they depend on each other; the exit code is that of the first broken one. That no
Firefox runs is not a fault. They are looked at side by side, and what has not answered when the time is up is broken
too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from clz_core.client.keys import AgentKey
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import CODES, ClzError
from clz_native.doctor import environment, filesystem, processes, wire
from clz_native.doctor.table import BROKEN, OK, DoctorContext, Row

if TYPE_CHECKING:
    from clz_core.generated.results import DiagnoseResult

ORDER = tuple(
    "config folders disk memory home package firefox manifest host socket warm keys extension versions page helper "
    "certs processes claude".split()
)
TIME_S = 8.0  # of all checks together: only one that hangs takes as long
Look = Callable[[DoctorContext], Iterator[Row]]
GROUPS: tuple[Look, ...] = (filesystem.look, environment.look, processes.look, wire.look)


def run(
    session: str,
    agent: str = "cli",
    key: AgentKey | None = None,
    require_running: bool = False,
    repair: bool = False,
    restart: bool = False,
) -> DiagnoseResult:
    """Look at every check; with `repair`, fix what is safe and look again. Raises nothing but what a broken name does.

    `restart` stops and starts the Firefox of clz where that would fix something. The result has a row a check:
    `{name, state, ok, detail, fix, fixable}`, where `ok` is None for what was skipped or could not be looked at.
    """
    context = DoctorContext(session, agent, key, require_running)
    rows = _look(context)
    fixed: list[str] = []
    if repair or restart:
        for row in rows:
            if row.state == BROKEN and row.repair is not None:
                fixed += _repair(row)
        if restart and any(row.restart for row in rows if row.state == BROKEN):
            fixed += processes.restart(context)
        if fixed:
            rows = _look(context)
    broken = [row for row in rows if row.state == BROKEN]
    passed = sum(row.state == OK for row in rows)
    rest = len(rows) - passed - len(broken)
    return {
        "ok": not broken,
        "checks": [row.to_wire() for row in rows],
        "fixed": fixed,
        "summary": f"{passed} of {len(rows)} checks passed, {len(broken)} failed, {rest} skipped",
        "recommendation": broken[0].fix or broken[0].detail if broken else "Nothing to do.",
        "exitCode": _exit_code(broken[0]) if broken else 0,
    }


def _exit_code(row: Row) -> int:
    return CODES[row.code][0].exit_code if row.code in CODES else 1


def _look(context: DoctorContext) -> list[Row]:
    """Every check, in order. A group that hangs costs its own rows alone."""
    deadline = Deadline.after(TIME_S * 1000)
    found: dict[str, Row] = {}

    def note(look: Look) -> None:
        for row in look(context):
            found[row.name] = row

    threads = [threading.Thread(target=note, args=(look,), daemon=True) for look in GROUPS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(deadline.remaining_s)
    seen = dict(found)
    late = f"not known after {TIME_S:g} s"
    return [seen.get(name) or Row(name, BROKEN, late, context.command("clz doctor"), "TIMEOUT") for name in ORDER]


def _repair(row: Row) -> list[str]:
    assert row.repair is not None
    try:
        return [f"{row.name}: {what}" for what in row.repair()]
    except (OSError, ClzError) as problem:
        row.detail += f"; it could not be fixed: {problem}"
        return []
