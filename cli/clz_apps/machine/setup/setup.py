"""`clz setup`: plan, ask, do, write down; and the way back.

On a terminal every step is asked for. Without one nothing is done unless `--yes` was given.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_native.machine.builds import Build, find_builds, named_build
from clz_native.machine.system import System
from clz_native.setup.journal import SetupJournal
from clz_native.setup.profiles import find_profile
from clz_native.setup.steps import SetupOptions, Step, plan

if TYPE_CHECKING:
    from clz_core.generated.results import SetupResult, SetupSteps


def set_up(values: Values, place: Place, say: Say, script: Callable[[str], str]) -> SetupResult:
    """`script` gives what completes `clz` in a shell.

    Raises: USAGE, CONFIRMATION_NEEDED, SETUP_FAILED, FIREFOX_NOT_FOUND, FILE_ERROR.
    """
    if values["policy"] and not values["firefox"]:
        hint = "Say which: clz setup --policy --firefox PATH"
        raise error("USAGE", "Policies are written into the folder of one Firefox.", hint)
    system = System()
    asks = not values["yes"] and not values["dry_run"] and sys.stdin.isatty() and sys.stderr.isatty()
    build = named_build(values["firefox"], system) if values["firefox"] else None
    builds = find_builds(system)
    if build is not None and all(known.folder != build.folder for known in builds):
        builds.append(build)
    setup_options = SetupOptions(
        build,
        find_profile(values["profile"], system) if values["profile"] else None,
        temporary=values["temporary"],
        asks=asks,
        with_deps=values["with_deps"],
        policy=values["policy"],
        session=place.session,
        agent=place.agent,
    )
    wanted = partial(_wanted, system, setup_options=setup_options, only=values["only"], say=say, script=script)
    steps = wanted(builds)
    if not (asks or values["yes"] or values["dry_run"]) and any(step.state == "todo" for step in steps):
        raise error(
            "CONFIRMATION_NEEDED",
            "There is no terminal to ask at, so nothing was done. It would:",
            steps=[step.what for step in steps if step.state == "todo"],
        )
    if values["dry_run"]:
        rows = [step.to_wire() for step in steps]
    else:
        rows, builds = _do_all(steps, system, builds, wanted, asks, say)
    failed = [row for row in rows if row["state"] == "failed"]
    if failed:
        raise error("SETUP_FAILED", f"{failed[0]['what']}: {failed[0]['note']}", steps=rows)
    changed = any(row["state"] == "changed" for row in rows)
    return {"firefox": [known.to_wire() for known in builds], "steps": rows, "changed": changed, "undone": False}


def undo(dry_run: bool) -> SetupResult:
    """Raises: SETUP_FAILED if something could not be taken away; it stays written down."""
    system = System()
    journal = SetupJournal(registry=system.registry)
    rows: list[SetupSteps] = [
        {"name": "undo", **row, "changes": []} for row in (journal.rows() if dry_run else journal.undo())
    ]
    failed = [row for row in rows if row["state"] == "failed"]
    if failed:
        raise error("SETUP_FAILED", f"{failed[0]['what']}: {failed[0]['note']}", "Then: clz setup --undo", steps=rows)
    changed = any(row["state"] in ("removed", "restored", "undone") for row in rows)
    return {"firefox": [], "steps": rows, "changed": changed, "undone": not dry_run}


def _wanted(
    system: System,
    builds: list[Build],
    setup_options: SetupOptions,
    only: list[str] | None,
    say: Say,
    script: Callable[[str], str],
) -> list[Step]:
    """The steps of the parts that were asked for; all if none was named."""
    from clz_apps.machine.setup import claude, completion

    with say.progress("Looking around"):
        steps = plan(system, builds, setup_options)
        if not only or "claude" in only:
            steps += claude.steps(setup_options.asks)
        if not only or "completion" in only:
            steps += completion.steps(system, script)
    return [step for step in steps if not only or _part(step) in only]


def _part(step: Step) -> str:
    part = step.name.partition("-")[0]
    return "host" if part == "flatpak" else part


def _do_all(
    steps: list[Step],
    system: System,
    builds: list[Build],
    wanted: Callable[[list[Build]], list[Step]],
    asks: bool,
    say: Say,
) -> tuple[list[SetupSteps], list[Build]]:
    """What became of each step, and the builds there are now: one that was installed is set up in the same run."""
    journal = SetupJournal(registry=system.registry)
    rows: list[SetupSteps] = []
    while steps:
        step, *steps = steps
        if any((row["name"], row["state"]) == (step.needs, "failed") for row in rows):
            rows.append(step.to_wire("skipped", f"It needs the {step.needs}, which failed above."))
            continue
        rows.append(_do(step, asks, journal, say))
        if step.name == "firefox" and rows[-1]["state"] == "changed":
            builds = find_builds(system)
            steps = [found for found in wanted(builds) if found.name != "firefox"]
    return rows, builds


def _do(step: Step, asks: bool, journal: SetupJournal, say: Say) -> SetupSteps:
    if step.state != "todo":
        return step.to_wire()
    if asks and not say.agreed(step.question):
        return step.to_wire("skipped", "")
    try:
        with say.progress(step.what):
            step.apply(journal)
    except ClzError as problem:
        return step.to_wire("failed", problem.message)
    except OSError as problem:
        return step.to_wire("failed", f"{problem.filename or ''}: {problem.strerror}")
    return step.to_wire("changed")
