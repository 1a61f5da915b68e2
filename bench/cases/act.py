"""Acting through a connected client: waiting for the element included."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bench.harness import Bench, Case, Figure, Measure, timed

LONG = "The quick brown fox jumps over the lazy dog. " * 223  # 10,035 characters
SHORT = (LONG[:99]) + "."  # 100

#: What filling in and sending a form takes, step by step.
FORM: list[tuple[str, dict[str, Any]]] = [
    ("click", {"target": "#text"}),
    ("fill", {"target": "#text", "text": "Ada Lovelace"}),
    ("pressKey", {"key": "Tab"}),
    ("type", {"target": "#empty", "text": "abc"}),
    ("fill", {"target": "#password", "text": "secret"}),
    ("fill", {"target": "#email", "text": "ada@example.com"}),
    ("fill", {"target": "#number", "text": "36"}),
    ("fill", {"target": "#date", "text": "1815-12-10"}),
    ("fill", {"target": "#color", "text": "#336699"}),
    ("fill", {"target": "#range", "text": "7"}),
    ("fill", {"target": "#notes", "text": "first\nsecond"}),
    ("fill", {"target": "#editable", "text": "edited"}),
    ("select", {"target": "#fruit", "values": ["p"]}),
    ("select", {"target": "#colours", "values": ["red", "blue"]}),
    ("check", {"target": "#agree"}),
    ("check", {"target": "#small"}),
    ("hover", {"target": "#link"}),
    ("click", {"target": "#count"}),
    ("focus", {"target": "#submit"}),
    ("click", {"target": "#submit"}),
]


@contextmanager
def _on_form(bench: Bench, measure: Callable[[Any], dict[str, float]]) -> Iterator[Measure]:
    scratch = bench.warm()
    scratch.must("navigate", bench.site.url("form.html"))
    with scratch.client() as client:
        yield lambda: measure(client)


def trusted_click(bench: Bench) -> Any:
    def once(client: Any) -> dict[str, float]:
        result: dict[str, Any] = {}
        took = timed(lambda: result.update(client.call("click", {"target": "#count"})))
        assert result["trusted"], "the figure is that of a trusted click"
        return {"act.click": took}

    return _on_form(bench, once)


def text(bench: Bench) -> Any:
    def once(client: Any) -> dict[str, float]:
        return {
            "act.fill": timed(lambda: client.call("fill", {"target": "#notes", "text": LONG[:10_000]})),
            "act.type": timed(lambda: client.call("type", {"target": "#text", "text": SHORT})),
        }

    return _on_form(bench, once)


def form(bench: Bench) -> Any:
    def once(client: Any) -> dict[str, float]:
        client.call("reload", {})
        return {"act.form": timed(lambda: [client.call(name, params) for name, params in FORM])}

    return _on_form(bench, once)


CASES = [
    Case("act-click", trusted_click, (Figure("act.click", "trusted click, warm client", 12),), runs=100, warm_up=10),
    Case(
        "act-text",
        text,
        (
            Figure("act.fill", "fill 10,000 characters", 100),
            Figure("act.type", "type 100 characters", 150),
        ),
        runs=20,
        warm_up=3,
    ),
    Case("act-form", form, (Figure("act.form", "a form in 20 steps, one client", 400),), runs=15, warm_up=2),
]
