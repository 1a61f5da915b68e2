"""What is emulated for pages, in words."""
