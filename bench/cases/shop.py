"""A shop, from its first page to a placed order, as a model does it over MCP: calls, and characters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.cases.mcp import MCP
from bench.harness import Bench, Case, CommandFailed, Figure, Measure, Samples
from tests.support.mcp import Lines


class Shopper:
    """A client that counts all that a model is given or writes: instructions, tools, calls and their results."""

    def __init__(self, server: Lines) -> None:
        self._server = server
        hello = server.hello()["result"]
        self.start = len(hello["instructions"]) + _size(server.ask("tools/list")["result"]["tools"])
        self.calls = 0
        self.chars = self.start
        self._seen = ""

    def call(self, tool: str, says: str, **arguments: Any) -> None:
        """Raises: CommandFailed where the call fails, or its result does not hold the text that it must."""
        result = self._server.call(f"firefox_{tool}", **arguments)
        text = "\n".join(block["text"] for block in result["content"])
        self.calls += 1
        self.chars += _size({"name": tool, "arguments": arguments}) + len(text)
        if result.get("isError") or says not in text:
            raise CommandFailed(f"{tool} {arguments} does not say {says!r}: {text}")
        self._seen = f"{text}\n{self._seen}"

    def ref(self, what: str) -> str:
        """The ref of an element, as the newest answer that shows it has it."""
        there = re.sub(r"(?m)^- +- .*$", "", self._seen)  # without what a diff says is gone
        found = re.search(rf"{re.escape(what)}.*\[ref=(\w+)\]", there)
        if found is None:
            raise CommandFailed(f"nothing has shown {what}: {self._seen}")
        return found[1]


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def shop(shopper: Shopper, url: str) -> None:
    """Two things found, sorted and put into the basket, one taken out again, the order sent and its number read."""
    shopper.call("open", "12 products", url=url, then="snapshot")
    tab = {"tabId": int(re.findall(r"`tabId` (\d+)", shopper._seen)[0])}
    search = shopper.ref('searchbox "Search"')
    shopper.call("type", "3 products", **tab, target=search, text="rake", submit=True, then="diff")
    shopper.call("select", "Sort by", **tab, target=shopper.ref('combobox "Sort by"'), values=["price"], then="diff")
    shopper.call("click", "Basket (1)", **tab, target=shopper.ref('button "Add Rake, green"'), then="diff")
    shopper.call("type", "19.00 €", **tab, target=search, text="hose", submit=True, then="diff")
    shopper.call("click", "Basket (2)", **tab, target=shopper.ref('button "Add Hose, red"'), then="diff")
    shopper.call("dialog_policy", "accept", policy="accept")
    shopper.call("click", "27.00 €", **tab, target=shopper.ref('link "Basket'), then="diff")
    shopper.call("click", "22.00 €", **tab, target=shopper.ref('button "Remove Rake, green"'), then="diff")
    shopper.call("click", "Your order", **tab, target=shopper.ref('button "Check out"'), then="diff")
    names = {'textbox "Name"': "Ada Lovelace", 'textbox "Email"': "ada@example.org", 'textbox "Street"': "Rua 1"}
    names |= {'textbox "City"': "Lisbon", 'combobox "Country"': "Portugal"}
    fields: dict[str, str | bool] = {shopper.ref(name): value for name, value in names.items()}
    fields |= {shopper.ref('radio "Pick up"'): True, shopper.ref('checkbox "I accept'): True}
    shopper.call("fill_form", "Filled 7 fields", **tab, fields=fields)
    done = "Order 1001 for Ada Lovelace, Lisbon, Portugal, by pickup: 22.00 €"
    shopper.call("click", done, **tab, target=shopper.ref('button "Order now"'), then="diff")


@contextmanager
def task(bench: Bench) -> Iterator[Measure]:
    scratch = bench.warm()

    def once() -> Samples:
        with Lines(scratch.env, command=MCP) as server:
            shopper = Shopper(server)
            shop(shopper, bench.site.url("shop.html"))
            return {"shop.calls": shopper.calls, "shop.start": shopper.start, "shop.chars": shopper.chars}

    yield once


CASES = [
    Case(
        "shop",
        task,
        (
            Figure("shop.calls", "a shop in ten steps, MCP, calls", 12, measure="calls"),
            Figure("shop.start", "  instructions and tools, characters", measure="chars"),
            Figure("shop.chars", "  all in all, characters", 18_000, measure="chars"),
        ),
        runs=1,
    ),
]
