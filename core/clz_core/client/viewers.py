"""Which keys are those of a `clz show` that runs.

Its key is in its memory alone. While it runs, a file in the session's `viewers/` folder is named by that key's id: it
tells the host that a process of the person's looks on, and is of no use to another.
"""

from __future__ import annotations

import contextlib
import json
import os

from clz_core.client.keys import AgentKey
from clz_core.client.processes import Owner, began
from clz_core.config.paths import SessionPaths, private_dir, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError


def begin(paths: SessionPaths, key: AgentKey) -> None:
    """Say that this process looks on with a key. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    file = paths.viewer(key.agent_id)
    if not file.exists():
        private_dir(paths.viewers)
        write_private(file, json.dumps(Owner(os.getpid(), began(os.getpid()))))


def end(paths: SessionPaths, key: AgentKey) -> None:
    with contextlib.suppress(OSError):
        paths.viewer(key.agent_id).unlink(missing_ok=True)
        paths.viewers.rmdir()  # unless another looks on


def any_runs(paths: SessionPaths) -> bool:
    """Whether a `clz show` of the session runs, so that a person can look on."""
    try:
        return any(looks_on(paths, file.name) for file in paths.viewers.iterdir())
    except OSError:
        return False


def looks_on(paths: SessionPaths, agent: str) -> bool:
    """Whether an agent's key is that of a `clz show` that runs. What one has left that was killed is removed."""
    file = paths.viewer(agent)
    try:
        pid, start = strict_json.loads(read_private(file))
        lives = Owner(int(pid), str(start)).lives
    except (OSError, ClzError, ValueError, TypeError):
        return False
    if not lives:
        file.unlink(missing_ok=True)
    return lives
