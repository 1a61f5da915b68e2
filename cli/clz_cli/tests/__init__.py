"""`clz run` at a terminal: how it shows what goes on, and what its workers run."""
