"""Loading a state, and looking whether its log-in still holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Params
from clz_native.request import Request

if TYPE_CHECKING:
    from clz_core.generated.results import LoadStateResult

Forward = Callable[[Request, str, Params], Awaitable[Mapping[str, Any]]]
CHECK_MS = 5_000  # for the text, once the page has loaded


async def load_state(request: Request, forward: Forward) -> LoadStateResult:
    """An agent without a tab gets one if its log-in is to be checked.

    Raises: LOGIN_EXPIRED if the page that is to be checked does not show the text.
    """
    params = request.params
    tab = {"tabId": params["tabId"]} if "tabId" in params else {}
    if "state" not in params:
        raise error("INVALID_PARAMS", "loadState needs a state.")
    url, text = params.get("check"), params.get("text")
    if url is not None:  # one that Firefox does not read is refused before anything is set
        await forward(request, "canNavigate", {"url": url})
    apply = {"state": params["state"], **tab}
    try:
        loaded = await forward(request, "applyState", apply)
    except ClzError as problem:
        if problem.code != "NO_TABS" or url is None:
            raise
        await forward(request, "createWindow", {"url": "about:blank"})
        loaded = await forward(request, "applyState", apply)
    if url is None or text is None:
        return cast("LoadStateResult", {**loaded, "checked": False})
    page = await forward(request, "navigate", {"url": url, "waitUntil": "load", **tab})
    try:
        await forward(request, "expect", {"condition": "text", "value": text, "waitMs": CHECK_MS, **tab})
    except ClzError as problem:
        if problem.code != "EXPECTATION_FAILED":
            raise
        ended = f" These have ended: {', '.join(loaded['expired'])}." if loaded["expired"] else ""
        message = f"The log-in has ended: {page.get('url')} does not show {text!r}.{ended}"
        lookalikes = problem.details.get("lookalikes") or []
        again = "Log in again, then: clz state save FILE"
        hint = f"The most similar text: {lookalikes[0]}. If you are not logged in: {again}" if lookalikes else again
        raise error("LOGIN_EXPIRED", message, hint, url=page.get("url")) from problem
    return cast("LoadStateResult", {**loaded, "checked": True})
