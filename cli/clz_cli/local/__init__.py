"""What `clz` does by itself, without a host."""
