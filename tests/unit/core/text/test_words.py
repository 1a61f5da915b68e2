"""Texts, docstrings and comments of the sources are written as a good manual is."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_generate.files import ROOT
from tests.support.cases.sources import module

pytestmark = pytest.mark.xdist_group("sources")  # whose worker reads each module once

EVERYWHERE = (
    r"\b[Ww]hoever\b|\banew\b|\b[Bb]esides\b|\bwhose (?:it|they) (?:is|are)\b|\bHave (?:it|them|the|a|an)\b"
    r"|\b(?:is|are|was|were|be|been) told\b(?! apart)"
    r"|\b[Aa]s \w+(?: \w+)? ha(?:s|ve) (?:it|them)\b|\b[Ww]hat \w+(?: \w+)? (?:came|comes?) to\b"
)
OF_MANUALS = (  # what no good manual says: it names the thing or the user
    r"\b(?:[Nn]obody|[Ss]omebody)\b|\bis none\b|\bthat there is\b|\bof yours\b|\b[Gg]o(?:es|ing) on\b|\bhas it\b"
    r"|\b[Mm]end(?:s|ed|ing)?\b|\bbecause of it\b|\bWrite it so\b|\bc(?:ame|omes?) of it\b|\bthat are none\b"
    r"|\b(?:is|are|was|were) (?:taken out|handed)\b|\bonly ever\b|\bsaid of\b|\bnothing (?:else )?is said\b"
    r"|\bunasked\b|\bbrings? along\b|\bthe least (?:seconds|time)\b|\bhold(?:s|ing)? up\b|\b[Ww]hat becomes? of\b"
    r"|\blooks? on\b|\bby itself alone\b"
)
DIALECT = re.compile(
    r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b|matter\b)(?=[a-z])"
    rf"|\bstands?\b(?! for\b|-)|\bwhosoever\b|{OF_MANUALS}|{EVERYWHERE}"
)
OF_DOCUMENTS = re.compile(rf"\bstands\b(?! for\b)|{OF_MANUALS}|{EVERYWHERE}")
OF_OURS = re.compile(rf"(?<!`)\b[Ss]t(?:ands|ood)\b(?! for\b)|{EVERYWHERE}")
OLD_NAMES = re.compile(  # of what others call Observation, PageEvents, actions, leftovers, Fingerprint, NeedsTerminal …
    r"[Ss]ighting|[Hh]appening|Deed|\b_?deeds?\b|\bleavings\b|\bNOT_STEADY\b|\b(?:Elsewhere|Wanted|Crew)\b"
)
OLD_IN_TYPESCRIPT = re.compile(rf"{OLD_NAMES.pattern}|\b[Oo]urs\b(?=\W*[`(<:,])")
PYTHON = ("cli", "core", "native", "mcp_adapter", "hooks")
STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
CODE = re.compile(r"^```[\s\S]*?^```|`[^`\n]*`", re.MULTILINE)
COMMENTS = re.compile(r"//.*|/\*[\s\S]*?\*/")


def typescript_texts(path: Path) -> Iterator[tuple[int, str]]:
    source = COMMENTS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), path.read_text())
    for found in STRINGS.finditer(source):
        yield source.count("\n", 0, found.start()) + 1, found[0][1:-1]


def texts() -> Iterator[tuple[str, str]]:
    for room in PYTHON:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "node_modules" not in path.parts:
                yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in module(path).texts)
    for path in sorted((ROOT / "extension/src").rglob("*.ts")):
        if not path.name.endswith(".test.ts"):
            yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in typescript_texts(path))


def test_texts_are_plain_english() -> None:
    assert [f"{place}: {text[:160]}" for place, text in texts() if DIALECT.search(text)] == []


def documents() -> Iterator[tuple[str, str]]:
    """The lines of what users read, without code."""
    folders = (
        "docs",
        "docs/tutorials",
        "hooks",
        "hooks/agents",
        "hooks/commands",
        "hooks/skills/*",
        "examples",
        "examples/*",
    )
    paths = [ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "PROTOCOL.md")]
    paths += [path for folder in folders for path in sorted(ROOT.glob(f"{folder}/*.md"))]
    paths += sorted((ROOT / "extension/src").rglob("*.html"))
    for path in paths:
        text = CODE.sub(lambda found: re.sub(r"[^\n]", "", found[0]), path.read_text())
        yield from ((f"{path.relative_to(ROOT)}:{number}", line) for number, line in enumerate(text.split("\n"), 1))


def test_documents_are_plain_english() -> None:
    assert [f"{place}: {line[:160]}" for place, line in documents() if OF_DOCUMENTS.search(line)] == []


def remarks() -> Iterator[tuple[str, str]]:
    """The docstrings and comments of all rooms."""
    for path in (path for room in PYTHON for path in sorted((ROOT / room).rglob("*.py"))):
        if "node_modules" in path.parts:
            continue
        source, place = path.read_text(), path.relative_to(ROOT)
        if not OF_OURS.search(source):
            continue  # nor has any remark in it
        yield from ((f"{place}:{line}", text) for line, text in module(path).docstrings)
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield f"{place}:{token.start[0]}", token.string
    for path in sorted((ROOT / "extension/src").rglob("*.ts")):
        source = STRINGS.sub("", path.read_text())
        for comment in COMMENTS.finditer(source):
            yield f"{path.relative_to(ROOT)}: ", " ".join(comment[0].split())


def test_docstrings_and_comments_are_plain_english_too() -> None:
    assert [f"{place}: {text[:160]}" for place, text in remarks() if OF_OURS.search(text)] == []


def identifiers() -> Iterator[tuple[str, str]]:
    """Names of files and those in them that an old name is in."""
    for path in (path for room in PYTHON for path in sorted((ROOT / room).rglob("*.py"))):
        if "node_modules" in path.parts:
            continue
        source, place = path.read_text(), str(path.relative_to(ROOT))
        yield from ((place, name) for name in OLD_NAMES.findall(path.stem))
        if OLD_NAMES.search(source):  # in a text or a remark these are words like others
            tokens = tokenize.generate_tokens(io.StringIO(source).readline)
            yield from (
                (place, one.string) for one in tokens if one.type == tokenize.NAME and OLD_NAMES.search(one.string)
            )
    for path in sorted((ROOT / "extension/src").rglob("*.ts")):
        code = COMMENTS.sub("", re.sub(r'"(?:[^"\\\n]|\\.)*"', "", path.read_text()))
        yield from ((str(path.relative_to(ROOT)), name) for name in OLD_IN_TYPESCRIPT.findall(f"{path.stem}\n{code}"))


def test_old_names_do_not_come_back() -> None:
    assert list(identifiers()) == []


@pytest.mark.parametrize(
    "remark",
    [
        "Each is told of when it begins",
        "As Playwright has it, which is as HTTP has it",
        "What a test came to",
        "The agent whose they are",
        "Have the host close it",
        "and a type besides",
    ],
)
def test_what_no_manual_says_is_found_in_remarks(remark: str) -> None:
    assert OF_OURS.search(remark)


@pytest.mark.parametrize(
    "remark", ["`*` stands for a part of a path", "It has it already", "Pages can tell the difference", "so have it"]
)
def test_what_manuals_say_is_not(remark: str) -> None:
    assert not OF_OURS.search(remark)


@pytest.mark.parametrize(
    "text",
    [
        "#a is no select element",
        "It stands in the file",
        "is written anew",
        "whoever asks",
        "as Firefox has them",
        "Have it written",
        "Nobody answered in time",
        "A run goes on until its end",
        "null if there is none",
        "There is no tab 4 of yours",
        "what --fix has mended",
        "Tab that the page opened because of it",
        "Your key was taken out",
        "Write it so: with NAME",
        "What becomes of the requests",
        "Let the person look on",
    ],
)
def test_what_nobody_would_say_is_found(text: str) -> None:
    assert DIALECT.search(text)


@pytest.mark.parametrize("text", ["it is no longer there", "There is no tab", "a standing order", "standard"])
def test_what_anybody_would_say_is_not(text: str) -> None:
    assert not DIALECT.search(text)
