"""Setting up a machine: the native host, the extension, Claude Code, the shell."""

from __future__ import annotations

from clz_core.contract.registry import (
    Argument,
    Array,
    Command,
    Field,
    FilePath,
    Flag,
    Param,
    SetupCommand,
    ShellCommand,
    Tool,
    Typed,
)

PARTS = ("firefox", "host", "extension", "claude", "completion")
AGENTS = ("agents-md", "cursor", "codex", "gemini", "copilot", "opencode")
DRY_RUN = Flag("dry_run", "Print what would be done, and do nothing.", flags=("--dry-run", "--print"))

COMMANDS: tuple[Command, ...] = (
    SetupCommand(
        "setup",
        "setup",
        "Set up clz for your own Firefox, Claude Code and shell; asks before each step, and can undo it all.",
        params=(
            Flag("yes", "Do every step without asking, as in a script.", flags=("--yes", "-y")),
            Flag("undo", "Remove what setup made, but nothing that was changed since."),
            DRY_RUN,
            Flag("with_deps", "Install Firefox with the system's package manager if need be."),
            FilePath("firefox", "Set up your Firefox: its path or command.", metavar="PATH"),
            Param(
                "profile",
                "Put the extension into this profile: its folder, or its name in about:profiles.",
                metavar="NAME",
            ),
            Flag("temporary", "Start your Firefox and load the extension until it ends, even if it could stay."),
            Flag(
                "policy", "Install the signed extension by the policies of --firefox, in every profile of that Firefox."
            ),
            Array("only", "Do this part only; may be given several times.", choices=PARTS, metavar="PART"),
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
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz setup", "clz setup --dry-run", "clz setup --yes --only=completion", "clz setup --undo"),
    ),
    SetupCommand(
        "setupClaude",
        "setup claude",
        "Install the plugin and the MCP server of clz into Claude Code.",
        params=(
            Flag("plugin", "Install the plugin, which includes the MCP server; else only the server.", default=True),
            Flag("print_only", "Print the commands, and run none.", flags=("--print",)),
            Flag("replace", "Replace a server that you named clz yourself; --undo brings it back."),
            Flag(
                "allow",
                "Let Claude Code run clz without asking. On a terminal you are asked.",
                default=None,
                flags=("--allow/--no-allow",),
            ),
            Flag(
                "memory",
                "Say in your CLAUDE.md what clz is for. On a terminal you are asked.",
                default=None,
                flags=("--memory/--no-memory",),
            ),
        ),
        result=(
            Field("installed", "boolean", "True if the commands were run, or need not be."),
            Field("already", "boolean", "True if it was there already."),
            Field("plugin", "boolean", "True for the plugin; false for only the MCP server."),
            Field("claude", "string | null", "The `claude` command; null if it is not installed."),
            Field("commands", "string[]", "Commands that were run, or that are to be run by hand."),
            Field("added", "string[]", "What else was added to Claude Code's settings and memory."),
            Field("second", "string | null", "Warns of a second server of clz, and says how to remove it."),
        ),
        changes=True,
        examples=("clz setup claude", "clz setup claude --allow --memory", "clz setup claude --no-plugin"),
    ),
    SetupCommand(
        "setupAgents",
        "setup agents",
        "Tell coding agents about clz in the files they read: AGENTS.md, Cursor, Codex, Gemini, Copilot, opencode.",
        params=(
            Argument(
                "agents",
                "Only for these. Default: AGENTS.md, and those agents that this machine or project has.",
                default=None,
                kind="array",
                choices=AGENTS,
                metavar="AGENT",
            ),
            Flag("user", "In your own files, for all projects, instead of this project's."),
            Flag("undo", "Remove clz's lines from these files; everything else in them stays."),
            DRY_RUN,
        ),
        result=(
            Field(
                "steps",
                "{ name: string; state: string; what: string; changes: string[]; note: string }[]",
                "A file each: `done` before, `changed` now, `todo`, `manual`, `failed`; undone: `removed`, `kept`.",
            ),
            Field("changed", "boolean", "True if a file was changed."),
        ),
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz setup agents", "clz setup agents codex --user", "clz setup agents --undo"),
    ),
    ShellCommand(
        "demo",
        "demo",
        "Fill in a form in a separate Firefox: shows that everything works here, and saves a picture of the form.",
        params=(Argument("picture", "Where the picture goes.", default="clz-demo.png", format="path", metavar="FILE"),),
        result=(
            Field("answer", "string", "What the page answered."),
            Field("picture", "string", "File with the picture."),
            Field("elapsedMs", "integer", "Milliseconds it took, Firefox's start included."),
        ),
        quotes_page=False,
        changes=True,
        examples=("clz demo",),
    ),
    ShellCommand(
        "examples",
        "examples",
        "Copy the examples into a folder: smoke tests with their page, a shell script, a Python program.",
        params=(Argument("folder", "The new folder.", default="clz-examples", format="path", metavar="FOLDER"),),
        result=(Field("folder", "string", "The folder."), Field("files", "string[]", "The files in it.")),
        quotes_page=False,
        changes=True,
        examples=("clz examples",),
    ),
    SetupCommand(
        "upgrade",
        "upgrade",
        "Install the newest clz, by the tool that installed this one: pipx, uv or pip.",
        params=(Flag("dry_run", "Only print the command."),),
        result=(
            Field("installer", "string", "What installed clz."),
            Field("command", "string", "The command that installs the newest."),
            Field("before", "string", "Version of the clz that ran the command."),
            Field("after", "string", "Version that is there now."),
            Field("done", "boolean", "False if nothing was run."),
        ),
        changes=True,
        examples=("clz upgrade --dry-run", "clz upgrade"),
    ),
    SetupCommand(
        "uninstall",
        "uninstall",
        "Remove clz from this machine: undo clz setup, end all sessions, remove what clz has made; asks first.",
        params=(Flag("yes", "Do it without asking, as in a script.", flags=("--yes", "-y")), DRY_RUN),
        result=(
            Field("undone", "string[]", "What clz setup had made in other programs."),
            Field("stopped", "string[]", "Sessions whose Firefox or host was ended."),
            Field(
                "removed",
                "Array<{ what: string; path: string; count: integer; bytes: integer }>",
                "What clz had made, a row for each kind in a folder.",
            ),
            Field("bytes", "integer", "Their size together."),
            Field("kept", "Array<{ path: string; why: string }>", "What stays, and why."),
            Field("done", "boolean", "False if nothing was removed."),
            Field("package", "string", "The command that removes the package itself."),
        ),
        typed=Typed(far=False, in_batch=False, repairs=True, in_tests=False),
        changes=True,
        tool=Tool(destructive=True, idempotent=True),
        examples=("clz uninstall --dry-run", "clz uninstall"),
    ),
)
