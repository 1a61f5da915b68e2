"""For what a test knows to be there, and a type says may be missing."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """The value itself. A test fails where there is none."""
    assert value is not None
    return value
