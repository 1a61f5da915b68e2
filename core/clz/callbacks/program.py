"""What a program decides while its pages are driven. Generated from async_program.py by `make generate`.

Requests that its functions answer, functions that pages call, and what is done about elements that get in the way.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from clz._locators import LocatorParts
from clz._seen import UrlMatcher
from clz.callbacks.functions import as_many
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import AUTO_WAIT_MS
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz.callbacks.everywhere import Begin
    from clz.callbacks.pump import Pump

# Nothing was done yet: what is in the way may be the cause.
NOT_BEGUN = frozenset(
    (
        "ELEMENT_NOT_FOUND NOT_VISIBLE NOT_STABLE DISABLED COVERED NOT_EDITABLE WAIT_TIMEOUT TIMEOUT EXPECTATION_FAILED"
    ).split()
)
LOOK_MS = 1_000


class Program:
    """Of a browser, for all pages of its agent."""

    def _pumps_of(self) -> dict[str, Pump]:
        """Those of the browser, by agent."""
        raise NotImplementedError

    def _scope(self) -> tuple[Any, int | None]:
        """Which agent, and which tab; None for all."""
        raise NotImplementedError

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        raise NotImplementedError

    def _own_pump(self) -> Pump:
        from clz.callbacks.pump import Pump

        who, _ = self._scope()
        pumps = self._pumps_of()
        if who.key.agent_id not in pumps:
            pumps[who.key.agent_id] = Pump(who)
        return pumps[who.key.agent_id]

    def _carried_by(self, client: Any, name: str, params: Any, timeout_ms: float | None) -> Any:
        who, _ = self._scope()
        pump = self._pumps_of().get(who.key.agent_id)
        if pump is None:
            return client.call(name, params, timeout_ms)
        return pump.carried(client, name, params, timeout_ms)

    def _handled(
        self,
        url: str | None,
        handler: Callable[..., Any],
        times: int | None,
        method: str | None,
        type: str | None,
        matcher: UrlMatcher = None,
    ) -> Any:
        """Let a function decide about requests. Raises: ClzError."""
        from clz.callbacks.routes import Handling

        who, tab_id = self._scope()
        left = [times] if times else []

        def begin(pump: Pump, id: int) -> None:
            pump.handlings.insert(0, Handling(id, tab_id, matcher, handler, left))
            pump.start()

        matcher = who.at_base(url) if matcher is None else matcher
        pump = self._own_pump()
        given = {"url": url or "**", "hold": pump.holder, "method": method, "type": type}
        route = self._run("addRoute", given)
        begin(pump, int(route["id"]))
        self._say_everywhere("addRoute", given, route, begin)
        return route

    def _say_everywhere(self, name: str, given: Values, result: Values, begin: Begin) -> None:
        """Tell other agents of the browser's, if it is about all of its pages."""

    def _unrouted(self, removed: list[int]) -> None:
        """Forget the functions of routes that are gone."""
        who, _ = self._scope()
        if (pump := self._pumps_of().get(who.key.agent_id)) is not None:
            pump.handlings[:] = [handling for handling in pump.handlings if handling.id not in removed]

    def expose_function(self, name: str, handler: Callable[..., Any]) -> None:
        """Give pages a function that this program answers: `window[name](…)` returns a promise of its result.

        Arguments and results are JSON. Pages that are open get it, and later ones too.
        """
        pump = self._own_pump()
        _, tab_id = self._scope()
        given = {"name": name, "holder": pump.holder}
        pump.functions.add(tab_id, name, handler)
        try:
            exposed = self._run("exposeFunction", given)
        except ClzError:
            pump.functions.remove(tab_id, name)
            raise
        pump.start()

        def begin(pump: Pump, _id: int) -> None:
            pump.functions.add(tab_id, name, handler)
            pump.start()

        self._say_everywhere("exposeFunction", given, exposed, begin)


class HandlerInTheWay(NamedTuple):
    """What is done when an element gets in the way."""

    target: str
    locator: Any
    handler: Callable[..., Any]
    left: list[int]
    waits: bool


class PageProgram(Program):
    """Of a page."""

    def __init__(self) -> None:
        self._in_the_way: list[HandlerInTheWay] = []
        self._clearing = False

    def _asked(self, name: str, values: Values) -> Any:
        raise NotImplementedError

    def add_locator_handler(
        self,
        locator: str | LocatorParts,
        handler: Callable[..., Any],
        *,
        times: int | None = None,
        no_wait_after: bool = False,
    ) -> None:
        """Call a function whenever an element gets in the way, such as a cookie banner.

        The element is looked for before each action and expectation, and while they wait. The function gets the locator
        and should make the element go away; this is waited for, unless `no_wait_after` is true.
        """
        target = locator.selector if isinstance(locator, LocatorParts) else str(locator)
        left = [] if times is None else [times]
        self._in_the_way.append(HandlerInTheWay(target, locator, handler, left, not no_wait_after))

    def remove_locator_handler(self, locator: str | LocatorParts) -> None:
        """Stop calling the functions of such an element."""
        target = locator.selector if isinstance(locator, LocatorParts) else str(locator)
        self._in_the_way = [one for one in self._in_the_way if one.target != target]

    def _may_be_covered(self, name: str, values: Values) -> bool:
        """True for what acts on an element, or waits for one, where something may be in the way."""
        if not self._in_the_way or self._clearing or not values.get("target") or values.get("force"):
            return False
        return any(param.name == "wait_ms" for param in COMMANDS[name].params)

    def _past_what_comes(self, run: Callable[..., Any], name: str, values: Values, timeout_ms: int | None) -> Any:
        """Do it once nothing is in the way; if something came, try again for as long as it may wait."""
        wait = values.get("wait_ms")
        ends = time.monotonic() + (AUTO_WAIT_MS if wait is None else wait) / 1000
        while True:
            self._clear_the_way(max(0, round((ends - time.monotonic()) * 1000)))
            left = max(0, round((ends - time.monotonic()) * 1000))
            try:
                return run(name, {**values, "wait_ms": min(left, LOOK_MS)}, timeout_ms)
            except ClzError as problem:
                if problem.code not in NOT_BEGUN or left <= LOOK_MS:
                    raise

    def _clear_the_way(self, wait_ms: int) -> None:
        self._clearing = True
        try:
            for one in list(self._in_the_way):
                if one in self._in_the_way and self._is_shown(one.target):
                    self._call_for(one, wait_ms)
        finally:
            self._clearing = False

    def _call_for(self, one: HandlerInTheWay, wait_ms: int) -> None:
        if one.left:
            one.left[0] -= 1
            if one.left[0] <= 0:
                self._in_the_way = [other for other in self._in_the_way if other is not one]
        done = as_many(one.handler)(one.locator)
        if inspect.isawaitable(done):
            _ = done
        if one.waits:
            self._asked("waitFor", {"target": f"{one.target} >> visible=true", "gone": True, "wait_ms": wait_ms})

    def _is_shown(self, target: str) -> bool:
        found = self._asked("get", {"what": "count", "target": f"{target} >> visible=true"})
        return int(found["value"]) > 0
