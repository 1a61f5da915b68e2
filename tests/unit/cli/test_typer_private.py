"""What clz needs of Typer that Typer does not promise: where a version moves it, this says what to change."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path

import pytest

import clz_cli

NEEDED = {
    ("typer._click.core", "Command"): "the type of a command, for the groups that are made of the registry",
    ("typer._click.core", "Context"): "what a callback and a group are given",
    ("typer._click.core", "Parameter"): "the options and arguments of a command, whose words are converted",
    ("typer._click.exceptions", "BadParameter"): "the refusal of a value",
    ("typer._click.exceptions", "ClickException"): "every failure of parsing, which becomes USAGE",
    ("typer._click.exceptions", "NoArgsIsHelpError"): "a group that was typed alone, which prints its help",
    ("typer._click.exceptions", "UsageError"): "a command that is not there",
    ("typer._coercion", "RuntimeParam._coerce_value"): "the conversion of a value, which is done without pydantic",
    ("typer._completion_shared", "get_completion_script"): "the completion of bash, zsh and fish",
}


@pytest.mark.parametrize(("module", "name"), NEEDED)
def test_what_is_private_in_typer_is_where_clz_looks_for_it(module: str, name: str) -> None:
    try:
        attrgetter(name)(import_module(module))
    except (ImportError, AttributeError):
        what = NEEDED[module, name]
        pytest.fail(f"Typer {version('typer')} has no {module}.{name}: {what}. Find it, and change typer_private.py.")


def test_no_other_module_reaches_for_what_is_private_in_typer() -> None:
    users = set()
    for path in Path(clz_cli.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            users |= {path.name for name in names if name.startswith("typer._")}
    assert users == {"typer_private.py"}


def test_a_parameter_is_converted_by_what_is_put_in_its_place() -> None:
    from typer.core import TyperGroup

    from clz_cli.lines.app import group
    from clz_cli.parser.typer_private import Context
    from clz_cli.parser.values import PlainValue

    whole = group()
    assert isinstance(whole, TyperGroup)
    command = whole.get_command(Context(whole), "click")
    assert command is not None
    params = command.get_params(Context(command))
    assert params
    for param in params:
        if param.name != "help":
            converter = getattr(param, "_runtime_param", None)
            assert isinstance(converter, PlainValue), "Typer converts by something else than _runtime_param"
