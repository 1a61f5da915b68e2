"""`python -m clz_generate.release --tag v1.2.3 --repository OWNER/NAME`: what a release needs beside wheel and sdist.

It checks that tag, version and changelog agree, and writes into build/release what registries and clients read. Who
publishes, and so where things are, is known here for the first time: links of README become whole addresses, and the
line by which the MCP registry knows the package is added.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from clz_core import __version__
from clz_generate.files import ROOT
from clz_generate.surface import facts

OUT = ROOT / "build/release"
SIGNED = ROOT / "native/clz_native/extension/clz-signed.xpi"
PACKAGE = "claudezilla"
ADDON_ID = "clz@claudezilla.local"
LEAST_FIREFOX = "142.0"
ABOUT = "Drives a real Firefox: look, act, test. A key for each agent, and a policy for every request."
SERVER_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
LINK = re.compile(r'(\]\(|src="|srcset=")([^)":#]+)(?=[)#"])')
START = """\
\"\"\"Starts the MCP server of clz, which the environment beside this file has.\"\"\"

import sys

from clz_cli.main import main

sys.argv = ["clz", "mcp"]
sys.exit(main())
"""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="release", description="Write what a release needs into build/release.")
    parser.add_argument("--tag", required=True, help="the tag of the release, such as v1.2.3")
    parser.add_argument("--repository", required=True, help="OWNER/NAME on GitHub")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md", help="the README that is changed")
    given = parser.parse_args(argv)
    notes = notes_of(__version__, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    problem = disagreement(given.tag, notes)
    if problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    digest = facts("mcp")["digest"]
    (OUT / "notes.md").write_text(f"{notes}\nThe MCP tools of this release have the digest `{digest}`.\n", "utf-8")
    _write_json(OUT / "server.json", server(given.repository))
    if SIGNED.is_file():
        shutil.copyfile(SIGNED, OUT / SIGNED.name)
    _write_json(OUT / "updates.json", updates(given.repository, given.tag))
    _write_bundle(OUT / f"{PACKAGE}.mcpb", given.repository)
    readme = given.readme.read_text("utf-8")
    given.readme.write_text(published(readme, given.repository, given.tag), "utf-8")
    print(f"wrote {OUT} and {given.readme}")
    return 0


def disagreement(tag: str, notes: str) -> str:
    """What tag, version and changelog do not agree on; nothing if they do."""
    if tag != f"v{__version__}":
        return f"the tag is {tag}, and clz_core.__version__ is {__version__}"
    return "" if notes else f"CHANGELOG.md has no section {__version__}"


def notes_of(version: str, changelog: str) -> str:
    """The section of a version, without its heading."""
    found = re.search(rf"^## {re.escape(version)}\b.*\n((?:(?!## ).*\n)*)", changelog, re.MULTILINE)
    return found[1].strip() + "\n" if found else ""


def published(readme: str, repository: str, tag: str) -> str:
    """README as a registry shows it, where no file of the repository is beside it."""

    def absolute(match: re.Match[str]) -> str:
        raw = match[2].endswith((".png", ".svg"))
        host = f"https://raw.githubusercontent.com/{repository}/{tag}" if raw else _page(repository, f"blob/{tag}")
        return f"{match[1]}{host}/{match[2]}"

    whole = LINK.sub(absolute, readme)
    return f"{whole.rstrip()}\n\n<!-- mcp-name: {name(repository)} -->\n"


def name(repository: str) -> str:
    """What the MCP registry calls the server: it is its owner's on GitHub."""
    owner, _, project = repository.partition("/")
    return f"io.github.{owner}/{project}"


def server(repository: str) -> dict[str, Any]:
    """`server.json` of the MCP registry."""
    return {
        "$schema": SERVER_SCHEMA,
        "name": name(repository),
        "title": "Claudezilla",
        "description": ABOUT,
        "repository": {"url": _page(repository), "source": "github"},
        "version": __version__,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": PACKAGE,
                "version": __version__,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "mcp"}],
            }
        ],
    }


def manifest(repository: str) -> dict[str, Any]:
    """That of an MCP bundle, which Claude Desktop installs with a click."""
    return {
        "manifest_version": "0.4",
        "name": PACKAGE,
        "display_name": "Claudezilla",
        "version": __version__,
        "description": ABOUT,
        "author": {"name": "Claudezilla contributors"},
        "repository": {"type": "git", "url": _page(repository)},
        "license": "MIT",
        "keywords": ["firefox", "browser", "automation"],
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {"command": "uv", "args": ["run", "--directory", "${__dirname}", "server.py"]},
        },
        "tools_generated": True,
        "compatibility": {"platforms": ["linux", "darwin"], "runtimes": {"python": ">=3.11"}},
    }


def updates(repository: str, tag: str) -> dict[str, Any]:
    """`updates.json`, where Firefox looks for newer versions of the signed extension; empty until one is signed."""
    if not SIGNED.is_file():
        return {"addons": {}}
    entry = {
        "version": __version__,
        "update_link": _page(repository, f"releases/download/{tag}/{SIGNED.name}"),
        "update_hash": f"sha256:{sha256(SIGNED.read_bytes()).hexdigest()}",
        "applications": {"gecko": {"strict_min_version": LEAST_FIREFOX}},
    }
    return {"addons": {ADDON_ID: {"updates": [entry]}}}


def _page(repository: str, path: str = "") -> str:
    return f"https://github.com/{repository}/{path}".rstrip("/")


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def _write_bundle(path: Path, repository: str) -> None:
    project = f'[project]\nname = "clz-bundle"\nversion = "{__version__}"\nrequires-python = ">=3.11"\n'
    files = {
        "manifest.json": json.dumps(manifest(repository), indent=2) + "\n",
        "pyproject.toml": f'{project}dependencies = ["{PACKAGE}=={__version__}"]\n',
        "server.py": START,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for file, text in files.items():
            bundle.writestr(zipfile.ZipInfo(file), text)


if __name__ == "__main__":
    sys.exit(main())
