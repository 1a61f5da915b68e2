"""`clz ready`: starts a server, waits until it answers, runs a command, and ends the server."""
