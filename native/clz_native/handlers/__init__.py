"""The commands that the host answers itself."""
