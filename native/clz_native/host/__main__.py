"""`python -m clz_native.host` is `clz-native`."""

from clz_native.host.main import main

main()
