"""Loads the server, and the MCP SDK in two thirds of the time that `import mcp` takes.

Its 800 models are built when they are first used, and its packages are entered without the client and the frameworks
that their `__init__` modules offer: a server on stdio has no use for them.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys
from types import ModuleType

import pydantic

SERVER = "clz_mcp_adapter.server.main"
BARE = ("mcp", "mcp.server")  # the packages whose `__init__` is left out


def load() -> ModuleType:
    """The module of the server. For a process that is to be a server, and nothing else of MCP."""
    if (loaded := sys.modules.get(SERVER)) is not None:
        return loaded
    pydantic.BaseModel.model_config = pydantic.ConfigDict(defer_build=True)
    gc.disable()  # looking for garbage in what is being loaded would take a fifth of the time
    try:
        return _load()
    finally:
        gc.freeze()
        gc.enable()


def _load() -> ModuleType:
    before = set(sys.modules)
    for name in BARE:
        _enter(name)
    try:
        return importlib.import_module(SERVER)
    except ImportError:  # of another release, whose modules want those
        for name in set(sys.modules) - before:
            del sys.modules[name]
        return importlib.import_module(SERVER)


def _enter(name: str) -> None:
    """Enter a package without running its `__init__`. Its parent was entered before."""
    found = importlib.util.find_spec(name)
    if found is None or found.submodule_search_locations is None:
        return
    package = ModuleType(name)
    package.__spec__ = found
    package.__path__ = list(found.submodule_search_locations)
    sys.modules[name] = package
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, package)
