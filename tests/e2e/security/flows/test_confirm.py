"""What the person wants to confirm first: the page hears nothing of it before, whatever the agent does it with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.agents import agent_named, refused
from tests.support.browsers import Browser
from tests.support.panel import answering, served

PICTURES = "drawing picture shy wide styled long nested bare method library".split()
ALL = 'confirm = ["submit", "pay", "delete"]'
PAGE = """<script>
const did = (what) => { document.title += " " + what; };
addEventListener("submit", (event) => { event.preventDefault(); did("sent-" + event.target.id); });
for (const type of ["pointerdown", "mousedown", "keydown", "click"])
  addEventListener(type, ({ target }) => { if (target.closest?.("[data-kept]")) did(type); }, true);
</script>
<form id=mail method=post action=send><input id=to aria-label=To><textarea id=text aria-label=Text></textarea>
<button id=send data-kept>Go</button></form>
<form id=card><input id=number autocomplete=cc-number><button id=buy data-kept>Continue</button></form>
<form id=find action=search><input id=q name=q><button id=search>Submit</button></form>
<form id=seek role=search><input id=s><button id=seeks>Find</button></form>
<button id=delete data-kept onclick="did('deleted')">Delete account</button>
<iframe id=next height=60 srcdoc="<p id=place>Here</p><button id=other onclick='parent.mail.requestSubmit()'>Go
</button>"></iframe><button id=icon data-kept aria-label="Löschen" onclick="did('deleted')">&#128465;</button>
<div id=div data-kept onclick="did('deleted')">removeItem</div>
<div role=menuitem tabindex=0 id=item data-kept onclick="did('deleted')" onkeydown="did('key')">Discard draft</div>
<a id=link data-kept href="/account/delete?id=3">Account 3</a>
<div id=chat contenteditable data-kept onkeydown="did('key')">Hi</div>
<div id=requests onclick="mail.requestSubmit()">Well</div>
<div id=host style="display:inline-block"></div><script>
host.attachShadow({ mode: "closed" }).innerHTML = "<button style='width:80px;height:30px'>Pay now</button>";
host.addEventListener("click", () => did("paid"));
</script>
<span id=orders>How to order</span>
<label><input type=checkbox id=box>Delete all</label><button id=fine onclick="did('fine')">Show more</button>
<a id=more href="#deleted">Deleted items</a><input id=word><div id=prose onclick="did('prose')">This text is long, and
says that to delete an account takes a week, and more of the kind.</div>
<button id=outside form=far data-kept>Done</button><form id=far method=post><input id=field></form>
<label id=label for=delete>Well</label><input id=value type=button data-kept value=Delete onclick="did('deleted')">
<svg width=60 height=20><a id=drawn data-kept href="/account/delete"><text y=15>Gone</text></a></svg>
<img src=image.png usemap=#map width=64 height=48><map name=map><area id=area href="/delete" coords=0,0,64,48></map>
<iframe id=frame srcdoc="<button id=inner onclick='parent.did(1)' style='width:90px;height:40px'>Delete</button>">
</iframe>
<button id=drawing data-kept><svg width=20 height=20><title>Delete</title><rect width=20 height=20 /></svg></button>
<button id=picture data-kept><img alt=Delete src=image.png width=20 height=20> 3</button>
<button id=shy data-kept>De&shy;lete</button><button id=wide data-kept>&#65316;elete</button>
<style>#styled::before { content: "Delete" }</style><button id=styled data-kept>3</button>
<button id=long data-kept>I have read what is written above and below of it, and know what it means; and so want
you to delete it</button>
<button data-kept>Delete <span id=nested tabindex=0>3</span></button><label id=bare data-kept onclick="1">Delete</label>
<a id=method data-kept data-method=delete href="#3">3</a><button id=library data-kept hx-delete="/3">3</button>
<form action=/account/delete method=get><button id=leads data-kept>OK</button></form>
<form action=/account method=get><input type=hidden name=action value=delete>
<button id=hidden data-kept>OK</button></form>
<form action="#"><button id=own data-kept>OK</button></form>
<dialog open style="position: static"><form method=dialog><button id=sends data-kept>Send</button></form></dialog>
<form id=silent method=post action=send><select id=chosen onchange="silent.submit()"><option>1<option>2</select></form>
<div id=silently onclick="silent.submit()">Well</div><div id=away onclick="location = '/account/delete'">Well</div>
<div id=textbox role=textbox tabindex=0 data-kept onkeydown="did('key')">Hi</div>
<button id=moves onkeydown="mail.to.focus()">Well</button><div id=inside>Well</div>
<div id=tree style="display: inline-block"></div><script>
const shadow = tree.attachShadow({ mode: "closed" });
shadow.innerHTML = "<form><input id=deep></form>";
shadow.firstChild.onsubmit = (event) => { event.preventDefault(); did("sent-deep"); };
inside.onclick = () => shadow.firstChild.requestSubmit();
</script>
<form method=post action=send><input name=closest><input name=elements><input name=getAttribute>
<button id=clobbered>OK</button></form>"""
KEPT: list[tuple[str, dict[str, Any], str]] = [
    ("click", {"target": "#send"}, "submit"),
    ("dblclick", {"target": "#delete"}, "delete"),
    ("click", {"target": "#delete"}, "delete"),
    ("click", {"target": "#delete", "force": True}, "delete"),
    ("click", {"target": "#icon"}, "delete"),
    ("click", {"target": "#div"}, "delete"),
    ("click", {"target": "#item", "button": "middle"}, "delete"),
    ("click", {"target": "#link"}, "delete"),
    ("click", {"target": "#link", "newTab": True}, "delete"),
    ("click", {"target": "#host"}, "pay"),
    ("click", {"target": "#buy"}, "pay"),
    ("click", {"target": "#requests"}, "submit"),
    ("click", {"target": "#frame >> #inner"}, "delete"),
    ("pressKey", {"key": "Enter", "target": "#to"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#text"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#delete"}, "delete"),
    ("pressKey", {"key": "Space", "target": "#delete"}, "delete"),
    ("pressKey", {"key": "Enter", "target": "#item"}, "delete"),
    ("pressKey", {"key": "Enter", "target": "#chat"}, "submit"),
    ("pressKey", {"key": "Control+Enter", "target": "#text"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#number"}, "pay"),
    ("type", {"target": "#to", "text": "eve", "submit": True}, "submit"),
    ("type", {"target": "#to", "text": "eve\n"}, "submit"),
    ("fillForm", {"fields": {"#to": "eve"}, "submit": "#send"}, "submit"),
    ("click", {"target": "#outside"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#field"}, "submit"),
    ("pressKey", {"key": "NumpadEnter", "target": "#field"}, "submit"),
    ("click", {"target": "#label"}, "delete"),
    ("click", {"target": "#value"}, "delete"),
    ("click", {"target": "#drawn"}, "delete"),
    ("click", {"target": "#area"}, "delete"),
    *(("click", {"target": f"#{id}"}, "delete") for id in (*PICTURES, "leads", "hidden", "away")),
    *(("click", {"target": f"#{id}"}, "submit") for id in ("own", "sends", "silently", "inside", "clobbered")),
    ("click", {"target": "#next >> #other"}, "submit"),
    ("select", {"target": "#chosen", "values": ["2"]}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#deep"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#textbox"}, "submit"),
    ("pressKey", {"key": "Enter", "target": "#moves"}, "submit"),
    ("drag", {"target": "#delete", "to": "#next >> #place"}, "delete"),
    ("mouse", {"action": "click", "target": "#delete"}, "delete"),
    ("mouse", {"action": "down", "target": "#delete"}, "delete"),
    ("drag", {"target": "#delete", "to": "#icon"}, "delete"),
    ("navigate", {"url": "SITE/account/delete?id=3"}, "delete"),
    ("navigate", {"url": "SITE/#/account/delete"}, "delete"),
    ("navigate", {"url": "SITE/account?form[action]=delete"}, "delete"),
    ("navigate", {"url": "SITE/cart?action=buyNow"}, "pay"),
    ("createWindow", {"url": "SITE/mail/send?to=eve"}, "submit"),
]
LET: list[tuple[str, dict[str, Any]]] = [
    ("click", {"target": "#box"}),
    ("click", {"target": "#fine"}),
    ("click", {"target": "#more"}),
    ("click", {"target": "#prose"}),
    ("click", {"target": "#send", "button": "right"}),
    ("hover", {"target": "#delete"}),
    ("click", {"target": "#to"}),
    ("type", {"target": "#to", "text": "delete, pay, send"}),
    ("fill", {"target": "#text", "text": "one\ntwo"}),
    ("pressKey", {"key": "Shift+Enter", "target": "#text"}),
    ("pressKey", {"key": "Tab", "target": "#to"}),
    ("type", {"target": "#s", "text": "delete", "submit": True}),
    ("type", {"target": "#q", "text": "pay", "submit": True}),
    ("click", {"target": "#seeks"}),
    ("pressKey", {"key": "Enter", "target": "#chosen"}),
    ("click", {"target": "#orders"}),
]


@pytest.fixture
def running(build: str, request: pytest.FixtureRequest) -> Browser:
    found: Browser = request.getfixturevalue("browser" if build == "managed" else "plain_browser")
    return found


@pytest.fixture
def rule(build: str, config: Path) -> Iterator[Callable[[str], None]]:
    """Writes what the person wants to confirm."""
    yield lambda text: (config.write_text(f"[policy]\n{text}\n"), None)[1]
    config.unlink(missing_ok=True)
    with Client("default") as client:
        client.call("ping")


def page(client: Client, site: Site) -> int:
    """A new tab with the page."""
    return int(client.call("createWindow", {"url": site.url(f"written?html={quote(PAGE)}")})["tabId"])


@contextmanager
def in_front(site: Site) -> Iterator[None]:
    """A tab of another agent, which has the focus of Firefox."""
    with agent_named("front") as front:
        front.call("createWindow", {"url": site.url("blank.html"), "foreground": True})
        yield


def title(client: Client, tab: int) -> str:
    (found,) = [one for one in client.call("getTabs")["tabs"] if one["tabId"] == tab]
    return str(found["title"])


def late_refusal(client: Client, tab: int, command: str = "click", **params: Any) -> ClzError:
    """The error of a command that is not confirmed in time."""
    with pytest.raises(ClzError) as caught:
        client.call(command, {**(params or {"target": "#delete"}), "tabId": tab}, 3_000)
    return caught.value


def confirmed_late(running: Browser, act: Callable[[], ClzError]) -> ClzError:
    """What `act` gives; the person says yes to what it has asked only then."""
    with served(running) as address, httpx.stream("GET", f"{address}events", timeout=60) as told:
        lines = told.iter_lines()
        next(lines)
        late = act()
        said = next(line for line in lines if line.startswith("data:") and "It wants to" in line)
        (question,) = json.loads(said[5:])["questions"]
        given = {"action": "answer", "whose": question["agent"], "question": question["id"], "text": "done"}
        assert httpx.post(f"{address}do", json=given).json()["done"]
    return late


def test_what_is_to_be_confirmed_does_not_reach_the_page(rule: Callable[[str], None], site: Site) -> None:
    rule(ALL)
    wrong: dict[str, str] = {}
    with Client("default") as client, in_front(site):
        tab = page(client, site)
        for command, params, kind in KEPT:
            given = {name: site.url(value[5:]) if name == "url" else value for name, value in params.items()}
            try:
                client.call(command, {**given, **({} if command == "createWindow" else {"tabId": tab})})
                wrong[f"{command} {params}"] = "it is done"
            except ClzError as problem:
                if (problem.code, problem.details.get("kind"), problem.exit_code) != ("NOT_CONFIRMED", kind, 5):
                    wrong[f"{command} {params}"] = f"{problem.code}: {problem.message}"
            if title(client, tab) != "Written":
                wrong[f"{command} {params} is heard"] = title(client, tab)
                client.call("reload", {"tabId": tab})
        client.call("closeTab", {"tabId": tab})
    assert wrong == {}


def test_all_else_is_done_without_a_question(rule: Callable[[str], None], site: Site) -> None:
    rule(ALL)
    wrong: dict[str, str] = {}
    with Client("default") as client, in_front(site):
        tab = page(client, site)
        for command, params in LET:
            try:
                client.call(command, {**params, "tabId": tab})
            except ClzError as problem:
                wrong[f"{command} {params}"] = f"{problem.code}: {problem.message}"
        client.call("closeTab", {"tabId": tab})
    assert wrong == {}


def test_what_the_person_confirms_is_done_once(rule: Callable[[str], None], site: Site, running: Browser) -> None:
    rule(ALL)
    with Client("default") as client, answering(running, "done") as asked:
        tab = page(client, site)
        client.call("type", {"target": "#to", "text": "eve@example.com", "submit": True, "tabId": tab})
        client.call("click", {"target": "#delete", "tabId": tab})
        done = [word for word in title(client, tab).split() if word in ("sent-mail", "deleted")]
        assert done == ["sent-mail", "deleted"]
        assert client.call("get", {"what": "value", "target": "#to", "tabId": tab})["value"] == "eve@example.com"
        assert [(text.partition(":")[0], "eve@example.com" in text) for text in asked.values()] == [
            ("It wants to submit", True),
            ("It wants to delete", False),
        ]
        client.call("closeTab", {"tabId": tab})


def test_a_form_that_a_script_has_sent_is_sent_with_a_yes_or_it_is_said(
    rule: Callable[[str], None], site: Site, running: Browser
) -> None:
    rule(ALL)
    form = "<form id=f method=post action=send><input type=hidden name=a value=b><select id=go onchange=f.submit()>"
    form += "<option>one<option>two</select></form><p id=press onclick=f.submit()>Well</p>"
    with Client("default") as client, answering(running, "done"):
        tab = int(client.call("createWindow", {"url": site.url(f"written?html={quote(form)}")})["tabId"])
        problem = refused(client, "select", target="#go", values=["two"], tabId=tab)
        assert (problem.code, "by its button" in (problem.hint or "")) == ("NO_EFFECT", True)
        assert client.call("click", {"target": "#press", "tabId": tab})["navigated"].endswith("/send")
        client.call("closeTab", {"tabId": tab})


def test_a_no_is_said_and_text_that_was_typed_is_not_typed_twice(
    rule: Callable[[str], None], site: Site, running: Browser
) -> None:
    rule(ALL)
    with Client("default") as client, answering(running, "no") as asked:
        tab = page(client, site)
        assert "The person said no." in refused(client, "click", target="#delete", tabId=tab).message
        kept = refused(client, "type", target="#to", text="eve", clear=False, submit=True, tabId=tab)
        assert "clz press Enter" in (kept.hint or "")
        assert (client.call("get", {"what": "value", "target": "#to", "tabId": tab})["value"], len(asked)) == ("eve", 1)
        client.call("closeTab", {"tabId": tab})


def test_a_yes_that_comes_later_counts_for_the_next_try(
    rule: Callable[[str], None], site: Site, running: Browser
) -> None:
    rule(ALL)
    with agent_named("late") as client:  # whose questions go with it
        tab = page(client, site)
        late = confirmed_late(running, lambda: late_refusal(client, tab))
        assert "The question stays open" in late.message
        client.call("click", {"target": "#delete", "tabId": tab})
        assert title(client, tab).split()[-1] == "deleted"
        assert late_refusal(client, tab).code == "NOT_CONFIRMED", "one yes is for one time"
        client.call("closeTab", {"tabId": tab})


def test_a_yes_is_for_one_element_and_for_what_it_sends(
    rule: Callable[[str], None], site: Site, running: Browser
) -> None:
    rule(ALL)
    twins = "<button id=one>Delete</button><button id=two>Delete</button>"
    twins += "<form><input id=text><button id=go>Go</button></form>"
    with agent_named("twins") as client:
        tab = int(client.call("createWindow", {"url": site.url(f"written?html={quote(twins)}")})["tabId"])
        confirmed_late(running, lambda: late_refusal(client, tab, target="#one"))
        assert late_refusal(client, tab, target="#two").code == "NOT_CONFIRMED"
        client.call("fill", {"target": "#text", "text": "x" * 100 + "1", "tabId": tab})
        confirmed_late(running, lambda: late_refusal(client, tab, target="#go"))
        client.call("fill", {"target": "#text", "text": "x" * 100 + "2", "tabId": tab})
        assert late_refusal(client, tab, target="#go").code == "NOT_CONFIRMED"
        client.call("closeTab", {"tabId": tab})


def test_one_yes_is_for_one_of_several_at_once(rule: Callable[[str], None], site: Site, running: Browser) -> None:
    rule(ALL)

    def clicks(tab: int) -> str:
        try:
            with Client("default") as client:
                client.call("click", {"target": "#delete", "tabId": tab})
        except ClzError as problem:
            return problem.code
        return "done"

    with Client("default") as client, answering(running, "done"), ThreadPoolExecutor(3) as threads:
        tab = page(client, site)
        assert sorted(threads.map(clicks, [tab] * 3)) == ["NOT_CONFIRMED", "NOT_CONFIRMED", "done"]
        assert title(client, tab).split().count("deleted") == 1
        client.call("closeTab", {"tabId": tab})


def test_what_pages_ask_about_is_not_said_yes_to(build: str, rule: Callable[[str], None], site: Site) -> None:
    rule(ALL)
    asks = "<p id=asks onclick=\"if (confirm('Delete it?')) document.title = 'gone'\">Well</p>"
    with Client("default") as client:
        assert refused(client, "setDialogPolicy", policy="accept").code == "NOT_CONFIRMED"
        if build == "managed":
            tab = int(client.call("createWindow", {"url": site.url(f"written?html={quote(asks)}")})["tabId"])
            client.call("setDialogPolicy", {"policy": "ask"})
            client.call("click", {"target": "#asks", "tabId": tab})
            problem = refused(client, "acceptDialog", tabId=tab)
            assert (problem.code, problem.details.get("kind")) == ("NOT_CONFIRMED", "delete")
            client.call("dismissDialog", {"tabId": tab})
            assert title(client, tab) == "Written"
            client.call("closeTab", {"tabId": tab})
        client.call("setDialogPolicy", {"policy": "dismiss"})


def test_files_come_and_go_when_the_person_says_so(
    rule: Callable[[str], None], site: Site, running: Browser, tmp_path: Path
) -> None:
    rule('confirm = ["upload", "download"]')
    file = tmp_path / "a.txt"
    file.write_text("a")
    pages = "<input type=file id=file><a id=save href='pdf' download=a.pdf>Save</a>"
    upload = {"target": "#file", "files": [str(file)]}
    download = {"target": "#save"}
    with Client("default") as client:
        tab = int(client.call("createWindow", {"url": site.url(f"written?html={quote(pages)}")})["tabId"])
        for command, params in (("upload", upload), ("download", download)):
            problem = refused(client, command, **params, tabId=tab)
            assert (problem.code, problem.details.get("kind")) == ("NOT_CONFIRMED", command), problem.message
        with answering(running, "done"):
            assert client.call("upload", {**upload, "tabId": tab})["uploaded"]
            saved = Path(str(client.call("download", {**download, "tabId": tab})["path"]))
        assert saved.read_bytes().startswith(b"%PDF")
        saved.unlink()
        client.call("closeTab", {"tabId": tab})


def test_code_of_the_agent_s_own_is_off_where_presses_are_confirmed(rule: Callable[[str], None], site: Site) -> None:
    rule('confirm = ["delete"]')
    with Client("default") as client:
        tab = page(client, site)
        problem = refused(client, "evaluate", expression="did('deleted')", unsafe=True, tabId=tab)
        assert (problem.code, "confirm in [policy]" in problem.message) == ("RIGHT_DENIED", True)
        assert refused(client, "addRoute", url="**", body="x").code == "RIGHT_DENIED"
        client.call("closeTab", {"tabId": tab})
