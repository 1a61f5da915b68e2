"""`python -m clz_cli` is `clz`."""

from clz_cli.main import main

main()
