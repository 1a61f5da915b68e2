"""Other machines whose Firefox is used from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from clz_cli.handler import CommandHandler, application
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import (
        AddMachineResult,
        CheckMachineResult,
        ListMachinesResult,
    )


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
    "addMachine": CommandHandler(
        handle_locally=application("remote.machines", "add"), render=lambda one: f"added {_machine(one)}"
    ),
    "listMachines": CommandHandler(handle_locally=application("remote.machines", "listed"), render=_machines),
    "removeMachine": CommandHandler(
        handle_locally=application("remote.machines", "remove"), render=lambda one: f"removed {_machine(one)}"
    ),
    "checkMachine": CommandHandler(
        handle_locally=application("remote.machines", "check"),
        render=_checks,
        exit_code=lambda result: 0 if all(one["ok"] for one in result["checks"]) else 1,
    ),
    "installOnMachine": CommandHandler(
        handle_locally=application("remote.machines", "installed"),
        render=lambda result: f"clz {result['version']} is on {result['machine']}",
    ),
    "attendMachine": CommandHandler(handle_locally=_attend),
    "takeFile": CommandHandler(
        handle_locally=application("remote.machines", "take"), render=lambda result: result["path"]
    ),
}
