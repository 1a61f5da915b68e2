"""Tests and crawls over many machines, by Dask distributed, whose scheduler hands out the work."""
