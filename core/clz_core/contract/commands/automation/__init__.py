"""Commands that run others, or make an agent run them."""
