"""JavaScript as tree-sitter reads it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clz_core.contract.errors import ClzError, error

if TYPE_CHECKING:
    from tree_sitter import Language, Node

SKIPPED = ("comment", "html_comment")


@cache
def _language() -> Language:
    # The host starts without it: most sessions evaluate nothing.
    import tree_sitter
    import tree_sitter_javascript

    return tree_sitter.Language(tree_sitter_javascript.language())


def parse(source: str) -> Node:
    from tree_sitter import Parser

    return Parser(_language()).parse(source.encode("utf-8", "replace")).root_node


def only_expression(root: Node) -> Node | None:
    """What is between the brackets put around the source, where that is one expression."""
    statements = children(root)
    if len(statements) != 1 or statements[0].type != "expression_statement":
        return None
    inside = children(statements[0])
    if len(inside) != 1 or inside[0].type != "parenthesized_expression" or inside[0].end_byte != root.end_byte:
        return None
    expressions = children(inside[0])
    return expressions[0] if len(expressions) == 1 else None


def children(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type not in SKIPPED]


def field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    assert found is not None, f"{node.type} without {name}"
    return found


def text_of(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def invalid(root: Node) -> ClzError:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing or node.type == "ERROR":
            line, column = node.start_point[0] + 1, node.start_point[1] + 1
            what = f"is missing {node.type!r}" if node.is_missing else f"cannot be read near {text_of(node)[:40]!r}"
            message = f"The expression {what} (line {line}, column {column})."
            return error("INVALID_EXPRESSION", message, line=line, column=column)
        stack.extend(reversed(node.children))
    return error("INVALID_EXPRESSION", "The expression cannot be read.")
