"""A command's words, as they are typed after `clz`: the way back from its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command, Param


def line_of(command: str, params: Mapping[str, Any]) -> list[str]:
    """The words of a command of the registry. What is as it is by default is left out; unknown names are, too."""
    declared = COMMANDS.get(command)
    if declared is None or not declared.cli:
        return [command]
    if command == "expect":
        return [*declared.cli.split(), *_expected(declared, params)]
    arguments: list[str] = []
    options: list[str] = []
    for param in declared.params:
        value = params.get(param.wire)
        if value is None or param.local:
            continue
        if param.argument:
            arguments += _listed(value)
        elif value != param.default:
            options += _option(param, value)
    if declared.tab and params.get("tabId") is not None and not any(p.name == "tab_id" for p in declared.params):
        options += ["--tab", str(params["tabId"])]
    # A word that begins with a minus is an option, unless options have ended.
    ended = ["--"] if any(word.startswith("-") and word != "-" for word in arguments) else []
    return [*declared.cli.split(), *options, *ended, *arguments]


def _expected(declared: Command, params: Mapping[str, Any]) -> list[str]:
    from clz_core.contract.expectations import CONDITIONS, words_of

    usual = {param.wire: param.default for param in declared.params}
    given = {name: value for name, value in params.items() if value != usual.get(name) or name == "condition"}
    return words_of(given) if given.get("condition") in CONDITIONS else []


def _option(param: Param, value: Any) -> list[str]:
    flag = next((flag for flag in param.flags if flag.startswith("--")), f"--{param.name.replace('_', '-')}")
    yes, _, no = flag.partition("/")
    if param.kind == "boolean":
        return [yes] if value else [no or f"--no-{yes.removeprefix('--')}"]
    return [word for one in _listed(value) for word in (yes, one)]


def _listed(value: Any) -> list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return [str(value)]
