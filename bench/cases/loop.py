"""What the stop hook adds to the end of an answer where it has nothing to do."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bench.harness import CLZ, ROOT, Bench, Case, CommandFailed, Figure, Measure, scratch_session, timed

HOOK = ROOT / "hooks" / "scripts" / "hook.sh"
STOP = json.dumps({"session_id": "bench", "hook_event_name": "Stop", "last_assistant_message": "Done."})


def run_hook(env: Mapping[str, str]) -> None:
    """Raises: CommandFailed where the hook does not let the stop through."""
    command = ["/bin/sh", str(HOOK)]
    done = subprocess.run(
        command, env={**env, "CLZ_COMMAND": str(CLZ)}, input=STOP, capture_output=True, text=True, check=False
    )
    if done.returncode != 0 or done.stdout:
        raise CommandFailed(f"{HOOK}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


@contextmanager
def idle(bench: Bench) -> Iterator[Measure]:
    bench.cool()
    with scratch_session("idle") as scratch:
        yield lambda: {"loop.idle": timed(lambda: run_hook(scratch.env))}


CASES = [
    Case("loop-idle", idle, (Figure("loop.idle", "stop hook, no loop active", 120),), runs=30, warm_up=3),
]
