"""The reference of commands, tools, settings and errors: one page in the repository, a page a group on the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clz_core.config.files import PROJECT_FILE, USER_FILE
from clz_core.config.schema import SETTINGS
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.registry import Command, Field, Param
from clz_generate.shares import FIELDS, shares


def _option(param: Param) -> str:
    if param.given == "after_dashes":
        return f"-- {param.metavar}"
    if param.argument:
        word = param.name.upper()
        return word if param.required else f"[{word}]"
    return "/".join(param.spellings)


def _describe(param: Param) -> str:
    notes = []
    if param.choices:
        notes.append("one of " + ", ".join(f"`{choice}`" for choice in param.choices))
    if param.default not in (None, False, True) and not param.required:
        notes.append(f"default `{param.default}`")
    if param.kind == "boolean" and param.default is True and not param.argument:
        notes.append(f"the default; `{param.spellings[-1]}` does not")
    if param.setting:
        notes.append(f"setting `{param.setting}`")
    low, high = param.limits
    unit = " characters" if param.kind == "string" else ""
    if high is not None and not param.choices:
        notes.append(f"{low or 0:g} to {high:.15g}{unit}")
    return param.help + (f" ({'; '.join(notes)})" if notes else "")


def tools_table() -> list[str]:
    """The MCP tools, each with the command that it is."""
    out = [
        (
            "`clz mcp` serves these tools. A client first sees the ones that most tasks need; `firefox_activate` adds "
            "another group, or all, and `firefox_doctor` checks every part. Earlier names of tools, such as "
            "`firefox_create_window`, still work. Every tool takes `timeout`, in milliseconds; the other parameters "
            "are those of the command. A tool *reads*, *changes* something that can be changed back, or *acts*, with "
            "effects that depend on the page.\n\n"
        ),
        "| tool | command | group | does |\n| --- | --- | --- | --- |\n",
    ]
    for command in sorted(COMMANDS, key=lambda c: c.group):
        if command.is_tool:
            hints = command.hints
            kind = "reads" if not command.changes else "acts" if hints.destructive else "changes"
            out.append(f"| `{command.tool_name}` | `clz {command.cli}` | {command.group} | {kind} |\n")
    return out


def settings_table() -> list[str]:
    """Every setting, for the reference."""
    out = [
        (
            "A value comes from the first of these that sets it: the option, the variable, the project's "
            f"`{PROJECT_FILE}` (the nearest one up from the working folder), your own `{USER_FILE}` (in "
            "`$CLZ_CONFIG_DIR`, else `$XDG_CONFIG_HOME/clz`, else `~/.config/clz`), the default. `clz config list` "
            "says which it was. `clz config set KEY VALUE` writes your file, with `--project` the project's. A "
            "project's file cannot set the settings marked *personal*, nor `[policy]`. Booleans in variables: 1, "
            "true, yes, on; 0, false, no, off.\n\n"
        ),
        "| key | variable | option | default | meaning |\n| --- | --- | --- | --- | --- |\n",
    ]
    for setting in SETTINGS.values():
        option = f"`{setting.option}`" if setting.option else ""
        default = str(setting.default).lower() if setting.kind == "boolean" else str(setting.default)
        default = f"`{default}`" if default else ""
        notes = "" if setting.kind == "boolean" or setting.takes.startswith("a text") else f" ({setting.takes})"
        alone = "" if setting.project else " *Personal.*"
        meaning = f"{setting.help.removesuffix('.')}{notes}.{alone}"
        out.append(f"| `{setting.key}` | `{setting.env}` | {option} | {default} | {meaning} |\n")
    return out


def reference(note: str) -> str:
    """The command reference on one page, as Markdown."""
    out = [
        f"<!-- {note} -->\n# Commands\n\n",
        (
            "Every command takes `--session NAME`, `--agent NAME`, `--tab ID`, `--timeout MS`, `--json` and `--quiet`, "
            "before or after its name.\n"
        ),
        *(entry(command) for command in COMMANDS if not command.hidden),
        "\n# Shared results\n\n",
        *shared_table(),
        "\n# MCP tools\n\n",
        *tools_table(),
        "\n# Settings\n\n",
        *settings_table(),
        "\n# Errors\n\n",
        *errors_table(),
    ]
    return "".join(out)


def entry(command: Command, place: str = "#shared-results") -> str:
    """A command with all that it takes and answers; `place` says where that is which many answer."""
    words = " ".join(_option(param) for param in command.params if param.argument)
    out = [f"\n## clz {command.cli}{' ' + words if words else ''}\n\n{command.summary}\n\n"]
    if command.examples:
        out.append("```console\n" + "".join(f"$ {line}\n" for line in command.examples) + "```\n\n")
    if command.params:
        out.append("| parameter | meaning |\n| --- | --- |\n")
        out += [f"| `{_option(param)}` | {_describe(param)} |\n" for param in command.params if param.typed]
        out.append("\n")
    if command.terms:
        out.append("| word | meaning |\n| --- | --- |\n")
        out += [f"| `{word}` | {meaning} |\n" for word, meaning in command.terms]
        out.append("\n")
    if command.result:
        groups, own = shares(command.result)
        out += [*_results(own), "\n"] if own else []
        for about, fields in (FIELDS[group] for group in groups):
            names = ", ".join(f"`{field.name}`" for field in fields)
            out.append(f"- {about.removesuffix('.')} ([shared]({place})): {names}\n")
        out.append("\n")
    wire = "runs in `clz` itself" if command.runs == "local" else f"wire `{command.name}`"
    tool = f" · MCP `{command.tool_name}`" if command.is_tool else ""
    out.append(f"{wire}{tool} · group `{command.group}`\n")
    return "".join(out)


def _results(fields: Iterable[Field]) -> Iterator[str]:
    yield "| result | type | meaning |\n| --- | --- | --- |\n"
    for field in fields:
        kind = field.type.replace("|", "\\|")
        yield f"| `{field.name}` | `{kind}` | {field.help} |\n"


def shared_table() -> list[str]:
    """The fields that many results have."""
    return [*_results(dict.fromkeys(field for _, fields in FIELDS.values() for field in fields))]


def errors_table() -> list[str]:
    """Every code, for the reference."""
    out = ["| code | exit code | what to do |\n| --- | --- | --- |\n"]
    return out + [f"| `{code}` | {kind.exit_code} | {hint} |\n" for code, (kind, hint) in CODES.items()]
