"""Expectations that hold at once, through a connected client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import Bench, Case, Figure, Measure, timed

EXPECTED: dict[str, dict[str, object]] = {
    "text": {"condition": "text", "value": "Read only"},
    "visible": {"condition": "visible", "target": "#save"},
    "value": {"condition": "value", "target": "#text", "value": "before"},
    "url": {"condition": "url", "value": "**/form.html"},
    "request": {"condition": "request", "value": "**/form.html"},
    "snapshot": {"condition": "snapshot", "template": '- heading "Form"\n- textbox "Text": before\n'},
}


@contextmanager
def small(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client:

        def expect(params: dict[str, object]) -> float:
            return timed(lambda: client.call("expect", params))

        yield lambda: {f"expect.{name}": expect(params) for name, params in EXPECTED.items()}


CASES = [
    Case(
        "expect",
        small,
        (
            Figure("expect.text", "expect text that is there, warm client", 8),
            Figure("expect.visible", "expect visible of the same page", 8),
            Figure("expect.value", "expect value of the same", 8),
            Figure("expect.url", "expect url of the same", 8),
            Figure("expect.request", "expect request of the same", 8),
            Figure("expect.snapshot", "expect snapshot of the same"),
        ),
        runs=40,
        warm_up=5,
    ),
]
