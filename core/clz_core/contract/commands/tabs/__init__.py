"""Commands that open pages, and share out tabs and windows."""
