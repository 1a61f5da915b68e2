"""Documents as nested arrays: how many nodes they have, and parts that an earlier one has already.

`[name, attributes, ...children]` is an element, a string a text, and `[[ago, node]]` the node of that number in the
document `ago` snapshots before. Nodes are counted from 0, children before their parents, and without such references.
"""

from __future__ import annotations

from typing import Any

Tree = Any
WORTH = 60  # characters: shorter nodes are as short as a reference to them


def is_reference(node: Tree) -> bool:
    return isinstance(node, list) and bool(node) and isinstance(node[0], list)


def count(tree: Tree) -> int:
    """The nodes of a document."""
    total = 0
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            total += 1
        elif isinstance(node, list) and node and isinstance(node[0], str):
            total += 1
            stack.extend(node[2:])
    return total


def numbered(tree: Tree) -> list[Tree]:
    """The nodes of a document in the order in which references count them."""
    found: list[Tree] = []
    stack: list[tuple[Tree, bool]] = [(tree, False)]
    while stack:
        node, done = stack.pop()
        if isinstance(node, str) or done:
            found.append(node)
        elif isinstance(node, list) and node and isinstance(node[0], str):
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node[2:]))
    return found


def resolved(trees: list[Tree], at: int) -> Tree:
    """The document at `at` of those of one frame, with what it refers to; broken references are left out."""
    nodes: dict[int, list[Tree]] = {}

    def node(tree: Tree, index: int, depth: int = 0) -> Tree:
        if is_reference(tree):
            try:
                ago, number = tree[0]
                before = index - ago
                if not 0 <= before < index:
                    return ""
                known = nodes.get(before)
                if known is None:
                    known = nodes[before] = numbered(trees[before])
                return node(known[number], before, depth + 1) if depth < len(trees) + 1 else ""
            except (ValueError, TypeError, IndexError):
                return ""
        if isinstance(tree, list) and len(tree) > 2:
            return [tree[0], tree[1], *(node(child, index, depth) for child in tree[2:])]
        return tree

    return node(trees[at], at)


class Shared:
    """Shortens the documents of one frame, one after the other: what was in one before is referred to."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, int]] = {}  # where each node that was written is: its document, its number
        self._roots: list[tuple[int, int]] = []

    def shortened(self, tree: Tree) -> Tree:
        """The same document with references. It must be given those of a frame in their order, each of them."""
        index = len(self._roots)
        if is_reference(tree):  # the recorder refers to whole documents, and those are numbered again
            ago = tree[0][0]
            if not (isinstance(ago, int) and 0 < ago <= index):
                self._roots.append((index, 0))
                return [HTML]
            root = self._roots[index - ago]
        else:
            written = _Written(index, self._known)
            made = written.node(_keyed(tree))
            self._known.update(written.added)
            if not is_reference(made):
                self._roots.append((index, written.numbers - 1))
                return made
            root = (index - made[0][0], made[0][1])
        self._roots.append(root)
        return [[index - root[0], root[1]]]


HTML = "HTML"
Keyed = tuple[Any, int, int, list[Any]]  # a node, what it is known by, how long it is, its children


def _keyed(node: Tree) -> Keyed:
    if isinstance(node, str):
        return node, hash(node), len(node), []
    children = [_keyed(child) for child in node[2:]]
    attributes = node[1] if len(node) > 1 and isinstance(node[1], dict) else {}
    key = hash((node[0], tuple(attributes.items()), tuple(child[1] for child in children)))
    own = len(node[0]) + sum(len(name) + len(value) + 6 for name, value in attributes.items()) + 8
    return node, key, own + sum(child[2] for child in children), children


class _Written:
    """One document on its way."""

    def __init__(self, index: int, known: dict[int, tuple[int, int]]) -> None:
        self.numbers = 0
        self.added: dict[int, tuple[int, int]] = {}
        self._index = index
        self._known = known

    def node(self, keyed: Keyed) -> Tree:
        node, key, length, children = keyed
        there = self._known.get(key) if length >= WORTH else None
        if there is not None:
            return [[self._index - there[0], there[1]]]
        made = node if isinstance(node, str) else [*node[:2], *(self.node(child) for child in children)]
        self.added[key] = (self._index, self.numbers)
        self.numbers += 1
        return made
