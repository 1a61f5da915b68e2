"""Other machines whose Firefox is used from here."""

from __future__ import annotations

from clz_core.contract.registry import Command, Field, Param

MACHINE = "{ name: string; address: string; clz: string }"
CHECK = "{ check: string; ok: boolean; found: string; hint: string }"
NAME = Param(
    "machine", "string", "Its name, or USER@HOST.", argument=True, limits=(1, 255), metavar="MACHINE", local=True
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "addMachine",
        "remote add",
        "Give a machine a name for --on. Nothing is connected yet.",
        "setup",
        params=(
            Param("name", "string", "What you call it.", argument=True, limits=(1, 64), metavar="NAME", local=True),
            Param(
                "address",
                "string",
                "USER@HOST, USER@HOST:PORT, or a Host of your ssh_config.",
                argument=True,
                limits=(1, 255),
                metavar="ADDRESS",
                local=True,
            ),
            Param("clz", "string", "The clz there, if it is not found by itself.", None, metavar="PATH", local=True),
        ),
        result=(
            Field("name", "string", "What you call it."),
            Field("address", "string", "Where it is."),
            Field("clz", "string", "The clz there, if it was named."),
        ),
        runs="local",
        shell_only=True,
        quotes_page=False,
        in_tests=False,
        examples=("clz remote add desk me@desk.example.com",),
    ),
    Command(
        "listMachines",
        "remote list",
        "List the machines that have a name.",
        "setup",
        result=(Field("machines", f"Array<{MACHINE}>", "One entry a machine."),),
        runs="local",
        shell_only=True,
        quotes_page=False,
        in_tests=False,
    ),
    Command(
        "removeMachine",
        "remote remove",
        "Forget the name of a machine, and end the connection to it.",
        "setup",
        params=(NAME,),
        result=(
            Field("name", "string", "What you called it."),
            Field("address", "string", "Where it is."),
            Field("clz", "string", "The clz there, if it was named."),
        ),
        runs="local",
        shell_only=True,
        quotes_page=False,
        in_tests=False,
    ),
    Command(
        "checkMachine",
        "remote doctor",
        "Check each step of the way to a machine: OpenSSH, its clz, its Firefox. OpenSSH may ask at the terminal.",
        "setup",
        params=(NAME,),
        result=(Field("checks", f"Array<{CHECK}>", "One entry a step; none after the first that is not right."),),
        runs="local",
        shell_only=True,
        quotes_page=False,
        in_tests=False,
    ),
    Command(
        "installOnMachine",
        "remote install",
        "Install this version of clz on a machine, in a folder of its own: ~/.local/share/clz-remote.",
        "setup",
        params=(
            NAME,
            Param(
                "wheel",
                "string",
                "A wheel of clz, which is sent there. Default: pip fetches it there.",
                None,
                format="path",
                metavar="FILE",
                local=True,
            ),
        ),
        result=(
            Field("machine", "string", "The machine."),
            Field("version", "string", "The version that is there now."),
        ),
        runs="local",
        shell_only=True,
        quotes_page=False,
        in_tests=False,
    ),
    Command(
        "attendMachine",
        "remote attend",
        "Serve the clz of another machine, which runs this over SSH.",
        "setup",
        runs="local",
        hidden=True,
        shell_only=True,
        quotes_page=False,
        in_batch=False,
        in_tests=False,
    ),
    Command(
        "takeFile",
        "remote take",
        "Keep what comes on stdin as a file that a page may be given, and print its path.",
        "setup",
        params=(
            Param("folder", "string", "Where.", argument=True, metavar="FOLDER", local=True),
            Param("name", "string", "Its name.", argument=True, metavar="NAME", local=True),
        ),
        result=(Field("path", "string", "The file.", text="payload"),),
        runs="local",
        hidden=True,
        shell_only=True,
        quotes_page=False,
        in_batch=False,
        in_tests=False,
    ),
)
