"""Names of languages and time zones, checked as well as can be without Firefox, which knows them all."""

from __future__ import annotations

import difflib
import re

from clz_apps.tests.script.model import meant

NAMED = ("locale", "timezone")
SHOWN = 5
RECENT = "europe/kyiv"  # a database of zones that lacks it is older than Firefox's
_LOCALE = re.compile(r"([a-z]{2,3})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-[a-z0-9]{1,8})*", re.IGNORECASE)
_OFFSET = re.compile(r"(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?", re.IGNORECASE)
_LANGUAGES = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja
    ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq
    sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()
)
"""Those of two letters (ISO 639-1), with the earlier ones that Firefox still takes."""


def mistake_in_name(option: str, given: str) -> str:
    """What is wrong with a value of an option of `clz emulate`; empty if nothing is, or only Firefox can tell."""
    if given == "default" or option not in NAMED:
        return ""
    return locale_mistake(given) if option == "locale" else zone_mistake(given)


def locale_mistake(given: str) -> str:
    """What is wrong with a locale; empty if nothing is, or only Firefox can tell."""
    if is_locale(given):
        return ""
    bare = re.split(r"[,;.@\s]", given.strip(), maxsplit=1)[0].replace("_", "-")
    return meant(f"There is no locale {given}.", given, [bare] if is_locale(bare) else [])


def is_locale(given: str) -> bool:
    found = _LOCALE.fullmatch(given)
    return found is not None and (len(found[1]) == 3 or found[1].lower() in _LANGUAGES)


def zone_mistake(given: str) -> str:
    """What is wrong with a time zone; empty if nothing is, or only Firefox can tell."""
    from zoneinfo import available_timezones  # reads folders

    if _OFFSET.fullmatch(given):
        return ""
    zones = sorted(available_timezones())
    known = {zone.lower() for zone in zones}
    if RECENT not in known or given.lower() in known:
        return ""
    wanted = re.sub(r"\s+", "_", given.strip()).lower()
    of_city = [zone for zone in zones if zone.lower().rpartition("/")[2] == wanted]
    holding = [zone for zone in zones if len(wanted) > 2 and wanted in zone.lower()]
    like = of_city or holding or difflib.get_close_matches(given, zones, SHOWN)
    return meant(f"There is no time zone {given}.", given, like[:SHOWN])
