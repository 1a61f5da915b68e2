"""Around commands that run others, or have an agent run them."""
