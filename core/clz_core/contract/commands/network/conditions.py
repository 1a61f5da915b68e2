"""Network conditions: what an agent's tabs send with every request, and how their network is."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.network.network import HEADERS
from clz_core.contract.headers import check_headers, check_names
from clz_core.contract.registry import Command, Field, Param
from clz_core.contract.shapes import Params

CONDITIONS_ENTRY = f"{{ tabId: number | null; headers: {HEADERS}; offline: boolean | null }}"
TAB_ONLY = Param(
    "tab_id", "integer", "Only in this tab. Default: in all tabs of yours.", None, limits=(0, None), typed=False
)
SCOPE = Field("tabId", "number | null", "The tab; null for all of yours.")
KEPT = Field("headers", HEADERS, "The headers that are sent there now; secrets in them are masked.")


def _check_set(params: Params) -> None:
    check_headers(params["headers"], "header")


def _check_clear(params: Params) -> None:
    check_names(params.get("names", []), "header", frozenset())


COMMANDS: tuple[Command, ...] = (
    Command(
        "setExtraHeaders",
        "network headers set",
        "Send every request of your tabs with these headers, to whatever server; they replace those of the page.",
        "network",
        params=(
            Param(
                "headers",
                "array",
                "Header, as 'Name: value'; can be given several times. For some addresses alone: "
                "clz route GLOB --set-header.",
                limits=(1, limits.MAX_EXTRA_HEADERS),
                format="header",
                argument=True,
                metavar="K:V",
            ),
            TAB_ONLY,
        ),
        result=(KEPT, SCOPE),
        changes=True,
        destructive=False,
        open_world=False,
        idempotent=True,
        check=_check_set,
        examples=(
            "clz network headers set 'X-Feature: new-cart'",
            "clz network headers set 'Accept-Language: de' 'DNT: 1' --tab 4",
        ),
    ),
    Command(
        "clearExtraHeaders",
        "network headers clear",
        "Send requests without these headers again, or without all that were set.",
        "network",
        params=(
            Param(
                "names",
                "array",
                "Name of a header; can be given several times. Default: all.",
                None,
                limits=(1, limits.MAX_EXTRA_HEADERS),
                argument=True,
                metavar="NAME",
            ),
            TAB_ONLY,
        ),
        result=(Field("removed", "string[]", "The names of those that are gone."), KEPT, SCOPE),
        changes=True,
        destructive=False,
        open_world=False,
        idempotent=True,
        check=_check_clear,
        examples=("clz network headers clear X-Feature", "clz network headers clear"),
    ),
    Command(
        "setOffline",
        "network offline",
        "Take your tabs off the network, or put them back: requests fail, and pages take themselves for offline.",
        "network",
        params=(
            Param("state", "string", "on, or off.", choices=("on", "off"), argument=True),
            TAB_ONLY,
        ),
        result=(Field("offline", "boolean", "True if they are offline now."), SCOPE),
        changes=True,
        destructive=False,
        open_world=False,
        idempotent=True,
        examples=("clz network offline on", "clz network offline off --tab 4"),
    ),
    Command(
        "getNetworkConditions",
        "network conditions",
        "List what was set for the network of your tabs: headers, offline, throttling.",
        "network",
        params=(Param("reset", "boolean", "Take all of it back first.", False, changes=True), TAB_ONLY),
        result=(
            Field(
                "conditions",
                f"Array<{CONDITIONS_ENTRY}>",
                "What holds in all of your tabs, where tabId is null, then what holds in single ones instead.",
            ),
        ),
        destructive=False,
        open_world=False,
        idempotent=True,
        examples=("clz network conditions", "clz network conditions --reset"),
    ),
)
