"""The process of a program that `clz py` or `firefox_py` runs."""
