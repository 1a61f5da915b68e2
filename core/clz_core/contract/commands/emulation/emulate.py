"""Emulation: what the pages of a tab see of the world."""

from __future__ import annotations

import difflib
import re

from clz_core.contract.commands.shared import TAB
from clz_core.contract.errors import error
from clz_core.contract.registry import Acts, Array, Command, Field, Flag, Param, Right, Tool
from clz_core.contract.shapes import Params

PERMISSIONS = tuple("geolocation notifications push camera microphone midi persistent-storage screen-wake-lock".split())
STATES = ("grant", "deny", "prompt", "default")
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_USER_AGENT = re.compile(r"[ -~]+")
_PLACE = re.compile(rf"({_NUMBER}),({_NUMBER})(?:,(\d+(?:\.\d+)?))?")


def _choice(name: str, help: str, *choices: str) -> Param:
    return Param(name, help, choices=(*choices, "default"))


def _check(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    place = params.get("geolocation")
    if place not in (None, "default"):
        found = _PLACE.fullmatch(place.replace(" ", ""))
        if not found or abs(float(found[1])) > 90 or abs(float(found[2])) > 180:
            raise error(
                "INVALID_PARAMS",
                f"{place[:100]!r} is not a place: latitude and longitude in degrees, and metres of accuracy.",
                "Write it like 52.52,13.405 or 52.52,13.405,50",
            )
        params["geolocation"] = place.replace(" ", "")
    if not _USER_AGENT.fullmatch(params.get("userAgent", " ")):
        raise error(
            "INVALID_PARAMS", "A user agent is sent in a header, so it takes only letters, digits and signs of ASCII."
        )
    for permission in params.get("permission") or ():
        name, equals, state = permission.partition("=")
        if name not in PERMISSIONS:
            raise _unknown("permission", name, PERMISSIONS)
        if not equals:
            raise error("INVALID_PARAMS", f"What is {name} to be? Write it like --permission {name}=grant")
        if state not in STATES:
            raise _unknown("state of a permission", state, STATES)


def _rights(params: Params) -> tuple[Right, ...]:
    """What a page's own policy keeps out may run in it then."""
    return ("evaluate_unsafe",) if params.get("csp") == "off" else ()


def _unknown(what: str, given: str, known: tuple[str, ...]) -> Exception:
    holding = [name for name in known if given and given in name]
    like = holding or difflib.get_close_matches(given, known, 3, 0.5) or known
    return error(
        "INVALID_PARAMS",
        f"There is no {what} {given[:100]!r}. Did you mean: {', '.join(like)}?",
        "Write it like --permission geolocation=grant",
    )


COMMANDS: tuple[Command, ...] = (
    Command(
        "emulate",
        "emulate",
        "Emulate a language, time zone, place or colour scheme; without options, list what is emulated in the tab.",
        params=(
            _choice("color_scheme", "What prefers-color-scheme says.", "light", "dark"),
            _choice("reduced_motion", "What prefers-reduced-motion says.", "reduce", "no-preference"),
            _choice("forced_colors", "What forced-colors says.", "active"),
            _choice("media", "Lay pages out as for this medium.", "print", "screen"),
            Param(
                "locale",
                "Language, such as de-DE, of scripts (dates, numbers) and of requests (Accept-Language).",
                limits=(1, 100),
            ),
            Param("timezone", "Time zone, such as Europe/Berlin, or +05:30 for a fixed offset.", limits=(1, 100)),
            Param(
                "geolocation",
                "Place, in degrees, optionally with the accuracy in metres; pages then may ask for it.",
                limits=(1, 100),
                metavar="LAT,LON[,M]",
            ),
            Param("user_agent", "User agent of scripts and requests, from the next page on.", limits=(1, 1_000)),
            Array(
                "permission",
                f"Grant, deny or prompt for one of {', '.join(PERMISSIONS)}; can be given several times.",
                limits=(1, len(PERMISSIONS)),
                metavar="NAME=STATE",
            ),
            _choice(
                "orientation", "What screen.orientation says; for the size: clz viewport.", "portrait", "landscape"
            ),
            _choice("javascript", "Off: scripts of pages do not run; clz still works in them.", "off"),
            _choice(
                "csp",
                "Off: from the next page on, Content-Security-Policy headers have no effect; those in a <meta> do.",
                "off",
            ),
            Flag("reset", "End all emulation. To end one value, set it to default."),
        ),
        result=(
            Field("emulated", "Record<string, string>", "What is emulated in the tab, by option."),
            TAB,
        ),
        rights=(),
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        check=_check,
        further_rights=_rights,
        tool=Tool(hidden=("javascript", "csp"), destructive=False, idempotent=True, open_world=False),
        example={"locale": "de-DE"},
        examples=(
            "clz emulate --color-scheme dark --reduced-motion reduce",
            "clz emulate --locale de-DE --timezone Europe/Berlin --geolocation 52.52,13.405",
            "clz emulate --permission notifications=deny --permission camera=grant",
            "clz emulate --javascript off",
            "clz emulate --reset",
        ),
    ),
)
