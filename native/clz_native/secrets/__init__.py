"""Secrets in the host: found for the commands that name them, and masked in whatever it answers."""
