"""Opening pages and moving between them."""

from __future__ import annotations

from clz_core.contract.commands.shared import (
    CERTIFICATE,
    DIALOGS,
    PAGE,
    POOL,
    QUEUED,
    REQUEST,
    STATUS,
    TAB,
    TITLE,
    URL,
    WAIT_REQUEST,
    WAIT_UNTIL,
    Glob,
    url_param,
)
from clz_core.contract.errors import error
from clz_core.contract.registry import CODE, Acts, Command, Field, File, FilePath, Flag, Param, Right, Tool, Typed
from clz_core.contract.shapes import Params
from clz_core.contract.storage_state import check_state, rights_of_state
from clz_core.contract.urls import is_data

ARRIVED = (*PAGE, *DIALOGS, REQUEST)


def _rights_of_address(params: Params) -> tuple[Right, ...]:
    """An address that holds its page itself may hold scripts of the agent's own."""
    return ("evaluate_unsafe",) if is_data(params.get("url", "")) else ()


def _rights_of_open(params: Params) -> tuple[Right, ...]:
    return (*_rights_of_address(params), *rights_of_state(params))


def _check_open(params: Params) -> None:
    """Raises: INVALID_PARAMS, STATE_INVALID."""
    if "storageState" in params:
        params["storageState"] = check_state(params["storageState"])
    if params.get("proxy") is not None and not params.get("isolated"):
        raise error(
            "INVALID_PARAMS",
            "A proxy is for tabs with cookies and connections of their own.",
            "Open it so: clz open URL --isolated --proxy PROXY. One for all tabs: clz browser start --proxy PROXY",
        )


def _history(name: str, summary: str) -> Command:
    return Command(
        name,
        name,
        summary,
        (WAIT_UNTIL, WAIT_REQUEST),
        ARRIVED,
        rights=(),
        tab=True,
        changes=True,
        tool=Tool(destructive=False),
        on_tab=Acts(navigates=True, lock=False, leaves_page=True),
    )


COMMANDS: tuple[Command, ...] = (
    Command(
        "createWindow",
        "open",
        "Open a page in a new tab of your own. Firefox is started if none is running.",
        params=(
            url_param("about:blank"),
            WAIT_UNTIL,
            Flag("isolated", "Open it with cookies, storage and a cache of its own."),
            Glob(
                "proxy",
                "With --isolated: the proxy of your isolated tabs from now on: http, https, socks5 or socks4, as "
                "http://USER:{{NAME}}@HOST:PORT.",
                metavar="URL",
                rights=("proxy", "routes", *CODE),  # it may answer in the place of others, as a route does
                enters="address",
            ),
            FilePath(
                "state",
                "Begin with a saved state: a file with log-ins.",
                metavar="FILE",
                local=True,
                file=File("read"),
            ),
            Param(
                "storage_state",
                "A state that it is to begin with: a storageState of Playwright.",
                kind="object",
                given="made",
                format="secret",
                rights=("cookies", "storage"),
            ),
            Flag("private", "Open it in a private window, if the person allows that.", default=None),
            Flag("foreground", "Open it in the foreground. Default: in the background."),
            WAIT_REQUEST,
        ),
        result=(
            Field("windowId", "integer", "The window that holds the tabs of all agents."),
            TAB,
            Field("ownerId", "string", "Your agent id, cut short."),
            *POOL,
            Field("isNewWindow", "boolean", "True if the window was opened for this tab."),
            Field("isPrivate", "boolean", "True for a private window."),
            Field("isIsolated", "boolean", "True if cookies and storage are your own."),
            Field("closedOldestTab", "integer | null", "Your oldest tab, closed to make room; null if none was."),
            QUEUED,
            Field(
                "expired",
                "string[]",
                "Names of cookies of the state that have expired, and so were not set.",
                optional=True,
            ),
            URL,
            TITLE,
            STATUS,
            CERTIFICATE,
            *DIALOGS,
            REQUEST,
        ),
        rights=(),
        further_rights=_rights_of_open,
        changes=True,
        check=_check_open,
        on_tab=Acts(opens=True, then=True),
        typed=Typed(pure=True),
        steps=True,
        tool=Tool(
            first=True,
            about="Open a page in a new tab.",
            hidden=("private", "foreground", "proxy", "storage_state"),
            help={"isolated": "Own cookies and storage", "state": "File with kept log-ins"},
        ),
        example={"url": "https://example.com/index.html"},
        examples=("clz open https://example.com", "clz open localhost:8000 --wait-until none"),
    ),
    Command(
        "navigate",
        "navigate",
        "Go to another page in your tab.",
        params=(url_param(), WAIT_UNTIL, WAIT_REQUEST),
        result=ARRIVED,
        rights=(),
        further_rights=_rights_of_address,
        tab=True,
        changes=True,
        on_tab=Acts(navigates=True, lock=False, leaves_page=True),
        typed=Typed(pure=True),
        steps=True,
        tool=Tool(first=True, destructive=False, idempotent=True),
        example={"url": "https://example.com/form.html"},
        examples=(
            "clz navigate https://example.com/login",
            'clz navigate localhost:8000 --wait-request "**/api/items*"',
        ),
    ),
    _history("back", "Go back one page."),
    _history("forward", "Go forward one page."),
    Command(
        "reload",
        "reload",
        "Load the page again.",
        params=(Flag("bypass_cache", "Fetch everything again instead of using the cache."), WAIT_UNTIL, WAIT_REQUEST),
        result=ARRIVED,
        rights=(),
        tab=True,
        changes=True,
        tool=Tool(destructive=False),
        on_tab=Acts(navigates=True, lock=False),
    ),
)
