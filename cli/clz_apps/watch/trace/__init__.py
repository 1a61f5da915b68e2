"""Traces: begun and ended by hand, looked at, and written as something else."""
