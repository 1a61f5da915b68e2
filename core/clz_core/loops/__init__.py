"""Focus loops: whose they are, and the files that hold them, for the host, the command line and the stop hook alike."""
