"""Results and messages as Python types, generated from the TypeScript types that they are declared with."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator

from clz_core.contract.commands import COMMANDS
from clz_core.contract.messages import MESSAGES, SHAPES
from clz_core.contract.registry import Field
from clz_generate.python_api import documented
from clz_generate.shares import FIELDS, shares

PLAIN = {
    "string": "str",
    "number": "float",
    "integer": "int",
    "boolean": "bool",
    "unknown": "Any",
    "object": "dict[str, Any]",
    "ErrorCode": "str",
    "null": "None",
}
TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|\w+|\[\]|[{}<>:;,|?])""")

HEAD = '''"""{about} {note}"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''


class Types:
    """Reads types, and keeps a class for each shape of object that it meets. `named` are those that types may name."""

    def __init__(self, named: frozenset[str] = frozenset()) -> None:
        self.classes: dict[str, str] = {}  # the body of each by its name
        self.bases: dict[str, list[str]] = {}
        self.docs: dict[str, str] = {}
        self._named = named

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
            if other == body and not {known, name} & self._named and not any(map(_is_whole, (known, name))):
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
            kind = head if head in self._named else PLAIN[head]
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


def _is_whole(name: str) -> bool:
    """True for what is a class of its own, whatever else looks like it."""
    return name.endswith(("Result", "Message"))


def _fields(fields: Iterable[Field], name: str, types: Types) -> Iterator[tuple[str, str]]:
    for field in fields:
        kind = types.read(field.type, name + field.name[0].upper() + field.name[1:])
        yield field.name, f"NotRequired[{kind}]" if field.optional else kind


def results(note: str) -> str:
    """The module, with a class for the result of each command that gives one."""
    types = Types(frozenset(FIELDS))
    for name, (help, group) in FIELDS.items():
        types.docs[types.add(name, list(_fields(group, name, types)))] = documented(help, group)
    for command in COMMANDS:
        if command.result:
            name = command.name[0].upper() + command.name[1:]
            groups, own = shares(command.result)
            types.bases[types.add(f"{name}Result", list(_fields(own, name, types)))] = groups
    return _module("What commands answer, by field.", note, types)


def messages(note: str) -> str:
    """The module, with a class for each message between host and extension, and for what they hold."""
    types = Types(frozenset(shape.name for shape in SHAPES))
    for shape in SHAPES:
        types.add(shape.name, list(_fields(shape.fields, shape.name, types)))
    for message in MESSAGES:
        own = [("type", f'Literal["{message.type}"]')]
        types.add(message.named, own + list(_fields(message.fields, message.named, types)))
    unions = [
        f"\n{name} = (\n    "
        + "\n    | ".join(message.named for message in MESSAGES if message.sender == sender)
        + "\n)\n"
        for name, sender in (("FromHost", "host"), ("FromExtension", "extension"))
    ]
    return _module("What host and extension say to each other.", note, types) + "\n" + "".join(unions)


def _module(about: str, note: str, types: Types) -> str:
    classes = [
        f"\n\nclass {name}({', '.join(types.bases.get(name) or ['TypedDict'])}):\n{types.docs.get(name, '')}"
        + (body or "    pass\n")
        for name, body in types.classes.items()
    ]
    return HEAD.format(about=about, note=note) + "".join(classes)
