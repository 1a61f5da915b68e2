"""What every part of clz shares: the command registry, errors, keys, sessions and the client."""

__version__ = "1.0.0"
PROTOCOL_VERSION = 1
OLDEST_PROTOCOL = 1
"""The oldest protocol that is still accepted: raised once its messages are no longer understood."""
