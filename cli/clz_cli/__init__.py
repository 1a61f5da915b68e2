"""The command line: argument parsing and printing, nothing else."""
