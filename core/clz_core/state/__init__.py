"""State of sites in files: cookies, and what Playwright calls storage state."""
