"""Writes the files that are derived from the registry: for those who work on clz, and never installed."""
