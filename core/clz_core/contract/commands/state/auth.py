"""HTTP authentication: who an agent is to the servers that ask for it by status 401."""

from __future__ import annotations

import re

from clz_core.contract.commands.shared import Address, tab_param
from clz_core.contract.errors import error
from clz_core.contract.registry import REQUIRED, Argument, Command, Field, Param, Tool
from clz_core.contract.shapes import Params

_ORIGIN = re.compile(r"https?://[^/\s@?#]+/?", re.IGNORECASE)
LOGIN = (
    "{ origin: string; user: string; secret: string | null; tabId: integer | null; used: integer; refused: boolean }"
)


def _check_origin(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    origin = params.get("origin")
    if origin is not None and not _ORIGIN.fullmatch(origin):
        raise error("INVALID_PARAMS", f"{origin[:100]!r} is not an origin.", "Write it like https://example.com:8443")


def _check_login(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    _check_origin(params)
    if ("secret" in params) == ("password" in params):
        raise error(
            "INVALID_PARAMS",
            "A log-in needs one password, by the name of its secret.",
            "Keep it first: clz secret set NAME; then: clz auth set ORIGIN USER --secret NAME",
        )


def _origin(help: str, default: object = REQUIRED) -> Param:
    return Address("origin", help, default, argument=True, metavar="ORIGIN")


COMMANDS: tuple[Command, ...] = (
    Command(
        "setAuth",
        "auth set",
        "Log in by HTTP authentication wherever a server asks your tabs for it.",
        params=(
            _origin("The server: scheme, host, and port if it is not the usual one."),
            Argument("user", "Whose log-in it is.", limits=(1, 1_000)),
            Param(
                "secret", "The secret that is the password, by its name.", limits=(1, 64), metavar="NAME", enters="name"
            ),
            Param(
                "password",
                "The password itself, of a test server: one that matters is kept as a secret.",
                limits=(0, 1_000),
                format="secret",
                given="made",
            ),
            tab_param("Only in this tab, and gone with it. Default: all of your tabs."),
        ),
        result=(
            Field("origin", "string", "The server."),
            Field("user", "string", "Whose log-in it is."),
            Field("secret", "string | null", "The name of the secret; null if the password itself was given."),
        ),
        rights=(),
        changes=True,
        check=_check_login,
        tool=Tool(hidden=("password", "tab_id"), destructive=False, idempotent=True, open_world=False),
        example={"origin": "https://example.com", "user": "ada", "secret": "STAGING"},
        examples=("clz auth set https://staging.example.com ada --secret STAGING",),
    ),
    Command(
        "listAuth",
        "auth list",
        "List your log-ins by HTTP authentication.",
        result=(
            Field(
                "logins",
                f"Array<{LOGIN}>",
                "One entry for each server; refused: it asked again after it got the log-in, which is not sent twice.",
            ),
        ),
        rights=(),
    ),
    Command(
        "clearAuth",
        "auth clear",
        "Forget log-ins by HTTP authentication: those of one server, or all of them.",
        params=(_origin("The server. Default: all.", None),),
        result=(
            Field("cleared", "string[]", "The servers whose log-in is forgotten."),
            Field(
                "remembered",
                "boolean",
                "True if Firefox itself may keep sending it until Firefox ends, as without the helper.",
            ),
        ),
        rights=(),
        changes=True,
        tool=Tool(destructive=True, idempotent=True, open_world=False),  # Firefox forgets those of all agents
        check=_check_origin,
    ),
)
