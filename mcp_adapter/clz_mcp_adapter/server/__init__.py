"""The server: its life, its connection to a host, and the protocol's requests."""
