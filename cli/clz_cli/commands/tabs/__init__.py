"""Around commands that open pages, and share out tabs and windows."""
