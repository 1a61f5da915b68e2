"""Settings and policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.parser.options import Options
from clz_core.config.files import user_file
from clz_core.config.schema import SETTINGS, Setting, did_you_mean, example, from_text
from clz_core.contract.commands.system.config import KEYS
from clz_core.contract.errors import error
from clz_core.contract.shapes import Result, Values

if TYPE_CHECKING:
    from clz_core.generated.results import GetConfigResult


def _asked(values: Values) -> Values:
    """A part of the policy goes to the host by its name."""
    key = values["setting"]
    if key is None or key in SETTINGS:
        return values
    return {**values, "key": _policy_key(key), "setting": None}


def _policy_key(key: str) -> str:
    """Raises: USAGE, with what is like it."""
    for name in KEYS:
        if key.lower().removeprefix("policy.").replace("_", "") == name.lower():
            return name
    raise error(
        "USAGE",
        f"There is no setting {key[:60]!r}.{did_you_mean(key, KEYS)}",
        "See them all: clz config list",
    )


def _given(values: Values) -> Values:
    """`clz config set allowedDomains a b` and `--allowed-domains a --allowed-domains b` are the same."""
    if values["setting"] in SETTINGS:
        return values
    key = _policy_key(values["setting"])
    if values["project"] or values["unset"]:
        raise error("USAGE", f"{key} lasts only while you are connected: no file keeps it.", "See: clz config list")
    words = [*(values["values"] or []), *(values["allowed_domains"] or [])]
    consent = values["handle_consent"]
    if key == "handleConsent":
        what = Setting("handleConsent", "boolean", "", False, "")
        consent = from_text(what, words[0] if len(words) == 1 else "", "handleConsent")
        words = []
    elif key == "rights":
        raise error("USAGE", "Only the person grants rights, in config.toml.", f"Edit {user_file()}")
    if not words and consent is None:
        raise error("USAGE", "Say which domains.", "Type: clz config set allowedDomains example.com")
    return {**values, "allowed_domains": words or None, "handle_consent": consent}


def _shown_here(values: Values, options: Options) -> Result | None:
    """`clz config get SETTING` asks no host."""
    if values["setting"] is None:
        return None
    from clz_apps.machine.config import entries

    return {"settings": entries([values["setting"]])}


def _changed_here(values: Values, options: Options) -> Result | None:
    """`clz config set SETTING VALUE` writes a file; None if it is the host's to do."""
    key = values["setting"]
    if key not in SETTINGS:
        return None
    from clz_apps.machine.config import change

    words = values["values"] or []
    if len(words) != (0 if values["unset"] else 1):
        wanted = f"clz config set {key} {example(SETTINGS[key])}"
        raise error("USAGE", f"{key} takes one value: {SETTINGS[key].takes}.", f"Type: {wanted}")
    return change(key, None if values["unset"] else words[0], values["project"])


def _all(result: GetConfigResult, values: Values) -> GetConfigResult:
    """The settings of this side, beside what the host said."""
    key = values.get("key")
    if key is not None and key not in result:
        raise error("NOT_CONNECTED", f"Only the host knows {key}, and no host is running.")
    if "settings" in result or key is not None:
        return result
    from clz_apps.machine.config import entries, files

    return {"settings": entries(list(SETTINGS)), "files": files(), **result}


def _no_policy(options: Options) -> Result:
    """Settings are there without a Firefox; the policy is the host's to tell."""
    return {}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getConfig": CommandHandler(
        before_send=_asked,
        handle_locally=_shown_here,
        on_not_connected=_no_policy,
        after_result=_all,
    ),
    "listConfig": CommandHandler(
        on_not_connected=_no_policy,
        after_result=_all,
    ),
    "setConfig": CommandHandler(
        before_send=_given,
        handle_locally=_changed_here,
    ),
}
