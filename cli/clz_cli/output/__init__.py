"""What is printed, and how results read."""
