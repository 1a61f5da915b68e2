"""Running tests: which ones, by which worker, in which Firefox, and what is printed meanwhile."""
