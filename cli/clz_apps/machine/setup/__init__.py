"""What `clz setup` does to a machine, and how it is taken back."""
