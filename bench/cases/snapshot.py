"""Large pages through a connected client: their snapshots, and what else is done in a long table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed

ALL = {"maxChars": 10_000_000}
ROW_ELEMENTS = 9  # of table.html
#: What is done in a table; `{last}` is the number of its last row.
IN_TABLE: dict[str, tuple[str, str, dict[str, object]]] = {
    "snapshot": ("snapshot", "getAccessibilitySnapshot", {}),
    "interactive": ("snapshot -i", "getAccessibilitySnapshot", {"interactive": True}),
    "find": ("snapshot --find", "getAccessibilitySnapshot", {"find": "Person {last}"}),
    "click": ("click #count", "click", {"target": "#count"}),
    "role": ("click by role and name", "click", {"target": 'role=button[name="Delete {last}"]'}),
    "text": ("click by text", "click", {"target": 'text="Delete {last}"'}),
    "label": ("click by label", "click", {"target": "label=Filter"}),
    "has": ("click in the row that has a text", "click", {"target": 'tr >> has="text=person{last}@" >> text=Edit'}),
    "content": ("content", "getContent", {}),
    "page-state": ("page-state", "getPageState", {}),
    "expect": ("expect text", "expect", {"condition": "text", "value": "Person {last}"}),
    "wait": ("wait --text", "waitFor", {"text": "Person {last}"}),
}


def page_with(elements: int) -> Callable[[Bench], AbstractContextManager[Measure]]:
    @contextmanager
    def stage(bench: Bench) -> Iterator[Measure]:
        scratch = bench.warm()
        scratch.must("navigate", bench.site.url(f"big.html?elements={elements}"))
        name = f"snapshot.{elements}"
        with scratch.client() as client:

            def look(**params: object) -> float:
                return timed(lambda: client.call("getAccessibilitySnapshot", {**ALL, **params}))

            yield lambda: {name: look(), f"{name}.interactive": look(interactive=True)}

    return stage


@contextmanager
def sizes(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("big.html?elements=5000"))
    with scratch.client() as client:

        def chars(**params: object) -> float:
            return float(client.call("getAccessibilitySnapshot", {**ALL, **params})["chars"])

        yield lambda: {"snapshot.chars": chars(interactive=True), "snapshot.allchars": chars()}


def of_row(value: object, row: int) -> object:
    return value.replace("{last}", str(row)) if isinstance(value, str) else value


def table(rows: int) -> Case:
    """Everything in a table of so many rows, each once a round."""
    name = f"large.{ROW_ELEMENTS * rows}"

    @contextmanager
    def stage(bench: Bench) -> Iterator[Measure]:
        scratch = bench.warm()
        scratch.must("navigate", bench.site.url(f"table.html?rows={rows}"))
        with scratch.client() as client:

            def take(command: str, params: dict[str, object]) -> float:
                given = {key: of_row(value, rows) for key, value in params.items()}
                return timed(lambda: client.call(command, given))

            yield lambda: {f"{name}.{key}": take(command, params) for key, (_, command, params) in IN_TABLE.items()}

    figures = tuple(
        Figure(f"{name}.{key}", f"{title}, {ROW_ELEMENTS * rows:,} elements") for key, (title, *_) in IN_TABLE.items()
    )
    return Case(f"large-{ROW_ELEMENTS * rows}", stage, figures, runs=7, warm_up=2)


CASES = [
    *(table(rows) for rows in (10, 1_000, 5_000)),
    Case(
        "snapshot-5000",
        page_with(5_000),
        (
            Figure("snapshot.5000", "snapshot, 5,000 elements, warm client", 100),
            Figure("snapshot.5000.interactive", "snapshot -i of the same", 100),
        ),
        runs=20,
        warm_up=3,
    ),
    Case(
        "snapshot-20000",
        page_with(20_000),
        (
            Figure("snapshot.20000", "snapshot, 20,000 elements, warm client", 500),
            Figure("snapshot.20000.interactive", "snapshot -i of the same", 500),
        ),
        runs=10,
        warm_up=2,
    ),
    Case(
        "snapshot-size",
        sizes,
        (
            Figure(
                "snapshot.ratio",
                "characters of snapshot -i / of the whole, 5,000 elements",
                1 / 3,
                of="snapshot.chars",
                per="snapshot.allchars",
            ),
        ),
        runs=1,
    ),
]
