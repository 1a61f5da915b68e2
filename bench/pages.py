"""Pictures of clz's own pages for the documentation, with the form of the examples in them. `make pictures`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from bench.harness import CLZ, ROOT, Scratch, scratch_session
from clz_apps.machine.demo import served

OUT = ROOT / "docs/pictures"
SIZE = "1280x800"
SITE = ROOT / "examples/smoke/site"
BASE = "http://localhost:8000"
PLAYWRIGHT = ROOT / "tests/e2e/record/playwright"
NPM_CI = ("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts")


def pictured(viewer: Scratch, name: str) -> None:
    viewer.must("screenshot", str(OUT / name), "--purpose", "full-detail")
    print(f"wrote {OUT / name}")


def show(viewer: Scratch) -> None:
    """Two agents at the form, one of which has just failed."""
    with scratch_session("shown") as scratch, served(SITE) as url:
        command = [str(CLZ), "show"]
        with subprocess.Popen(command, env=scratch.env, stdout=subprocess.PIPE, text=True) as showing:
            assert showing.stdout is not None
            viewer.must("open", showing.stdout.readline().strip())
            viewer.must("viewport", SIZE)
            for agent in ("writer", "shop-tests"):
                scratch.must("--agent", agent, "open", url)
            scratch.must("--agent", "shop-tests", "fill", "label=Name", "Ada Lovelace")
            scratch.must("--agent", "shop-tests", "fill", "label=Email", "ada@example.com")
            scratch.clz("--agent", "shop-tests", "click", "text=Send", "--wait-ms", "0")
            viewer.must("wait", "--fn", "document.querySelectorAll('.tab img[src]').length == 2")
            viewer.must("expect", "text", "#actions", "ELEMENT_NOT_FOUND")
            viewer.must("click", ".tab >> nth=0")
            viewer.must("wait", "--fn", "document.querySelector('#picture').naturalWidth > 500")
            pictured(viewer, "show.png")
            showing.terminate()


def report(viewer: Scratch, folder: Path) -> None:
    """Tests of which one fails, as its page answers in other words, and its trace, which Playwright shows too."""
    shutil.copytree(ROOT / "examples/smoke", folder)
    page, test = folder / "site/index.html", folder / "signup.clz"
    page.write_text(page.read_text("utf-8").replace("Thank you", "Welcome"), "utf-8")
    with scratch_session("traced") as scratch, served(folder / "site") as url:
        test.write_text(test.read_text("utf-8").replace(BASE, url.rstrip("/")), "utf-8")
        words = [str(CLZ), "run", test.name, "--trace", "on-failure", "--html", "report"]
        subprocess.run(words, cwd=folder, env=scratch.env, capture_output=True, check=False)
        (kept,) = scratch.root.rglob("traces/*.zip")
        playwright(viewer, kept)
    viewer.must("open", f"file://{folder}/report/index.html")
    viewer.must("viewport", SIZE)
    viewer.must("expect", "text", "body", "Thank you")
    pictured(viewer, "report.png")
    (made,) = (folder / "report/traces").glob("*.html")
    viewer.must("open", f"file://{made}")
    viewer.must("viewport", SIZE)
    viewer.must("expect", "text", "#panel", "EXPECTATION_FAILED")
    pictured(viewer, "trace.png")


def playwright(viewer: Scratch, kept: Path) -> None:
    subprocess.run([*NPM_CI, "--prefix", str(PLAYWRIGHT)], check=True)
    folder = viewer.root / "viewer"
    shutil.copytree(PLAYWRIGHT / "node_modules/playwright-core/lib/vite/traceViewer", folder)
    shutil.copy(kept, folder / "trace.zip")
    with served(folder) as url:
        viewer.must("open", f"{url}index.html?trace={url}trace.zip")
        viewer.must("viewport", SIZE)
        viewer.must("click", "text=Source", "--wait-ms", "20000")
        viewer.must("click", "text=/^fill label=Email/")
        viewer.must("expect", "text", "h1", "Field Notes", "--frame", "iframe.snapshot-visible")
        pictured(viewer, "trace-playwright.png")


def main() -> None:
    with scratch_session("viewer") as viewer:
        show(viewer)
        report(viewer, viewer.root / "smoke")


if __name__ == "__main__":
    main()
