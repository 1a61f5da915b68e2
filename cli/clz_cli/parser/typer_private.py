"""The private parts of Typer that clz needs: nothing else in clz uses any.

Typer carries click inside of itself, and converts values by pydantic adapters that cost more than all of a `clz click`.
`tests/unit/cli/test_typer_private.py` says what to change here when a version of Typer moves something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer._click.core import Command as ClickCommand
from typer._click.core import Context, Parameter
from typer._click.exceptions import (
    BadParameter,
    ClickException,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)
from typer._coercion import RuntimeParam
from typer.core import TyperArgument, TyperOption

__all__ = [
    "BadParameter",
    "ClickCommand",
    "ClickException",
    "Context",
    "MissingParameter",
    "NoArgsIsHelpError",
    "NoSuchOption",
    "Parameter",
    "RuntimeParam",
    "UsageError",
    "completion_script",
    "convert_by",
    "words_after",
]


def convert_by(param: Parameter, made: Callable[[Any, Any], RuntimeParam]) -> None:
    """Convert a parameter's words by what `made` makes of its declaration and its type."""
    if isinstance(param, TyperOption | TyperArgument):
        descriptor = param.type_descriptor
        param._runtime_param = made(descriptor.parameter_info, descriptor.annotation)


def words_after(ctx: Context) -> list[str]:
    """The words that a group has not taken for itself: a command of its, with what follows."""
    return [*ctx._protected_args, *ctx.args]


def completion_script(shell: str) -> str:
    """The script that completes `clz` in bash, zsh or fish."""
    from typer._completion_shared import get_completion_script

    return get_completion_script(prog_name="clz", complete_var="_CLZ_COMPLETE", shell=shell)
