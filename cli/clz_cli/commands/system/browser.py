"""The Firefox that clz starts."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application
from clz_core.text.status import (
    browser_installed,
    browser_listed,
    browser_pruned,
    browser_removed,
    browser_started,
    browser_status,
    browser_stopped,
)

BROWSER = "machine.browser"

HANDLERS: dict[str, CommandHandler[Any]] = {
    "browserStart": CommandHandler(handle_locally=application(BROWSER, "start"), render=browser_started),
    "browserStop": CommandHandler(handle_locally=application(BROWSER, "stop"), render=browser_stopped),
    "browserStatus": CommandHandler(handle_locally=application(BROWSER, "status"), render=browser_status),
    "browserList": CommandHandler(handle_locally=application(BROWSER, "listed"), render=browser_listed),
    "browserDelete": CommandHandler(handle_locally=application(BROWSER, "delete"), render=browser_pruned),
    "browserPrune": CommandHandler(handle_locally=application(BROWSER, "prune"), render=browser_pruned),
    "browserInstall": CommandHandler(handle_locally=application(BROWSER, "install"), render=browser_installed),
    "browserUpgrade": CommandHandler(handle_locally=application(BROWSER, "upgrade"), render=browser_installed),
    "browserRemove": CommandHandler(handle_locally=application(BROWSER, "remove"), render=browser_removed),
}
