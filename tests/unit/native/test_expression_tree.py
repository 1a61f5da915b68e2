"""Safe expressions as trees: what safe mode has words for becomes one, and nothing else does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.contract.errors import ClzError
from clz_native.policy.expression_tree import called, tree_of

# Syntax that makes, changes or hides things in ways that the interpreter has no step for.
UNSPOKEN = [
    "import('/x.js')",
    "with (window) { x }",
    "new.target",
    "class A {}",
    "function* f() {}",
    "({get a() { return 1 }})",
    "({set a(b) {}})",
    "({__proto__: window})",
    '({"__proto__": window})',
    "tag`text`",
    "delete x",
    "#x in y",
    "a: for (;;) break a",
    "debugger",
    "\\u0066etch('/x')",
    "super.x",
    "<b>fetch</b>",
    "using x = y; x",
    "for await (const a of b) a",
    "'\\07'",
    "1 <!-- 2",
]

BROKEN = ["1 +", "(", "a b c", "1)); fetch('/'); ((2", "}", "`${", '"', "let let = 1 1"]


def bare(tree: Any) -> Any:
    """The tree without places."""
    if not isinstance(tree, list):
        return tree
    is_node = len(tree) > 2 and isinstance(tree[0], str) and all(type(at) is int for at in tree[1:3])
    return [bare(part) for part in (tree[:1] + tree[3:] if is_node else tree)]


def test_an_expression_is_told_from_statements() -> None:
    assert bare(tree_of("{a: 1}")) == ["expression", ["object", [["pair", ["literal", "a"], ["literal", 1]]]]]
    assert bare(tree_of("a; b"))[0] == "statements"
    assert bare(tree_of("1 // the end")) == ["expression", ["literal", 1]]


def test_strings_and_numbers_have_their_values() -> None:
    assert bare(
        tree_of(
            r"'\x41\u{1F600}\n\
b'"
        )
    ) == ["expression", ["literal", "A😀\nb"]]
    assert [bare(tree_of(n))[1] for n in ("0x1f", "1_000", ".5e1", "12n")] == [
        ["literal", 31],
        ["literal", 1000],
        ["literal", 5.0],
        ["bigint", "12"],
    ]


def test_places_are_counted_as_javascript_counts() -> None:
    assert tree_of("'😀' + x")[3][5][:3] == ["name", 7, 8]


@pytest.mark.parametrize("source", UNSPOKEN)
def test_syntax_without_a_word_in_safe_mode_is_refused(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        tree_of(source)
    problem = caught.value
    assert (problem.code, problem.exit_code) in (("UNSAFE_EXPRESSION", 5), ("INVALID_EXPRESSION", 2))
    if problem.code == "UNSAFE_EXPRESSION":
        assert problem.details["reason"] in problem.message
        assert "--unsafe" in problem.hint


@pytest.mark.parametrize("source", BROKEN)
def test_what_is_no_javascript_is_a_mistake_not_a_danger(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        tree_of(source)
    assert (caught.value.code, caught.value.exit_code) == ("INVALID_EXPRESSION", 2)


def test_the_place_of_what_was_refused_is_named() -> None:
    with pytest.raises(ClzError) as caught:
        tree_of('"ä😀";\nimport("/x")')
    details = caught.value.details
    assert (details["line"], details["column"]) == (2, 1)


@pytest.mark.parametrize("source", ["(" * 2000 + "x" + ")" * 2000, "[" * 2000 + "]" * 2000, "+".join(["1"] * 4000)])
def test_what_is_nested_too_deeply_is_refused(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        tree_of(source)
    assert caught.value.code == "UNSAFE_EXPRESSION"


def becomes_a_tree_or_is_refused(source: str) -> None:
    code = None
    try:
        json.dumps(tree_of(source))
    except ClzError as problem:
        code = problem.code
    assert code in (None, "UNSAFE_EXPRESSION", "INVALID_EXPRESSION")


@given(st.text(max_size=200))
def test_any_text_becomes_a_tree_or_is_refused_with_a_code(source: str) -> None:
    becomes_a_tree_or_is_refused(source)


ATOMS = "a 1 's' `t` /r/g this [] {} x=>x (await/**/a) ...a (new/**/A) `${a}` -1 a?.b".split()
GLUE = ["", " ", *"+ . ?. , ; = => ( ) [ ] { } for( if( : ?".split(), "return ", "const ", "\n"]


@given(st.lists(st.sampled_from(ATOMS + GLUE), max_size=30).map("".join))
def test_anything_like_javascript_does_too(source: str) -> None:
    becomes_a_tree_or_is_refused(source)


@pytest.mark.parametrize(
    ("source", "is_called"),
    [
        ("() => 5", True),
        (" async () => 5; ", True),
        ("x => x // five", True),
        ("function f() { return 5 }", True),
        ("(() => 5)()", False),
        ("() => 5, 6", False),
        ("function f() {}; f()", False),
        ("document.querySelector", False),
        ("(", False),
    ],
)
def test_what_is_one_function_as_a_whole_is_called(source: str, is_called: bool) -> None:
    assert called(source).endswith(")()") is (is_called or source.endswith(")()"))
    assert (called(source) == source) is not is_called
