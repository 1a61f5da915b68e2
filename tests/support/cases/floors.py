"""Rooms as floors of a house: each folder of a part may import from those before it, and from no other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Arrow = tuple[str, str]


def wrong(imports: Iterable[Arrow], floors: Mapping[str, frozenset[str]]) -> tuple[set[Arrow], set[Arrow], set[str]]:
    """Of pairs of rooms where one imports another: those that go up and may not, those that may and do not, and rooms
    that have no floor. `floors` has the rooms from the ground up, each with those above it that it may import from.
    """
    order = list(floors)
    rooms = {room for arrow in imports for room in arrow}
    up = {
        (one, other) for one, other in imports if {one, other} <= set(order) and order.index(other) > order.index(one)
    }
    allowed = {(room, above) for room, named in floors.items() for above in named}
    return up - allowed, allowed - up, rooms - set(order)
