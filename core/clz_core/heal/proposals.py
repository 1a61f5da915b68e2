"""Proposals: what is on the page now that fits what is known of an element that is gone, the best first.

Nothing here acts on a page, and no model is asked: roles, names, ids and neighbours are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import JsonObject, Params, RawResult
from clz_core.heal.fingerprint import Fingerprint, fingerprint_of
from clz_core.heal.likeness import likeness

GONE = "ELEMENT_NOT_FOUND"  # the code of an error for a target that is gone
MOST = 3
LOOKED_AT = 12  # elements, of which more is asked
LOOK_MS = 5_000
ENOUGH = 0.6
ALIKE = 0.6  # names less like each other are others
SAME = 0.02  # scores that are nearer to each other say nothing
MAX_CHARS = 200
MARKS = tuple("id name class data-testid data-test-id data-test placeholder aria-label title href".split())

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider"})
CHOICES = frozenset({"combobox", "listbox"})
BOXES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"})
PRESSED = frozenset({"button", "link", "menuitem", "tab", "option"})
TAKES = {"fill": FIELDS, "type": FIELDS, "select": CHOICES, "check": BOXES, "uncheck": BOXES}


class Proposal(NamedTuple):
    """A target that names an element alone, and in words what it has of the one that is gone."""

    target: str
    why: str
    score: float

    @property
    def line(self) -> str:
        return f"{self.target} ({self.why})"


class Asks(Protocol):
    """Asks a page, such as a `Client`: for the answer, and for how the element is best named."""

    def located(
        self, command: str, params: Params, timeout_ms: float | None = None
    ) -> tuple[RawResult, JsonObject]: ...


def proposals(
    asks: Asks, command: str, problem: ClzError, known: Mapping[str, Any] | None = None, tab: int | None = None
) -> list[Proposal]:
    """What could be meant by the target that a command did not find. `known` is its locator in a run that did."""
    target = problem.details.get("target")
    if problem.code != GONE or not isinstance(target, str):
        return []
    sought = fingerprint_of(target, known)
    if sought.empty:
        return []
    where = {} if tab is None else {"tabId": tab}
    found: dict[str, Proposal] = {}
    for one in _candidates(asks, command, sought, problem, where):
        proposal = _proposal(asks, {**where, "target": one}, command, sought)
        if proposal is not None and proposal.target != target:
            found.setdefault(proposal.target, proposal)
    return sorted(found.values(), key=lambda one: -one.score)[:MOST]


def choice(known: list[Proposal]) -> Proposal | None:
    """The best of them; None where two are as good as each other."""
    if not known or (len(known) > 1 and known[0].score - known[1].score < SAME):
        return None
    return known[0]


def _candidates(
    asks: Asks, command: str, sought: Fingerprint, problem: ClzError, where: dict[str, int]
) -> Iterator[str]:
    """Refs and selectors of what may fit, those first that fit best by role and name."""
    asked: Params = {**where, "interactive": True, "tree": True}
    try:
        page, _ = asks.located("getAccessibilitySnapshot", asked, LOOK_MS)
    except ClzError:
        page = {}
    nodes = [node for node in _nodes(page.get("tree", [])) if _takes(command, str(node.get("role", "")))]
    scored = sorted(nodes, key=lambda node: -_first_look(node, sought))
    lookalikes = problem.details.get("lookalikes")
    for one in lookalikes if isinstance(lookalikes, list) else []:
        if isinstance(one, dict) and isinstance(one.get("selector"), str):
            yield one["selector"]
    places = [node for node in nodes if sought.near] if len(nodes) <= LOOKED_AT * 4 else []
    refs = [f"@{node['ref']}" for node in [*scored[:LOOKED_AT], *places]]
    yield from dict.fromkeys(refs)


def _nodes(tree: Any) -> Iterator[JsonObject]:
    for node in tree if isinstance(tree, list) else []:
        if isinstance(node, dict):
            if isinstance(node.get("ref"), str):
                yield node
            yield from _nodes(node.get("children"))


def _first_look(node: JsonObject, sought: Fingerprint) -> float:
    name = str(node.get("name") or node.get("guess") or "")
    role = _role(str(node.get("role", "")), sought.role)
    return 0.3 * role + max((likeness(name, said) for said in (*sought.names, *sought.marks)), default=0.0)


def _proposal(asks: Asks, params: Params, command: str, sought: Fingerprint) -> Proposal | None:
    try:
        seen, named = asks.located("getElementInfo", params, LOOK_MS)
    except ClzError:
        return None
    role = str(seen.get("role", ""))
    durable = named.get("durable")
    if not (isinstance(durable, str) and seen.get("visible") and _takes(command, role)):
        return None
    if "nth" in named:
        durable += f" >> nth={named['nth'] - 1}"
    if len(durable) > MAX_CHARS or not durable.isprintable():
        return None
    score, why = _fit(seen, named, role, sought)
    return Proposal(durable, why, round(score, 3)) if score >= ENOUGH else None


def _fit(seen: RawResult, named: JsonObject, role: str, sought: Fingerprint) -> tuple[float, str]:
    """How well it fits, from 0 to 1, and what speaks for it."""
    called = [str(seen.get("name") or ""), str(seen.get("guess") or ""), str(seen.get("text") or "")[:MAX_CHARS]]
    attributes = seen.get("attributes") or {}
    marks = [str(attributes[mark]) for mark in MARKS if attributes.get(mark)]
    marks = [one for value in marks for one in (value, *value.split())]
    name, by_name = _best(sought.names, called)
    mark, by_mark = _best((*sought.marks, *(() if sought.names else sought.marks)), [*marks, *called])
    same_role = _role(role, sought.role)
    near, sides = _near(sought.near, named.get("near") or {})
    words = max(name, mark)
    if sought.near:
        score = 0.2 * same_role + 0.45 * words + 0.35 * near
        # The words that it had are gone: then its place must be just the one that it had.
        if words < ALIKE and same_role == 1 and near > 0.99:
            score = ENOUGH
    else:
        score = 0.25 * same_role + 0.75 * words if words >= ALIKE else 0.0
    why = [
        "the same role" if same_role == 1 and sought.role else "",
        "the same name" if name == 1 else f"a name like {by_name!r}" if name >= max(ALIKE, mark) else "",
        f"an id or attribute like {by_mark!r}" if mark >= ALIKE and mark > name else "",
        f"the same words {' and '.join(sides)} it" if sides else "",
        f"in {sought.near['within']} as before" if _same(sought.near, named.get("near") or {}, "within") else "",
    ]
    return score, ", ".join(filter(None, why))


def _best(wants: Iterable[str], there: list[str]) -> tuple[float, str]:
    """How like the likest pair is, and which of the wanted words is in it."""
    return max(((likeness(want, one), want) for want in wants for one in there if one), default=(0.0, ""))


def _near(before: Mapping[str, str], now: Mapping[str, Any]) -> tuple[float, list[str]]:
    """How many of its former neighbours are still there, and on which sides."""
    if not before:
        return 0.0, []
    sides = [side for side in ("before", "after") if _same(before, now, side)]
    return sum(_same(before, now, side) for side in before) / len(before), sides


def _same(before: Mapping[str, str], now: Mapping[str, Any], side: str) -> bool:
    return side in before and before[side] == now.get(side)


def _role(role: str, sought: str) -> float:
    if not sought:
        return 0.5
    if role == sought:
        return 1.0
    return 0.6 if any({role, sought} <= kind for kind in (FIELDS, CHOICES, BOXES, PRESSED)) else 0.0


def _takes(command: str, role: str) -> bool:
    """True if an element with this role may take a command."""
    return command not in TAKES or role in TAKES[command]
