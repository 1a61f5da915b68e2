"""Commands about what a log-in is made of."""
