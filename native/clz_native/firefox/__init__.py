"""The Firefox that clz finds, sets up, starts and stops."""
