"""Around commands about clz itself: its health, its settings, its Firefox."""
