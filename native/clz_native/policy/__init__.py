"""What the person lets agents do."""
