"""Writes the files that are derived from the registry: for whoever works on clz, and never installed."""
