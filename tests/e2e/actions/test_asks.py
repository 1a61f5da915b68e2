"""What pages ask the person for beside dialogs: paper, permissions, other programs. Nobody waits for an answer."""

from __future__ import annotations

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import until


@pytest.fixture(autouse=True)
def named_origin(page: Page) -> None:
    page.origin = page.origin.replace("127.0.0.1", "localhost")  # permissions have one name for all machines


def last(page: Page, type: str) -> dict[str, object]:
    """The last question, once it is of this type."""

    def answered() -> dict[str, object] | None:
        known = page.call("dialogStatus")["last"]
        return known if known and known["type"] == type else None

    found = until(answered)
    assert found
    return found


@pytest.mark.by_day(1)
@pytest.mark.parametrize("policy", ["dismiss", "accept", "ask"])
def test_a_page_that_prints_itself_goes_on_and_is_told(build: str, page: Page, policy: str) -> None:
    page.open("asks.html")
    page.client.call("setDialogPolicy", {"policy": policy})
    for target, said in (("#print", "printed"), ("#frame-print", "frame printed")):
        clicked = page.call("click", target=target)
        assert clicked["dialog"] == {"type": "print", "message": "", "open": False, "accepted": False}
        assert said in page.text("#log")
    assert page.call("click", target="#print")["clicked"]


def test_the_command_line_names_pdf_for_a_page_that_prints_itself(browser: Browser, page: Page) -> None:
    page.open("asks.html")
    done = browser.clz("click", "#print", "--agent", "tester", "--tab", str(page.tab))
    assert "clz pdf FILE" in done.stdout


@pytest.mark.parametrize(
    ("target", "name", "refused", "granted"),
    [
        ("#place", "geolocation", "place no 1", "place no 2"),  # not known, where there is no network
        ("#notify", "web-notifications", "notify yes default", "notify yes granted"),
        ("#persist", "persistent-storage", "persist yes false", "persist yes true"),
    ],
)
def test_a_permission_is_answered_by_the_policy(page: Page, target: str, name: str, refused: str, granted: str) -> None:
    page.open("asks.html")
    page.call("click", target=target)
    until(lambda: refused in page.text("#log"))
    asked = last(page, "permission")
    assert str(asked["message"]).startswith(f"{name}: ")
    assert asked["accepted"] is False
    page.client.call("setDialogPolicy", {"policy": "accept"})
    page.call("click", target=target)
    until(lambda: granted in page.text("#log"))


def test_security_keys_are_never_waited_for(page: Page) -> None:
    page.open("asks.html")
    page.call("click", target="#key")
    until(lambda: "key no NotAllowedError" in page.text("#log"))


def test_a_link_for_another_program_tells_that_itself(page: Page) -> None:
    page.open("asks.html")
    asked = {"type": "external", "message": "mailto:ada@example.org", "open": False, "accepted": False}
    assert page.call("click", target="#mail")["dialog"] == asked
    assert not {"dialog", "lateDialogs"} & set(page.call("hover", target="#print"))


def test_a_permission_that_is_asked_later_is_told_as_late_and_once(page: Page) -> None:
    page.open("asks.html")
    page.call("evaluate", expression="void setTimeout(() => place.click(), 300)", unsafe=True)
    last(page, "permission")
    late = page.call("hover", target="#print")
    assert ([one["type"] for one in late["lateDialogs"]], "dialog" in late) == (["permission"], False)
    assert "lateDialogs" not in page.call("hover", target="#place")


def test_no_program_is_started_for_an_address(page: Page) -> None:
    page.open("asks.html")
    page.client.call("setDialogPolicy", {"policy": "accept"})
    page.call("click", target="#mail")
    asked = last(page, "external")
    assert (asked["message"], asked["accepted"]) == ("mailto:ada@example.org", False)


def test_an_agent_can_be_asked_for_a_permission(page: Page) -> None:
    page.open("asks.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    page.call("click", target="#place")
    until(lambda: page.call("dialogStatus")["open"])
    assert page.fails("getContent").code == "DIALOG_OPEN"
    assert page.call("dismissDialog")["type"] == "permission"
    until(lambda: "place no 1" in page.text("#log"))


def test_a_page_that_asks_before_it_is_left_asks_its_agent_at_once(page: Page) -> None:
    page.open("asks.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    page.call("click", target="#stay")
    index = f"{page.origin}/index.html"
    for leaves in ("navigate", "reload"):
        problem = page.fails(leaves, None, **({"url": index} if leaves == "navigate" else {}))
        assert (problem.code, problem.details["type"]) == ("DIALOG_OPEN", "beforeunload")
        page.call("dismissDialog")
        assert page.call("getContent")["url"].endswith("asks.html")
    page.fails("navigate", url=index)
    page.call("acceptDialog")
    page.call("waitFor", url="**/index.html")


def test_a_command_that_waits_ends_when_the_page_begins_to_wait_for_its_agent(page: Page) -> None:
    page.open("asks.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    problem = page.fails("evaluate", expression="confirm('Sure?')", unsafe=True)
    assert problem.code == "DIALOG_OPEN"
    page.call("dismissDialog")
    assert page.call("click", target="#print")["clicked"]


def test_a_page_that_came_of_a_form_is_sent_again_only_where_the_policy_says_so(page: Page) -> None:
    page.open("asks.html")
    page.call("click", target="#post")
    problem = page.fails("reload")
    assert problem.code == "NO_EFFECT"
    page.client.call("setDialogPolicy", {"policy": "accept"})
    assert page.call("reload")["url"].endswith("asks.html")
