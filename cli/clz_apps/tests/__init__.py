"""Tests in `.clz` files: read, run, reported, and begun."""
