"""`clz uninstall`: say what goes and what stays, ask, take back what `clz setup` did, end what runs, remove the rest.

The order is what makes it safe to break off and to run again: until nothing of `clz setup` is left in other programs,
nothing of clz's own is removed, for there it is written down what to take back.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.config import files
from clz_core.config.paths import config_dir
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_native.machine.system import System
from clz_native.setup.journal import SetupJournal
from clz_native.uninstall import leftovers, processes

if TYPE_CHECKING:
    from clz_core.generated.results import SetupSteps, UninstallKept, UninstallRemoved, UninstallResult

SETTINGS = "your settings"
MOST_KEPT = 10


def uninstall(values: Values, place: Place, say: Say) -> UninstallResult:
    """Raises: CONFIRMATION_NEEDED, RIGHT_DENIED, SETUP_FAILED, SESSION_HELD, KEYRING_FAILED, FILE_ERROR."""
    if not values["dry_run"]:
        _check_agent()
    with say.progress("Looking for what clz has made"):
        plan = _plan()
    if values["dry_run"] or _is_nothing(plan):
        return plan
    if not values["yes"] and not _agreed(plan, say):
        return plan
    undone = _undo()
    for session in plan["stopped"]:
        with say.progress(f"Ending session {session}"):
            processes.stop(session, place.agent)
    processes.close_lines()
    if any(row["what"] == leftovers.SECRETS for row in plan["removed"]):
        _forget_keyring()
    with say.progress("Removing what clz has made"):
        found, kept = leftovers.look()
        problems = [problem for one in found for problem in leftovers.remove(one)]
        leftovers.remove_empty_folders()
    if problems:
        what = f"{len(problems)} of its files could not be removed: {problems[0]}."
        raise error("FILE_ERROR", what, "See who owns them, then: clz uninstall", problems=problems)
    taken_back = [row["what"] for row in undone if row["state"] != "kept"]
    changed = [leftovers.Kept(Path(row["what"]), row["note"]) for row in undone if row["state"] == "kept"]
    stays = {one.path: one for one in (*kept, *changed) if os.path.lexists(one.path)}
    result: UninstallResult = {**plan, "undone": taken_back, "done": True}
    return {**result, "removed": _rows(found), "bytes": sum(one.bytes for one in found), "kept": _kept(stays.values())}


def _plan() -> UninstallResult:
    from clz_apps.machine.upgrade import installer

    found, kept = leftovers.look()
    made = [row["what"] for row in SetupJournal(registry=System().registry).rows()]
    kept = tuple(one for one in kept if str(one.path) not in made and one.path.name != "setup.json")
    return {
        "undone": made,
        "stopped": processes.busy_sessions(),
        "removed": _rows(found),
        "bytes": sum(one.bytes for one in found),
        "kept": _kept(kept),
        "done": False,
        "package": installer().removal,
    }


def _is_nothing(plan: UninstallResult) -> bool:
    return not (plan["undone"] or plan["stopped"] or plan["removed"])


def _check_agent() -> None:
    """An agent that is held by a policy does not take clz from its person. Raises: RIGHT_DENIED."""
    from clz_core.client.agent_session import known_agent
    from clz_core.loops.key import PERSONS_AGENT

    file = files.read(files.user_file(), is_user=True)
    if file is None or known_agent() == PERSONS_AGENT:
        return
    if file.problems or files.POLICY in files.parse(file):  # one that cannot be read forbids all, as everywhere
        raise error(
            "RIGHT_DENIED",
            f"An agent runs this, and {file.path} limits what agents may do: only the person may uninstall.",
            "Ask the person to type it in a terminal of their own. See what it would do: clz uninstall --dry-run",
        )


def _agreed(plan: UninstallResult, say: Say) -> bool:
    """Ask the person. Raises: CONFIRMATION_NEEDED without a terminal."""
    lines = plan_lines(plan)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise error(
            "CONFIRMATION_NEEDED",
            "There is no terminal to ask at, so nothing was removed. It would:",
            "Do it: clz uninstall --yes. Only look: clz uninstall --dry-run",
            steps=lines,
        )
    for text in lines:
        say.note(text)
    return say.agreed("Do it")


def _undo() -> list[SetupSteps]:
    """Raises: SETUP_FAILED, FILE_ERROR."""
    from clz_apps.machine.setup.setup import undo

    try:
        return undo(dry_run=False)["steps"]
    except ClzError as problem:
        problem.message += " So nothing else was removed."
        problem.hint = f"{problem.hint.removesuffix('.')}, and then: clz uninstall" if problem.hint else ""
        raise


def _forget_keyring() -> None:
    """Raises: KEYRING_FAILED, FILE_ERROR."""
    from clz_core.secrets import store

    for secret in store.kept().values():
        if secret.where == "keyring":
            store.delete(secret.name)


def _rows(found: Iterable[leftovers.Found]) -> list[UninstallRemoved]:
    """One for each kind in a folder."""
    rows: dict[tuple[str, str], UninstallRemoved] = {}
    for one in found:
        row = rows.setdefault(
            (one.what, str(one.top)), {"what": one.what, "path": str(one.top), "count": 0, "bytes": 0}
        )
        row["count"] += len(one.paths)
        row["bytes"] += one.bytes
    return list(rows.values())


def _kept(kept: Iterable[leftovers.Kept]) -> list[UninstallKept]:
    rows: list[UninstallKept] = [{"path": str(one.path), "why": one.why} for one in kept]
    if config_dir().is_dir():
        rows.append({"path": str(config_dir()), "why": SETTINGS})
    return rows


def plan_lines(plan: UninstallResult) -> list[str]:
    """What would be done, or was."""
    done = plan["done"]
    lines = [f"{'undone' if done else 'undo':<9} {what}: what clz setup did there" for what in plan["undone"]]
    lines += [f"{'stopped' if done else 'stop':<9} session {name}" for name in plan["stopped"]]
    for one in plan["removed"]:
        what = f"{_bytes(one['bytes']):>8}  {one['what']} ({one['count']:,}): {one['path']}"
        lines.append(f"{'removed' if done else 'remove':<9} {what}")
    shown = plan["kept"][:MOST_KEPT]
    lines += [f"{'kept' if done else 'keep':<9} {stays['path']}: {stays['why']}" for stays in shown]
    if more := len(plan["kept"]) - len(shown):
        lines.append(f"{'kept' if done else 'keep':<9} {more:,} more: clz uninstall --dry-run --json names them")
    return lines


def rendered(result: UninstallResult) -> str:
    """All that was done, and what is left to type."""
    package = f"the package itself: {result['package']}"
    if not (result["undone"] or result["stopped"] or result["removed"]):
        return "\n".join([*plan_lines(result), f"clz has left nothing else here; {package}"])
    end = f"{_bytes(result['bytes'])} removed; {package}" if result["done"] else "nothing was removed"
    return "\n".join([*plan_lines(result), end])


def _bytes(size: int) -> str:
    return f"{size / 1_000_000:,.0f} MB" if size >= 1_000_000 else f"{(size + 999) // 1000:,} kB"
