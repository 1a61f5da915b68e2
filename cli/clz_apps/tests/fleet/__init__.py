"""Tests over a fleet: what the run does, and what runs on its machines."""
