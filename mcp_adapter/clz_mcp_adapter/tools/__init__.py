"""Tools: which there are, what they take, and how one is called."""
