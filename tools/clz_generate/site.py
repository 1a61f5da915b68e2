"""`python -m clz_generate.site` lays out the site's source in build/docs: pages written by hand, and generated ones.

Pages link to files of the repository, so that they read well there too. Here each such link leads to the page that is
made from the file, or to a copy of the file.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from clz_core import __version__
from clz_core.contract.commands import COMMANDS, FAMILIES
from clz_core.contract.registry import Command
from clz_generate.files import ROOT
from clz_generate.reference import entry, errors_table, settings_table, shared_table, tools_table

BUILD = ROOT / "build"
OUT = BUILD / "docs"
WRITTEN = ROOT / "docs"
# Pages of the repository that are pages of the site.
TAKEN = {
    "PROTOCOL.md": "protocol.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security-policy.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "hooks/README.md": "stop-hook.md",
    "tests/PROMISES.md": "promises.md",
    "examples/claude-code.md": "examples/claude-code.md",
}
REFERENCE = "cli/REFERENCE.md"
GROUPS = {
    "tabs": "Pages and tabs",
    "reading": "Look",
    "actions": "Act",
    "network": "Network",
    "state": "Log-ins and state",
    "emulation": "Devices and scripts",
    "devtools": "Code and console",
    "automation": "Tests and agents",
    "system": "Firefox and clz",
}
TABLES: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "shared-results": ("Shared results", shared_table),
    "mcp-tools": ("MCP tools", tools_table),
    "settings": ("Settings", settings_table),
    "errors": ("Errors", errors_table),
}
LINK = re.compile(r'(\]\(|src="|srcset=")([^)"\s:#]+)(#[^)"\s]*)?(?=[)"])')
Files = dict[str, str | Path]
"""By its place on the site, the text of a page or the file that is copied."""
NAV = "  - Reference: # GENERATED\n"


def main() -> None:
    files = laid_out()
    shutil.rmtree(OUT, ignore_errors=True)
    for name, content in files.items():
        goal = OUT / name
        goal.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, goal)
        else:
            goal.write_text(content, "utf-8")
    config = (WRITTEN / "site.yml").read_text("utf-8")
    reference = "".join(f"      - {page}\n" for page in files if page.startswith("reference/"))
    config = config.replace(NAV, f"  - Reference:\n{reference}").replace("VERSION", __version__)
    (BUILD / "mkdocs.yml").write_text(config, "utf-8")


def laid_out() -> Files:
    """All that is on the site, each page with links to where things are there."""
    files: Files = dict(pages())
    for page, text in list(files.items()):
        if isinstance(text, str) and page.endswith(".md") and not page.startswith(("reference/", "commands/")):
            files[page] = relinked(text, page, _source(page), files)
    files["llms.txt"] = _for_models(files)
    return files


def pages() -> Iterator[tuple[str, str | Path]]:
    """What is on the site before its links are led there."""
    for path in sorted(WRITTEN.rglob("*")):
        if path.is_file() and path.name != "site.yml":
            name = path.relative_to(WRITTEN).as_posix()
            yield name, path.read_text("utf-8") if path.suffix == ".md" else path
    for source, page in TAKEN.items():
        if source != "README.md":  # the site has a first page of its own
            yield page, (ROOT / source).read_text("utf-8")
    yield "pictures/icon.svg", ROOT / "extension/icons/clz.svg"
    yield "reference/index.md", _overview()
    for folder, title in GROUPS.items():
        yield f"reference/{folder}.md", f"# {title}\n\n{_listed(folder)}"
        for command in _commands(folder):
            head, _, rest = entry(command, "../reference/shared-results.md").strip().partition("\n")
            rest = rest.replace("\\|", "|")  # in a type it parts no cells here
            yield _page(command), f"{head.removeprefix('#')}\n\n[{title}](../reference/{folder}.md)\n{rest}\n"
    for name, (title, table) in TABLES.items():
        yield f"reference/{name}.md", f"# {title}\n\n" + "".join(table())


def relinked(text: str, page: str, source: str, files: Files) -> str:
    """The text of a page, its links leading to where things are on the site. What is only linked to is added."""

    def link(match: re.Match[str]) -> str:
        start, target, anchor = match[1], match[2], match[3] or ""
        name = os.path.normpath(os.path.join(os.path.dirname(source), target))
        goal = _place(name, anchor, files)
        if goal.startswith("reference/"):
            anchor = ""
        return f"{start}{os.path.relpath(goal, os.path.dirname(page) or '.')}{anchor}"

    return LINK.sub(link, text)


def _place(name: str, anchor: str, files: Files) -> str:
    if name == REFERENCE:
        table = anchor.removeprefix("#")
        return f"reference/{table if table in TABLES else 'index'}.md"
    if name in TAKEN:
        return TAKEN[name]
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    files.setdefault(f"files/{name}", ROOT / name)
    return f"files/{name}"


def _source(page: str) -> str:
    """The file of the repository that a page is made from."""
    if page == "index.md":
        return "docs/index.md"
    return next((source for source, taken in TAKEN.items() if taken == page), f"docs/{page}")


def _commands(folder: str) -> list[Command]:
    families = [family for family, (its, _) in FAMILIES.items() if its == folder]
    return [command for command in COMMANDS if not command.hidden and COMMANDS.index[command.name][1] in families]


def _page(command: Command) -> str:
    return f"commands/{command.cli.replace(' ', '-')}.md"


def _listed(folder: str) -> str:
    """The commands of a group, each with the way to its page."""
    rows = [f"| [`clz {command.cli}`](../{_page(command)}) | {command.summary} |\n" for command in _commands(folder)]
    return "| command | does |\n| --- | --- |\n" + "".join(rows)


def _overview() -> str:
    out = [
        (
            "# Commands\n\nEvery command takes `--session NAME`, `--agent NAME`, `--tab ID`, `--timeout MS`, `--json` "
            "and `--quiet`, before or after its name. `clz COMMAND --help` prints what is here.\n"
        )
    ]
    for folder, title in GROUPS.items():
        out.append(f"\n## [{title}]({folder}.md)\n\n{_listed(folder)}")
    out.append("\n## Tables\n\n" + "".join(f"- [{title}]({name}.md)\n" for name, (title, _) in TABLES.items()))
    return "".join(out)


def _for_models(files: Files) -> str:
    """`llms.txt`: what is where, for models (https://llmstxt.org)."""
    about = "Drive a real Firefox from your shell, tests or AI agent, even the one you already use."
    out = [f"# Claudezilla\n\n> {about}\n\n"]
    for page, text in files.items():
        if isinstance(text, str) and page.endswith(".md"):
            title = text.partition("# ")[2].partition("\n")[0]
            out.append(f"- [{title}]({page.removesuffix('.md')}.html)\n")
    return "".join(out)


if __name__ == "__main__":
    main()
