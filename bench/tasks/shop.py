"""Two things found in a shop, sorted and put into the basket, one taken out again, the order sent, its number read."""

from __future__ import annotations

from bench.tasks.agents import CliAgent, McpAgent
from bench.tasks.form import words

DONE = "Order 1001 for Ada Lovelace, Lisbon, Portugal, by pickup: 22.00 €"
FIELDS: dict[str, str | bool] = {
    'textbox "Name"': "Ada Lovelace",
    'textbox "Email"': "ada@example.org",
    'textbox "Street"': "Rua 1",
    'textbox "City"': "Lisbon",
    'combobox "Country"': "Portugal",
    'radio "Pick up"': True,
    'checkbox "I accept': True,
}


def by_mcp(agent: McpAgent, url: str) -> None:
    call, ref = agent.call, agent.ref
    opened = call("open", "12 products", url=url, then="snapshot")
    tab = {"tabId": int(opened.split("tabId ")[1].partition(":")[0])}
    search = ref('searchbox "Search"')
    call("type", "3 products", **tab, target=search, text="rake", submit=True, then="diff")
    call("select", "5.00 €", **tab, target=ref('combobox "Sort by"'), values=["price"], then="diff")
    call("click", "Basket (1)", **tab, target=ref('button "Add Rake, green"'), then="diff")
    call("type", "19.00 €", **tab, target=search, text="hose", submit=True, then="diff")
    call("click", "Basket (2)", **tab, target=ref('button "Add Hose, red"'), then="diff")
    call("dialog_policy", policy="accept")
    call("click", "27.00 €", **tab, target=ref('link "Basket'), then="diff")
    call("click", "22.00 €", **tab, target=ref('button "Remove Rake, green"'), then="diff")
    call("click", "Your order", **tab, target=ref('button "Check out"'), then="diff")
    call("fill_form", **tab, fields={ref(name): value for name, value in FIELDS.items()})
    call("click", DONE, **tab, target=ref('button "Order now"'), then="diff")


def by_cli(agent: CliAgent, url: str) -> None:
    type, ref = agent.type, agent.ref
    diff = ("--then", "diff")
    type("12 products", "open", url, "--then", "snapshot")
    search = ref('searchbox "Search"')
    type("3 products", "type", search, "rake", "--submit", *diff)
    type("5.00 €", "select", ref('combobox "Sort by"'), "price", *diff)
    type("Basket (1)", "click", ref('button "Add Rake, green"'), *diff)
    type("19.00 €", "type", search, "hose", "--submit", *diff)
    type("Basket (2)", "click", ref('button "Add Hose, red"'), *diff)
    type("accept", "dialog", "policy", "accept")
    type("27.00 €", "click", ref('link "Basket'), *diff)
    type("22.00 €", "click", ref('button "Remove Rake, green"'), *diff)
    type("Your order", "click", ref('button "Check out"'), *diff)
    type("", "fill-form", *words({ref(name): value for name, value in FIELDS.items()}))
    type(DONE, "click", ref('button "Order now"'), *diff)
