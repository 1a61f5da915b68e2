"""Expressions as trees: what a safe expression says, in the few words that the extension's interpreter knows.

A safe expression is never given to the browser as text. It is parsed here, and carried out step by step there, by an
interpreter that can only look (`extension/src/content/safe/`). So nothing depends on parser and browser reading a text
in the same way, and what is not in this table of syntax does not exist: there is no list of what is forbidden.

A node is `[kind, start, end, …]`, its place counted in UTF-16 units of the source, as JavaScript counts.
"""

from __future__ import annotations

from clz_native.policy.expression_tree.expressions import EXPRESSIONS
from clz_native.policy.expression_tree.maker import Grammar, Maker, Tree
from clz_native.policy.expression_tree.parser import invalid, only_expression, parse
from clz_native.policy.expression_tree.statements import STATEMENTS
from clz_native.policy.expression_tree.targets import TARGETS

GRAMMAR = Grammar(STATEMENTS, EXPRESSIONS, TARGETS)
_OPEN = "("
FUNCTIONS = ("arrow_function", "function_expression")


def tree_of(source: str) -> Tree:
    """The program: `["expression", …, node]` or `["statements", …, nodes]`.

    Raises: INVALID_EXPRESSION if the source is not JavaScript, UNSAFE_EXPRESSION if safe mode has no word for it.
    """
    wrapped = f"{_OPEN}{source}\n)"
    root = parse(wrapped)
    if not root.has_error and (inner := only_expression(root)) is not None:
        maker = Maker(GRAMMAR, source, wrapped, len(_OPEN))
        return ["expression", 0, maker.units(len(wrapped.encode())), maker.expression(inner, 0)]
    root = parse(source)
    if root.has_error:
        raise invalid(root)
    maker = Maker(GRAMMAR, source, source, 0)
    return ["statements", 0, maker.units(root.end_byte), maker.statements(root, 0)]


def called(source: str) -> str:
    """The source, as a call where it is one function and nothing else."""
    bare = source.strip().removesuffix(";")
    root = parse(f"{_OPEN}{bare}\n)")
    inner = None if root.has_error else only_expression(root)
    return f"({bare}\n)()" if inner is not None and inner.type in FUNCTIONS else source
