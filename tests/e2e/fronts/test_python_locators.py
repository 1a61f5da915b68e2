"""Locators of the Python API in the real Firefox: they find what they name, retry, and give values."""

from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any

import pytest

import clz
from clz import expect
from clz._assertions import LocatorAssertions, PageAssertions
from clz._async_assertions import AsyncLocatorAssertions
from clz_generate.python_api import VALUES
from tests.site.server import Site
from tests.support.browsers import Browser

PAGE = """
document.body.innerHTML = `
  <h1 title="Top">Cart</h1>
  <ul><li>Apple <button>Buy</button></li><li>Pear's <button>Buy</button></li><li hidden>Quince</li></ul>
  <label>Name <input id="name" placeholder="Your name" value="Ada" required></label>
  <label><input id="agree" type="checkbox" checked> Agree</label>
  <select id="size" multiple><option value="s" selected>Small</option><option value="l" selected>Large</option></select>
  <img alt="A ship" width="9" height="9"> <b data-testid="total" class="big red" style="color: rgb(255, 0, 0)">7</b>
  <p id="none"></p><button id="off" disabled aria-description="Not yet">Pay</button>
  <iframe srcdoc="<p>Inside</p>"></iframe>`;
document.querySelector("#agree").focus();
const [heading, none] = document.querySelectorAll("h1, #none");
heading.onclick = () => setTimeout(() => { none.textContent = "Late"; }, 200);
"""
# What is expected, and what is not, of the elements that a target names.
EXPECTED: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = [
    ("h1", "to_be_attached", (), {}),
    ("li >> nth=2", "to_be_hidden", (), {}),
    ("h1", "to_be_visible", (), {}),
    ("#name", "to_be_enabled", (), {}),
    ("#off", "to_be_disabled", (), {}),
    ("#name", "to_be_editable", (), {}),
    ("#agree", "to_be_checked", (), {}),
    ("#agree", "to_be_focused", (), {}),
    ("#none", "to_be_empty", (), {}),
    ("h1", "to_be_in_viewport", (), {}),
    ("h1", "to_have_text", ("Cart",), {}),
    ("h1", "to_have_text", (re.compile("^c.rt$", re.IGNORECASE),), {}),
    ("h1", "to_contain_text", ("CAR",), {"ignore_case": True}),
    ("li >> visible=true", "to_contain_text", (["Apple", "Pear's"],), {}),
    ("li", "to_have_count", (3,), {}),
    ("#name", "to_have_value", ("Ada",), {}),
    ("#size", "to_have_values", (["s", "l"],), {}),
    ("#name", "to_have_attribute", ("required",), {}),
    ("#name", "to_have_attribute", ("placeholder", re.compile("name")), {}),
    ("#name", "to_have_id", ("name",), {}),
    ("b", "to_have_class", ("big red",), {}),
    ("b", "to_contain_class", ("red",), {}),
    ("b", "to_have_css", ("color", "rgb(255, 0, 0)"), {}),
    ("#agree", "to_have_js_property", ("checked", True), {}),
    ("h1", "to_have_role", ("heading",), {}),
    ("#name", "to_have_accessible_name", ("Name",), {}),
    ("#off", "to_have_accessible_description", ("Not yet",), {}),
    ("ul", "to_match_aria_snapshot", ('- list:\n  - listitem: "Apple"\n',), {}),
]
NEVER = ("to_have_accessible_error_message", ("Nothing",))


def test_locators_find_what_they_name_and_give_values(browser: Browser, site: Site) -> None:
    with clz.open(f"{site.origin}/form.html") as page:
        page.eval(PAGE, unsafe=True)
        assert (page.url, page.title, page.eval("1 + 1")) == (f"{site.origin}/form.html", "Form", 2)
        assert (page.get_text("h1"), page.get_value("#name"), page.get_attr("h1", "title")) == ("Cart", "Ada", "Top")
        assert page.get_attr("h1", "lang") is None
        assert (page.get_count("li"), type(page.get_count("li"))) == (3, int)
        assert page.get_html("b").startswith("<b ")
        assert page.get_styles("b", "color") == {"color": "rgb(255, 0, 0)"}
        assert page.get_box("h1").keys() == {"x", "y", "width", "height"}
        assert [option["value"] for option in page.get_options("#size")] == ["s", "l"]

        items, buy = page.locator("li"), page.get_by_role("button", name="Buy")
        assert [items.count(), items.first.get_text(), items.last.get_text()] == [3, "Apple Buy", ""]
        assert items.filter(has_text="pear's").get_by_role("button").get_text() == "Buy"
        assert items.filter(has=page.locator("b")).count() == 0
        assert items.filter(has_not=buy).count() == items.filter(has_not_text="Buy").count() == 1
        assert items.filter(visible=True).count() == page.locator("li", has=buy).count() == 2
        assert [one.get_text() for one in buy.all()] == buy.all_texts() == ["Buy", "Buy"]
        assert page.locator("nav").all_texts() == []
        assert buy.nth(1).and_(page.locator("button")).count() == 1
        assert page.locator("h1").or_(page.locator("b")).all_texts() == ["Cart", "7"]
        assert page.get_by_label("name").get_value() == page.get_by_placeholder("Your name", exact=True).get_value()
        assert items.locator(buy.or_(page.locator("h1"))).count() == items.locator(buy.first).count() == 2
        assert (
            page.frame_locator("iframe").locator("body").locator(page.locator("h1").or_(page.locator("p"))).count() == 1
        )
        assert page.get_by_alt_text(re.compile("ship$")).get_attr("alt") == "A ship"
        assert page.get_by_title("top").get_text() == "Cart"
        assert page.get_by_test_id("total").get_html() == page.get_by_text("7", exact=True).get_html()
        assert page.get_by_role("checkbox", checked=True, name=re.compile("^agree", re.IGNORECASE)).count() == 1
        assert page.frame_locator("iframe").get_by_text("Inside").get_text() == "Inside"
        assert page.frame_locator("iframe").get_by_text("Inside").count() == 1
        assert page.frame_locator("iframe").get_by_text("Inside").all_texts() == ["Inside"]
        assert page.locator("iframe").content_frame.locator("p").get_text() == "Inside"
        assert items.locator(buy).first.selector == 'li >> role=button[name="Buy"i] >> nth=0'

        page.click(page.locator("h1"))
        expect(page.locator("#none")).to_have_text("Late")  # which it is not at first
        page.get_by_label("Name").fill("Grace")
        page.get_by_label("Name").expect.to_have_value("Grace")
        with pytest.raises(clz.PageError) as caught:
            buy.click(wait_ms=0)
        assert caught.value.code == "AMBIGUOUS_TARGET"
        assert (page._repr_png_() or b"").startswith(b"\x89PNG")
        assert 'src="data:image/png' in page.locator("h1")._repr_html_()
        assert repr(page) == f"<Page {page.tab_id} {site.origin}/form.html>"


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_every_expectation_holds_and_its_contrary_does_not(kind: str, browser: Browser, site: Site) -> None:
    names = {name for name in vars(LocatorAssertions) if name.startswith("to_")}
    assert names == {name for _, name, _, _ in EXPECTED} | {NEVER[0]}
    assert names <= set(dir(AsyncLocatorAssertions))
    assert {name for name in vars(PageAssertions) if name.startswith("to_")} == {
        "to_have_title",
        "to_have_url",
        "to_match_aria_snapshot",
    }

    async def done(result: Any) -> Any:
        return await result if inspect.isawaitable(result) else result

    async def refused(method: Any, *words: Any, **options: Any) -> None:
        with pytest.raises(clz.ExpectationFailed):
            await done(method(*words, **options, timeout=0))

    async def drive() -> None:
        page: Any = (
            await clz.aopen(f"{site.origin}/form.html") if kind == "async" else clz.open(f"{site.origin}/form.html")
        )
        try:
            await done(page.eval(PAGE, unsafe=True))
            for target, name, words, options in EXPECTED:
                locator = page.locator(target)
                await done(getattr(expect(locator), name)(*words, **options))
                if kind == "sync":
                    await refused(getattr(expect(locator), f"not_{name}"), *words, **options)
            await refused(getattr(expect(page.locator("#name")), NEVER[0]), *NEVER[1])
            await done(expect(page).to_have_title(re.compile("^Fo")))
            await done(expect(page).to_have_url("**/form.html"))
            await done(expect(page).not_to_have_url("**/other.html"))
            await done(expect(page).to_match_aria_snapshot('- heading "Cart"'))
            if kind == "async":
                assert (await page.url, await page.title) == (f"{site.origin}/form.html", "Form")
                assert await page.locator("li").count() == len(await page.locator("li").all()) == 3
            await done(expect.soft(page.locator("h1")).to_have_text("No", timeout=0))
            await done(page.expect.soft.not_.visible("h1", wait_ms=0))
            with pytest.raises(clz.ExpectationFailed, match="2 expectations were not met"):
                await done(page.__aexit__(None, None, None) if kind == "async" else page.__exit__(None, None, None))
        finally:
            await done(page.close())

    asyncio.run(drive())


def test_a_page_is_from_its_beginning_as_it_was_asked_for(browser: Browser, site: Site) -> None:
    sent = ["X-From: clz"]
    with clz.open(f"{site.origin}/form.html", viewport=(500, 400), emulate={"locale": "fr-FR"}, headers=sent) as page:
        assert page.eval("[navigator.language, innerWidth, innerHeight]") == ["fr-FR", 500, 400]
        assert page.opened["url"] == page.url == f"{site.origin}/form.html"
        [request] = page.network(type="document", include_headers=True)["requests"]
        assert {"name": "X-From", "value": "clz"} in request["requestHeaders"]


def test_values_of_locators_are_those_of_pages() -> None:
    for what in VALUES:
        assert hasattr(clz.Locator, f"get_{what}")
        assert hasattr(clz.AsyncLocator, f"get_{what}")
    with pytest.raises(clz.UsageError, match="not about 3"):
        expect(3)  # type: ignore[call-overload]
