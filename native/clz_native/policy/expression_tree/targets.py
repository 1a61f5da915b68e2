"""What can be assigned to: names, members and patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_native.policy.expression_tree.expressions import member, subscript
from clz_native.policy.expression_tree.literals import identifier
from clz_native.policy.expression_tree.maker import NOT_SPOKEN, Maker, Rule, Tree
from clz_native.policy.expression_tree.parser import children, field

if TYPE_CHECKING:
    from tree_sitter import Node


def _with_default(m: Maker, node: Node, depth: int) -> Tree:
    left, right = field(node, "left"), field(node, "right")
    return ["default", m.pattern(left, depth), m.expression(right, depth)]


def _object_pattern(m: Maker, node: Node, depth: int) -> Tree:
    pairs: list[Tree] = []
    for child in children(node):
        match child.type:
            case "pair_pattern":
                key, value = field(child, "key"), field(child, "value")
                pairs.append(["pair", m.property_name(key, depth), m.pattern(value, depth)])
            case "shorthand_property_identifier_pattern":
                pairs.append(["pair", *m.shorthand(child)])
            case "object_assignment_pattern":
                name, target = m.shorthand(field(child, "left"))
                default = m.expression(field(child, "right"), depth)
                pairs.append(["pair", name, ["default", target[1], target[2], target, default]])
            case "rest_pattern":
                pairs.append(["rest", m.pattern(children(child)[0], depth)])
            case _:
                raise m.refuse(child, NOT_SPOKEN)
    return ["object", pairs]


def _bracketed_target(m: Maker, node: Node, depth: int) -> Tree:
    kind, _, _, *rest = m.pattern(children(node)[0], depth)
    return [kind, *rest]


TARGETS: dict[str, Rule] = {
    "identifier": identifier,
    "member_expression": member,
    "subscript_expression": subscript,
    "parenthesized_expression": _bracketed_target,
    "array_pattern": lambda m, node, depth: ["array", m.items(node, depth, m.pattern)],
    "object_pattern": _object_pattern,
    "assignment_pattern": _with_default,
    "rest_pattern": lambda m, node, depth: ["rest", m.pattern(children(node)[0], depth)],
}
