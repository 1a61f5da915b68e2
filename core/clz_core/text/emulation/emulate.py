"""What pages are shown of the world, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import EmulateResult


def emulated(what: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in what.items())


def rendered(result: EmulateResult) -> str:
    lines = [f"{name}: {value}" for name, value in result["emulated"].items()]
    return "\n".join(lines) or "nothing is emulated"
