"""`clz py` and `firefox_py`: a program with the agent's page at hand, in a process with its key and nothing else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from uuid import uuid4

from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.mcp import connected, words_of

PROGRAM = """
import os, sys
page.click("#count")
print(page.title, page.get_text("#total"), sys.stdin.read() == "")
print(sorted(name for name in os.environ if not name.startswith("CLZ_")), os.environ.get("TOKEN"))
print(page.screenshot("seen.png")["path"])
"""


def test_a_program_acts_in_the_tab_of_the_shell_with_none_of_its_environment(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    env = {**browser.scratch.env, "CLZ_AGENT": f"py-{uuid4().hex[:8]}", "TOKEN": "t0ken"}

    def py(code: str, *words: str) -> tuple[int, str, str]:
        done = run_clz("py", "-", *words, env=env, input=code, cwd=tmp_path, timeout=60)
        return done.returncode, done.stdout, done.stderr

    run_clz("open", f"{site.origin}/form.html", env=env)
    code, said, errors = py(PROGRAM)
    assert (code, errors) == (0, "")
    first, names, picture = said.splitlines()
    assert first == "Form 1 True"
    assert names.endswith(" None")
    assert not set(json.loads(names.removesuffix(" None").replace("'", '"'))) - {
        *("LANG", "LC_ALL", "LC_CTYPE", "PATH", "PYTHONIOENCODING", "TZ", "TMPDIR"),
    }
    assert (picture, (tmp_path / "seen.png").read_bytes()[:4]) == ("seen.png", b"\x89PNG")

    code, _, errors = py("def f():\n    page.click('#none', wait_ms=0)\nf()")
    assert code == 1
    assert 'File "<stdin>", line 2, in f' in errors
    assert "page.click('#none', wait_ms=0)" in errors
    assert "ELEMENT_NOT_FOUND" in errors
    assert "/clz" not in errors, "where it was raised in clz helps nobody"
    code, said, _ = py("import subprocess; subprocess.run(['sleep', '60'])", "--seconds", "1", "--json")
    assert (code, json.loads(said)["result"]["timedOut"]) == (4, True)
    code, said, _ = py("import sys; print('so far'); sys.exit('no more')", "--json")
    assert (code, json.loads(said)["result"]["output"]) == (1, "so far\nno more\n")
    assert py("  ")[0] == 2
    browser.clz("agents", "forget", env["CLZ_AGENT"])


def test_without_the_right_nothing_is_run_and_what_gives_it_is_told(
    browser: Browser, config: Path, tmp_path: Path
) -> None:
    agent = f"held-{uuid4().hex[:8]}"
    config.write_text(f"[policy.agents.{agent}]\nscripts = false\n")
    words = ("py", "-", "--agent", agent)
    done = run_clz(*words, env=browser.scratch.env, input="open('made', 'w')", cwd=tmp_path, timeout=60)
    assert done.returncode == 5
    assert "running Python programs on this computer is off for you by scripts in [policy.agents." in done.stderr
    assert "config.toml" in done.stderr
    assert not (tmp_path / "made").exists()
    browser.clz("agents", "forget", agent)


def test_a_tool_runs_one_as_its_server_once_it_is_granted_and_shows_its_pictures(
    browser: Browser, site: Site, config: Path, tmp_path: Path
) -> None:
    made = tmp_path / "made"

    async def scenario() -> None:
        async with connected(browser.scratch.env) as session:
            await session.text("firefox_open", url=f"{site.origin}/form.html")
            refused = await session.call("firefox_py", code=f"open({str(made)!r}, 'w')")
            assert refused.is_error
            assert f"scripts = true under [policy] in {config}" in words_of(refused.content[0])
            await asyncio.to_thread(config.write_text, "[policy]\nscripts = true\n")
            done = await session.call("firefox_run", code="page.screenshot()\nprint(page.title)")
            assert [block.type for block in done.content] == ["text", "image"]
            said = words_of(done.content[0])
            assert said.startswith("It ran to its end.")
            assert "\nForm\n" in said
            failed = await session.text("firefox_py", code="print(1)\n1/0", seconds=9)
            assert failed.startswith("It failed, with exit code 1.")
            assert "ZeroDivisionError" in failed
            late = await session.text("firefox_py", code="while True: pass", seconds=1)
            assert "Its time was up" in late

    asyncio.run(scenario())
    assert not made.exists()
