"""What tests of every room are helped by; here, what is needed for types alone."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """The value itself. A test fails where there is none."""
    assert value is not None
    return value
