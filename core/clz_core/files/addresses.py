"""Addresses as people write them, where a path names a file of this machine."""

from __future__ import annotations

from clz_core.contract.urls import check_url


def page_address(text: str) -> str:
    """The full address that is meant; a path is its file: address.

    Raises: FILE_ERROR, URL_NOT_ALLOWED, INVALID_PARAMS.
    """
    if text.startswith(("/", "./", "../", "~/")):
        from clz_core.files.files import file_url

        return file_url(text)
    return check_url(text, data=True)
