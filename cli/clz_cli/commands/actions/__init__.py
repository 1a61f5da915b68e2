"""Around commands that act in a page."""
