"""The Python types of results, made of the TypeScript types that the registry has."""

from __future__ import annotations

import pytest

from clz_generate.typed_dicts import Types


@pytest.mark.parametrize(
    ("declared", "made"),
    [
        ("number", "float"),
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
