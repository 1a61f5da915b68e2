"""`clz show`: a page on this machine that shows what every agent does."""
