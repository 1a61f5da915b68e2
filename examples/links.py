"""The links of a page, as JSON.

.venv/bin/python examples/links.py https://example.com
"""

from __future__ import annotations

import json
import sys

import clz


def main(url: str) -> int:
    try:
        with clz.open(url) as page:
            links = page.page_state(max_links=500)["links"]
    except clz.ClzError as problem:
        print(f"{problem.message} [{problem.code}] {problem.hint}", file=sys.stderr)
        return problem.exit_code
    print(json.dumps(links, indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
