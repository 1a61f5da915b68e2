"""`clz init`: a suite of tests in a project that has none."""
