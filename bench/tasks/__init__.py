"""Tasks as a model does them that makes no mistake, and agents that count what it writes and is given."""
