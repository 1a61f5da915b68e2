"""`.clz` files, read with what the command line says of their lines."""

from __future__ import annotations

from collections.abc import Mapping

from clz_apps.tests.script import check, find
from clz_apps.tests.script import parse as parsing
from clz_apps.tests.script.model import Mistake, Script
from clz_apps.tests.script.words import Word
from clz_cli.line import run
from clz_cli.tests.lines import CommandLine
from clz_core.contract.shapes import JsonObject

LINES = CommandLine(run)
Env = Mapping[str, str] | None


def parse(path: str, env: Env = None) -> Script:
    return parsing.parse(path, LINES, env)


def examine(path: str, env: Env = None) -> tuple[Script, list[Mistake]]:
    return parsing.examine(path, LINES, env)


def scripts(paths: list[str]) -> list[Script]:
    return find.scripts(paths, LINES)


def typed_with(line: list[Word], values: Mapping[str, str]) -> list[str]:
    return check.typed_with(line, values, LINES)


def wrong_in(line: list[Word] | JsonObject, values: Mapping[str, str], later: frozenset[str], base: str) -> check.Found:
    return check.wrong_in(line, values, later, base, LINES)
