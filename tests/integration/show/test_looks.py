"""The server of `clz show` beside a host whose extension answers as these tests want."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing
from typing import Any

from clz_apps.watch.show.server import Show
from clz_core.client.keys import load_key, short_id
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch


def test_what_happens_is_told_while_a_tab_is_slow_to_be_pictured(scratch: Scratch) -> None:
    looks: list[dict[str, Any]] = []

    def answer(message: dict[str, Any]) -> dict[str, Any] | None:
        owner = short_id(load_key("cli").agent_id)
        match message["command"]:
            case "watchTabs":
                return {"tabs": [{"tabId": 1, "owner": owner, "told": len(looks), "painted": 1}]}
            case "getTabs":
                title = "Looked at" if looks else "New"
                return {"tabs": [{"tabId": 1, "mine": True, "url": "about:blank", "title": title, "current": True}]}
            case "lookAtTab":
                looks.append(message)
                return None
        return {}

    async def told() -> list[str]:
        """The events until there is a tab that is looked at."""
        events: list[str] = []
        with closing(Show("default")) as show:
            async with aclosing(show.looks(None)) as seen:
                async for event in seen:
                    events.append(event.partition("\n")[0])
                    if "Looked at" in event:
                        break
        return events

    with HostProcess(scratch, answer) as host, host.client() as client:
        client.call("ping")
        assert asyncio.run(told()) == ["event: state", "event: state"]
