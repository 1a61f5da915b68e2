"""The MCP SDK is loaded in part, and as a whole where another release of it wants that."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOAD = """
from clz_mcp_adapter.server import sdk
sdk.BARE = (*sdk.BARE, {more})
server = sdk.load()
import sys, mcp
print(server.serve.__module__, hasattr(mcp, "ClientSession"), "mcp.client.session" in sys.modules)
"""


@pytest.mark.parametrize(("more", "whole"), [("", False), ('"mcp.server.lowlevel"', True), ('"mcp.nowhere"', False)])
def test_packages_are_entered_without_what_they_offer_unless_that_is_wanted(more: str, whole: bool) -> None:
    done = subprocess.run([sys.executable, "-c", LOAD.format(more=more)], capture_output=True, check=False, text=True)
    assert done.stdout.split() == ["clz_mcp_adapter.server.main", str(whole), str(whole)], done.stderr


def test_a_server_is_loaded_without_the_command_line() -> None:
    code = "import sys; import clz_cli.serve; print(sorted({'typer', 'rich', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
