"""What several tests need: scratch homes, a host without Firefox, and Firefox itself."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """The value itself. A test fails where there is none."""
    assert value is not None
    return value
