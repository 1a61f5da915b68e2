"""Focus loops: their owners and files, for the host, the command line and the stop hook alike."""
