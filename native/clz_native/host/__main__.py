"""`python -m clz_native.host` is `clz-native`."""

from clz_native.main import main

main()
