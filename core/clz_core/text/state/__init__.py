"""State of sites in words."""
