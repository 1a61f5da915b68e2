"""Statements: what is done one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_native.policy.expression_tree.literals import constant
from clz_native.policy.expression_tree.maker import NOT_SPOKEN, Maker, Rule, Tree
from clz_native.policy.expression_tree.parser import children, field, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _declaration(m: Maker, node: Node, depth: int) -> Tree:
    kind = text_of(node.children[0])
    if kind not in ("let", "const", "var"):
        raise m.refuse(node, NOT_SPOKEN)
    pairs = [
        [m.pattern(field(child, "name"), depth), m.maybe(child.child_by_field_name("value"), depth)]
        for child in children(node)
    ]
    return ["declare", kind, pairs]


def _function_declaration(m: Maker, node: Node, depth: int) -> Tree:
    name = text_of(field(node, "name"))
    return ["declareFunction", name, m.placed(node, *m.function(node, depth, name))]


def _if(m: Maker, node: Node, depth: int) -> Tree:
    other = node.child_by_field_name("alternative")
    otherwise = m.statement(children(other)[0], depth) if other is not None else None
    condition, then = field(node, "condition"), field(node, "consequence")
    return ["when", m.expression(condition, depth), m.statement(then, depth), otherwise]


def _for(m: Maker, node: Node, depth: int) -> Tree:
    start = field(node, "initializer")
    first = m.statement(start, depth) if start.type != ";" else None
    condition, step = node.child_by_field_name("condition"), node.child_by_field_name("increment")
    if condition is not None and condition.type == "expression_statement":
        condition = children(condition)[0]
    if condition is not None and condition.type in ("empty_statement", ";"):
        condition = None
    if first is not None and first[0] == "nothing":
        first = None
    body = m.statement(field(node, "body"), depth)
    return ["for", first, m.maybe(condition, depth), m.maybe(step, depth), body]


def _for_in(m: Maker, node: Node, depth: int) -> Tree:
    kind = text_of(node.child_by_field_name("kind"))
    over = text_of(field(node, "operator"))
    if any(child.type == "await" for child in node.children) or over not in ("of", "in"):
        raise m.refuse(node, NOT_SPOKEN)
    target = m.pattern(field(node, "left"), depth)
    return [
        "each",
        over,
        kind,
        target,
        m.expression(field(node, "right"), depth),
        m.statement(field(node, "body"), depth),
    ]


def _while(m: Maker, node: Node, depth: int) -> Tree:
    return ["while", m.expression(field(node, "condition"), depth), m.statement(field(node, "body"), depth)]


def _do(m: Maker, node: Node, depth: int) -> Tree:
    return ["do", m.statement(field(node, "body"), depth), m.expression(field(node, "condition"), depth)]


def _jump(kind: str) -> Rule:
    def made(m: Maker, node: Node, _: int) -> Tree:
        if node.child_by_field_name("label") is not None:
            raise m.refuse(node, NOT_SPOKEN)
        return [kind]

    return made


def _with_value(kind: str) -> Rule:
    def made(m: Maker, node: Node, depth: int) -> Tree:
        inside = children(node)
        return [kind, m.expression(inside[0], depth) if inside else None]

    return made


def _try(m: Maker, node: Node, depth: int) -> Tree:
    handler, last = node.child_by_field_name("handler"), node.child_by_field_name("finalizer")
    caught = None
    if handler is not None:
        parameter = handler.child_by_field_name("parameter")
        target = m.pattern(parameter, depth) if parameter is not None else None
        caught = [target, m.statements(field(handler, "body"), depth)]
    ending = m.statements(field(last, "body"), depth) if last is not None else None
    return ["try", m.statements(field(node, "body"), depth), caught, ending]


def _switch(m: Maker, node: Node, depth: int) -> Tree:
    cases = []
    for child in children(field(node, "body")):
        value = child.child_by_field_name("value")
        body = [c for c in children(child) if value is None or c.id != value.id]
        cases.append([m.maybe(value, depth), [m.statement(c, depth) for c in body]])
    return ["switch", m.expression(field(node, "value"), depth), cases]


STATEMENTS: dict[str, Rule] = {
    "expression_statement": _with_value("value"),
    "lexical_declaration": _declaration,
    "variable_declaration": _declaration,
    "function_declaration": _function_declaration,
    "if_statement": _if,
    "for_statement": _for,
    "for_in_statement": _for_in,
    "while_statement": _while,
    "do_statement": _do,
    "break_statement": _jump("break"),
    "continue_statement": _jump("continue"),
    "return_statement": _with_value("return"),
    "throw_statement": _with_value("throw"),
    "try_statement": _try,
    "switch_statement": _switch,
    "statement_block": lambda m, node, depth: ["block", m.statements(node, depth)],
    "empty_statement": constant("nothing"),
}
