"""Other machines whose Firefox is used from here."""

from __future__ import annotations

from clz_core.contract.registry import Command, Field, Param, ShellCommand

MACHINE = "{ name: string; address: string; clz: string }"
CHECK = "{ check: string; ok: boolean; found: string; hint: string }"
NAME = Param("machine", "string", "Its name, or USER@HOST.", argument=True, limits=(1, 255), metavar="MACHINE")

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "addMachine",
        "remote add",
        "Give a machine a name for --on. Nothing is connected yet.",
        params=(
            Param("name", "string", "What you call it.", argument=True, limits=(1, 64), metavar="NAME"),
            Param(
                "address",
                "string",
                "USER@HOST, USER@HOST:PORT, or a Host of your ssh_config.",
                argument=True,
                limits=(1, 255),
                metavar="ADDRESS",
            ),
            Param("clz", "string", "The clz there, if it is not found by itself.", None, metavar="PATH"),
        ),
        result=(
            Field("name", "string", "What you call it."),
            Field("address", "string", "Where it is."),
            Field("clz", "string", "The clz there, if it was named."),
        ),
        quotes_page=False,
        in_tests=False,
        examples=("clz remote add desk me@desk.example.com",),
    ),
    ShellCommand(
        "listMachines",
        "remote list",
        "List the machines that have a name.",
        result=(Field("machines", f"Array<{MACHINE}>", "One entry a machine."),),
        quotes_page=False,
        in_tests=False,
    ),
    ShellCommand(
        "removeMachine",
        "remote remove",
        "Forget the name of a machine, and end the connection to it.",
        params=(NAME,),
        result=(
            Field("name", "string", "What you called it."),
            Field("address", "string", "Where it is."),
            Field("clz", "string", "The clz there, if it was named."),
        ),
        quotes_page=False,
        in_tests=False,
    ),
    ShellCommand(
        "checkMachine",
        "remote doctor",
        "Check each step of the way to a machine: OpenSSH, its clz, its Firefox. OpenSSH may ask at the terminal.",
        params=(NAME,),
        result=(Field("checks", f"Array<{CHECK}>", "One entry a step; none after the first that is not right."),),
        quotes_page=False,
        in_tests=False,
    ),
    ShellCommand(
        "installOnMachine",
        "remote install",
        "Install this version of clz on a machine, in a folder of its own: ~/.local/share/clz-remote.",
        params=(
            NAME,
            Param(
                "wheel",
                "string",
                "A wheel of clz, which is sent there. Default: pip fetches it there.",
                None,
                format="path",
                metavar="FILE",
            ),
        ),
        result=(
            Field("machine", "string", "The machine."),
            Field("version", "string", "The version that is there now."),
        ),
        quotes_page=False,
        in_tests=False,
    ),
    ShellCommand(
        "attendMachine",
        "remote attend",
        "Serve the clz of another machine, which runs this over SSH.",
        hidden=True,
        quotes_page=False,
        in_batch=False,
        in_tests=False,
    ),
    ShellCommand(
        "takeFile",
        "remote take",
        "Keep what comes on stdin as a file that a page may be given, and print its path.",
        params=(
            Param("folder", "string", "Where.", argument=True, metavar="FOLDER"),
            Param("name", "string", "Its name.", argument=True, metavar="NAME"),
        ),
        result=(Field("path", "string", "The file.", text="payload"),),
        hidden=True,
        quotes_page=False,
        in_batch=False,
        in_tests=False,
    ),
)
