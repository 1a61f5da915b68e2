"""The Firefox that clz starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_cli.output.printing import tell
from clz_core.contract.shapes import Values
from clz_core.text.status import (
    browser_installed,
    browser_listed,
    browser_pruned,
    browser_removed,
    browser_started,
    browser_status,
    browser_stopped,
    certs_warning,
)

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserDeleteResult,
        BrowserInstallResult,
        BrowserListResult,
        BrowserPruneResult,
        BrowserRemoveResult,
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
    )


def _start(values: Values, options: Options) -> BrowserStartResult:
    from clz_cli.local.browser import start

    result = start(options, values["headed"], values["proxy"], values["accept_certs"] or ())
    if warning := certs_warning(result):
        tell(warning)
    return result


def _stop(values: Values, options: Options) -> BrowserStopResult:
    from clz_cli.local.browser import stop

    return stop(options)


def _browser(values: Values, options: Options) -> BrowserStatusResult:
    from clz_cli.local.browser import status

    return status(options)


def _install(values: Values, options: Options) -> BrowserInstallResult:
    from clz_cli.local.browser import install

    return install(options, newer=False)


def _upgrade(values: Values, options: Options) -> BrowserInstallResult:
    from clz_cli.local.browser import install

    return install(options, newer=True)


def _remove(values: Values, options: Options) -> BrowserRemoveResult:
    from clz_cli.local.browser import remove

    return remove()


def _list(values: Values, options: Options) -> BrowserListResult:
    from clz_native.firefox.profiles import listed

    return listed()


def _delete(values: Values, options: Options) -> BrowserDeleteResult:
    from clz_native.firefox.profiles import delete

    return delete(values["name"])


def _prune(values: Values, options: Options) -> BrowserPruneResult:
    from clz_native.firefox.profiles import prune

    return prune(values["days"])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "browserStart": CommandHandler(handle_locally=_start, render=browser_started),
    "browserStop": CommandHandler(handle_locally=_stop, render=browser_stopped),
    "browserStatus": CommandHandler(handle_locally=_browser, render=browser_status),
    "browserList": CommandHandler(handle_locally=_list, render=browser_listed),
    "browserDelete": CommandHandler(handle_locally=_delete, render=browser_pruned),
    "browserPrune": CommandHandler(handle_locally=_prune, render=browser_pruned),
    "browserInstall": CommandHandler(handle_locally=_install, render=browser_installed),
    "browserUpgrade": CommandHandler(handle_locally=_upgrade, render=browser_installed),
    "browserRemove": CommandHandler(handle_locally=_remove, render=browser_removed),
}
