"""Other machines, and what they cost."""

from bench.cases.machines.fleet import CASES

__all__ = ["CASES"]
