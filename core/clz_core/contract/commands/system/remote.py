"""Other machines whose Firefox is used from here."""

from __future__ import annotations

from clz_core.contract.commands.shared import FILE_PATH
from clz_core.contract.registry import Argument, Command, Field, FilePath, Param, SetupCommand, Typed

MACHINE = "{ name: string; address: string; clz: string }"
CHECK = "{ check: string; ok: boolean; found: string; hint: string }"
NAME = Argument("machine", "Its name, or USER@HOST.", limits=(1, 255), metavar="MACHINE")
PLACE = (Field("address", "string", "Where it is."), Field("clz", "string", "Path of clz there, if it was given."))

COMMANDS: tuple[Command, ...] = (
    SetupCommand(
        "addMachine",
        "remote add",
        "Give a machine a name for --on. Nothing is connected yet.",
        params=(
            Argument("name", "What you call it.", limits=(1, 64), metavar="NAME"),
            Argument(
                "address",
                "USER@HOST, USER@HOST:PORT, or a Host of your ssh_config.",
                limits=(1, 255),
                metavar="ADDRESS",
            ),
            Param("clz", "Path of clz there, if it is not in the usual places.", metavar="PATH"),
        ),
        result=(Field("name", "string", "What you call it."), *PLACE),
        examples=("clz remote add desk me@desk.example.com",),
    ),
    SetupCommand(
        "listMachines",
        "remote list",
        "List the machines that have a name.",
        result=(Field("machines", f"Array<{MACHINE}>", "One entry a machine."),),
    ),
    SetupCommand(
        "removeMachine",
        "remote remove",
        "Forget the name of a machine, and end the connection to it.",
        params=(NAME,),
        result=(Field("name", "string", "What you called it."), *PLACE),
    ),
    SetupCommand(
        "checkMachine",
        "remote doctor",
        "Check each step of the way to a machine: OpenSSH, its clz, its Firefox. OpenSSH may ask at the terminal.",
        params=(NAME,),
        result=(Field("checks", f"Array<{CHECK}>", "One entry for each step, up to the first that is not right."),),
    ),
    SetupCommand(
        "installOnMachine",
        "remote install",
        "Install this version of clz on a machine, in a folder of its own: ~/.local/share/clz-remote.",
        params=(
            NAME,
            FilePath("wheel", "A wheel of clz, which is sent there. Default: pip fetches it there.", metavar="FILE"),
        ),
        result=(
            Field("machine", "string", "The machine."),
            Field("version", "string", "The version that is there now."),
        ),
    ),
    SetupCommand(
        "attendMachine",
        "remote attend",
        "Serve the clz of another machine, which runs this over SSH.",
        offered="nowhere",
        typed=Typed(in_batch=False, in_tests=False),
    ),
    SetupCommand(
        "takeFile",
        "remote take",
        "Keep what comes on stdin as a file that a page may be given, and print its path.",
        params=(Argument("folder", "Where.", metavar="FOLDER"), Argument("name", "Its name.", metavar="NAME")),
        result=(FILE_PATH,),
        offered="nowhere",
        typed=Typed(in_batch=False, in_tests=False),
    ),
)
