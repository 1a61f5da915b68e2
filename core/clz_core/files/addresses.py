"""Addresses as people write them, where a path names a file of this machine."""

from __future__ import annotations

import os

from clz_core.contract.urls import check_url

_PAGES = (".html", ".htm", ".xhtml", ".svg", ".pdf")  # which no host is called


def page_address(text: str) -> str:
    """The full address that is meant; a path is its file: address, and so is the name of a page's file that is there.

    Raises: FILE_ERROR, URL_NOT_ALLOWED, INVALID_PARAMS.
    """
    if text.startswith(("/", "./", "../", "~/")) or (text.lower().endswith(_PAGES) and os.path.isfile(text)):
        from clz_core.files.files import file_url

        return file_url(text)
    return check_url(text, data=True)
