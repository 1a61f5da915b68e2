"""Other machines whose Firefox is used from here: their names, the way to each, step by step, and clz put there."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core import __version__
from clz_core.client.client import Client
from clz_core.config.paths import SessionPaths, machine_dir
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MIN_TIMEOUT_MS
from clz_core.contract.shapes import Values
from clz_core.remote import attend, machines
from clz_core.remote.line import Attend
from clz_core.remote.machines import Machine, machine_of, session_on
from clz_core.remote.ssh import Ssh

if TYPE_CHECKING:
    from clz_core.generated.results import (
        AddMachineResult,
        CheckMachineChecks,
        CheckMachineResult,
        InstallOnMachineResult,
        ListMachinesResult,
        TakeFileResult,
    )

INSTALL_S = 600
# In a folder of its own, so that what is there otherwise stays as it is. `$1` is what pip installs.
INSTALL = """set -e
command -v python3 >/dev/null || { echo "there is no python3" >&2; exit 1; }
folder="$HOME/.local/share/clz-remote"
python3 -m venv "$folder"
case $1 in *.whl) cat >"$folder/$1"; cd "$folder" ;; esac
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall "$1" 1>&2
"$folder/bin/clz" version 1>&2
"""


def add(values: Values, place: Place, say: Say) -> AddMachineResult:
    return _entry(machines.add(values["name"], values["address"], values["clz"] or ""))


def listed(values: Values, place: Place, say: Say) -> ListMachinesResult:
    return {"machines": [_entry(one) for one in machines.known().values()]}


def remove(values: Values, place: Place, say: Say) -> AddMachineResult:
    gone = machines.remove(values["machine"])
    Ssh(gone, machine_dir(gone.name)).close()
    return _entry(gone)


def _entry(machine: Machine) -> AddMachineResult:
    return {"name": machine.name, "address": machine.address, "clz": machine.clz}


def take(values: Values, place: Place, say: Say) -> TakeFileResult:
    return {"path": str(attend.take_file(values["folder"], values["name"], sys.stdin.buffer))}


def check(values: Values, place: Place, say: Say) -> CheckMachineResult:
    return {"checks": _checked(values["machine"], place.session.partition("@")[0], sys.stdin.isatty())}


def _checked(name: str, session: str, asking: bool) -> list[CheckMachineChecks]:
    """The steps to a machine, up to the first that is not right. Raises: INVALID_PARAMS, CONFIG_INVALID."""
    where = session_on(session, name)
    paths = SessionPaths(where)
    ssh = Ssh(machine_of(name), paths.runtime)
    made: list[CheckMachineChecks] = []

    def good(check: str, found: str) -> None:
        made.append({"check": check, "ok": True, "found": found, "hint": ""})

    step = "OpenSSH"
    try:
        new = ssh.connect(asking)
        good(step, f"{shlex.join(ssh.machine.target)}, {'connected' if new else 'connected before'}")
        step = "clz there"
        line = Attend(ssh)
        try:
            there = str(line.ask({"hello": 1, "session": session})["clz"])
        finally:
            line.close()
        if there != __version__:
            raise error(
                "MACHINE_NOT_READY",
                f"{there}, and here it is {__version__}",
                f"Install this version there: clz remote install {name}",
            )
        good(step, there)
        step = "Firefox there"
        with Client(where) as client:
            client.call("ping", timeout_ms=MIN_TIMEOUT_MS)
            begin = time.monotonic()
            client.call("ping", timeout_ms=MIN_TIMEOUT_MS)
            good(step, f"session {session}, answers in {(time.monotonic() - begin) * 1000:.1f} ms")
    except ClzError as problem:
        made.append({"check": step, "ok": False, "found": problem.message, "hint": problem.hint})
    return made


def installed(values: Values, place: Place, say: Say) -> InstallOnMachineResult:
    with say.progress(f"Installing clz on {values['machine']}"):
        return {"machine": values["machine"], "version": _install(values["machine"], values["wheel"])}


def _install(name: str, wheel: str | None) -> str:
    """Put this version of clz on a machine, and return what is there then. Raises: ClzError."""
    ssh = Ssh(machine_of(name), SessionPaths(session_on("default", name)).runtime)
    ssh.connect()
    if wheel is None:
        ssh.run("sh", "-c", INSTALL, "sh", f"claudezilla=={__version__}", timeout_s=INSTALL_S)
    else:
        try:
            with Path(os.path.expanduser(wheel)).open("rb") as file:
                ssh.run("sh", "-c", INSTALL, "sh", os.path.basename(wheel), input=file, timeout_s=INSTALL_S)
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot read {wheel}: {problem.strerror}.") from problem
    line = Attend(ssh)
    try:
        return str(line.ask({"hello": 1, "session": "default"})["clz"])
    finally:
        line.close()
