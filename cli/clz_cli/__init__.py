"""The command line: argument parsing and printing, nothing else."""

import errno


def is_of_output(problem: OSError) -> bool:
    """True if there was no room for what is printed; an error of a file has the name of the file."""
    return problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) and problem.filename is None
