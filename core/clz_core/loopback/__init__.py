"""Servers for this machine alone, at an address of their own: `clz show` and `clz mcp --http`."""
