"""What other people's scripts can build on, as plain lists: `tests/surface/`, one file a part, one line a fact.

A fact is a name with what it takes or gives: `"click --frame": "string"`. `docs/stability.md` says what is promised of
each part. `promised.json` is all of it as the last release had it, or as the first is to have it; `python -m
clz_generate.surface` writes that file anew, for a release. What differs from it is named in the changelog.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from clz_core import PROTOCOL_VERSION
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.registry import Command, Param

Fact = tuple[str, str]
FOLDER = Path(__file__).resolve().parents[2] / "tests" / "surface"
PROMISED = FOLDER / "promised.json"
PYTHON = ("clz", "clz.fleet", "clz.playwright.sync_api", "clz.playwright.async_api")
FIXTURES = "clz.pytest_plugin"


def _taken(param: Param, required: str = "") -> str:
    kind = "|".join(param.choices) or param.kind
    return f"{kind}{' list' if param.kind == 'array' and param.choices else ''}{required if param.required else ''}"


def _shown() -> list[Command]:
    return [command for command in COMMANDS if not command.hidden]


def _commands() -> Iterator[Fact]:
    """What can be typed, and what `--json` gives."""
    for command in _shown():
        yield command.cli, "command"
        for param in command.params:
            if not param.typed:
                continue
            named = [param.metavar or param.name.upper()] if param.argument else [*param.spellings, *param.aliases]
            yield from ((f"{command.cli} {name}", _taken(param, ", required")) for name in named)
        for field in command.result:
            yield f"{command.cli} result.{field.name}", field.type + (", optional" if field.optional else "")


def _wire() -> Iterator[Fact]:
    """What a client of the host may send."""
    yield "protocol", str(PROTOCOL_VERSION)
    for command in COMMANDS:
        if command.runs == "local" or command.offered == "host":
            continue
        yield command.name, "command"
        yield from ((f"{command.name} {param.wire}", _taken(param, ", required")) for param in command.wire_params)


def _errors() -> Iterator[Fact]:
    """Each code with the exit code that it has."""
    return ((code, str(kind.exit_code)) for code, (kind, _) in CODES.items())


def _settings() -> Iterator[Fact]:
    from clz_core.config.schema import SETTINGS
    from clz_native.policy.flows import FlowRule
    from clz_native.policy.policy import Rules

    for setting in SETTINGS.values():
        yield setting.key, setting.takes
        yield setting.env, f"variable of {setting.key}"
    for table, model in (("policy", Rules), ("policy.flows", FlowRule)):
        yield from ((f"{table}.{one.alias or name}", "rule") for name, one in model.model_fields.items())


def _python() -> Iterator[Fact]:
    for name in PYTHON:
        module = import_module(name)
        for public in sorted(getattr(module, "__all__", None) or _own(module)):
            yield from _python_name(f"{name}.{public}", getattr(module, public))
    plugin = import_module(FIXTURES)
    yield from ((f"pytest {fixture}", "fixture") for fixture in sorted(_own(plugin)) if fixture.startswith("clz_"))


def _own(module: Any) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def _python_name(name: str, value: Any) -> Iterator[Fact]:
    if inspect.isclass(value):
        yield name, f"class({', '.join(base.__name__ for base in value.__bases__ if base is not object)})"
        for member in sorted(dir(value)):
            if not member.startswith("_") and not hasattr(Exception, member):
                yield from _python_name(f"{name}.{member}", inspect.getattr_static(value, member))
    elif isinstance(value, classmethod | staticmethod):
        yield from _python_name(name, value.__func__)
    elif callable(value):
        yield name, _parameters(value)
    elif not inspect.ismodule(value):
        yield name, "property" if isinstance(value, property) else "value"


def _parameters(function: Callable[..., Any]) -> str:
    """The names alone, with `=` where one may be left out: types and defaults are in the reference."""
    given = inspect.signature(function).parameters.values()
    bare = [one.replace(annotation=one.empty, default=one.empty if one.default is one.empty else ...) for one in given]
    text = str(inspect.Signature(bare)).replace("=Ellipsis", "=")
    return f"async {text}" if inspect.iscoroutinefunction(function) else text


def _mcp() -> Iterator[Fact]:
    """The tools with what they take, listed or not, and the digest of what `tools/list` shows of them: of the array of
    all of them by name, without `_meta`, as RFC 8785 writes it."""
    from clz_mcp_adapter.tools.catalog import TOOLS
    from clz_mcp_adapter.tools.parameters import tool_params
    from clz_mcp_adapter.tools.schemas import describe

    tools = sorted(TOOLS.items())
    listed = [describe(command).model_dump(mode="json", by_alias=True, exclude_none=True) for _, command in tools]
    text = json.dumps(listed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    yield "digest", f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    for name, command in tools:
        yield name, "tool"
        if command.former_tool != name:
            yield command.former_tool, f"former name of {name}"
        yield from ((f"{name} {param.wire}", _taken(param, ", required")) for param in tool_params(command))


def _language() -> Iterator[Fact]:
    from clz_apps.tests.script.check import KEYWORDS, STATE

    yield from ((word, "keyword") for word in (*KEYWORDS, STATE))
    yield from ((command.cli, "step") for command in _shown() if command.typed.in_tests)


def _formats() -> Iterator[Fact]:
    """The version that each file and line names, and the fields of a journal's entries."""
    from clz_core.journal import entries
    from clz_core.trace import events

    yield "journal", str(entries.VERSION)
    yield from (
        (f"journal {name}", getattr(kind, "__forward_arg__", str(kind)))
        for name, kind in entries.CommandEntry.__annotations__.items()
    )
    yield "trace", str(events.VERSION)


PARTS: dict[str, Callable[[], Iterator[Fact]]] = {
    "commands": _commands,
    "errors": _errors,
    "formats": _formats,
    "language": _language,
    "mcp": _mcp,
    "python": _python,
    "settings": _settings,
    "wire": _wire,
}


def surface(part: str) -> str:
    """One part, as JSON with a fact a line."""
    return json.dumps(dict(PARTS[part]()), indent=0, ensure_ascii=False) + "\n"


def facts(part: str) -> dict[str, str]:
    """The facts of one part, read from its file."""
    return dict(json.loads((FOLDER / f"{part}.json").read_text("utf-8")))


def promised() -> dict[str, dict[str, str]]:
    """Every part as it was promised."""
    return dict(json.loads(PROMISED.read_text("utf-8")))


def changes(before: dict[str, str], now: dict[str, str]) -> tuple[set[str], set[str]]:
    """The facts that are new, and those that are gone or another one. What is new as a whole counts once."""
    new = now.keys() - before.keys()
    new = {fact for fact in new if not any(whole in new for whole in _wholes(fact))}
    other = {fact for fact, said in before.items() if now.get(fact) != said} - {"digest"}
    return new, {
        fact for fact in other if fact in now or not any(whole in other - now.keys() for whole in _wholes(fact))
    }


def _wholes(fact: str) -> Iterator[str]:
    """What a fact is a part of: the command of an option, the class of a method."""
    yield from (fact[: one.start()] for one in re.finditer(r"[ .]", fact))


def unnamed(before: dict[str, str], now: dict[str, str], section: str) -> list[str]:
    """What the changelog's section of a release does not name: something new under Added or Changed, and what is gone
    or changed under Changed, Deprecated or Removed."""
    parts = {part.partition("\n")[0].strip(): part for part in re.split(r"^### ", section, flags=re.MULTILINE)}
    new, other = changes(before, now)
    return sorted(
        fact
        for facts, headings in ((new, ("Added", "Changed")), (other, ("Changed", "Deprecated", "Removed")))
        for fact in facts
        if _plain(re.split(r"[ .]", fact)[-1]) not in _words(*(parts.get(heading, "") for heading in headings))
    )


def _words(*texts: str) -> set[str]:
    """The words inside backticks."""
    return {
        _plain(word) for text in texts for code in re.findall(r"`([^`]+)`", text) for word in re.split(r"[ .=]", code)
    }


def _plain(word: str) -> str:
    """As any of the fronts spells it: `--wait-ms`, `waitMs`, `wait_ms`."""
    return re.sub(r"(?<=[a-z])[A-Z]", lambda one: f"-{one[0].lower()}", word.strip("-")).replace("_", "-")


if __name__ == "__main__":
    PROMISED.write_text(json.dumps({part: facts(part) for part in PARTS}, indent=0, ensure_ascii=False) + "\n", "utf-8")
