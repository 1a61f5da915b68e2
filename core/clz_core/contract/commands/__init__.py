"""Every command of clz, by its family's module; what families are called together, and where the help has them.

A family is loaded when one of its commands is asked for; `generated.command_index` is made from the declarations by
`make generate`. The command line keeps what it does around a family's commands in `clz_cli/commands/`, under the same
name.
"""

from __future__ import annotations

from importlib import import_module

from clz_core.contract.registry import Command, Registry
from clz_core.generated.command_index import INDEX

# The families in the order of the reference, after their folder and the group of their tools.
_FOLDERS = (
    ("tabs", "core", "navigate tab window"),
    ("emulation", "emulation", "emulate init"),
    ("reading", "core", "snapshot read pagestate capture"),
    ("actions", "core", "mouse touch fields scroll transfer dialog"),
    ("reading", "core", "wait expect vitals"),
    ("devtools", "devtools", "evaluate console"),
    ("network", "network", "network route held bodies conditions request"),
    ("devtools", "devtools", "consent"),
    ("state", "state", "cookies storage state secrets passkeys auth clipboard"),
    ("tabs", "multiagent", "pool"),
    ("system", "config", "config"),
    ("automation", "loop", "loop"),
    ("system", "setup", "setup skills"),
    ("automation", "core", "batch testing map"),
    ("automation", "devtools", "script"),
    ("automation", "core", "ready compare record pick notes trace film profile show ask"),
    ("system", "diagnose", "diagnose"),
    ("system", "browser", "browser"),
    ("system", "setup", "remote"),
    ("automation", "mcp", "mcp hook"),
)
# What the commands that begin with the same word are for.
GROUPS = {
    "tab": "Close and select tabs.",
    "dialog": "Answer the dialogs of pages.",
    "pool": "Share the 12 tabs with other agents.",
    "agents": "List the agents that share this Firefox, and end them.",
    "route": "Answer, change, redirect or block requests.",
    "config": "Show settings and policy, and narrow your own.",
    "window": "List, resize and close windows; choose the one that your tabs open in.",
    "network": "See the requests of a tab, and their bodies.",
    "network headers": "Send headers with every request of your tabs.",
    "cookies": "List, set and delete cookies.",
    "init": "Begin a suite of tests; run scripts in pages before their own.",
    "state": "Save log-ins to a file, and start with them again.",
    "secret": "Keep passwords, keys and one-time codes: commands enter them as {{NAME}}.",
    "passkey": "Log in with passkeys: a virtual authenticator for your pages.",
    "storage": "Read, set and clear what the page's site stores.",
    "clipboard": "Copy and paste with a clipboard of your own.",
    "auth": "Log in where servers ask for it by HTTP authentication.",
    "browser": "Start and stop the Firefox that clz manages.",
    "trace": "Record what is done, and look at it step by step.",
    "film": "Film a tab.",
    "profile": "See what a page spends its time on.",
    "loop": "Keep an agent at its task until it is done.",
    "remote": "Name other machines whose Firefox you use, and set them up.",
    "setup": "Set up clz for your own Firefox, Claude Code and shell.",
    "skills": "Read the instructions that clz has for agents.",
}
# How the help of all of `clz` is laid out: every word that is shown is in one of them.
SECTIONS = {
    "Look": "open navigate back forward reload snapshot content get element page-state diff screenshot pdf eval "
    "console vitals",
    "Act": "click dblclick hover drag mouse wheel tap swipe focus type fill fill-form press select check uncheck "
    "select-text scroll upload download dialog clipboard consent",
    "Expect": "wait expect compare",
    "Network": "network route unroute request",
    "Log-ins": "state cookies storage secret passkey auth ask",
    "Tests": "init run record pick notes report trace film profile ready batch map py lsp",
    "Browser": "demo examples tabs tab window viewport emulate browser remote status doctor logs feedback ping "
    "version upgrade setup uninstall",
    "Agents": "skills show agents pool loop config can-navigate mcp",
}
FAMILIES = {family: (folder, group) for folder, group, families in _FOLDERS for family in families.split()}


def commands_of(family: str) -> tuple[Command, ...]:
    """The commands that a family's module declares."""
    folder, group = FAMILIES[family]
    commands: tuple[Command, ...] = import_module(f"{__name__}.{folder}.{family}").COMMANDS
    for command in commands:
        object.__setattr__(command, "group", group)
    return commands


COMMANDS = Registry(INDEX, commands_of)
