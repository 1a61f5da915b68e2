"""Reports of what a journal says: the same for tests of `clz run` and for any script that was run with CLZ_JOURNAL."""
