"""Running tests: which, by whom, in which Firefox, and what is said of them meanwhile."""
