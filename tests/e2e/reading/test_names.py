"""Names, roles and role= targets: tables of cases in one page of the real Firefox."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from clz_core.text.display import block
from tests.support.browsers import Page
from tests.support.cases.names import NAMES
from tests.support.cases.roles import ROLES

ALL = [case for cases in NAMES.values() for case in cases]
PIECE_CHARS = 9_000
"""An expression has no more than 10,000 characters."""

STATES = """
<input type=checkbox id=on checked><input type=checkbox id=off><input type=checkbox id=between>
<b role=checkbox id=mixed aria-checked=mixed>m</b>
<button id=open aria-expanded=true>o</button>
<button id=shut aria-expanded=false>s</button><button id=plain>Save</button>
<button id=up aria-pressed=false>u</button><h2 id=two>Two</h2><h3 id=three>Three</h3>
<button style="display:none">none</button><button style="visibility:hidden">unseen</button>
<p aria-hidden=true><button>unheard</button></p><p inert><button>inert</button></p>
<details><summary id=more>More</summary><button>closed</button></details>
<select id=list size=2><option id=first selected>1<option id=second>2</select>
"""


def fill(page: Page, pieces: list[str]) -> None:
    """Put the cases into the page, as many at once as an expression can hold."""
    page.call("evaluate", expression="document.body.textContent = ''", unsafe=True)
    left = list(pieces)
    while left:
        markup = left.pop(0)
        while left and len(json.dumps(markup + left[0])) < PIECE_CHARS:
            markup += left.pop(0)
        put = f"const d = document.createElement('div'); d.setHTMLUnsafe({json.dumps(markup)}); document.body.append(d)"
        page.call("evaluate", expression=f"{{ {put} }}", unsafe=True)


def numbered(cases: list[tuple[str, str]]) -> list[str]:
    return [
        f"<div>{re.sub(r' x(?=[ >])', f' data-case={n}', markup.replace('$', str(n)))}</div>"
        for n, (markup, _) in enumerate(cases)
    ]


def wrong(page: Page, cases: list[tuple[str, str]], what: str) -> list[tuple[str, str, str]]:
    """The cases that are otherwise: markup, what should be, and what is."""
    page.open("blank.html")
    fill(page, numbered(cases))
    said = [str(page.call("getElementInfo", target=f"[data-case='{n}']")[what]) for n in range(len(cases))]
    return [(markup, wanted, is_now) for (markup, wanted), is_now in zip(cases, said, strict=True) if is_now != wanted]


def test_elements_are_called_what_the_accessible_name_standard_calls_them(page: Page) -> None:
    assert wrong(page, ALL, "name") == []


MANY = "<i role=none></i>" * 101
"""More elements than are named one after the other: their texts are looked at first."""


@pytest.mark.parametrize("group", NAMES)
def test_what_has_a_name_is_found_by_it_among_many(page: Page, group: str) -> None:
    page.open("blank.html")
    fill(page, [MANY, *numbered(NAMES[group])])
    missing = []
    for n in range(len(NAMES[group])):
        info = page.call("getElementInfo", target=f"[data-case='{n}']")
        role, name = info["role"], info["name"]
        if not role or not name:
            continue
        quoted = re.sub(r'(["\\\\])', r"\\\1", name)
        seen = re.sub("[\u00ad\u200b]", "", quoted)
        for words in (f'"{quoted}"', f'"{quoted.lower()}"i', f'"{seen}"'):
            target = f"role={role}[name={words}][include-hidden]"
            found = page.call("get", what="attr", name="data-case", target=target, all=True)["value"]
            if str(n) not in found:
                missing.append((target, NAMES[group][n][0]))
    assert missing == []


def test_elements_have_the_roles_of_html_and_aria(page: Page) -> None:
    assert wrong(page, ROLES, "role") == []


def test_role_targets_find_what_is_heard_in_the_state_that_it_is_in(page: Page) -> None:
    page.open("blank.html")
    fill(page, [STATES])
    page.call("evaluate", expression="document.getElementById('between').indeterminate = true", unsafe=True)
    found = {
        target: page.call("get", what="attr", name="id", target=target, all=True)["value"]
        for target in (
            "role=button",
            "role=checkbox[checked]",
            "role=checkbox[checked=false]",
            "role=checkbox[checked=mixed]",
            "role=button[expanded]",
            "role=button[expanded=false]",
            "role=button[pressed=false]",
            "role=heading[level=3]",
            "role=option[selected=false]",
            'role=button[name="Save"][disabled=false]',
        )
    }
    assert found == {
        "role=button": ["open", "shut", "plain", "up", "more"],
        "role=checkbox[checked]": ["on"],
        "role=checkbox[checked=false]": ["off"],
        "role=checkbox[checked=mixed]": ["between", "mixed"],
        "role=button[expanded]": ["open"],
        "role=button[expanded=false]": ["shut", "more"],
        "role=button[pressed=false]": ["up"],
        "role=heading[level=3]": ["three"],
        "role=option[selected=false]": ["second"],
        'role=button[name="Save"][disabled=false]': ["plain"],
    }


UNKNOWN = {
    "role=button[colour=red]": "there is no condition colour",
    "role=button[expanded=maybe]": "expanded is true or false",
    "role=heading[level=two]": "a level is a number",
    "role=button[checked]": "a button is never checked",
    "role=button Save": "this is not a condition",
    "role=button[name=Save": "this is not a condition",
    "role=widget": "there is no role widget",
    "role=buton": "there is no role buton; did you mean button?",
    "role=headding[level=2]": "there is no role headding; did you mean heading?",
}


def test_what_a_role_target_does_not_know_is_an_error_that_says_so(page: Page) -> None:
    page.open("blank.html")
    for target, reason in UNKNOWN.items():
        problem = page.fails("getElementInfo", target=target)
        assert problem.code == "INVALID_TARGET"
        assert reason in problem.details["reason"]
        assert reason in problem.message


def test_words_that_every_object_has_are_no_roles_tags_or_types(page: Page) -> None:
    page.open("blank.html")
    for word in ("constructor", "__proto__", "hasownproperty", "tostring"):
        tag = word.strip("_")
        fields = f"<input type='{word}' aria-label=C><button aria-pressed='{word}' aria-haspopup='{word}'>D</button>"
        fill(page, [f"<div role='{word}' tabindex=0>A</div><{tag} tabindex=0>B</{tag}>{fields}"])
        listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
        lines = [line.partition(" [")[0] for line in listed.splitlines()]
        assert lines == ['- generic "A"', '- generic "B"', '- textbox "C"', '- button "D"'], word
        assert page.fails("getElementInfo", target=f"role={word}").code in ("INVALID_TARGET", "ELEMENT_NOT_FOUND")


def test_what_an_open_dialog_holds_back_is_no_target(page: Page) -> None:
    page.open("blank.html")
    fill(page, ["<button>Behind</button><dialog id=d><button>Within</button></dialog>"])
    page.call("evaluate", expression="document.getElementById('d').showModal()", unsafe=True)
    listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert "Within" in listed
    assert "Behind" not in listed
    assert '- button "Behind" [inert]' in page.call("getAccessibilitySnapshot")["snapshot"]


def test_snapshot_element_and_role_targets_give_the_same_names(page: Page) -> None:
    """Of every case that takes a press: what one calls it, the others find by that name."""
    page.open("blank.html")
    fill(page, numbered(ALL))
    tree = page.call("getAccessibilitySnapshot", tree=True)["tree"]
    listed = [node for node in nodes(tree) if node.get("name") and node["role"] in ("button", "link", "checkbox")]
    assert len(listed) > 50
    unlike = []
    for role in ("button", "link", "checkbox"):
        named = [node for node in listed if node["role"] == role]
        for name in sorted({node["name"] for node in named}):
            target = f"role={role}[name={json.dumps(name, ensure_ascii=False)}]"
            found = page.call("get", what="count", target=target)["value"]
            if found != sum(node["name"] == name for node in named):
                unlike.append((target, found))
    for node in listed[::4]:
        said = page.call("getElementInfo", target=f"@{node['ref']}")["name"]
        if said != node["name"]:
            unlike.append((node["name"], said))
    assert unlike == []


def nodes(tree: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [node for top in tree for node in (top, *nodes(top.get("children", [])))]


MODAL = """
<div id=page><button>Behind</button></div>
<div style="position:fixed;inset:0;background:#000"><div role=dialog aria-modal=true><button>Within</button></div></div>
"""


def test_what_a_dialog_of_aria_covers_is_no_target(page: Page) -> None:
    page.open("blank.html")
    fill(page, [MODAL])
    listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert "Within" in listed
    assert "Behind" not in listed
    page.call("evaluate", expression="document.querySelector('[role=dialog]').parentElement.remove()", unsafe=True)
    assert "Behind" in page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]


def test_the_table_in_a_canvas_is_read_cell_by_cell(page: Page) -> None:
    page.open("blank.html")
    fill(page, ["<canvas><table role=grid><tr><td>Apples</td><td>12</td></tr></table></canvas>"])
    shown = page.call("getAccessibilitySnapshot")["snapshot"]
    assert re.findall(r"- gridcell: (\w+)", shown) == ["Apples", "12"]


def test_what_stimulus_wires_up_is_no_target_unless_a_press_does_it(page: Page) -> None:
    page.open("blank.html")
    fill(page, ["<h2 data-action='w-unsaved#add'>Wired</h2><h2 data-action='click->menu#open'>Pressed</h2>"])
    listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert "Pressed" in listed
    assert "Wired" not in listed


RULED = "<button class=after>Name</button><div class=pressed>Press</div>"
RULES = ".after::after { content: none } .pressed:hover { cursor: auto } b { color: red }"


@pytest.mark.parametrize(
    "made",
    [
        "new CSSStyleSheet(); sheet.replaceSync(rules); document.adoptedStyleSheets = [sheet]",
        "Object.assign(document.head.appendChild(document.createElement('style')), { textContent: rules }).sheet",
    ],
    ids=["adopted", "element"],
)
@pytest.mark.parametrize(
    "change",
    [
        """{ const [drawn, pressed] = sheet.cssRules;
        drawn.style.content = '" now"'; pressed.style.cursor = "pointer" }""",
        """{ const all = `b {} .after::after { content: " now" } .pressed:hover { cursor: pointer }`;
        sheet.ownerNode ? sheet.ownerNode.textContent = all : sheet.replaceSync(all) }""",
        """{ sheet.deleteRule(1); sheet.deleteRule(0); sheet.insertRule('.after::after { content: " now" }');
        sheet.insertRule(".pressed:hover { cursor: pointer }") }""",
        """{ sheet.deleteRule(2); sheet.insertRule(`.after { &::after { content: " now" } &:hover { color: red } }`, 2);
        sheet.cssRules[1].style.cursor = "pointer" }""",
    ],
    ids=["in place", "all", "some", "nested"],
)
def test_a_rule_that_a_script_changes_is_seen_at_the_next_look(page: Page, change: str, made: str) -> None:
    page.open("blank.html")
    fill(page, [RULED])
    script = f"{{ const rules = {json.dumps(RULES)}; const sheet = {made}; window.sheet = sheet }}"
    page.call("evaluate", expression=script, unsafe=True)
    before = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert 'button "Name" [' in before
    assert "Press" not in before
    page.call("evaluate", expression=change, unsafe=True)
    after = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert 'button "Name now" [' in after
    assert "Press" in after


PIECES = (
    "Save<i> </i>all",
    "<b>Save</b> <i>some</i>",
    "<i class=box>12</i><i class=box>.50</i>",
    "<i class=box style=margin-left:9px>Inbox</i><i class=box>3</i>",
    "Sil&shy;ben&shy;trennung",
    "Zero&#8203;width",
    "Join&zwj;er",
    "&#8296;Isolated&#8297;",
    "break<wbr>able",
    "Tab\tand\nline",
    "&nbsp;Nbsp&nbsp;here",
    'Quo"te',
    "Back\\slash",
    "<span> </span>Leading",
    "<b style=display:block>two</b>lines",
    "A<ruby>B<rt>c</rt></ruby>",
    "<span aria-hidden=true>x</span>Heard",
    "<img alt=Pic src=data:,>ture",
)
"""Insides of buttons, each with another name."""


def test_what_a_snapshot_prints_is_found_by_it_and_is_what_other_commands_say(page: Page) -> None:
    page.open("blank.html")
    buttons = [f"<button id=b{n}>{inside}</button>" for n, inside in enumerate(PIECES)]
    fill(page, ["<style>.box{display:inline-block}</style>", *buttons])
    lines = block(page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]).splitlines()
    assert len(lines) == len(PIECES)
    for n, line in enumerate(lines):
        name = re.search(r'- button (".*") \[ref', line)[1]  # type: ignore[index] # each has one
        for target in (f"role=button[name={name}]", f"role=button[name={name}i]"):
            found = page.call("get", what="attr", name="id", target=target, all=True)["value"]
            assert found == [f"b{n}"], (target, found)
        said = json.dumps(page.call("getElementInfo", target=f"#b{n}")["name"], ensure_ascii=False)
        assert block(said) == name, line


def test_what_nobody_sees_is_not_compared(page: Page) -> None:
    page.open("blank.html")
    words = "<p id=p>Sil&shy;ben&#8203;trennung</p><label>E&zwj;Mail <input id=i placeholder='Na&shy;me'></label>"
    fill(page, [words])
    for target in ("text=Silbentrennung", '"Silbentrennung"', "text=Sil\u00adbentrennung", "p:has-text('Silben')"):
        assert page.call("get", what="attr", name="id", target=target)["value"] == "p", target
    for target in ("label=EMail", 'label="EMail"', "placeholder=Name", "role=textbox[name=EMail]"):
        assert page.call("get", what="attr", name="id", target=target)["value"] == "i", target
    assert page.call("waitFor", text="Silbentrennung")["found"]
    assert page.call("expect", condition="text", target="#p", value="Silbentrennung", match="exact")["holds"]
    assert page.call("getAccessibilitySnapshot", find="silbentrennung")["lines"] > 0


def test_a_line_break_is_a_space_or_nothing(page: Page) -> None:
    page.open("blank.html")
    fill(page, ["<div><p id=p>Super<br>cali <b>fra<br>gil</b><script>1</script></p></div><div>Super</div>"])
    shown = "Super cali fra gil"
    assert f"paragraph: {shown}" in page.call("getAccessibilitySnapshot")["snapshot"]
    for target in (f"text={shown}", f'"{shown}"', "text=supercali", "text=/^Super cali/", f":text('{shown}')"):
        assert page.call("get", what="attr", name="id", target=target)["value"] == "p", target
    for target in (f"p:text-is('{shown}')", f"p:has-text('{shown}')", "p:text-matches('cali fra.gil$')"):
        assert page.call("get", what="count", target=target)["value"] == 1, target
    assert page.call("get", what="count", target="text=/Super  cali/")["value"] == 0


def test_what_is_suggested_is_found(page: Page) -> None:
    page.open("blank.html")
    buttons = [f"<button>{inside}</button>" for inside in PIECES]
    fill(page, [*buttons, "<label>Sil&shy;ben <input></label>", "<input id='a:b' placeholder='One\"two'>"])
    names = ("get /orderz", "Quo'te", "Back/slash", "two line", "Loud 1", "Silbenn", "One'two")
    targets = [*(f"role=button[name='{name}']" for name in names if "'" not in name), "button#a", "#a.b", "input#a-b"]
    suggested = [
        like["selector"]
        for target in (*targets, *names, "role=textbox[name=Silbn]")
        for like in page.fails("click", target=target, waitMs=0).details.get("lookalikes", [])
    ]
    assert len(suggested) > 10
    for selector in set(suggested):
        assert page.call("get", what="count", target=selector)["value"] > 0, selector


def test_boxes_in_a_line_are_one_word_where_nothing_is_between_them(page: Page) -> None:
    page.open("blank.html")
    box = "<i style=display:inline-block>12</i>"
    fill(page, [f"<p>{box}{box.replace('12', '.50')}</p><p>{box}<i style='display:inline-block;padding:1px'>3</i></p>"])
    snapshot = page.call("getAccessibilitySnapshot")["snapshot"]
    assert "12.50" in snapshot
    assert "12 3" in snapshot


def test_words_that_are_not_quoted_are_whole_words_first(page: Page) -> None:
    page.open("blank.html")
    switches = "<button role=switch>Turn on</button><button role=switch>Alone</button><button>Upload</button>"
    fill(page, [switches + "<label>Phone <input id=phone></label><label>Telephones <input></label>"])
    assert page.call("click", target="role=switch[name=On]")["text"] == "Turn on"
    assert page.call("click", target="label=phone")["id"] == "phone"
    assert page.call("click", target="role=button[name=load]")["text"] == "Upload"


UNCLEAR = (
    ("text=on", "<p>Based on text</p><button>Online</button>"),
    ("text=Tom", "<button>Tom's files</button><button>Tom Sawyer</button>"),
    ("text=5", "<button>15.5 kg</button><button>55</button>"),
    ("text=保存", "<button>保存 しない</button><button>保存して閉じる</button>"),
    ("role=button[name=PDF]", "<button>PDFをダウンロード</button><button>Print PDF</button>"),
    ("label=कर", "<label>करें <input></label><label>आकर <input></label>"),
    ("text=log in", "<button>Log in</button><button>LOG IN</button>"),
)
"""What matches, and where nobody can tell which one is meant."""


def test_of_words_that_no_match_has_for_sure_none_is_taken(page: Page) -> None:
    page.open("blank.html")
    for target, body in UNCLEAR:
        fill(page, [body])
        assert page.fails("click", target=target, waitMs=0).code == "AMBIGUOUS_TARGET", target


def test_what_is_hidden_is_not_taken_for_its_words(page: Page) -> None:
    page.open("blank.html")
    fill(page, ["<button hidden id=hidden>Save</button><p id=first>Save draft</p><button id=second>Saved</button>"])
    assert page.call("get", what="attr", name="id", target="text=Save")["value"] == "first"
    assert page.call("click", target="role=button[name=Save]")["id"] == "second"
    fill(page, ["<p hidden id=one>Saved</p><p hidden id=two>Save</p>"])
    assert page.call("get", what="attr", name="id", target="text=Save")["value"] == "two"


COMPONENT = """
class Own extends HTMLElement {
    constructor() {
        super();
        this.own = this.attachInternals();
        Object.assign(this.own, { role: this.dataset.role, ariaLabel: this.dataset.label, ariaChecked: "true" });
    }
}
customElements.define("own-thing", Own)
"""


def test_components_have_the_role_name_and_state_that_they_give_themselves(page: Page) -> None:
    page.open("blank.html")
    button = "<own-thing data-role=button tabindex=0>Send</own-thing>"
    fill(page, [button + "<own-thing data-role=switch data-label=Loud></own-thing>"])
    page.call("evaluate", expression=f"{{ {COMPONENT} }}", unsafe=True)
    assert page.call("click", target='role=button[name="Send"]')["text"] == "Send"
    snapshot = page.call("getAccessibilitySnapshot")["snapshot"]
    assert 'button "Send"' in snapshot
    assert 'switch "Loud" [checked]' in snapshot
    assert page.call("get", what="count", target="role=switch[name=Loud]")["value"] == 1
    assert page.call("getElementInfo", target="own-thing >> nth=1")["role"] == "switch"


WRITTEN = """\
- button "Save"
- button "Delete"
- paragraph: Note: be careful
- paragraph: It is 12.50 EUR
- textbox "Name (required)"
- text: All is well
- list:
  - listitem: One
- paragraph: Home
"""


def test_what_style_sheets_write_is_in_names_and_snapshots_and_in_no_text(page: Page) -> None:
    page.open("written.html")
    seen = re.sub(r" \[ref=\w+\]", "", page.call("getAccessibilitySnapshot")["snapshot"])
    assert seen.splitlines() == WRITTEN.splitlines()
    text = page.text("body")
    assert text.split() == ["be", "careful", "It", "is", "12.50", "Name", "One", "Home"]
    assert page.call("getContent")["text"].split() == text.split()
    assert page.call("click", target="role=button[name=Save]")["id"] == "first"


MEANT = {
    "text=Save": 'role=button[name="Save"]',
    "Delete": 'role=button[name="Delete"]',
    "label=Name (required)": 'role=textbox[name="Name (required)"]',
    "text=12.50 EUR": "b",
    "text=All is well": "div#box",
}


def test_words_that_only_a_style_sheet_has_lead_to_the_target_that_works(page: Page) -> None:
    page.open("written.html")
    for target, meant in MEANT.items():
        missing = page.fails("getElementInfo", target=target)
        assert missing.code == "ELEMENT_NOT_FOUND"
        assert missing.details["lookalikes"][0]["selector"] == meant
        page.call("getElementInfo", target=meant)
