"""Around commands that look behind a page."""
