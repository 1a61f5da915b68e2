"""Other machines whose Firefox is used from here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import (
        AddMachineResult,
        CheckMachineResult,
        InstallOnMachineResult,
        ListMachinesResult,
        TakeFileResult,
    )


def _add(values: Values, options: Options) -> AddMachineResult:
    from clz_core.remote import machines

    return _entry(machines.add(values["name"], values["address"], values["clz"] or ""))


def _list(values: Values, options: Options) -> ListMachinesResult:
    from clz_core.remote import machines

    return {"machines": [_entry(one) for one in machines.known().values()]}


def _remove(values: Values, options: Options) -> AddMachineResult:
    from clz_core.config.paths import machine_dir
    from clz_core.remote import machines
    from clz_core.remote.ssh import Ssh

    gone = machines.remove(values["machine"])
    Ssh(gone, machine_dir(gone.name)).close()
    return _entry(gone)


def _entry(machine: Any) -> AddMachineResult:
    return {"name": machine.name, "address": machine.address, "clz": machine.clz}


def _doctor(values: Values, options: Options) -> CheckMachineResult:
    from clz_apps.remote.machines import checked

    return {"checks": checked(values["machine"], options.session.partition("@")[0], sys.stdin.isatty())}


def _install(values: Values, options: Options) -> InstallOnMachineResult:
    from clz_apps.remote.machines import install
    from clz_cli.output.printing import progress

    with progress(f"Installing clz on {values['machine']}", options.silent):
        return {"machine": values["machine"], "version": install(values["machine"], values["wheel"])}


def _attend(values: Values, options: Options) -> NoReturn:
    import os

    from clz_core.fleet.far import Place
    from clz_core.remote.attend import serve

    place = Place()
    said = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is not for the other side
    serve(os.fdopen(os.dup(0), "rb", buffering=0), said, place.begin)
    place.end()
    os._exit(0)


def _take(values: Values, options: Options) -> TakeFileResult:
    from clz_core.remote.attend import take_file

    return {"path": str(take_file(values["folder"], values["name"], sys.stdin.buffer))}


def _machine(one: AddMachineResult) -> str:
    return "  ".join(filter(None, (one["name"], one["address"], one["clz"])))


def _machines(result: ListMachinesResult) -> str:
    return (
        "\n".join(map(_machine, result["machines"])) or "no machine has a name; give one: clz remote add NAME USER@HOST"
    )


def _checks(result: CheckMachineResult) -> str:
    lines = []
    for one in result["checks"]:
        lines.append(f"{'ok  ' if one['ok'] else 'BAD '}  {one['check']}: {one['found']}")
        lines += [f"      {one['hint']}"] if one["hint"] else []
    return "\n".join(lines)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "addMachine": CommandHandler(handle_locally=_add, render=lambda one: f"added {_machine(one)}"),
    "listMachines": CommandHandler(handle_locally=_list, render=_machines),
    "removeMachine": CommandHandler(handle_locally=_remove, render=lambda one: f"removed {_machine(one)}"),
    "checkMachine": CommandHandler(
        handle_locally=_doctor,
        render=_checks,
        exit_code=lambda result: 0 if all(one["ok"] for one in result["checks"]) else 1,
    ),
    "installOnMachine": CommandHandler(
        handle_locally=_install, render=lambda result: f"clz {result['version']} is on {result['machine']}"
    ),
    "attendMachine": CommandHandler(handle_locally=_attend),
    "takeFile": CommandHandler(handle_locally=_take, render=lambda result: result["path"]),
}
