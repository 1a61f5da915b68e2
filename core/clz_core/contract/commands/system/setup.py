"""Setting up a machine: the native host, the extension, Claude Code, the shell."""

from __future__ import annotations

from clz_core.contract.registry import Command, Field, Param

PARTS = ("firefox", "host", "extension", "claude", "completion")

COMMANDS: tuple[Command, ...] = (
    Command(
        "setup",
        "setup",
        "Set up clz for your own Firefox, Claude Code and shell; asks before each step, and can undo it all.",
        "setup",
        params=(
            Param("yes", "boolean", "Do every step without asking, as in a script.", False, flags=("--yes", "-y")),
            Param("undo", "boolean", "Remove what setup made, but nothing that was changed since.", False),
            Param(
                "dry_run",
                "boolean",
                "Print what would be done, and do nothing.",
                False,
                flags=("--dry-run", "--print"),
            ),
            Param("with_deps", "boolean", "Install Firefox with the system's package manager if need be.", False),
            Param(
                "firefox",
                "string",
                "Set up this Firefox of yours: its path or command.",
                None,
                format="path",
                metavar="PATH",
            ),
            Param(
                "profile",
                "string",
                "Put the extension into this profile of yours: its folder, or its name in about:profiles.",
                None,
                metavar="NAME",
            ),
            Param(
                "temporary",
                "boolean",
                "Start your Firefox and load the extension until it ends, even if it could stay.",
                False,
            ),
            Param(
                "only",
                "array",
                "Do this part only; may be given several times.",
                None,
                choices=PARTS,
                metavar="PART",
            ),
        ),
        result=(
            Field(
                "firefox",
                "{ path: string; kind: string; version: string; packaging: string; manageable: boolean }[]",
                "The Firefox builds of this machine; `manageable` are those that `clz open` can start.",
            ),
            Field(
                "steps",
                "{ name: string; state: string; what: string; changes: string[]; note: string }[]",
                "`done` before, `changed` now, `todo`, `skipped`, `manual` (for you to do), `failed`; "
                "undone: `removed`, `restored`, `undone`, `kept`.",
            ),
            Field("changed", "boolean", "True if anything was changed."),
            Field("undone", "boolean", "True if this removed what was set up before."),
        ),
        runs="local",
        quotes_page=False,
        changes=True,
        idempotent=True,
        shell_only=True,
        in_tests=False,
        examples=("clz setup", "clz setup --dry-run", "clz setup --yes --only=completion", "clz setup --undo"),
    ),
    Command(
        "setupClaude",
        "setup claude",
        "Install the plugin and the MCP server of clz into Claude Code.",
        "setup",
        params=(
            Param(
                "plugin",
                "boolean",
                "Install the plugin, which includes the MCP server; else the server alone.",
                True,
            ),
            Param("print_only", "boolean", "Print the commands, and run none.", False, flags=("--print",)),
            Param("replace", "boolean", "Replace a server of yours that is clz; --undo brings it back.", False),
            Param(
                "allow",
                "boolean",
                "Have Claude Code run clz without asking. On a terminal you are asked.",
                None,
                flags=("--allow/--no-allow",),
            ),
            Param(
                "memory",
                "boolean",
                "Say in your CLAUDE.md what clz is for. On a terminal you are asked.",
                None,
                flags=("--memory/--no-memory",),
            ),
        ),
        result=(
            Field("installed", "boolean", "True if the commands were run."),
            Field("claude", "string | null", "The `claude` command; null if there is none."),
            Field("commands", "string[]", "Commands that were run, or that are to be run by hand."),
            Field("added", "string[]", "What Claude Code was told besides."),
        ),
        runs="local",
        quotes_page=False,
        changes=True,
        shell_only=True,
        in_tests=False,
        examples=("clz setup claude", "clz setup claude --allow --memory", "clz setup claude --no-plugin"),
    ),
    Command(
        "demo",
        "demo",
        "Fill in a form in a Firefox of its own and take a picture, to see that all of it works here.",
        "setup",
        params=(
            Param(
                "picture",
                "string",
                "Where the picture goes.",
                "clz-demo.png",
                format="path",
                argument=True,
                metavar="FILE",
            ),
        ),
        result=(
            Field("answer", "string", "What the page answered."),
            Field("picture", "string", "File with the picture."),
            Field("elapsedMs", "number", "Milliseconds it took, Firefox's start included."),
        ),
        runs="local",
        quotes_page=False,
        changes=True,
        shell_only=True,
        examples=("clz demo",),
    ),
    Command(
        "examples",
        "examples",
        "Copy the examples into a folder: smoke tests with their page, a shell script, a Python program.",
        "setup",
        params=(
            Param(
                "folder",
                "string",
                "A folder that is not there yet.",
                "clz-examples",
                format="path",
                argument=True,
                metavar="FOLDER",
            ),
        ),
        result=(
            Field("folder", "string", "The folder."),
            Field("files", "string[]", "The files in it."),
        ),
        runs="local",
        quotes_page=False,
        changes=True,
        shell_only=True,
        examples=("clz examples",),
    ),
)
