"""The command line: argument parsing and printing, nothing else."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
