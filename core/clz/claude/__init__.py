"""Firefox for Claude's browser toolset, in programs that use the Messages API.

    from anthropic import Anthropic
    from clz.claude import FirefoxToolset

    with FirefoxToolset(confirm=lambda call: True) as firefox:
        runner = Anthropic().beta.messages.tool_runner(
            model="claude-opus-5", max_tokens=4096, tools=[firefox],
            messages=[{"role": "user", "content": "What is the first headline on example.com?"}],
        )

`FirefoxToolset` is a `BetaAbstractBrowserToolset20260801` of the package `anthropic`, `AsyncFirefoxToolset` its twin
for `AsyncAnthropic`; `pip install 'claudezilla[claude]'` installs that. They take its options (`configs`, `confirm`,
`url_policy`, `file_policy`, `tool_configs`), and those of `clz.Browser`. The policy in clz's config.toml also applies,
to every request. `clz.computer` offers the same for the computer toolset, only by coordinates.
"""

from __future__ import annotations

try:
    import anthropic.tools.browser as _sdk  # noqa: F401
except ImportError as problem:
    raise ImportError(
        "clz.claude needs the package anthropic, 2.14 or newer: pip install 'claudezilla[claude]'"
    ) from problem

from clz.claude._toolset import AsyncFirefoxToolset, FirefoxToolset

__all__ = ["AsyncFirefoxToolset", "FirefoxToolset"]
