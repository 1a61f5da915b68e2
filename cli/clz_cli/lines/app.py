"""The Typer app, derived from the registry: a command is built when its name is typed, the rest only for the help."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
import typer.main
from typer.core import TyperGroup

from clz_cli.lines.typed import GLOBAL_NAMES, carry_out, with_settings
from clz_cli.parser.syntax import GLOBALS, LIST, after_dashes, command_of, members, takes_arguments
from clz_cli.parser.typer_private import ClickCommand, Context, UsageError, words_after
from clz_cli.parser.values import AFTER_DASHES, LeadingError, PlainCommand, PlainGroup, WrappingCommand
from clz_core.contract.commands import COMMANDS, GROUPS
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_cli.handler import LineRunner

# An object is typed as the file that holds it.
_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list[str],
    "object": str,
}


def _global_parameters(own: frozenset[str] = frozenset()) -> list[inspect.Parameter]:
    return [_parameter(param) for param in GLOBALS if param.name not in own]


def _parameter(param: Param) -> inspect.Parameter:
    """As Typer reads it. It depends neither on who runs the command nor on where."""
    kind = Literal[param.choices] if param.choices and param.kind != "array" else _TYPES[param.kind]
    usual = None if param.setting else param.default
    low, high = param.limits
    bounds: dict[str, Any] = {"min": low, "max": high} if param.kind in ("integer", "number") else {}
    info: Any
    if param.argument:
        info = typer.Argument(help=param.help, metavar=param.metavar or None, **bounds)
    else:
        info = typer.Option(*param.option, help=param.help, metavar=param.metavar or None, **bounds)
    if usual is None:
        kind = kind | None
    default = inspect.Parameter.empty if param.required else usual
    return inspect.Parameter(
        param.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )


def _callback(command: Command) -> Callable[..., int | LineRunner]:
    own = frozenset(param.name for param in command.params)
    rest = after_dashes(command)

    def callback(ctx: typer.Context, **values: Any) -> int | LineRunner:
        if rest is not None:
            values[rest.name] = ctx.meta[AFTER_DASHES]
        return carry_out(command, values, ctx.obj or {})

    typed = [param for param in command.params if param.given == "typed"]
    parameters = [
        inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(_parameter(param) for param in typed if param.argument),
        *(_parameter(param) for param in typed if not param.argument),
        *_global_parameters(own),
    ]
    return _signed(callback, parameters)


def _root_callback() -> Callable[..., None]:
    def callback(ctx: typer.Context, **values: Any) -> None:
        ctx.obj = values

    context = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    return _signed(callback, [context, *_global_parameters()])


def _signed(function: Callable[..., Any], parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    """Give a function the signature that Typer reads its options from."""
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in parameters}
    return function


@cache
def _build(command: Command) -> ClickCommand:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    name = command.cli.split()[-1]
    # A distance upwards begins with a minus, and is not an option.
    measured = any(param.argument and param.metavar == "DX,DY" for param in command.params)
    app.command(
        name,
        cls=PlainCommand if after_dashes(command) is None else WrappingCommand,
        help=command.summary,
        hidden=command.hidden,
        context_settings={"ignore_unknown_options": True} if measured else None,
    )(_callback(command))
    made = typer.main.get_command(app)
    assert isinstance(made, PlainCommand)
    made.bare = {word: param.bare for param in command.params if param.bare for word in param.spellings}
    return made


class RegistryGroup(PlainGroup):
    """Commands by the words typed; `prefix` holds the words before ours."""

    prefix = ""

    def list_commands(self, ctx: Context) -> list[str]:
        return members(self.prefix.rstrip())

    def get_command(self, ctx: Context, cmd_name: str) -> ClickCommand | None:
        words = self.prefix + cmd_name
        command = command_of(words)
        if words in GROUPS:
            return _group(words, command)
        return _build(command) if command is not None else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, ClickCommand | None, list[str]]:
        name = args[0]
        command = self.get_command(ctx, name)
        if isinstance(command, RegistryGroup):
            bare = COMMANDS.by_cli(self.prefix + name)
            # `clz route GLOB` beside `clz route list`: what names no command of the group is the argument.
            if bare and takes_arguments(bare) and args[1:2] and args[1] not in command.list_commands(ctx):
                command = _build(bare)
        if command is None or (isinstance(command, RegistryGroup) and not self.prefix and _lost(command, ctx, args)):
            meant = self._meant(ctx, args)
            if meant:
                return self.resolve_command(ctx, meant)
        if command is not None:
            return name, command, args[1:]
        if not name.startswith("-"):
            raise UsageError(f"There is no command {self.prefix + name!r}.{self._did_you_mean(ctx, name)}", ctx)
        return super().resolve_command(ctx, args)

    def _meant(self, ctx: Context, args: list[str]) -> list[str] | None:
        """What is run for a word of another tool. Raises: LeadingError."""
        if self.prefix or args[0].startswith("-"):
            return None
        from clz_cli.parser.foreign import synonyms

        meant = synonyms.meant(args)
        if isinstance(meant, str):
            raise LeadingError(f"There is no command {args[0]!r}.", meant, ctx)
        return meant

    def _did_you_mean(self, ctx: Context, name: str) -> str:
        from difflib import get_close_matches

        known = self.list_commands(ctx)
        near = get_close_matches(name, known, 3)
        if not near and self.prefix:
            return f" There are: {', '.join(known)}."
        return f" Did you mean: {', '.join(near)}?" if near else ""


def _lost(group: RegistryGroup, ctx: Context, args: list[str]) -> bool:
    """True if the word after the group's is none of its commands."""
    return bool(args[1:2]) and not args[1].startswith("-") and args[1] not in group.list_commands(ctx)


@cache
def _group(words: str, bare: Command | None) -> TyperGroup:
    """The group of commands that begin with `words`; `bare` is the command that they are by themselves."""
    kind = type("SubGroup", (RegistryGroup,), {"prefix": f"{words} "})
    if bare and takes_arguments(bare):
        bare = None
    app = typer.Typer(
        cls=kind,
        name=words,
        help=bare.summary if bare else GROUPS[words],
        no_args_is_help=bare is None,
        invoke_without_command=bare is not None,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback()(_bare_callback(bare) if bare else lambda: None)
    return typer.main.get_group(app)


def _bare_callback(command: Command) -> Callable[..., int | LineRunner]:
    """Runs the command, or hands its global options on to the one that follows."""
    run = _callback(command)

    def callback(ctx: typer.Context, **values: Any) -> int | LineRunner:
        if ctx.invoked_subcommand is None:
            return run(ctx, **values)
        before = ctx.obj or {}
        ctx.obj = {name: before.get(name) if values[name] is None else values[name] for name in GLOBAL_NAMES}
        return 0

    return _signed(callback, list(inspect.signature(run).parameters.values()))


def build_all() -> None:
    """Build every command now, for a process that runs many."""
    for command in COMMANDS:
        if command.cli and command.runs != "local":
            _build(command)
    for words in GROUPS:
        _group(words, command_of(words))
    group()


@cache
def group() -> ClickCommand:
    """The whole command line."""
    app = typer.Typer(
        cls=RegistryGroup,
        rich_markup_mode=None,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root_callback())
    return typer.main.get_command(app)


def parsed(words: list[str]) -> tuple[Command, Values]:
    """The command that words name, and what was typed for it, without running it. Raises: ClickException."""
    path, command, context, rest = _named(words)
    named = COMMANDS.by_cli(" ".join(path)) or (COMMANDS.by_cli(" ".join(path[:-1])) if path[-1:] == [LIST] else None)
    if named is None:
        raise UsageError("No command was given.")
    if not isinstance(command, RegistryGroup):
        context = command.make_context(path[-1], rest, parent=context)
    # A list that nobody typed is None to a command.
    typed = {name: value if value not in ((), []) else None for name, value in context.params.items()}
    return named, with_settings(named, typed)


def with_arguments_last(words: list[str], values: set[int]) -> list[str]:
    """The words in an order in which those numbered in `values` are not options, though they begin with `-`.

    What the command takes as an option's value stays there; its arguments come last, after `--`.

    Raises: ClickException.
    """
    _, command, context, rest = _named(words)
    if isinstance(command, RegistryGroup | WrappingCommand):
        return words
    begin = len(words) - len(rest)
    known = {
        name: not getattr(param, "is_flag", True)  # True if a value follows it
        for param in command.get_params(context)
        if param.param_type_name == "option"
        for name in (*param.opts, *param.secondary_opts)
    }
    unknown_are_arguments = command.context_settings.get("ignore_unknown_options", False)
    options: list[str] = []
    arguments: list[str] = []
    at = 0
    while at < len(rest):
        word = rest[at]
        name, _, joined = word.partition("=")
        if word == "--" and begin + at not in values:
            arguments += rest[at + 1 :]
            break
        is_option = word.startswith("-") and word != "-" and begin + at not in values
        if not is_option or (unknown_are_arguments and name not in known):
            arguments.append(word)
            at += 1
        else:
            taken = 2 if known.get(name) and not joined else 1
            options += rest[at : at + taken]
            at += taken
    return [*words[:begin], *options, "--", *arguments]


def _named(words: list[str]) -> tuple[list[str], ClickCommand, Context, list[str]]:
    """The words of a command's name, the command, the context that it is in, and the words that follow.

    Raises: ClickException.
    """
    context = group().make_context("clz", list(words))
    path: list[str] = []
    while isinstance(context.command, RegistryGroup) and (rest := words_after(context)):
        name, command, rest = context.command.resolve_command(context, rest)
        assert name is not None
        assert command is not None
        path.append(name)
        if not isinstance(command, RegistryGroup):
            return path, command, context, rest
        if not rest and COMMANDS.by_cli(" ".join(path)) is None:
            raise UsageError(f"{' '.join(path)} needs one more word: {', '.join(command.list_commands(context))}.")
        context = command.make_context(name, rest, parent=context)
    return path, context.command, context, words_after(context)
