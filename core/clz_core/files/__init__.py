"""Files that commands write and read, for whichever front has a file system: the command line and the Python API."""
