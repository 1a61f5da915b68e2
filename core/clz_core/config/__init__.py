"""Where things are on disk, and what the person has set."""
