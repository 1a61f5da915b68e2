"""What makes the nodes of one tree, each by the rule of its grammar."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_EXPRESSION_DEPTH
from clz_native.policy.expression_tree.parser import SKIPPED, children, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Tree = list[Any]
Rule = Callable[["Maker", "Node", int], Tree]

NOT_SPOKEN = "is not part of safe mode"
TOO_DEEP = "is nested too deeply for safe mode"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class Grammar(NamedTuple):
    """The rules by the type of tree-sitter's node; a type without one does not exist in safe mode."""

    statements: dict[str, Rule]
    expressions: dict[str, Rule]
    targets: dict[str, Rule]


class Maker:
    """Makes the tree of one source; `parsed` is what the parser saw, `before` how many characters of it come first."""

    def __init__(self, grammar: Grammar, source: str, parsed: str, before: int) -> None:
        self._grammar = grammar
        self._source = source
        self._before = before
        self._at: list[int] | None = None
        if not parsed.isascii():
            self._at = []
            units = 0
            for char in parsed:
                self._at.extend([units] * len(char.encode("utf-8", "replace")))
                units += 2 if ord(char) > 0xFFFF else 1
            self._at.append(units)

    def units(self, byte: int) -> int:
        at = byte if self._at is None else self._at[min(byte, len(self._at) - 1)]
        return max(0, at - self._before)

    def statements(self, block: Node, depth: int) -> list[Tree]:
        return [self.statement(child, depth + 1) for child in children(block)]

    def statement(self, node: Node, depth: int) -> Tree:
        return self._made(node, self._grammar.statements, depth)

    def expression(self, node: Node, depth: int) -> Tree:
        return self._made(node, self._grammar.expressions, depth)

    def pattern(self, node: Node, depth: int) -> Tree:
        return self._made(node, self._grammar.targets, depth)

    def _made(self, node: Node, table: dict[str, Rule], depth: int) -> Tree:
        if depth > MAX_EXPRESSION_DEPTH:
            raise self.refuse(node, TOO_DEEP)
        rule = table.get(node.type)
        if rule is None:
            raise self.refuse(node, NOT_SPOKEN)
        return self.placed(node, *rule(self, node, depth + 1))

    def placed(self, node: Node, kind: str, *rest: Any) -> Tree:
        """A node of the tree: its kind, the place of `node`, and what else there is to it."""
        return [kind, self.units(node.start_byte), self.units(node.end_byte), *rest]

    def refuse(self, node: Node, reason: str) -> ClzError:
        return _refusal(self._source, self.units(node.start_byte), text_of(node), reason)

    def name(self, node: Node) -> str:
        name = text_of(node)
        if "\\" in name:
            raise self.refuse(node, NOT_SPOKEN)
        return name

    def maybe(self, node: Node | None, depth: int) -> Tree | None:
        return None if node is None else self.expression(node, depth)

    def items(self, node: Node, depth: int, make: Callable[[Node, int], Tree]) -> list[Tree | None]:
        """The elements of an array or a pattern, with None for each hole."""
        out: list[Tree | None] = []
        filled = False
        for child in node.children[1:-1]:
            if child.type == ",":
                if not filled:
                    out.append(None)
                filled = False
            elif child.type not in SKIPPED:
                out.append(make(child, depth))
                filled = True
        return out

    def property_name(self, node: Node, depth: int) -> Tree:
        """A key as an expression."""
        if node.type in ("property_identifier", "shorthand_property_identifier", "identifier"):
            return self.placed(node, "literal", self.name(node))
        if node.type == "computed_property_name":
            return self.expression(children(node)[0], depth)
        if node.type in ("string", "number"):
            return self.expression(node, depth)
        raise self.refuse(node, NOT_SPOKEN)

    def shorthand(self, node: Node) -> tuple[Tree, Tree]:
        """`a` in `{a}`: the key, and the name that holds the value."""
        name = self.name(node)
        return self.placed(node, "literal", name), self.placed(node, "name", name)

    def function(self, node: Node, depth: int, name: str = "") -> Tree:
        if any(child.type in ("*", "get", "set", "static") for child in node.children):
            raise self.refuse(node, NOT_SPOKEN)
        single = node.child_by_field_name("parameter")
        listed = node.child_by_field_name("parameters")
        params = [single] if single is not None else children(listed) if listed is not None else []
        body = node.child_by_field_name("body")
        if body is None:
            raise self.refuse(node, NOT_SPOKEN)
        is_block = body.type == "statement_block"
        made: Any = self.statements(body, depth) if is_block else self.expression(body, depth)
        is_async = any(child.type == "async" for child in node.children)
        is_arrow = node.type == "arrow_function"
        named = name or (text_of(node.child_by_field_name("name")) if node.type == "function_expression" else "")
        return ["function", named, [self.pattern(p, depth) for p in params], made, is_block, is_async, is_arrow]

    def unescaped(self, node: Node) -> str:
        """The value of a string, or of a template's piece."""
        return "".join(
            self.escape(child) if child.type == "escape_sequence" else text_of(child) for child in children(node)
        )

    def escape(self, node: Node) -> str:
        """The character that an escape sequence means."""
        body = text_of(node)[1:]
        if body in ("\n", "\r\n", "\r", "\u2028", "\u2029"):
            return ""
        if found := re.fullmatch(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\}", body):
            code = int(next(group for group in found.groups() if group), 16)
            if code > 0x10FFFF:
                raise self.refuse(node, NOT_SPOKEN)
            return chr(code)
        if body[:1] in "123456789" or (body[:1] == "0" and len(body) > 1):
            raise self.refuse(node, NOT_SPOKEN)
        return _ESCAPES.get(body, body)


def _refusal(source: str, at: int, what: str, reason: str) -> ClzError:
    before = source.encode("utf-16-le", "surrogatepass")[: at * 2].decode("utf-16-le", "replace")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    shown = what if len(what) <= 60 else what[:59] + "…"
    message = f"{shown!r} (line {line}, column {column}) {reason}."
    return error("UNSAFE_EXPRESSION", message, what=shown, reason=reason, line=line, column=column)
