"""What several tests need: scratch homes, a host without Firefox, and Firefox itself."""
