"""The applications: what `clz` does by itself around its commands. They print nothing, and know no Typer."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
