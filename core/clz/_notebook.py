"""How pages and locators are shown in a notebook: as a picture, under their address."""

from __future__ import annotations

import base64
import html
import tempfile
from pathlib import Path
from typing import Any

from clz_core.contract.errors import ClzError


class Pictured:
    """The methods by which a notebook shows an object."""

    def _repr_png_(self) -> bytes | None:
        """The page, or the element, as it looks now; None if there is no picture of it."""
        shown: Any = self
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "shown.png"
            try:
                shown.screenshot(path)
                return path.read_bytes()
            except ClzError:
                return None

    def _repr_html_(self) -> str:
        shown: Any = self
        page = getattr(shown, "page", shown)
        picture = self._repr_png_()
        source = f"data:image/png;base64,{base64.b64encode(picture).decode()}" if picture else ""
        head = html.escape(f"{page._shown.get('title', '')} — {page._shown.get('url', '')}")
        image = f'<img alt="{html.escape(repr(shown))}" src="{source}" style="max-width:100%">' if source else ""
        return f"<figure><figcaption><code>{html.escape(repr(shown))}</code> {head}</figcaption>{image}</figure>"
