"""`python -m clz_generate` writes the derived files; with `--check` it only says which are out of date."""

import sys

from clz_generate.files import main

sys.exit(main())
