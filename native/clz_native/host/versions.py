"""Which protocol host and extension speak: one of them may be older, after an upgrade of the other.

Each names the newest that it speaks and the oldest that it still understands; what both know is spoken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clz_core import OLDEST_PROTOCOL, PROTOCOL_VERSION, __version__
from clz_core.contract.errors import error
from clz_core.contract.wire import spoken


def agreed(hello: Mapping[str, Any]) -> int:
    """The newest protocol that both speak. Raises: PROTOCOL if there is none, with the command that mends it."""
    ours = spoken(OLDEST_PROTOCOL, PROTOCOL_VERSION)
    newest = hello.get("protocol")
    oldest = hello.get("oldestProtocol", newest)
    if type(newest) is not int or type(oldest) is not int or oldest > newest:
        raise error("PROTOCOL", f"The extension speaks protocol {str(newest)[:20]!r}, the host {ours}.")
    if max(oldest, OLDEST_PROTOCOL) <= min(newest, PROTOCOL_VERSION):
        return min(newest, PROTOCOL_VERSION)
    told = f"The extension speaks protocol {spoken(oldest, newest)}, clz {__version__} speaks {ours}."
    if oldest > PROTOCOL_VERSION:
        raise error("PROTOCOL", told, "clz is older than the extension. Install the newest: clz upgrade")
    raise error("PROTOCOL", told, "The extension is older than clz. Install this clz's extension: clz setup")
