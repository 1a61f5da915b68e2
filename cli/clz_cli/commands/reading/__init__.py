"""Around commands that read a page, or wait for it."""
