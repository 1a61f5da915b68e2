"""The results of commands as Python types, made of the TypeScript types that the registry declares them with."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from clz_core.contract.commands import COMMANDS
from clz_core.contract.registry import Command

PLAIN = {
    "string": "str",
    "number": "float",
    "integer": "int",
    "boolean": "bool",
    "unknown": "Any",
    "object": "dict[str, Any]",
    "null": "None",
}
TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|\w+|\[\]|[{}<>:;,|?])""")

HEAD = '''"""What commands answer, by field. {note}"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''


class Types:
    """Reads types, and keeps a class for each shape of object that it meets."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}  # the body of each by its name

    def read(self, text: str, name: str) -> str:
        """The Python type of a TypeScript type; an object in it is called `name`."""
        tokens = TOKEN.findall(text)
        assert "".join(tokens) == re.sub(r"\s", "", text), text
        made, rest = self._union(tokens, name)
        assert not rest, text
        return made

    def add(self, name: str, fields: list[tuple[str, str]]) -> str:
        """The name of the class with these fields: an equal one's, where there is one."""
        body = "".join(f"    {field}: {kind}\n" for field, kind in fields)
        for known, other in self.classes.items():
            if other == body and not known.endswith("Result") and not name.endswith("Result"):
                return known
        assert name not in self.classes, name
        assert not any(keyword.iskeyword(field) for field, _ in fields)
        self.classes[name] = body
        return name

    def _union(self, tokens: list[str], name: str) -> tuple[str, list[str]]:
        kinds, words = [], []
        while True:
            if tokens[0][0] in "\"'":
                words.append(f'"{tokens[0][1:-1]}"')
                tokens = tokens[1:]
            else:
                kind, tokens = self._one(tokens, name)
                kinds.append(kind)
            if not tokens or tokens[0] != "|":
                break
            tokens = tokens[1:]
        if words and "str" not in kinds:
            kinds.insert(0, f"Literal[{', '.join(words)}]")
        return " | ".join(dict.fromkeys(kinds)), tokens

    def _one(self, tokens: list[str], name: str) -> tuple[str, list[str]]:
        head, *tokens = tokens
        if head == "{":
            kind, tokens = self._object(tokens, name)
        elif head == "Array":
            inner, tokens = self._union(tokens[1:], name)
            kind, tokens = f"list[{inner}]", tokens[1:]
        elif head == "Record":
            inner, tokens = self._union(tokens[3:], name)  # the key is a string
            kind, tokens = f"dict[str, {inner}]", tokens[1:]
        else:
            kind = PLAIN[head]
        while tokens and tokens[0] == "[]":
            kind, tokens = f"list[{kind}]", tokens[1:]
        return kind, tokens

    def _object(self, tokens: list[str], name: str) -> tuple[str, list[str]]:
        fields = []
        while tokens[0] != "}":
            field, *tokens = tokens
            optional = tokens[0] == "?"
            kind, tokens = self._union(tokens[2 if optional else 1 :], name + field[0].upper() + field[1:])
            fields.append((field, f"NotRequired[{kind}]" if optional else kind))
            tokens = tokens[tokens[0] == ";" :]
        return self.add(name, fields), tokens[1:]


def _fields(command: Command, types: Types) -> Iterator[tuple[str, str]]:
    for field in command.result:
        kind = types.read(field.type, _named(command) + field.name[0].upper() + field.name[1:])
        yield field.name, f"NotRequired[{kind}]" if field.optional else kind


def _named(command: Command) -> str:
    return command.name[0].upper() + command.name[1:]


def results(note: str) -> str:
    """The module, with a class for the result of each command that gives one."""
    types = Types()
    for command in COMMANDS:
        if command.result:
            types.add(f"{_named(command)}Result", list(_fields(command, types)))
    classes = [f"\n\nclass {name}(TypedDict):\n{body}" for name, body in types.classes.items()]
    return HEAD.format(note=note) + "".join(classes)
