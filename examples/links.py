"""The links of a page, as JSON: the core client in a Python program.

    .venv/bin/python examples/links.py https://example.com

One connection serves all commands; each takes a few milliseconds. Firefox must run: `clz browser start`.
"""

from __future__ import annotations

import json
import sys

from clz_core.client import Client, ClzError


def main(url: str) -> int:
    try:
        with Client("default", "links") as client:
            tab = client.call("createWindow", {"url": url})["tabId"]
            try:
                state = client.call("getPageState", {"tabId": tab, "maxLinks": 500})
            finally:
                client.call("closeTab", {"tabId": tab})
    except ClzError as problem:
        print(f"{problem.message} [{problem.code}] {problem.hint}", file=sys.stderr)
        return problem.exit_code
    print(json.dumps(state["links"], indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
