"""Names, numbers, strings and other constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clz_native.policy.expression_tree.maker import NOT_SPOKEN, Maker, Rule, Tree
from clz_native.policy.expression_tree.parser import children, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def identifier(m: Maker, node: Node, _: int) -> Tree:
    return ["name", m.name(node)]


def number(m: Maker, node: Node, _: int) -> Tree:
    text = text_of(node).replace("_", "").lower()
    if re.fullmatch(r"(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|[0-9]+)n", text):
        return ["bigint", text[:-1]]
    if re.fullmatch(r"0x[0-9a-f]+|0o[0-7]+|0b[01]+", text):
        return ["literal", float(int(text, 0)) if int(text, 0) > 2**53 else int(text, 0)]
    if re.fullmatch(r"(?:0|[1-9][0-9]*)", text) and int(text) <= 2**53:
        return ["literal", int(text)]
    if not re.fullmatch(r"(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?", text):
        raise m.refuse(node, NOT_SPOKEN)
    value = float(text)
    return ["literal", value] if abs(value) != float("inf") else ["infinity"]


def constant(*made: Any) -> Rule:
    def same(_m: Maker, _node: Node, _depth: int) -> Tree:
        return list(made)

    return same


def string(m: Maker, node: Node, _: int) -> Tree:
    return ["literal", m.unescaped(node)]


def template(m: Maker, node: Node, depth: int) -> Tree:
    parts: list[Any] = []
    text = ""
    for child in children(node):
        if child.type == "template_substitution":
            parts += [text, m.expression(children(child)[0], depth)]
            text = ""
        else:
            text += m.escape(child) if child.type == "escape_sequence" else text_of(child)
    return ["template", [*parts, text]]


def regex(_m: Maker, node: Node, _: int) -> Tree:
    return ["regex", text_of(node.child_by_field_name("pattern")), text_of(node.child_by_field_name("flags"))]
