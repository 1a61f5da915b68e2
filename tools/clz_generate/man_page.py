"""The manual page, `clz.1`: each command in a paragraph, options and results where `clz COMMAND --help` has them."""

from __future__ import annotations

from clz_core import __version__
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.registry import Command, Param

EXIT_CODES = {
    0: "done",
    1: "the command failed on the page",
    2: "the command was invalid",
    3: "not connected: no Firefox, or it went away",
    4: "timed out",
    5: "refused: key, owner or policy",
    6: "busy, try again",
    130: "interrupted",
}
GLOBALS = (
    ("--session NAME", "Which Firefox, by the name of its session."),
    ("--agent NAME", "Act as another agent, with tabs of its own."),
    ("--tab ID", "Which tab, among those of the agent."),
    ("--timeout MS", "How long the command may take."),
    ("--json", "Print one envelope of JSON, on failure too."),
    ("--quiet", "Print no messages."),
)


def man_page(note: str) -> str:
    """The page, in the macros of man(7)."""
    assert {kind.exit_code for kind, _ in CODES.values()} <= EXIT_CODES.keys(), "an exit code is not explained"
    out = [
        f'.\\" {note}\n.TH CLZ 1 "" "clz {__version__}" "Claudezilla"\n',
        ".SH NAME\nclz \\- drive Firefox from a shell, a script or an agent\n",
        ".SH SYNOPSIS\n.B clz\n.RI [ OPTIONS ]\n.I COMMAND\n.RI [ ARGUMENTS ]\n",
        ".SH DESCRIPTION\n",
        _text(
            "clz drives a real Firefox. The first command starts one without a window, which later commands use. Each "
            "waits until its element is ready, and says why where it failed. clz COMMAND --help explains a command."
        ),
        ".SH OPTIONS\nEvery command takes these, before or after its name.\n",
        *(f".TP\n.B {_text(option)}{_text(meaning)}" for option, meaning in GLOBALS),
        ".SH COMMANDS\n",
        *(_command(command) for command in COMMANDS if not command.hidden and command.cli),
        ".SH EXIT STATUS\n",
        *(f".TP\n.B {code}\n{_text(meaning)}" for code, meaning in EXIT_CODES.items()),
        ".SH FILES\n.TP\n.I ~/.config/clz/config.toml\nSettings and policy.\n",
        ".TP\n.I .clz.toml\nSettings of a project.\n",
        ".SH SEE ALSO\n.BR firefox (1)\n",
    ]
    return "".join(out)


def _command(command: Command) -> str:
    words = " ".join([command.cli, *(_argument(param) for param in command.params if param.argument)])
    options = [param.spellings[0] for param in command.params if param.typed and not param.argument and param.spellings]
    taken = f"Options: {', '.join(sorted(options))}." if options else ""
    return f".TP\n.B {_text(words)}{_text(command.summary)}{_text(taken)}"


def _argument(param: Param) -> str:
    word = param.metavar or param.name.upper()
    return word if param.required else f"[{word}]"


def _text(text: str) -> str:
    """A line of text as troff reads it."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return ("\\&" if safe[:1] in (".", "'") else "") + safe + "\n" if text else ""
