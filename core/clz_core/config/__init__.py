"""Where things stand on disk, and what the person has set."""
