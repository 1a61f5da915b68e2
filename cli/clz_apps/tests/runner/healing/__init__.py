"""`clz run --heal`: failed tests once more, with what their targets may be called now, and a patch of that."""
