"""What the command line does around commands of the same folder in `clz_core`."""
