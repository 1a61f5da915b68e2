"""What a focus loop does when Claude Code is about to stop, and when its session ends.

Claude Code gives the event on stdin as JSON. A stop is blocked by `{"decision": "block", …}` on stdout; nothing there,
or a message alone, lets it happen. Whatever is in doubt lets it happen: a loop must never trap anybody.

Runs with any Python from 3.8 on and its standard library: `loop_hook.py /path/to/clz`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

ANSWER_SECONDS = 1.0  # for the event on stdin, and for each answer of clz; CLZ_HOOK_SECONDS on a slow machine
VERIFY_SECONDS = 540.0  # hooks.json gives the whole hook 600
TOLD_CHARS = 1500  # of what a failed check printed
DONE = ("completed", "failed", "killed", "stopped", "cancelled")  # states of background tasks that run no more
ENDED = {"time": "its time is over", "iterations": "that was the last one"}


def main(clz: str) -> None:
    event = read_event()
    key = event.get("session_id")
    if not isinstance(key, str) or not key.strip():
        return
    name = event.get("hook_event_name")
    if name == "SessionEnd":
        leave(clz, key.strip())
        ask(clz, "stop", key)
    elif name == "Stop" and not at_work(event):
        decide(clz, key, event.get("last_assistant_message"))


def decide(clz: str, key: str, said: object) -> None:
    message = said if isinstance(said, str) else ""
    state = ask(clz, "state", key)
    if state is None:
        return
    if state.get("ended"):
        finish(clz, key, state, ENDED.get(str(state["ended"]), "a limit was reached"))
        return
    prompt, promise, check = state.get("prompt"), state.get("completionPromise"), state.get("verify")
    if state.get("active") is not True or not isinstance(prompt, str) or not prompt:
        return
    problem = None
    if promise and last_line(message) == f"<promise>{promise}</promise>":
        problem = verify(check) if isinstance(check, dict) else None
        if problem is None:
            finish(clz, key, state, "the promise was kept")
            return
    step = ask(clz, "advance", key, f"--last-message={digest(message)}")
    if step is None:
        return
    if step.get("advanced") is True:
        block(prompt, promise, problem, step)
    elif step.get("why") == "repeated":
        print_json(
            systemMessage=f"focus loop at iteration {count(step)}: the same answer again and again, so this stop is "
            "let through. The loop goes on with the next answer that differs; end it: clz loop stop"
        )
    elif step.get("why") in ENDED:
        finish(clz, key, step, ENDED[str(step["why"])])


def block(prompt: str, promise: object, problem: str | None, step: dict[str, object]) -> None:
    """Give the prompt back."""
    reason, note = prompt, f"iteration {count(step)}"
    if promise:
        reason += (
            "\n\nWhen this is done, and only when that is true, end your answer with this as its whole last line:\n"
            f"<promise>{promise}</promise>"
        )
    if problem is not None:
        reason += f"\n\nYou gave that promise, but it does not hold yet: {problem}"
        note += ": the promise did not pass its check"
    print_json(decision="block", reason=reason, systemMessage=note)


def finish(clz: str, key: str, state: dict[str, object], why: str) -> None:
    """Say that the loop is over, and take it away."""
    print_json(systemMessage=f"focus loop over at iteration {count(state)}: {why}")
    ask(clz, "stop", key)


def read_event() -> dict[str, object]:
    """The event; empty where stdin holds none. Ends the hook where stdin does not end in time."""
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    signal.setitimer(signal.ITIMER_REAL, patience())
    try:
        event = json.loads(sys.stdin.buffer.read())
    except (ValueError, OSError, RecursionError):
        event = None
    signal.setitimer(signal.ITIMER_REAL, 0)
    return event if isinstance(event, dict) else {}


def at_work(event: dict[str, object]) -> bool:
    """True while something of the session still runs or will run: it is waiting, not giving up."""
    tasks, jobs = event.get("background_tasks"), event.get("session_crons")
    if not isinstance(tasks, list):
        return bool(tasks) or bool(jobs)
    return bool(jobs) or any(not isinstance(task, dict) or task.get("status") not in DONE for task in tasks)


def last_line(message: str) -> str:
    return message.rstrip().rsplit("\n", 1)[-1]


def digest(message: str) -> str:
    import hashlib

    return hashlib.sha256(message.encode("utf-8", "replace")).hexdigest()


def ask(clz: str, word: str, key: str, *more: str) -> dict[str, object] | None:
    """The result of `clz loop WORD`, asked as the person, whoever started the loop; None if there is none in time."""
    try:
        done = subprocess.run(
            [clz, "loop", word, "--json", "--agent=cli", f"--key={key.strip()}", *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=patience(),
            check=False,
        )
        result = json.loads(done.stdout)["result"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, subprocess.SubprocessError):
        return None
    return result if isinstance(result, dict) else None


def leave(clz: str, key: str) -> None:
    """Have the session's agent close its tabs, without waiting: Claude Code may give this hook little time."""
    try:
        subprocess.Popen(
            [clz, "agents", "forget", "--quiet"],
            env={**os.environ, "CLAUDE_CODE_SESSION_ID": key},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        pass  # they are closed when Claude Code ends


def patience() -> float:
    """How many seconds to wait for an answer."""
    try:
        return min(30.0, max(0.1, float(os.environ.get("CLZ_HOOK_SECONDS", ""))))
    except ValueError:
        return ANSWER_SECONDS


def verify(check: dict[str, object]) -> str | None:
    """Run the command that must succeed; None if it did, else what went wrong."""
    import tempfile

    command, folder = str(check.get("command")), str(check.get("folder"))
    started: list[subprocess.Popen[bytes]] = []
    told: list[int] = []

    def give_up(number: int, _frame: object) -> None:
        told.append(number)
        if started:
            end(started[0])
            os._exit(0)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, give_up)
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                ["/bin/sh", "-c", command],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as trouble:
            return f"`{command}` could not be run in {folder}: {trouble}"
        started.append(process)
        if told:  # while it was being started
            give_up(told[0], None)
        try:
            code = process.wait(VERIFY_SECONDS)
        except subprocess.TimeoutExpired:
            end(process)
            return f"`{command}` was not done after {VERIFY_SECONDS:g} s."
        if code == 0:
            return None
        said.seek(max(0, said.seek(0, os.SEEK_END) - TOLD_CHARS))
        tail = said.read().decode("utf-8", "replace").strip()
    return f"`{command}` failed with exit code {code}." + (f" It said at its end:\n{tail}" if tail else "")


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a command and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def count(state: dict[str, object]) -> str:
    return f"{state.get('iteration')}/{state.get('maxIterations')}"


def print_json(**fields: str) -> None:
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
