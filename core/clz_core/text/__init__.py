"""Text that somebody else wrote, made fit to be shown."""
