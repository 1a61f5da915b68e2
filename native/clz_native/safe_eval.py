"""Safe mode of `evaluate`: an expression is parsed, and refused where it could do more than look.

The check is a filter on syntax and not a sandbox. It refuses what names network, storage, cookies, timers or code from
strings, and every way known to us of reaching those without a name: members computed at run time, the global object
anywhere but before a dot, reflection, new content, values that the page would load. It does not know what the page's
own functions do: `app.save()` passes, whatever `save` does.

The parser and the browser must read the same text in the same way, or code could hide in what one of them takes for a
string. Source in which they could differ is refused as ambiguous: HTML-like comments, unusual line ends, escapes in
names, JSX, and a slash after a word or bracket that may end a value or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from clz_core.errors import ClzError, error
from clz_native import safe_names as names

if TYPE_CHECKING:
    from tree_sitter import Language, Node

AMBIGUOUS = "can be read in more than one way"
COMPUTED = "computes a member's name, which cannot be checked"
WHOLE_GLOBAL = "passes the global object on"

_STRANGE_TEXT = re.compile(r"<!--|-->|[^\S\n\t ]|[\x00-\x08\x0e-\x1f\x7f\ufeff]|^#!")
# What the browser takes for one of these, written down once more: the parser must have cut them in the same places.
_LEXICAL = {
    "comment": re.compile(r"//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/"),
    "number": re.compile(r"[0-9.][0-9a-zA-Z_.]*(?:(?<=[eE])[+-][0-9_]+)?"),
    "regex": re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[a-z]*"),
    "string": re.compile(r"\"(?:[^\"\\\n]|\\[^\r])*\"|'(?:[^'\\\n]|\\[^\r])*'", re.DOTALL),
    "identifier": re.compile(r"[^\W\d][\w$]*|\$[\w$]*"),
}
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\$(?!\{))*", re.DOTALL)
_HANDLER = re.compile(r"on[a-z]+")
_LOADING_TEXT = re.compile(r"//|url\s*\(|image|@import|:|\\", re.IGNORECASE)
_ARITHMETIC = frozenset("- * / % ** | & ^ << >> >>>".split())
_COMPARISONS = frozenset("== != === !== instanceof".split())
# Words after which a slash starts a regular expression or divides, as the grammar around it has it.
_SLASH_WORDS = frozenset("yield await of let async get set static in instanceof".split())
_REGEX_AFTER = frozenset(
    "( , = : [ ! & | ? { ; + - * % < > ~ ^ => && || ?? == != === !== <= >= += return typeof".split()
)
_STATEMENTS_WITH_HEADS = frozenset("if_statement while_statement for_statement for_in_statement with_statement".split())
_NODES = frozenset(
    "arguments array array_pattern arrow_function assignment_expression assignment_pattern "
    "augmented_assignment_expression await_expression binary_expression break_statement call_expression catch_clause "
    "class class_body class_declaration class_heritage class_static_block comment computed_property_name "
    "continue_statement do_statement else_clause empty_statement escape_sequence expression_statement false "
    "field_definition finally_clause for_in_statement for_statement formal_parameters function_declaration "
    "function_expression generator_function generator_function_declaration identifier if_statement "
    "labeled_statement lexical_declaration member_expression meta_property method_definition new_expression null "
    "number object object_assignment_pattern object_pattern optional_chain pair pair_pattern parenthesized_expression "
    "private_property_identifier program property_identifier regex regex_flags regex_pattern rest_pattern "
    "return_statement sequence_expression shorthand_property_identifier shorthand_property_identifier_pattern "
    "spread_element statement_block statement_identifier string string_fragment subscript_expression super switch_body "
    "switch_case switch_default switch_statement template_string template_substitution ternary_expression this "
    "throw_statement true try_statement unary_expression undefined update_expression variable_declaration "
    "variable_declarator while_statement yield_expression".split()
)
_PATTERNS = frozenset(
    "array_pattern object_pattern pair_pattern rest_pattern object_assignment_pattern assignment_pattern".split()
)


def check_expression(source: str) -> None:
    """Raises: UNSAFE_EXPRESSION where the source could do more than look, INVALID_EXPRESSION where it is none."""
    if strange := _STRANGE_TEXT.search(source):
        raise _refusal(source, strange.start(), strange.group().strip() or "an unusual space", AMBIGUOUS)
    root = _parse(source)
    if root.has_error:
        raise _invalid(root)
    _Check(source, root).run()


@cache
def _language() -> Language:
    # The host starts without it: most sessions evaluate nothing.
    import tree_sitter
    import tree_sitter_javascript

    return tree_sitter.Language(tree_sitter_javascript.language())


def _parse(source: str) -> Node:
    from tree_sitter import Parser

    return Parser(_language()).parse(source.encode("utf-8", "surrogatepass")).root_node


def _walk(root: Node) -> Iterator[Node]:
    """All nodes in the order of the source, without recursion: sources may be deeply nested."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _literal(node: Node | None) -> str | None:
    """The value of a string literal without escapes; None for anything else."""
    if (
        node is not None
        and node.type == "string"
        and all(child.type == "string_fragment" for child in node.named_children)
    ):
        return "".join(_text(child) for child in node.named_children)
    return None


def _same(a: Node | None, b: Node | None) -> bool:
    return a is not None and b is not None and a.id == b.id


class _Check:
    """One check of one source."""

    def __init__(self, source: str, root: Node) -> None:
        self._source = source
        self._nodes = list(_walk(root))
        self._locals = _Locals(self._nodes)
        self._lists_members = False
        self._documents: Node | None = None

    def run(self) -> None:
        before = ""
        for node in self._nodes:
            if node.is_named and node.type not in _NODES:
                reason = {"import": names.CODE, "with_statement": names.REFLECTION}.get(node.type, AMBIGUOUS)
                raise self._refuse(node, reason)
            self._lexical(node)
            if node.child_count == 0 or node.type == "regex":
                self._slash(node, before)
            if node.child_count == 0 and node.type != "comment":
                before = _text(node)
            getattr(self, f"_{node.type}", lambda _: None)(node)
        if self._lists_members and self._documents is not None:
            raise self._refuse(self._documents, "could have its members listed, the page's address among them")

    def _refuse(self, node: Node, reason: str, what: str = "") -> ClzError:
        begin = len((self._source.encode("utf-8", "surrogatepass")[: node.start_byte]).decode("utf-8", "replace"))
        return _refusal(self._source, begin, what or _text(node), reason)

    # Names

    def _identifier(self, node: Node) -> None:
        self._name(node)
        if _text(node) in names.GLOBALS:
            self._only_before_a_dot(node)
        if _text(node) in names.READABLE:
            self._only_readable(node, _text(node))
        if _text(node) == "document" and not self._is_before_a_dot(node):
            self._documents = node
        if _text(node) == "Object":
            self._object(node)
        if _HANDLER.fullmatch(_text(node)) and self._is_assigned(node) and not self._locals.is_declared(_text(node)):
            raise self._refuse(node, names.TIMERS)

    _shorthand_property_identifier = _identifier
    _undefined = _identifier

    def _shorthand_property_identifier_pattern(self, node: Node) -> None:
        self._name(node)
        self._pattern_key(node, _text(node))

    def _property_identifier(self, node: Node) -> None:
        parent = node.parent
        if parent is not None and parent.type == "pair":
            if _text(node) == "__proto__":
                raise self._refuse(node, names.REFLECTION)
            return
        if parent is not None and parent.type in ("method_definition", "field_definition"):
            return
        self._name(node)
        if parent is not None and parent.type == "pair_pattern":
            self._pattern_key(node, _text(node))

    def _statement_identifier(self, node: Node) -> None:
        if "\\" in _text(node):
            raise self._refuse(node, AMBIGUOUS)

    _private_property_identifier = _statement_identifier

    def _name(self, node: Node, name: str = "") -> None:
        name = name or _text(node)
        if "\\" in name:
            raise self._refuse(node, AMBIGUOUS)
        if reason := names.NAMES.get(name):
            raise self._refuse(node, reason, name)

    def _pattern_key(self, node: Node, name: str) -> None:
        if name in names.GLOBAL_MEMBERS | names.GLOBALS - {"top", "content"} or name in names.READABLE:
            raise self._refuse(node, WHOLE_GLOBAL)
        if name in names.DOCUMENT_MEMBERS:
            self._documents = node

    # The global object

    def _this(self, node: Node) -> None:
        self._only_before_a_dot(node)

    def _only_before_a_dot(self, node: Node) -> None:
        parent = node.parent
        if parent is None or self._is_before_a_dot(node) or self._is_only_looked_at(parent):
            return
        reason = COMPUTED if parent.type == "subscript_expression" else WHOLE_GLOBAL
        raise self._refuse(parent if parent.end_byte - parent.start_byte < 80 else node, reason)

    def _is_before_a_dot(self, node: Node) -> bool:
        parent = node.parent
        return (
            parent is not None
            and parent.type == "member_expression"
            and _same(parent.child_by_field_name("object"), node)
        )

    def _only_readable(self, node: Node, name: str) -> None:
        parent = node.parent
        if parent is None or self._is_only_looked_at(parent) or parent.type == "template_substitution":
            return
        if self._is_before_a_dot(node):
            if _text(parent.child_by_field_name("property")) in names.READABLE[name]:
                return
            raise self._refuse(parent, names.NETWORK)
        raise self._refuse(node, names.NETWORK if name == "location" else WHOLE_GLOBAL)

    def _is_only_looked_at(self, parent: Node) -> bool:
        operator = _text(parent.child_by_field_name("operator"))
        return (parent.type == "unary_expression" and operator in ("typeof", "!", "void")) or (
            parent.type == "binary_expression" and operator in _COMPARISONS
        )

    def _is_global(self, node: Node | None) -> bool:
        """True for an expression that is the global object by its names."""
        if node is None:
            return False
        if node.type == "this":
            return True
        if node.type == "identifier":
            return _text(node) in names.GLOBALS
        if node.type == "member_expression":
            name = _text(node.child_by_field_name("property"))
            inner = node.child_by_field_name("object")
            return name in names.GLOBAL_MEMBERS or (name in names.GLOBALS and self._is_global(inner))
        return False

    # Members

    def _member_expression(self, node: Node) -> None:
        name = _text(node.child_by_field_name("property"))
        inner = node.child_by_field_name("object")
        self._member(node, name, inner)
        if self._is_global(node):
            self._only_before_a_dot(node)
        if name == "location" or (name in names.READABLE and self._is_global(inner)):
            self._only_readable(node, name)

    def _member(self, node: Node, name: str, inner: Node | None) -> None:
        parent = node.parent
        if name in names.DOCUMENT_MEMBERS:
            self._documents = node
        if parent is not None and parent.type in _PATTERNS and not self._is_default(node, parent):
            raise self._refuse(node, "is assigned by a pattern, which cannot be checked")
        if parent is not None and parent.type == "for_in_statement" and _same(parent.child_by_field_name("left"), node):
            raise self._refuse(node, "is assigned by a loop, which cannot be checked")
        if self._is_assigned(node):
            self._assigned(node, name, inner)
        if name in ("setAttribute", "setProperty", "createElement"):
            self._setter(node, name)
        if name == "Object" and self._is_global(inner):
            self._object(node)

    def _is_default(self, node: Node, parent: Node) -> bool:
        return _same(parent.child_by_field_name("right"), node)

    def _subscript_expression(self, node: Node) -> None:
        inner, index = node.child_by_field_name("object"), node.child_by_field_name("index")
        if self._is_global(inner):
            raise self._refuse(node, COMPUTED)
        if (key := _literal(index)) is not None:
            self._key(node, key, inner)
        elif not (self._locals.is_number(index) or self._locals.is_bare(inner)):
            raise self._refuse(node, COMPUTED)

    def _key(self, node: Node, key: str, inner: Node | None) -> None:
        """A literal key is a member like any other, only that nothing may follow it which needs a dot."""
        self._name(node, key)
        if key in names.GLOBAL_MEMBERS or key == "location" or (key in names.GLOBALS and key not in ("top", "content")):
            raise self._refuse(node, WHOLE_GLOBAL)
        self._member(node, key, inner)

    def _computed_property_name(self, node: Node) -> None:
        if node.parent is not None and node.parent.type == "pair_pattern":
            raise self._refuse(node, COMPUTED)

    def _string(self, node: Node) -> None:
        parent = node.parent
        if parent is None or not _same(parent.child_by_field_name("key"), node):
            return
        key = _literal(node)
        if key is None or key == "__proto__":
            raise self._refuse(node, names.REFLECTION)
        if parent.type == "pair_pattern":
            self._name(node, key)
            self._pattern_key(node, key)

    def _object(self, node: Node) -> None:
        if node.type == "object":  # a literal
            return
        parent = node.parent
        if parent is None or self._is_only_looked_at(parent):
            return
        member = _text(parent.child_by_field_name("property")) if parent.type == "member_expression" else ""
        if member not in names.OBJECT_MEMBERS or not _same(parent.child_by_field_name("object"), node):
            raise self._refuse(parent, names.REFLECTION)
        if member in ("values", "entries"):
            self._lists_members = True
        call = parent.parent
        called = (
            call is not None and call.type == "call_expression" and _same(call.child_by_field_name("function"), parent)
        )
        if member in ("values", "entries", "assign", "create") and not called:
            raise self._refuse(parent, names.REFLECTION)
        if (
            member == "assign"
            and call is not None
            and _arguments(call)[0:1]
            and _arguments(call)[0].type not in ("object", "array")
        ):
            raise self._refuse(call, "changes an object in a way that cannot be checked", "Object.assign")

    # Changes

    def _is_assigned(self, node: Node) -> bool:
        parent = node.parent
        return (
            parent is not None
            and parent.type in ("assignment_expression", "augmented_assignment_expression")
            and _same(parent.child_by_field_name("left"), node)
        )

    def _assigned(self, node: Node, name: str, inner: Node | None) -> None:
        parent = node.parent
        if self._locals.is_own(inner):
            return
        if name.lower() in names.LOADING:
            raise self._refuse(node, "is loaded or run by the page when it is set")
        if _HANDLER.fullmatch(name):
            raise self._refuse(node, names.TIMERS)
        if self._is_global(inner):
            if name == "name":
                raise self._refuse(node, names.STORAGE)
            return
        value = parent.child_by_field_name("right") if parent is not None else None
        if name in names.PLAIN_MEMBERS or self._is_inert(value):
            return
        raise self._refuse(node, "is set to a value that the page might load")

    def _is_inert(self, node: Node | None) -> bool:
        """True for a value that makes no element load anything, whatever it is set on."""
        if node is None:
            return False
        if node.type in ("number", "true", "false", "null") or self._locals.is_number(node):
            return True
        text = _literal(node)
        return text is not None and not _LOADING_TEXT.search(text)

    def _setter(self, node: Node, name: str) -> None:
        call = node.parent
        if call is None or call.type != "call_expression" or not _same(call.child_by_field_name("function"), node):
            raise self._refuse(node, names.CONTENT)
        given = _arguments(call)
        first = (_literal(given[0]) if given else None) or ""
        if name == "createElement":
            if not first or first.lower() in names.LOADING_TAGS or len(given) > 1:
                raise self._refuse(call, names.CONTENT)
            return
        unsafe = not first or first.lower() in names.LOADING or _HANDLER.fullmatch(first.lower())
        if unsafe or len(given) < 2 or not self._is_inert(given[1]):
            raise self._refuse(call, names.CONTENT)

    # Text that could be read in two ways

    def _lexical(self, node: Node) -> None:
        pattern = _LEXICAL.get(node.type)
        in_template = (
            node.type == "string_fragment" and node.parent is not None and node.parent.type == "template_string"
        )
        if in_template:
            pattern = _TEMPLATE_TEXT
        if pattern is not None and not pattern.fullmatch(_text(node)):
            raise self._refuse(node, AMBIGUOUS)

    def _slash(self, node: Node, before: str) -> None:
        if node.type == "regex" and before and before not in _REGEX_AFTER:
            raise self._refuse(node, AMBIGUOUS)
        if node.type in ("/", "/=") and node.parent is not None and node.parent.type != "regex":
            if before == "}" or before in _SLASH_WORDS:
                raise self._refuse(node, AMBIGUOUS)
            left = node.parent.child_by_field_name("left")
            if before == ")" and left is not None and left.type in _STATEMENTS_WITH_HEADS:
                raise self._refuse(node, AMBIGUOUS)


def _arguments(call: Node) -> list[Node]:
    found = call.child_by_field_name("arguments")
    return [child for child in found.named_children if child.type != "comment"] if found is not None else []


class _Locals:
    """What is known of the source's own variables, by name alone: two of one name share what is known."""

    def __init__(self, nodes: list[Node]) -> None:
        self._inits: dict[str, list[Node | None]] = {}
        self._unknown: set[str] = set()
        self._values: dict[str, list[tuple[str, Node | None]]] = {}
        for node in nodes:
            self._note(node)
        self._numbers = {name for name, inits in self._inits.items() if name not in self._unknown and None not in inits}
        self._settle()

    def _note(self, node: Node) -> None:
        if node.type == "shorthand_property_identifier_pattern":
            self._unknown.add(_text(node))
        if node.type != "identifier" or node.parent is None:
            return
        name, parent = _text(node), node.parent
        if parent.type == "variable_declarator" and _same(parent.child_by_field_name("name"), node):
            self._inits.setdefault(name, []).append(parent.child_by_field_name("value"))
        elif parent.type == "assignment_expression" and _same(parent.child_by_field_name("left"), node):
            self._values.setdefault(name, []).append(("=", parent.child_by_field_name("right")))
        elif parent.type == "augmented_assignment_expression" and _same(parent.child_by_field_name("left"), node):
            operator = _text(parent.child_by_field_name("operator"))
            self._values.setdefault(name, []).append((operator, parent.child_by_field_name("right")))
        elif self._binds(node, parent):
            self._unknown.add(name)

    def _binds(self, node: Node, parent: Node) -> bool:
        """True where a name gets a value that is not written beside it."""
        if parent.type in _PATTERNS or parent.type in ("formal_parameters", "catch_clause"):
            return True
        if parent.type == "for_in_statement":
            return _same(parent.child_by_field_name("left"), node)
        if parent.type == "arrow_function":
            return _same(parent.child_by_field_name("parameter"), node)
        named = ("function_declaration", "function_expression", "class_declaration", "class", "generator_function")
        return parent.type in (*named, "generator_function_declaration") and _same(
            parent.child_by_field_name("name"), node
        )

    def _settle(self) -> None:
        """Take names out of the numbers until none is left that may hold something else."""
        while True:
            wrong = {name for name in self._numbers if not self._stays_number(name)}
            if not wrong:
                return
            self._numbers -= wrong

    def _stays_number(self, name: str) -> bool:
        if not all(self.is_number(init) for init in self._inits[name]):
            return False
        return all(
            operator in ("-=", "*=", "/=", "%=", "**=", "|=", "&=", "^=", "<<=", ">>=", ">>>=")
            or (operator in ("=", "+=") and self.is_number(value))
            for operator, value in self._values.get(name, [])
        )

    def is_declared(self, name: str) -> bool:
        return name in self._inits or name in self._unknown

    def is_number(self, node: Node | None) -> bool:
        """True for an expression that gives a number (or throws), whatever the page holds."""
        if node is None:
            return False
        operator = _text(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        match node.type:
            case "number" | "update_expression":
                return True
            case "identifier":
                return _text(node) in self._numbers
            case "unary_expression":
                return operator in ("-", "+", "~")
            case "binary_expression":
                return operator in _ARITHMETIC or (operator == "+" and self.is_number(left) and self.is_number(right))
            case "parenthesized_expression":
                return node.named_child_count == 1 and self.is_number(node.named_children[0])
            case "ternary_expression":
                ends = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
                return all(self.is_number(end) for end in ends)
        return False

    def _only_init(self, node: Node | None) -> Node | None:
        """The one value that a variable ever has, where it is written beside its name."""
        name = _text(node)
        if node is None or node.type != "identifier" or name in self._unknown or name in self._values:
            return None
        inits = self._inits.get(name, [])
        return inits[0] if len(inits) == 1 else None

    def is_own(self, node: Node | None) -> bool:
        """True for a variable that holds an object which the source itself made."""
        init = self._only_init(node)
        return init is not None and (init.type in ("object", "array") or self.is_bare(node))

    def is_bare(self, node: Node | None) -> bool:
        """True for a variable that holds an object without a prototype: no key of it leads anywhere else."""
        init = self._only_init(node)
        return init is not None and re.fullmatch(r"Object\s*\.\s*create\s*\(\s*null\s*\)", _text(init)) is not None


def _place(source: str, at: int) -> tuple[int, int]:
    return source.count("\n", 0, at) + 1, at - (source.rfind("\n", 0, at) + 1) + 1


def _refusal(source: str, at: int, what: str, reason: str) -> ClzError:
    line, column = _place(source, at)
    shown = what if len(what) <= 60 else what[:59] + "…"
    return error(
        "UNSAFE_EXPRESSION",
        f"{shown!r} (line {line}, column {column}) {reason}.",
        _HINTS.get(reason),
        what=shown,
        reason=reason,
        line=line,
        column=column,
    )


_HINTS = {
    COMPUTED: "Use a literal name, .at(index), Object.entries(), a Map or Object.create(null); or allow it: --unsafe",
    AMBIGUOUS: "Write it more plainly, for example with brackets; or allow it: --unsafe",
}


def _invalid(root: Node) -> ClzError:
    for node in _walk(root):
        if node.is_missing or node.type == "ERROR":
            line, column = node.start_point[0] + 1, node.start_point[1] + 1
            near = _text(node)[:40]
            what = f"is missing {node.type!r}" if node.is_missing else f"cannot be read near {near!r}"
            return error(
                "INVALID_EXPRESSION", f"The expression {what} (line {line}, column {column}).", line=line, column=column
            )
    return error("INVALID_EXPRESSION", "The expression cannot be read.")
