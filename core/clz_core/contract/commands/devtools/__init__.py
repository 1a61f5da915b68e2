"""Commands that look behind a page."""
