"""The Firefox that clz starts."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text import status

VIEWS = {
    "browserStart": View(status.browser_started, tail=status.certs_warning),
    "browserStop": View(status.browser_stopped),
    "browserStatus": View(status.browser_status),
}
