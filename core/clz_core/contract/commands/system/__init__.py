"""Commands about clz itself: its health, its settings, its Firefox."""
