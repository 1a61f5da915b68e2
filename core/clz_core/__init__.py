"""What every part of clz shares: the command registry, errors, keys, sessions and the client."""

__version__ = "0.1.0"
PROTOCOL_VERSION = 1
