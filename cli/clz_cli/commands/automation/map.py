"""One function over many pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application

if TYPE_CHECKING:
    from clz_core.generated.results import MapPagesResult


def _render(result: MapPagesResult) -> str:
    before = f", {result['before']} before" if result["before"] else ""
    failed = f", {result['failed']} failed" if result["failed"] else ""
    return "\n".join([f"{result['done']} done{failed}{before}", *(f"wrote {file}" for file in result["files"])])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "mapPages": CommandHandler(
        handle_locally=application("fleet.mapping", "map_pages"),
        render=_render,
        exit_code=lambda result: int(result["failed"] > 0),
    ),
}
