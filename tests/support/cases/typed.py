"""Values beside the types that their declarations were made into."""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict


def untrue(value: Any, kind: Any, where: str = "") -> list[str]:
    """What in a value is not of a type, by its place; what a `TypedDict` lacks is not looked for."""
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{where}: {value!r}"]
        hints = get_type_hints(kind, include_extras=True)
        return [wrong for name, hint in hints.items() if name in value for wrong in untrue(value[name], hint, name)]
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any or (origin is Literal and value in args):
        return []
    if origin is NotRequired:
        return untrue(value, args[0], where)
    if origin is list and isinstance(value, list):
        return [wrong for each in value for wrong in untrue(each, args[0], f"{where}[]")]
    if origin is dict and isinstance(value, dict):
        return [wrong for each in value.values() for wrong in untrue(each, args[1], f"{where}.*")]
    if origin is None and args == ():
        number = kind is float and type(value) is int
        return [] if number or type(value) is (NoneType if kind is None else kind) else [f"{where}: {value!r}"]
    if origin in (list, dict, Literal) or all(untrue(value, each, where) for each in args):
        return [f"{where}: {value!r}"]
    return []
