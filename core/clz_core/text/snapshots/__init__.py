"""Snapshots, and what changed in them, in few lines."""
