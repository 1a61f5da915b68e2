"""Scripts: what a line of commands is, and `.clz` files with tests in them."""
