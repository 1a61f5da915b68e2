"""Values of options and arguments, made from their words without pydantic.

Typer builds a pydantic adapter for every parameter, which costs more than all of a `clz click`. The few types that the
registry has need none; the host validates what is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from typer.core import TyperCommand, TyperGroup

from clz_cli.parser.typer_private import (
    BadParameter,
    Context,
    MissingParameter,
    NoSuchOption,
    Parameter,
    RuntimeParam,
    UsageError,
    convert_by,
)

AFTER_DASHES = "clz.after_dashes"


@dataclass(frozen=True)
class PlainValue(RuntimeParam):
    """A str, int, float or bool, one of a Literal's words, or a list of strings."""

    def _coerce_value(self, value: Any, param: Any, ctx: Context) -> Any:
        kind: Any = self.annotation
        words = get_args(kind)
        if get_origin(kind) is list:
            return list(value)
        if words:
            if value not in words:
                raise BadParameter(f"{value!r} is not one of {', '.join(words)}.", ctx=ctx, param=param)
            return value
        if kind is bool or isinstance(value, bool):
            return bool(value)
        try:
            made = kind(value)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise BadParameter(f"{value!r} is not {what}.", ctx=ctx, param=param) from None
        low, high = self.parameter_info.min, self.parameter_info.max
        if (low is not None and not made >= low) or (high is not None and not made <= high):
            bounds = f"{low:g} to {high:g}" if None not in (low, high) else f"{low:g} or more"
            raise BadParameter(f"{value!r} is not in the range {bounds}.", ctx=ctx, param=param)
        return made


def make_plain(params: list[Parameter]) -> list[Parameter]:
    """Give every parameter its plain conversion."""
    for param in params:
        convert_by(param, PlainValue)
    return params


class LeadingError(UsageError):
    """A mistake with the line that is meant."""

    def __init__(self, message: str, lead: str, ctx: Context) -> None:
        super().__init__(message, ctx)
        self.lead = lead


class PlainCommand(TyperCommand):
    bare: Mapping[str, str] = {}  # what an option means that is typed without a value

    def get_params(self, ctx: Context) -> list[Parameter]:
        return make_plain(super().get_params(ctx))

    def get_help(self, ctx: Context) -> str:
        return _help(ctx)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        args[:end] = [f"{word}={self.bare[word]}" if word in self.bare else word for word in args[:end]]
        given = list(args)  # it is taken apart
        try:
            return super().parse_args(ctx, args)
        except NoSuchOption as problem:
            return super().parse_args(ctx, _with_options_meant(ctx, given, problem))
        except UsageError as problem:
            if (meant := _meant_by(ctx, given)) is not None:
                return super().parse_args(ctx, meant)
            # An option without its value knows no command.
            problem.ctx = problem.ctx or ctx
            if lead := _unquoted(ctx, problem, given) or _left_out(ctx, problem):
                raise LeadingError(problem.format_message(), lead, ctx) from None
            raise


def _with_options_meant(ctx: Context, given: list[str], problem: NoSuchOption) -> list[str]:
    """The words after a command with another tool's options as its own. Raises: LeadingError, NoSuchOption."""
    from clz_cli.parser.foreign.options import argument_meant, lead_of, options_meant

    command = ctx.command_path.partition(" ")[2]
    lead = lead_of(command, problem.option_name)
    meant = options_meant(command, given) if lead is None else None
    if meant is not None:
        return meant
    if lead := lead or argument_meant(command, problem.option_name):
        raise LeadingError(f"No such option: {problem.option_name}", lead, ctx) from None
    raise problem


def _unquoted(ctx: Context, problem: UsageError, given: list[str]) -> str:
    """How to type a text that was given as several words: `clz click Sign up`; empty if that is not what is wrong."""
    from clz_cli.parser.syntax import arguments, command_of

    command = ctx.command_path.partition(" ")[2]
    known = command_of(command)
    words = [word for word in given if not word.startswith("-")]
    if known is None or "extra argument" not in problem.message or len(words) != len(given):
        return ""
    taken = arguments(known)
    if [param.names_elements for param in taken] != [True] or not all(word.isalnum() for word in words):
        return ""
    return f"A text is quoted, with what it is before it: clz {command} 'text={' '.join(words)}'"


def _left_out(ctx: Context, problem: UsageError) -> str:
    """How to type a command of which an argument is missing; empty if that is not what is wrong."""
    from clz_cli.parser.help import typed_word
    from clz_cli.parser.syntax import arguments, command_of

    command = ctx.command_path.partition(" ")[2]
    known = command_of(command)
    if known is None or not isinstance(problem, MissingParameter):
        return ""
    return f"Type: clz {' '.join([command, *map(typed_word, arguments(known))])}"


def _meant_by(ctx: Context, given: list[str]) -> list[str] | None:
    """The words after a command, where with it they are another tool's: `scroll down 500`; None if they are not."""
    from clz_cli.parser.foreign.synonyms import meant

    own = ctx.command_path.split()[1:]
    words = meant([*own, *given])
    return words[len(own) :] if isinstance(words, list) and words[: len(own)] == own else None


class WrappingCommand(PlainCommand):
    """A command that runs another: its words come after `--`, and none of them is an option of ours."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        own = args.index("--") if "--" in args else len(args)
        ctx.meta[AFTER_DASHES] = args[own + 1 :]
        return super().parse_args(ctx, args[:own])


class PlainGroup(TyperGroup):
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except NoSuchOption as problem:
            return super().parse_args(ctx, _with_options_meant(ctx, given, problem))

    def get_params(self, ctx: Context) -> list[Parameter]:
        return make_plain(super().get_params(ctx))

    def get_help(self, ctx: Context) -> str:
        return _help(ctx)


def _help(ctx: Context) -> str:
    from clz_cli.parser.help import page

    return page(" ".join(ctx.command_path.split()[1:]))
