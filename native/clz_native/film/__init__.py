"""Films of tabs."""
