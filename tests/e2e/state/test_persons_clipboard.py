"""The person's own clipboard, in a Firefox with a window: no key and no button of an agent gives it to a page."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support import there
from tests.support.scratch import Scratch

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("Xvfb", "xclip"))), reason="it takes Xvfb and xclip: apt-get install xvfb xclip"
)
PERSONS = "what the person has copied"
HEARS = """(() => {
  const log = (window.heard = []);
  document.body.innerHTML =
    '<input id=text value="one two"><textarea id=area></textarea><p id=rich contenteditable>rich</p>';
  for (const type of ["paste", "beforeinput", "input"])
    addEventListener(type, (event) => {
      const given = (event.clipboardData || event.dataTransfer)?.getData("text/plain");
      log.push(`${type}:${given ?? event.data}`);
    }, true);
})()"""
SEEN = "[text.value, area.value, rich.textContent, ...heard].join('|')"
PASTES = "Control+v Control+Shift+v Shift+Insert Control+Shift+Insert Control+Insert"
COPIES = "Control+a Control+Insert Control+c Control+x Shift+Delete"


@pytest.fixture
def desk(scratch: Scratch) -> Iterator[dict[str, str]]:
    """The surroundings of a session with a screen of its own, where the person has copied and selected something."""
    read, write = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    ) as screen:
        os.close(write)
        with os.fdopen(read) as told:
            env = {**scratch.env, "DISPLAY": f":{told.readline().strip()}"}
        env.pop("WAYLAND_DISPLAY", None)
        for selection in ("clipboard", "primary", "secondary"):
            xclip(env, selection, PERSONS)
        yield env
        run_clz("browser", "stop", env=env, timeout=60)
        screen.terminate()


def xclip(env: dict[str, str], selection: str, text: str) -> None:
    with subprocess.Popen(
        ["xclip", "-selection", selection, "-in"], env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        there(process.stdin).write(text)


def now_in(env: dict[str, str], selection: str) -> str:
    done = subprocess.run(
        ["xclip", "-selection", selection, "-out"], env=env, capture_output=True, text=True, timeout=20, check=False
    )
    return done.stdout


def test_no_key_and_no_button_of_an_agent_gives_it_to_a_page_or_changes_it(desk: dict[str, str], site: Site) -> None:
    def clz(*words: str) -> str:
        done = run_clz(*words, env=desk, timeout=120)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    clz("browser", "start", "--headed")
    clz("open", f"{site.origin}/blank.html")
    for field in ("#text", "#rich"):
        clz("eval", "--unsafe", HEARS)
        clz("click", field)
        clz("press", PASTES)
        clz("click", field, "--button", "middle")
        clz("press", COPIES)
        assert PERSONS not in clz("eval", "--unsafe", SEEN), field
        clz("clipboard", "write", "the agent's own")
        clz("press", "Shift+Insert")
        assert "the agent's own" in clz("eval", "--unsafe", SEEN), field
    clz("click", "body", "--button", "middle", "--at", "600,40")
    assert PERSONS not in clz("eval", "--unsafe", SEEN)
    assert [now_in(desk, selection) for selection in ("clipboard", "secondary")] == [PERSONS] * 2
