"""Setting up a machine, and Claude Code by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application, renderer, spoken
from clz_cli.parser.options import Options
from clz_core.contract.commands.system.setup import PARTS
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import (
        DemoResult,
        ExamplesResult,
        SetupAgentsResult,
        SetupClaudeResult,
        SetupFirefox,
        SetupResult,
        UpgradeResult,
    )


def _setup(values: Values, options: Options) -> SetupResult:
    from clz_apps.machine.setup.setup import set_up, undo
    from clz_cli.complete import script

    return undo(values["dry_run"]) if values["undo"] else set_up(values, options, spoken(options), script)


def _prepare(values: Values) -> Values:
    if unknown := [part for part in values["only"] or [] if part not in PARTS]:
        raise error("INVALID_PARAMS", f"There is no part {unknown[0]!r}.", f"Name one of: {', '.join(PARTS)}")
    return values


def _render(result: SetupResult) -> str:
    lines = []
    if not result["undone"] and any(step["name"] != "undo" for step in result["steps"]):
        lines = [f"{_title(build)}  {build['path']}" for build in result["firefox"]] or ["no Firefox was found"]
    for step in result["steps"]:
        lines.append(f"{step['state']:<9} {step['what']}")
        if step["state"] not in ("done", "changed", "skipped"):
            lines += [f"          {change}" for change in step["changes"]]
        if step["note"] and step["state"] != "done":
            lines.append(f"          {step['note']}")
    lines.append(_sum(result))
    return "\n".join(lines)


def _title(build: SetupFirefox) -> str:
    shut_in = "" if build["packaging"] == "plain" else f" ({build['packaging']})"
    return f"found     Firefox {build['version']} {build['kind']}{shut_in}"


def _sum(result: SetupResult) -> str:
    if result["undone"]:
        return "undone" if result["steps"] else "nothing to undo: setup has made nothing here"
    if any(step["state"] == "todo" for step in result["steps"]):
        return "nothing was changed; do it: clz setup"
    if not result["changed"]:
        return "nothing was changed"
    return "done. Undo it: clz setup --undo. Start: clz open https://example.com"


def _render_claude(result: SetupClaudeResult) -> str:
    lines = "\n".join(f"  {line}" for line in result["commands"])
    if result["installed"]:
        added = "".join(f"\n  {what}" for what in result["added"])
        more = "/clz:help" if result["plugin"] else "/mcp, which lists clz and its tools"
        head = f"done:\n{lines}{added}\nStart Claude Code again, then: {more}"
        if result["already"]:
            part = "the plugin, with the MCP server" if result["plugin"] else "the MCP server"
            head = f"already there: {part}" + (f"\ndone:{added}" if added else f"\nIn Claude Code: {more}")
        second = f"\nwarning: {result['second']}" if result["second"] else ""
        return f"{head}. Undo it: clz setup --undo{second}"
    if result["claude"] is None:
        return f"There is no `claude` command here. Where you have it, run:\n{lines}"
    return f"Run:\n{lines}"


def _render_agents(result: SetupAgentsResult) -> str:
    if not result["steps"]:
        return "nothing to undo: setup has made nothing here"
    lines = []
    for step in result["steps"]:
        lines.append(f"{step['state']:<9} {step['what']}")
        if step["note"]:
            lines.append(f"          {step['note']}")
    if any(step["state"] == "changed" for step in result["steps"]):
        lines.append("done. Undo it: clz setup agents --undo. What they read then: clz skills get clz")
    return "\n".join(lines)


def _render_demo(result: DemoResult) -> str:
    took = f"it works, in {result['elapsedMs'] / 1000:.1f} s. Picture: {result['picture']}"
    return f"{result['answer']}\n{took}\nNext: clz open URL, clz snapshot, clz --help, clz examples"


def _render_examples(result: ExamplesResult) -> str:
    files = [f"  {file}" for file in result["files"]]
    start = 'clz ready http://localhost:8000 --start "python3 -m http.server 8000 --directory site" -- clz run'
    return "\n".join([f"made {result['folder']}:", *files, f"Try: cd {result['folder']}/smoke && {start}"])


def _render_upgrade(result: UpgradeResult) -> str:
    if not result["done"]:
        return f"installed by {result['installer']}; for the newest: {result['command']}"
    if result["after"] == result["before"]:
        return f"clz {result['after']} is the newest"
    return f"clz {result['after']} replaced {result['before']}; if a Firefox is running: clz doctor"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setup": CommandHandler(before_send=_prepare, handle_locally=_setup, render=_render),
    "setupClaude": CommandHandler(handle_locally=application("machine.setup.claude", "setup"), render=_render_claude),
    "setupAgents": CommandHandler(handle_locally=application("machine.setup.agents", "setup"), render=_render_agents),
    "demo": CommandHandler(handle_locally=application("machine.demo", "demo"), render=_render_demo),
    "examples": CommandHandler(handle_locally=application("machine.demo", "copy_examples"), render=_render_examples),
    "upgrade": CommandHandler(handle_locally=application("machine.upgrade", "upgrade"), render=_render_upgrade),
    "uninstall": CommandHandler(
        handle_locally=application("machine.uninstall", "uninstall"), render=renderer("machine.uninstall")
    ),
}
