"""The documents: their links lead somewhere, and the commands in them exist."""

from __future__ import annotations

import os
import re
import shlex
from typing import Any

import pytest
import yaml

from clz_cli.lines.app import group
from clz_core.contract.commands import COMMANDS
from clz_core.fleet.address import SETTINGS
from clz_generate import site
from clz_generate.files import ROOT

PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/**/*.md")]
    if not {"node_modules", "build", "dist"} & set(path.relative_to(ROOT).parts)
)
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
LINK = re.compile(r"""(?:\]\(|src="|srcset=")([^)"\s]+)[)"]""")


def anchors(text: str) -> set[str]:
    """As GitHub makes them from headings."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(path) -> None:
    for link in LINK.findall(path.read_text("utf-8")):
        if ":" in link.partition("#")[0]:
            continue
        name, _, anchor = link.partition("#")
        goal = path.parent / name if name else path
        assert goal.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in anchors(goal.read_text("utf-8")), f"{link} has no such heading"


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_command_that_is_shown_can_be_typed(path) -> None:
    for line in re.findall(r"^\$ (clz .+)$", path.read_text("utf-8"), re.MULTILINE):
        words = shlex.split(line, comments=True)[1:]
        words = words[: words.index("--") if "--" in words else None]
        current: Any = group()
        while words and hasattr(current, "commands"):
            if words[0].startswith("-") and getattr(current, "invoke_without_command", False):
                break  # options of the command that the group is by itself
            while words and words[0].startswith("-"):
                words = words[2:] if words[0] in ("--session", "--agent", "--tab", "--timeout") else words[1:]
            assert not words or current.get_command(None, words[0]) is not None, f"{line}: no command {words[0]}"
            following = current.resolve_command(None, words)[1] if words else None
            current, words = following, words[1:]
        known = {option for param in getattr(current, "params", ()) for option in (*param.opts, *param.secondary_opts)}
        for word in words:
            if word.startswith("--"):
                assert word.partition("=")[0] in known | {"--help"}, f"{line}: no option {word}"


@pytest.mark.parametrize(("page", "most"), [("README.md", 1_200), ("SECURITY.md", 1_500)])
def test_the_first_pages_are_short(page: str, most: int) -> None:
    assert len((ROOT / page).read_text("utf-8").split()) <= most


def test_every_link_on_the_site_leads_to_what_is_there() -> None:
    files = site.laid_out()
    for page, text in files.items():
        if not isinstance(text, str):
            assert text.is_file(), f"{text} is linked to, and is no file"
            continue
        for _, target, _ in site.LINK.findall(text) if page.endswith(".md") else ():
            goal = os.path.normpath(os.path.join(os.path.dirname(page), target))
            assert goal in files, f"{page}: {target}"


def test_every_command_is_in_one_group_of_the_reference() -> None:
    pages = {name: str(text) for name, text in site.pages() if name.startswith("commands/")}
    assert len(pages) == sum(not command.hidden for command in COMMANDS)
    groups = [text for name, text in site.pages() if name.removesuffix(".md").removeprefix("reference/") in site.GROUPS]
    listed = re.findall(r"\(\.\./(commands/[\w-]+\.md)\)", "".join(map(str, groups)))
    assert sorted(listed) == sorted(pages)


def rows(text: str) -> list[list[str]]:
    """The cells of the tables whose last column is `test`, without headings."""
    tables = re.findall(r"^\|.*\| test \|\n\| --- .*\n((?:\|.*\n)+)", text, re.MULTILINE)
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for table in tables for row in table.splitlines()]
    return [row for row in cells if not re.fullmatch(r"\*\*.*\*\*", row[0])]


@pytest.mark.parametrize("page", ["docs/threats.md", "tests/PROMISES.md"])
def test_every_promise_names_a_test_that_is_there(page: str) -> None:
    promises = rows((ROOT / page).read_text("utf-8"))
    assert len(promises) > 30
    for row in promises:
        named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", row[-1])
        units = re.findall(r"`([\w/-]+\.test\.ts)::([^`]+)`", row[-1])
        assert named or units, f"{row[0]}: no test"
        for file, sentence in units:
            assert f'"{sentence}"' in (ROOT / file).read_text("utf-8"), f"{row[0]}: no {sentence}"
        for file, test in named:
            text = (ROOT / "tests" / file).read_text("utf-8")
            assert not test or f"def {test}(" in text, f"{row[0]}: {file} has no {test}"


def test_the_way_of_a_click_goes_by_files_that_are_there() -> None:
    drawn = (ROOT / "PROTOCOL.md").read_text("utf-8").partition("## The way of a click")[2].split("```")[1]
    hops = re.findall(r"\b(?:background|content|privileged)/[\w/-]+", drawn)
    assert len(hops) > 12
    source = ROOT / "extension/src"
    assert [hop for hop in hops if not (source / hop).is_dir() and not (source / f"{hop}.ts").is_file()] == []


def test_a_scheduler_of_ones_own_is_given_the_settings_that_clz_gives_its_own() -> None:
    text = (ROOT / "docs/machines.md").read_text("utf-8")
    found = re.findall(r"^```yaml\n(distributed:.*?)```", text, re.MULTILINE | re.DOTALL)
    assert [flat(yaml.safe_load(block)) for block in found] == [SETTINGS]


def flat(settings: dict[str, Any], prefix: str = "") -> dict[str, object]:
    """`{"a": {"b": 1}}` as `{"a.b": 1}`."""
    inner = [
        flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
        for name, value in settings.items()
    ]
    return {name: value for one in inner for name, value in one.items()}


def test_what_engineers_are_told_of_the_house_is_where_it_is_said_to_be() -> None:
    text = (ROOT / "docs/how-it-works.md").read_text("utf-8")
    places = re.findall(r"`([\w.]+/[\w./-]+)`(?:(?: \(|:\s)`(\w+)`)?", text)
    assert len(places) > 40
    lost = [path for path, _ in places if not (ROOT / path).exists()]
    assert lost == []
    named = [(path, name) for path, name in places if name]
    assert len(named) > 25
    wrong = [
        (path, name)
        for path, name in named
        if not re.search(
            rf"(def|class|function|async) {name}\b|^ +{name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE
        )
    ]
    assert wrong == []
