"""The clients of a host: one that waits, one for asyncio, and the keys and session files that they need."""

from clz_core.client.client import Client
from clz_core.contract.errors import ClzError

__all__ = ["Client", "ClzError"]
