"""Expressions: what has a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_native.policy.expression_tree import literals
from clz_native.policy.expression_tree.maker import NOT_SPOKEN, Maker, Rule, Tree
from clz_native.policy.expression_tree.parser import children, field, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_BINARY = frozenset("+ - * / % ** == != === !== < > <= >= & | ^ << >> >>> in instanceof".split())
_LOGICAL = frozenset("&& || ??".split())
_UNARY = frozenset("! - + ~ typeof void".split())


def _object(m: Maker, node: Node, depth: int) -> Tree:
    pairs: list[Tree] = []
    for child in children(node):
        match child.type:
            case "pair":
                key = field(child, "key")
                if text_of(key).strip("'\"") == "__proto__":
                    raise m.refuse(child, NOT_SPOKEN)
                pairs.append(["pair", m.property_name(key, depth), m.expression(field(child, "value"), depth)])
            case "shorthand_property_identifier":
                pairs.append(["pair", *m.shorthand(child)])
            case "method_definition":
                key = field(child, "name")
                method = m.placed(child, *m.function(child, depth, text_of(key)))
                pairs.append(["pair", m.property_name(key, depth), method])
            case "spread_element":
                pairs.append(["spread", m.expression(children(child)[0], depth)])
            case _:
                raise m.refuse(child, NOT_SPOKEN)
    return ["object", pairs]


def _spread(m: Maker, node: Node, depth: int) -> Tree:
    return ["spread", m.expression(children(node)[0], depth)]


def _optional(node: Node) -> bool:
    return any(child.type == "optional_chain" for child in node.children)


def member(m: Maker, node: Node, depth: int) -> Tree:
    key = field(node, "property")
    if key.type != "property_identifier":
        raise m.refuse(node, NOT_SPOKEN)
    return ["member", m.expression(field(node, "object"), depth), m.property_name(key, depth), _optional(node)]


def subscript(m: Maker, node: Node, depth: int) -> Tree:
    inner, index = field(node, "object"), field(node, "index")
    return ["member", m.expression(inner, depth), m.expression(index, depth), _optional(node)]


def _arguments(m: Maker, node: Node, depth: int) -> list[Tree]:
    found = node.child_by_field_name("arguments")
    if found is None:
        return []
    if found.type != "arguments":  # a tagged template
        raise m.refuse(node, NOT_SPOKEN)
    return [m.expression(child, depth) for child in children(found)]


def _call(m: Maker, node: Node, depth: int) -> Tree:
    return ["call", m.expression(field(node, "function"), depth), _arguments(m, node, depth), _optional(node)]


def _new(m: Maker, node: Node, depth: int) -> Tree:
    return ["new", m.expression(field(node, "constructor"), depth), _arguments(m, node, depth)]


def _unary(m: Maker, node: Node, depth: int) -> Tree:
    operator = text_of(field(node, "operator"))
    if operator == "delete":
        target = field(node, "argument")
        if target.type not in ("member_expression", "subscript_expression"):
            raise m.refuse(node, NOT_SPOKEN)
        return ["delete", m.expression(target, depth)]
    if operator not in _UNARY:
        raise m.refuse(node, NOT_SPOKEN)
    return ["unary", operator, m.expression(field(node, "argument"), depth)]


def _binary(m: Maker, node: Node, depth: int) -> Tree:
    operator = text_of(field(node, "operator"))
    kind = "logical" if operator in _LOGICAL else "binary" if operator in _BINARY else ""
    if not kind:
        raise m.refuse(node, NOT_SPOKEN)
    return [kind, operator, m.expression(field(node, "left"), depth), m.expression(field(node, "right"), depth)]


def _assignment(m: Maker, node: Node, depth: int) -> Tree:
    operator = text_of(node.child_by_field_name("operator")) or "="
    left, right = field(node, "left"), field(node, "right")
    if operator == "=":
        return ["assign", m.pattern(left, depth), m.expression(right, depth)]
    return ["update", operator[:-1], m.pattern(left, depth), m.expression(right, depth), True]


def _update(m: Maker, node: Node, depth: int) -> Tree:
    operator = text_of(field(node, "operator"))[0]
    is_prefix = node.children[0].type in ("++", "--")
    return ["step", operator, m.pattern(field(node, "argument"), depth), is_prefix]


def _ternary(m: Maker, node: Node, depth: int) -> Tree:
    return ["if", *(m.expression(field(node, name), depth) for name in ("condition", "consequence", "alternative"))]


def _inner(m: Maker, node: Node, depth: int) -> Tree:
    """Brackets: they end an optional chain, and are nothing otherwise."""
    inside = children(node)
    if len(inside) != 1:
        raise m.refuse(node, NOT_SPOKEN)
    return ["brackets", m.expression(inside[0], depth)]


EXPRESSIONS: dict[str, Rule] = {
    "identifier": literals.identifier,
    "undefined": literals.constant("undefined"),
    "this": literals.constant("this"),
    "null": literals.constant("literal", None),
    "true": literals.constant("literal", True),
    "false": literals.constant("literal", False),
    "number": literals.number,
    "string": literals.string,
    "template_string": literals.template,
    "regex": literals.regex,
    "array": lambda m, node, depth: ["array", m.items(node, depth, m.expression)],
    "object": _object,
    "spread_element": _spread,
    "arrow_function": lambda m, node, depth: m.function(node, depth),
    "function_expression": lambda m, node, depth: m.function(node, depth),
    "parenthesized_expression": _inner,
    "member_expression": member,
    "subscript_expression": subscript,
    "call_expression": _call,
    "new_expression": _new,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "update_expression": _update,
    "sequence_expression": lambda m, node, depth: ["sequence", [m.expression(c, depth) for c in children(node)]],
    "await_expression": lambda m, node, depth: ["await", m.expression(children(node)[0], depth)],
}
