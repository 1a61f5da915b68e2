"""The Python types of results, made of the TypeScript types that the registry has."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import pytest

from clz_generate.typed_dicts import Types
from tests.support.cases.typed import untrue


@pytest.mark.parametrize(
    ("declared", "made"),
    [
        ("number", "float"),
        ("integer", "int"),
        ("string | null", "str | None"),
        ("number[]", "list[float]"),
        ("'page' | 'isolated' | null", 'Literal["page", "isolated"] | None'),
        ('"tab" | string', "str"),
        ("Record<string, object[]>", "dict[str, list[dict[str, Any]]]"),
        ("Array<string | number>", "list[str | float]"),
        ("{ x: number }[] | null", "list[Place] | None"),
    ],
)
def test_a_type_means_the_same_in_python(declared: str, made: str) -> None:
    assert Types().read(declared, "Place") == made


def test_an_object_in_a_type_is_a_class_of_its_own() -> None:
    types = Types()
    assert types.read("Array<{ name: string; at?: { x: number } | null }>", "Row") == "list[Row]"
    assert types.classes == {
        "RowAt": "    x: float\n",
        "Row": "    name: str\n    at: NotRequired[RowAt | None]\n",
    }


def test_objects_of_one_shape_are_one_class() -> None:
    types = Types()
    assert types.read("{ x: number }", "First") == types.read("{ x: number }", "Second") == "First"


def test_a_type_that_cannot_be_read_is_refused() -> None:
    with pytest.raises((AssertionError, KeyError)):
        Types().read("Promise<string>", "Odd")


class Row(TypedDict):
    name: str
    at: NotRequired[list[int] | None]
    share: float
    kind: Literal["a", "b"]


def test_a_value_is_held_against_its_type() -> None:
    row = {"name": "x", "at": [1], "share": 2, "kind": "a"}
    assert untrue(row, Row) == untrue({**row, "at": None, "more": 1}, Row) == []
    assert untrue({**row, "at": [1.5]}, Row) == ["at: [1.5]"]
    assert untrue({**row, "kind": "c", "name": None}, Row) == ["name: None", "kind: 'c'"]
    assert untrue([row, 1], list[Row]) == ["[]: 1"]
    assert untrue({"a": 0.5}, dict[str, int]) == [".*: 0.5"]
