"""The line between our words and the page's: a model must see where the page begins to speak.

The marker holds a nonce that is drawn for each result, so no page can close it.
"""

from __future__ import annotations

import secrets


def mark(text: str) -> str:
    """`text` of a page between its markers."""
    nonce = secrets.token_hex(6)
    return f"<page-{nonce}>\n{text}\n</page-{nonce}>"


MARK_CHARS = len(mark(""))
