"""Proposals for targets that are gone: by what they say, by what a run has known of them, and never by a guess."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject, Params, RawResult
from clz_core.heal.fingerprint import fingerprint_of
from clz_core.heal.known import known_of
from clz_core.heal.likeness import likeness
from clz_core.heal.proposals import choice, proposals
from clz_core.journal.files import Journal


@pytest.mark.parametrize(
    ("target", "role", "names", "marks"),
    [
        ('role=button[name="Save it"]', "button", ("Save it",), ()),
        ("text=Sign in", "", ("Sign in",), ()),
        ('label="E-mail"', "", ("E-mail",), ()),
        ("testid=save-button", "", (), ("save-button",)),
        ("form#f > button.submit", "button", (), ("submit",)),
        ('input[name="email"]', "textbox", (), ("email",)),
        ('input[type="checkbox"].agree', "checkbox", (), ("agree",)),
        ('li:has-text("Pear")', "", ("Pear",), ()),
        ('role=row[name="Ada"] >> text=Edit', "", ("Edit",), ()),
        ('//button[text()="Go"]', "", ("Go",), ()),
        ("div > div:nth-child(3)", "", (), ()),
    ],
)
def test_a_target_says_what_it_names(target: str, role: str, names: tuple[str, ...], marks: tuple[str, ...]) -> None:
    found = fingerprint_of(target)
    assert (found.role, found.names, found.marks) == (role, names, marks)
    assert found.empty == (not names and not marks)


def test_names_are_like_each_other_in_other_spellings_and_no_others() -> None:
    alike = (
        ("Email", "E-mail address"),
        ("signUp", "sign-up-button"),
        ("Save", "Save changes"),
        ("save-btn", "Save profile"),
    )
    for one, other in alike:
        assert likeness(one, other) >= 0.6
    for one, other in (("Save", "Delete"), ("Sign up", "Create account"), ("Edit", ""), ("Cancel", "Continue")):
        assert likeness(one, other) < 0.6


class Page:
    """A page of elements: what is asked of each."""

    def __init__(self, *elements: JsonObject) -> None:
        self._elements = {f"@e{number}": element for number, element in enumerate(elements, 1)}

    def located(self, command: str, params: Params, timeout_ms: float | None = None) -> tuple[RawResult, JsonObject]:
        if command == "getAccessibilitySnapshot":
            tree = [{"ref": ref[1:], "role": one["role"], "name": one["name"]} for ref, one in self._elements.items()]
            return {"tree": tree}, {}
        one = self._elements[params["target"]]
        seen = {"role": one["role"], "name": one["name"], "visible": True, "attributes": one.get("attributes", {})}
        durable = one.get("durable") or f'role={one["role"]}[name="{one["name"]}"]'
        return seen, {"durable": durable, "near": one.get("near", {})}


def gone(target: str) -> Any:
    return error("ELEMENT_NOT_FOUND", "gone", target=target, lookalikes=[])


def test_the_likest_of_what_takes_the_command_comes_first() -> None:
    page = Page(
        {"role": "link", "name": "Save"},
        {"role": "button", "name": "Save changes"},
        {"role": "button", "name": "Delete"},
        {"role": "textbox", "name": "Save as"},
    )
    found = proposals(page, "click", gone('role=button[name="Save"]'))
    assert [one.target for one in found][:2] == ['role=link[name="Save"]', 'role=button[name="Save changes"]']
    assert [one.target for one in proposals(page, "fill", gone("text=Save"))] == ['role=textbox[name="Save as"]']
    assert proposals(page, "check", gone("text=Save")) == []


def test_what_was_called_otherwise_is_known_by_its_place_alone_if_a_run_has_seen_it() -> None:
    near = {"before": "By pressing you agree.", "after": "Help", "within": 'form "Sign up"'}
    page = Page(
        {"role": "button", "name": "Create account", "near": near},
        {"role": "button", "name": "Cancel", "near": {**near, "before": "Create account"}},
    )
    known = {"role": "button", "name": "Sign up", "near": near}
    assert proposals(page, "click", gone("#go")) == []
    (found,) = proposals(page, "click", gone("#go"), known)
    assert (found.target, choice([found])) == ('role=button[name="Create account"]', found)
    assert "the same words before and after it" in found.why


def test_nothing_is_chosen_among_equals() -> None:
    rows = [{"role": "button", "name": "Edit", "durable": f"role=row[name={n}] >> role=button"} for n in "ab"]
    found = proposals(Page(*rows), "click", gone("testid=edit-button"))
    assert (len(found), choice(found)) == (2, None)


def test_no_control_characters_get_into_a_target() -> None:
    page = Page({"role": "button", "name": "Save", "durable": "text=Save\x1b[2J"})
    assert proposals(page, "click", gone("text=Save")) == []


def test_the_newest_run_from_the_same_folder_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (cwd, name) in enumerate(((tmp_path, "Old"), (tmp_path, "New"), (tmp_path / "other", "Wrong"))):
        journal = Journal(tmp_path / f"run{number}")
        command = {"v": 1, "kind": "command", "id": "1", "time": "", "ok": True, "at": {"file": "a.clz", "line": 3}}
        journal.append({**command, "locator": {"target": "#go", "durable": "x", "kind": "role", "name": name}})
        journal.append({**command, "ok": False, "locator": {"target": "#go", "durable": "x", "kind": "role"}})
        journal.append({"v": 1, "kind": "run", "id": "2", "time": "", "cwd": str(cwd)})
    monkeypatch.chdir(tmp_path)
    folders = [tmp_path / f"run{number}" for number in range(4)]
    known = known_of(folders, ["a.clz"])
    assert json.loads(json.dumps(known))["a.clz"]["#go"]["name"] == "New"
