"""Expressions as trees: what a safe expression says, in the few words that the extension's interpreter knows.

A safe expression is never given to the browser as text. It is parsed here, and carried out step by step there, by an
interpreter that can only look (`extension/src/content/safe/`). So nothing depends on parser and browser reading a text
in the same way, and what is not in this table of syntax does not exist: there is no list of what is forbidden.

A node is `[kind, start, end, …]`, its place counted in UTF-16 units of the source, as JavaScript counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from clz_core.errors import ClzError, error
from clz_core.limits import MAX_EXPRESSION_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Language, Node

Tree = list[Any]

NOT_SPOKEN = "is not part of safe mode"
TOO_DEEP = "is nested too deeply for safe mode"

_OPEN = "("
_SKIPPED = ("comment", "html_comment")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_BINARY = frozenset("+ - * / % ** == != === !== < > <= >= & | ^ << >> >>> in instanceof".split())
_LOGICAL = frozenset("&& || ??".split())
_UNARY = frozenset("! - + ~ typeof void".split())


def tree_of(source: str) -> Tree:
    """The program: `["expression", …, node]` or `["statements", …, nodes]`.

    Raises: INVALID_EXPRESSION where the source is no JavaScript, UNSAFE_EXPRESSION where safe mode has no word for it.
    """
    wrapped = f"{_OPEN}{source}\n)"
    root = _parse(wrapped)
    if not root.has_error and (inner := _only_expression(root)) is not None:
        maker = _Maker(source, wrapped, len(_OPEN))
        return ["expression", 0, maker.units(len(wrapped.encode())), maker.expression(inner, 0)]
    root = _parse(source)
    if root.has_error:
        raise _invalid(root)
    maker = _Maker(source, source, 0)
    return ["statements", 0, maker.units(root.end_byte), maker.statements(root, 0)]


@cache
def _language() -> Language:
    # The host starts without it: most sessions evaluate nothing.
    import tree_sitter
    import tree_sitter_javascript

    return tree_sitter.Language(tree_sitter_javascript.language())


def _parse(source: str) -> Node:
    from tree_sitter import Parser

    return Parser(_language()).parse(source.encode("utf-8", "replace")).root_node


def _only_expression(root: Node) -> Node | None:
    """What stands between the brackets put around the source, where that is one expression."""
    statements = _children(root)
    if len(statements) != 1 or statements[0].type != "expression_statement":
        return None
    inside = _children(statements[0])
    if len(inside) != 1 or inside[0].type != "parenthesized_expression" or inside[0].end_byte != root.end_byte:
        return None
    expressions = _children(inside[0])
    return expressions[0] if len(expressions) == 1 else None


def _children(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type not in _SKIPPED]


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


class _Maker:
    """Makes the tree of one source; `parsed` is what the parser saw, `before` how many characters of it come first."""

    def __init__(self, source: str, parsed: str, before: int) -> None:
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
        return [self.statement(child, depth + 1) for child in _children(block)]

    def statement(self, node: Node, depth: int) -> Tree:
        return self._made(node, _STATEMENTS, depth)

    def expression(self, node: Node, depth: int) -> Tree:
        return self._made(node, _EXPRESSIONS, depth)

    def pattern(self, node: Node, depth: int) -> Tree:
        return self._made(node, _TARGETS, depth)

    def _made(self, node: Node, table: dict[str, _Rule], depth: int) -> Tree:
        if depth > MAX_EXPRESSION_DEPTH:
            raise self.refuse(node, TOO_DEEP)
        rule = table.get(node.type)
        if rule is None:
            raise self.refuse(node, NOT_SPOKEN)
        kind, *rest = rule(self, node, depth + 1)
        return [kind, self.units(node.start_byte), self.units(node.end_byte), *rest]

    def refuse(self, node: Node, reason: str) -> ClzError:
        return refusal(self._source, self.units(node.start_byte), _text(node), reason)

    def name(self, node: Node) -> str:
        name = _text(node)
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
            elif child.type not in _SKIPPED:
                out.append(make(child, depth))
                filled = True
        return out

    def property_name(self, node: Node, depth: int) -> Tree:
        """A key as an expression."""
        if node.type in ("property_identifier", "shorthand_property_identifier", "identifier"):
            return ["literal", self.units(node.start_byte), self.units(node.end_byte), self.name(node)]
        if node.type == "computed_property_name":
            return self.expression(_children(node)[0], depth)
        if node.type in ("string", "number"):
            return self.expression(node, depth)
        raise self.refuse(node, NOT_SPOKEN)

    def function(self, node: Node, depth: int, name: str = "") -> Tree:
        if any(child.type in ("*", "get", "set", "static") for child in node.children):
            raise self.refuse(node, NOT_SPOKEN)
        single = node.child_by_field_name("parameter")
        listed = node.child_by_field_name("parameters")
        params = [single] if single is not None else _children(listed) if listed is not None else []
        body = node.child_by_field_name("body")
        if body is None:
            raise self.refuse(node, NOT_SPOKEN)
        is_block = body.type == "statement_block"
        made: Any = self.statements(body, depth) if is_block else self.expression(body, depth)
        is_async = any(child.type == "async" for child in node.children)
        is_arrow = node.type == "arrow_function"
        named = name or (_text(node.child_by_field_name("name")) if node.type == "function_expression" else "")
        return ["function", named, [self.pattern(p, depth) for p in params], made, is_block, is_async, is_arrow]

    def unescaped(self, node: Node) -> str:
        """The value of a string, or of a template's piece."""
        return "".join(
            self._escape(child) if child.type == "escape_sequence" else _text(child) for child in _children(node)
        )

    def _escape(self, node: Node) -> str:
        body = _text(node)[1:]
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


_Rule = Callable[[_Maker, "Node", int], Tree]


def _field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    assert found is not None, f"{node.type} without {name}"
    return found


def _identifier(m: _Maker, node: Node, _: int) -> Tree:
    return ["name", m.name(node)]


def _number(m: _Maker, node: Node, _: int) -> Tree:
    text = _text(node).replace("_", "").lower()
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


def _constant(*made: Any) -> _Rule:
    def same(_m: _Maker, _node: Node, _depth: int) -> Tree:
        return list(made)

    return same


def _string(m: _Maker, node: Node, _: int) -> Tree:
    return ["literal", m.unescaped(node)]


def _template(m: _Maker, node: Node, depth: int) -> Tree:
    parts: list[Any] = []
    text = ""
    for child in _children(node):
        if child.type == "template_substitution":
            parts += [text, m.expression(_children(child)[0], depth)]
            text = ""
        else:
            text += m._escape(child) if child.type == "escape_sequence" else _text(child)
    return ["template", [*parts, text]]


def _regex(_m: _Maker, node: Node, _: int) -> Tree:
    return ["regex", _text(node.child_by_field_name("pattern")), _text(node.child_by_field_name("flags"))]


def _object(m: _Maker, node: Node, depth: int) -> Tree:
    pairs: list[Tree] = []
    for child in _children(node):
        match child.type:
            case "pair":
                key = _field(child, "key")
                if _text(key).strip("'\"") == "__proto__":
                    raise m.refuse(child, NOT_SPOKEN)
                pairs.append(["pair", m.property_name(key, depth), m.expression(_field(child, "value"), depth)])
            case "shorthand_property_identifier":
                name = m.name(child)
                place = [m.units(child.start_byte), m.units(child.end_byte)]
                pairs.append(["pair", ["literal", *place, name], ["name", *place, name]])
            case "method_definition":
                place = [m.units(child.start_byte), m.units(child.end_byte)]
                kind, *rest = m.function(child, depth, _text(_field(child, "name")))
                pairs.append(["pair", m.property_name(_field(child, "name"), depth), [kind, *place, *rest]])
            case "spread_element":
                pairs.append(["spread", m.expression(_children(child)[0], depth)])
            case _:
                raise m.refuse(child, NOT_SPOKEN)
    return ["object", pairs]


def _spread(m: _Maker, node: Node, depth: int) -> Tree:
    return ["spread", m.expression(_children(node)[0], depth)]


def _optional(node: Node) -> bool:
    return any(child.type == "optional_chain" for child in node.children)


def _member(m: _Maker, node: Node, depth: int) -> Tree:
    key = _field(node, "property")
    if key.type != "property_identifier":
        raise m.refuse(node, NOT_SPOKEN)
    literal = ["literal", m.units(key.start_byte), m.units(key.end_byte), m.name(key)]
    return ["member", m.expression(_field(node, "object"), depth), literal, _optional(node)]


def _subscript(m: _Maker, node: Node, depth: int) -> Tree:
    inner, index = _field(node, "object"), _field(node, "index")
    return ["member", m.expression(inner, depth), m.expression(index, depth), _optional(node)]


def _arguments(m: _Maker, node: Node, depth: int) -> list[Tree]:
    found = node.child_by_field_name("arguments")
    if found is None:
        return []
    if found.type != "arguments":  # a tagged template
        raise m.refuse(node, NOT_SPOKEN)
    return [m.expression(child, depth) for child in _children(found)]


def _call(m: _Maker, node: Node, depth: int) -> Tree:
    return ["call", m.expression(_field(node, "function"), depth), _arguments(m, node, depth), _optional(node)]


def _new(m: _Maker, node: Node, depth: int) -> Tree:
    return ["new", m.expression(_field(node, "constructor"), depth), _arguments(m, node, depth)]


def _unary(m: _Maker, node: Node, depth: int) -> Tree:
    operator = _text(_field(node, "operator"))
    if operator == "delete":
        target = _field(node, "argument")
        if target.type not in ("member_expression", "subscript_expression"):
            raise m.refuse(node, NOT_SPOKEN)
        return ["delete", m.expression(target, depth)]
    if operator not in _UNARY:
        raise m.refuse(node, NOT_SPOKEN)
    return ["unary", operator, m.expression(_field(node, "argument"), depth)]


def _binary(m: _Maker, node: Node, depth: int) -> Tree:
    operator = _text(_field(node, "operator"))
    kind = "logical" if operator in _LOGICAL else "binary" if operator in _BINARY else ""
    if not kind:
        raise m.refuse(node, NOT_SPOKEN)
    return [kind, operator, m.expression(_field(node, "left"), depth), m.expression(_field(node, "right"), depth)]


def _assignment(m: _Maker, node: Node, depth: int) -> Tree:
    operator = _text(node.child_by_field_name("operator")) or "="
    left, right = _field(node, "left"), _field(node, "right")
    if operator == "=":
        return ["assign", m.pattern(left, depth), m.expression(right, depth)]
    return ["update", operator[:-1], m.pattern(left, depth), m.expression(right, depth), True]


def _update(m: _Maker, node: Node, depth: int) -> Tree:
    operator = _text(_field(node, "operator"))[0]
    is_prefix = node.children[0].type in ("++", "--")
    return ["step", operator, m.pattern(_field(node, "argument"), depth), is_prefix]


def _ternary(m: _Maker, node: Node, depth: int) -> Tree:
    return ["if", *(m.expression(_field(node, name), depth) for name in ("condition", "consequence", "alternative"))]


def _inner(m: _Maker, node: Node, depth: int) -> Tree:
    """Brackets: they end an optional chain, and are nothing otherwise."""
    inside = _children(node)
    if len(inside) != 1:
        raise m.refuse(node, NOT_SPOKEN)
    return ["brackets", m.expression(inside[0], depth)]


_EXPRESSIONS: dict[str, _Rule] = {
    "identifier": _identifier,
    "undefined": _constant("undefined"),
    "this": _constant("this"),
    "null": _constant("literal", None),
    "true": _constant("literal", True),
    "false": _constant("literal", False),
    "number": _number,
    "string": _string,
    "template_string": _template,
    "regex": _regex,
    "array": lambda m, node, depth: ["array", m.items(node, depth, m.expression)],
    "object": _object,
    "spread_element": _spread,
    "arrow_function": lambda m, node, depth: m.function(node, depth),
    "function_expression": lambda m, node, depth: m.function(node, depth),
    "parenthesized_expression": _inner,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": _call,
    "new_expression": _new,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "update_expression": _update,
    "sequence_expression": lambda m, node, depth: ["sequence", [m.expression(c, depth) for c in _children(node)]],
    "await_expression": lambda m, node, depth: ["await", m.expression(_children(node)[0], depth)],
}


def _with_default(m: _Maker, node: Node, depth: int) -> Tree:
    left, right = _field(node, "left"), _field(node, "right")
    return ["default", m.pattern(left, depth), m.expression(right, depth)]


def _object_pattern(m: _Maker, node: Node, depth: int) -> Tree:
    pairs: list[Tree] = []
    for child in _children(node):
        match child.type:
            case "pair_pattern":
                key, value = _field(child, "key"), _field(child, "value")
                pairs.append(["pair", m.property_name(key, depth), m.pattern(value, depth)])
            case "shorthand_property_identifier_pattern":
                pairs.append(["pair", *_shorthand(m, child)])
            case "object_assignment_pattern":
                name, target = _shorthand(m, _field(child, "left"))
                default = m.expression(_field(child, "right"), depth)
                pairs.append(["pair", name, ["default", target[1], target[2], target, default]])
            case "rest_pattern":
                pairs.append(["rest", m.pattern(_children(child)[0], depth)])
            case _:
                raise m.refuse(child, NOT_SPOKEN)
    return ["object", pairs]


def _shorthand(m: _Maker, node: Node) -> tuple[Tree, Tree]:
    name = m.name(node)
    place = [m.units(node.start_byte), m.units(node.end_byte)]
    return ["literal", *place, name], ["name", *place, name]


def _bracketed_target(m: _Maker, node: Node, depth: int) -> Tree:
    kind, _, _, *rest = m.pattern(_children(node)[0], depth)
    return [kind, *rest]


_TARGETS: dict[str, _Rule] = {
    "identifier": _identifier,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "parenthesized_expression": _bracketed_target,
    "array_pattern": lambda m, node, depth: ["array", m.items(node, depth, m.pattern)],
    "object_pattern": _object_pattern,
    "assignment_pattern": _with_default,
    "rest_pattern": lambda m, node, depth: ["rest", m.pattern(_children(node)[0], depth)],
}


def _declaration(m: _Maker, node: Node, depth: int) -> Tree:
    kind = _text(node.children[0])
    if kind not in ("let", "const", "var"):
        raise m.refuse(node, NOT_SPOKEN)
    pairs = [
        [m.pattern(_field(child, "name"), depth), m.maybe(child.child_by_field_name("value"), depth)]
        for child in _children(node)
    ]
    return ["declare", kind, pairs]


def _function_declaration(m: _Maker, node: Node, depth: int) -> Tree:
    name = _text(_field(node, "name"))
    kind, *rest = m.function(node, depth, name)
    return ["declareFunction", name, [kind, m.units(node.start_byte), m.units(node.end_byte), *rest]]


def _if(m: _Maker, node: Node, depth: int) -> Tree:
    other = node.child_by_field_name("alternative")
    otherwise = m.statement(_children(other)[0], depth) if other is not None else None
    condition, then = _field(node, "condition"), _field(node, "consequence")
    return ["when", m.expression(condition, depth), m.statement(then, depth), otherwise]


def _for(m: _Maker, node: Node, depth: int) -> Tree:
    start = _field(node, "initializer")
    first = m.statement(start, depth) if start.type != ";" else None
    condition, step = node.child_by_field_name("condition"), node.child_by_field_name("increment")
    if condition is not None and condition.type == "expression_statement":
        condition = _children(condition)[0]
    if condition is not None and condition.type in ("empty_statement", ";"):
        condition = None
    if first is not None and first[0] == "nothing":
        first = None
    body = m.statement(_field(node, "body"), depth)
    return ["for", first, m.maybe(condition, depth), m.maybe(step, depth), body]


def _for_in(m: _Maker, node: Node, depth: int) -> Tree:
    kind = _text(node.child_by_field_name("kind"))
    over = _text(_field(node, "operator"))
    if any(child.type == "await" for child in node.children) or over not in ("of", "in"):
        raise m.refuse(node, NOT_SPOKEN)
    target = m.pattern(_field(node, "left"), depth)
    return [
        "each",
        over,
        kind,
        target,
        m.expression(_field(node, "right"), depth),
        m.statement(_field(node, "body"), depth),
    ]


def _while(m: _Maker, node: Node, depth: int) -> Tree:
    return ["while", m.expression(_field(node, "condition"), depth), m.statement(_field(node, "body"), depth)]


def _do(m: _Maker, node: Node, depth: int) -> Tree:
    return ["do", m.statement(_field(node, "body"), depth), m.expression(_field(node, "condition"), depth)]


def _jump(kind: str) -> _Rule:
    def made(m: _Maker, node: Node, _: int) -> Tree:
        if node.child_by_field_name("label") is not None:
            raise m.refuse(node, NOT_SPOKEN)
        return [kind]

    return made


def _with_value(kind: str) -> _Rule:
    def made(m: _Maker, node: Node, depth: int) -> Tree:
        inside = _children(node)
        return [kind, m.expression(inside[0], depth) if inside else None]

    return made


def _try(m: _Maker, node: Node, depth: int) -> Tree:
    handler, last = node.child_by_field_name("handler"), node.child_by_field_name("finalizer")
    caught = None
    if handler is not None:
        parameter = handler.child_by_field_name("parameter")
        target = m.pattern(parameter, depth) if parameter is not None else None
        caught = [target, m.statements(_field(handler, "body"), depth)]
    ending = m.statements(_field(last, "body"), depth) if last is not None else None
    return ["try", m.statements(_field(node, "body"), depth), caught, ending]


def _switch(m: _Maker, node: Node, depth: int) -> Tree:
    cases = []
    for child in _children(_field(node, "body")):
        value = child.child_by_field_name("value")
        body = [c for c in _children(child) if value is None or c.id != value.id]
        cases.append([m.maybe(value, depth), [m.statement(c, depth) for c in body]])
    return ["switch", m.expression(_field(node, "value"), depth), cases]


_STATEMENTS: dict[str, _Rule] = {
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
    "empty_statement": _constant("nothing"),
}


def refusal(source: str, at: int, what: str, reason: str) -> ClzError:
    before = source.encode("utf-16-le", "surrogatepass")[: at * 2].decode("utf-16-le", "replace")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    shown = what if len(what) <= 60 else what[:59] + "…"
    message = f"{shown!r} (line {line}, column {column}) {reason}."
    return error("UNSAFE_EXPRESSION", message, what=shown, reason=reason, line=line, column=column)


def _invalid(root: Node) -> ClzError:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing or node.type == "ERROR":
            line, column = node.start_point[0] + 1, node.start_point[1] + 1
            what = f"is missing {node.type!r}" if node.is_missing else f"cannot be read near {_text(node)[:40]!r}"
            message = f"The expression {what} (line {line}, column {column})."
            return error("INVALID_EXPRESSION", message, line=line, column=column)
        stack.extend(reversed(node.children))
    return error("INVALID_EXPRESSION", "The expression cannot be read.")
