"""Setting up a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Values
from clz_cli.options import Options
from clz_cli.output.text import Result
from clz_core.contract.commands.setup import PARTS
from clz_core.contract.errors import error

if TYPE_CHECKING:
    from clz_core.contract.results import SetupResult


def _setup(values: Values, options: Options) -> Result:
    from clz_cli.setup.setup import set_up, undo

    return undo(values["dry_run"]) if values["undo"] else set_up(values, options)


def _prepare(values: Values) -> dict[str, Any]:
    if unknown := [part for part in values["only"] or [] if part not in PARTS]:
        raise error("INVALID_PARAMS", f"There is no part {unknown[0]!r}.", f"Name one of: {', '.join(PARTS)}")
    return values


def _told(result: SetupResult) -> str:
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


def _title(build: Result) -> str:
    shut_in = "" if build["packaging"] == "plain" else f" ({build['packaging']})"
    return f"found     Firefox {build['version']} {build['kind']}{shut_in}"


def _sum(result: Result) -> str:
    if result["undone"]:
        return "undone" if result["steps"] else "nothing to undo: setup has made nothing here"
    if any(step["state"] == "todo" for step in result["steps"]):
        return "nothing was changed; do it: clz setup"
    if not result["changed"]:
        return "nothing was changed"
    return "done. Take it back: clz setup --undo. Start: clz open https://example.com"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setup": CommandHandler(before_send=_prepare, handle_locally=_setup, render=_told),
}
