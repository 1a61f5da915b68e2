"""Commands that act in a page."""
