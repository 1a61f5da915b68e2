"""Many commands at once, over one connection."""

from __future__ import annotations

from clz_core.contract.registry import Argument, Command, Flag, ShellCommand, Typed

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "batch",
        "batch",
        "Run many commands, one on each line, over one connection. It ends at the first that fails, with its exit "
        "code.",
        params=(
            Argument(
                "file",
                "File of commands, - for standard input. A line holds the words after `clz`, a JSON array of them, or "
                '{"command": NAME, "params": {…}}; empty lines and those that begin with # are left out.',
                format="path",
                metavar="FILE|-",
            ),
            Flag("keep_going", "Continue after a failure."),
        ),
        quotes_page=False,
        changes=True,
        typed=Typed(in_batch=False),
        examples=("clz batch steps.txt", 'printf "open example.com\\ncontent\\n" | clz batch - --json'),
    ),
)
