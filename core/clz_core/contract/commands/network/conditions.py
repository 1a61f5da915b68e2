"""Network conditions: what an agent's tabs send with every request, and how their network is."""

from __future__ import annotations

from functools import partial

from clz_core.contract import limits
from clz_core.contract.commands.network.network import HEADERS
from clz_core.contract.commands.shared import SCOPE, TAB_ONLY
from clz_core.contract.headers import check_headers, check_names, names_of
from clz_core.contract.registry import Argument, Command, Field, Flag, Integer, Right, Tool
from clz_core.contract.shapes import Params

THROTTLE = "{ preset: string | null; down: integer | null; up: integer | null; latency: integer }"
CONDITIONS_ENTRY = (
    f"{{ tabId: integer | null; headers: {HEADERS}; offline: boolean | null; throttle: {THROTTLE} | null }}"
)
RATE = (1, limits.MAX_RATE_KBIT)
KEPT = Field("headers", HEADERS, "The headers that are sent there now; secrets in them are masked.")


def _check_set(params: Params) -> None:
    check_headers(params["headers"], "header")


def _rights_of_headers(params: Params) -> tuple[Right, ...]:
    return ("cookies",) if "cookie" in names_of(params.get("headers")) else ()


def _check_clear(params: Params) -> None:
    check_names(params.get("names", []), "header", frozenset())


ConditionCommand = partial(
    Command, rights=("routes",), changes=True, tool=Tool(destructive=False, idempotent=True, open_world=False)
)

COMMANDS: tuple[Command, ...] = (
    ConditionCommand(
        "setExtraHeaders",
        "network headers set",
        "Send every request of your tabs with these headers, to any server; they replace those of the page.",
        params=(
            Argument(
                "headers",
                "Header, as 'Name: value'; can be given several times. Only for some addresses: "
                "clz route GLOB --set-header.",
                kind="array",
                limits=(1, limits.MAX_EXTRA_HEADERS),
                format="header",
                metavar="K:V",
            ),
            TAB_ONLY,
        ),
        result=(KEPT, SCOPE),
        further_rights=_rights_of_headers,
        check=_check_set,
        example={"headers": ["X-One: 1", "X-Two: 2"]},
        examples=(
            "clz network headers set 'X-Feature: new-cart'",
            "clz network headers set 'Accept-Language: de' 'DNT: 1' --tab 4",
        ),
    ),
    Command(
        "clearExtraHeaders",
        "network headers clear",
        "Send requests without these headers again, or without all that were set.",
        params=(
            Argument(
                "names",
                "Name of a header; can be given several times. Default: all.",
                default=None,
                kind="array",
                limits=(1, limits.MAX_EXTRA_HEADERS),
                metavar="NAME",
            ),
            TAB_ONLY,
        ),
        result=(Field("removed", "string[]", "The names of those that are gone."), KEPT, SCOPE),
        rights=(),
        changes=True,
        tool=Tool(destructive=False, idempotent=True, open_world=False),
        check=_check_clear,
        example={"names": ["X-One"]},
        examples=("clz network headers clear X-Feature", "clz network headers clear"),
    ),
    ConditionCommand(
        "setOffline",
        "network offline",
        "Take your tabs offline, or online again: requests fail, and pages see that they are offline.",
        params=(Argument("state", "on, or off.", choices=("on", "off")), TAB_ONLY),
        result=(Field("offline", "boolean", "True if they are offline now."), SCOPE),
        example={"state": "off"},
        examples=("clz network offline on", "clz network offline off --tab 4"),
    ),
    ConditionCommand(
        "throttleNetwork",
        "network throttle",
        "Slow down the network of your tabs.",
        params=(
            Argument(
                "preset",
                "gprs, regular-2g, good-2g, regular-3g, good-3g, regular-4g, dsl, wifi, as in Firefox; slow-3g, "
                "fast-3g, slow-4g, fast-4g, as in Chrome; or off.",
                default=None,
                limits=(1, 100),
                metavar="PRESET|off",
            ),
            Integer("down", "Answers at this many kbit/s.", limits=RATE, metavar="KBIT"),
            Integer("up", "Requests at this many kbit/s.", limits=RATE, metavar="KBIT"),
            Integer(
                "latency",
                "This many milliseconds before the body of each answer.",
                limits=(0, limits.MAX_TIMEOUT_MS),
                metavar="MS",
            ),
            TAB_ONLY,
        ),
        result=(
            Field("throttle", THROTTLE, "Kbit/s down and up (null: not limited), and latency in milliseconds."),
            SCOPE,
        ),
        example={"preset": "off"},
        examples=(
            "clz network throttle slow-3g",
            "clz network throttle --down 400 --latency 100 --tab 4",
            "clz network throttle off",
        ),
    ),
    Command(
        "getNetworkConditions",
        "network conditions",
        "List what was set for the network of your tabs: headers, offline, throttling.",
        params=(Flag("reset", "End all of it first.", changes=True), TAB_ONLY),
        result=(
            Field(
                "conditions",
                f"Array<{CONDITIONS_ENTRY}>",
                "What applies to all of your tabs (tabId is null), then what applies to single tabs instead.",
            ),
        ),
        rights=(),
        tool=Tool(destructive=False, idempotent=True, open_world=False),
        example={"reset": True},
        examples=("clz network conditions", "clz network conditions --reset"),
    ),
)
