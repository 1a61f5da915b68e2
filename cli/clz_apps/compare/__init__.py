"""`clz compare`: one page before and after a change."""
