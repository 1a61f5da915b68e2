"""Let Claude use Firefox with its browser toolset.

pip install 'claudezilla[claude]'
ANTHROPIC_API_KEY=… python claude_browser.py "What is the first headline on example.com?"
"""

import sys

from anthropic import Anthropic
from anthropic.tools.browser import BetaConfirmContext

from clz.claude import FirefoxToolset

LOOKS = (
    "screenshot",
    "zoom",
    "read_page",
    "find",
    "get_page_text",
    "list_tabs",
    "wait",
    "scroll",
    "scroll_to",
    "hover",
)


def confirm(call: BetaConfirmContext) -> bool:
    """Looking is allowed; every action needs your answer."""
    if call.member in LOOKS:
        return True
    return input(f"{call.member} {call.input.to_dict()} at {call.tab_url or 'a new tab'}? [y/N] ") == "y"


def main(task: str) -> None:
    with FirefoxToolset(confirm=confirm, isolated=True) as firefox:
        runner = Anthropic().beta.messages.tool_runner(
            model="claude-opus-5",
            max_tokens=4096,
            tools=[firefox],
            messages=[{"role": "user", "content": task}],
        )
        for message in runner:
            for block in message.content:
                if block.type == "text":
                    print(block.text)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]) or "What does example.com say?")
