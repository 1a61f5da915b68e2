"""Secrets of the scratch home, kept as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from clz_core.secrets import store
from clz_core.secrets.domains import check_domains
from clz_core.secrets.secret import Secret

Keep = Callable[..., None]


@pytest.fixture
def keep_secret(at_home: None) -> Iterator[Keep]:
    """Keeps a secret for 127.0.0.1, or other domains, until the end of the test."""
    kept: list[str] = []

    def keep(name: str, value: str, *domains: str, totp: bool = False) -> None:
        store.keep(Secret(name, value, check_domains(domains or ["127.0.0.1"]), totp))
        kept.append(name)

    yield keep
    for name in set(kept) & set(store.kept()):
        store.delete(name)
