"""Clicking in the real Firefox."""

from __future__ import annotations

import pytest

from tests.support.browsers import Page


def test_the_sign_up_form_is_filled_and_sent(page: Page) -> None:
    page.open("react-form/")
    assert page.fails("click", target="button.submit", waitMs=0).code == "DISABLED"
    page.call("type", target="#name", text="Ada Lovelace")
    page.call("type", target="#email", text="ada@example.com")
    clicked = page.call("click", target="button.submit")
    assert (clicked["clicked"], clicked["tagName"], clicked["text"]) == (True, "button", "Sign up")
    page.call("waitFor", target=".answer")
    assert page.text(".answer") == "Thank you, Ada! We sent a note to ada@example.com."


def test_one_click_is_one_click(page: Page) -> None:
    page.open("form.html")
    page.open("shadow.html")
    page.call("click", target=".open-button")
    page.call("click", target=".nested-button")
    page.call("click", target=".closed-button")
    assert [line.rsplit(" ", 1)[0] for line in page.log()] == ["click open", "click nested", "click closed"]


def test_what_a_page_puts_off_as_the_mouse_goes_down_is_done_before_it_comes_up(page: Page) -> None:
    page.open("form.html")
    script = """
        const log = (word) => { document.title += ` ${word}`; };
        const { port1, port2 } = new MessageChannel();
        document.title = "";
        port1.onmessage = () => log("later");
        addEventListener("message", () => log("posted"));
        addEventListener("mousedown", () => {
          log("down");
          port2.postMessage(0);
          postMessage("");
        });
        addEventListener("mouseup", () => log("up"));
    """
    page.call("evaluate", expression=f"(() => {{ {script} }})()", unsafe=True)
    page.call("click", target="#count")
    assert page.call("getPageState")["title"] == "down later posted up"


def test_a_click_waits_until_the_element_is_there(page: Page) -> None:
    page.open("appears.html?ms=400", waitUntil="domcontentloaded")
    assert page.call("click", target="#late")["clicked"]
    assert page.log()[0].startswith("click #late")


def test_a_click_waits_until_the_element_is_enabled(page: Page) -> None:
    page.open("disabled.html?ms=400")
    assert page.call("click", target="#later")["clicked"]


def test_a_click_waits_until_the_element_rests(page: Page) -> None:
    page.open("moving.html?ms=600")
    page.call("click", target="#scripted")
    log = page.log()
    assert log[0] == "rests"
    assert log[1].startswith("click #scripted")


def test_a_click_waits_for_a_page_that_is_at_work_between_the_steps_of_a_movement(build: str, page: Page) -> None:
    page.open("moving.html?ms=1500&stall=80")
    page.call("click", target="#scripted")
    assert page.log()[0] == "rests"


def test_a_click_goes_after_an_element_that_a_scroll_takes_away_as_the_mouse_comes(page: Page) -> None:
    page.open("form.html")
    script = (
        "document.querySelector('#count').style.marginTop = '3000px';"
        "document.querySelector('#count').addEventListener('mouseover', () => scrollTo(0, 0), { once: true })"
    )
    page.call("evaluate", expression=script, unsafe=True)
    page.call("click", target="#count")
    assert page.text("#total") == "1"


def test_a_click_is_one_also_where_the_page_scrolls_between_press_and_release(page: Page) -> None:
    page.open("form.html")
    button = "document.querySelector('#count')"
    page.call("evaluate", expression=f"{button}.style.margin = '3000px 0'", unsafe=True)
    for number, scroll in enumerate(("scrollTo(0, 0)", "scrollBy(0, -100)", "scrollBy(0, 50)")):
        page.call("evaluate", expression=f"void ({button}.onmousedown = () => {scroll})", unsafe=True)
        page.call("click", target="#count")
        assert page.text("#total") == str(3 * number + 1), scroll
        page.call("click", target="#count", count=2)
        assert page.text("#total") == str(3 * number + 3), scroll


UNCLICKABLE = {
    "moving.html": {"#forever": "NOT_STABLE"},
    "covered.html": {
        "#covered": "COVERED",
        "#nothing": "ELEMENT_NOT_FOUND",
        "a[[": "INVALID_TARGET",
        "button": "AMBIGUOUS_TARGET",
    },
    "disabled.html?ms=60000": {
        **dict.fromkeys(("#disabled", "#aria", "#fieldset button, #fieldset"), "DISABLED"),
        **dict.fromkeys(("#invisible", "#undisplayed", "#flat"), "NOT_VISIBLE"),
    },
}


def test_what_cannot_be_clicked_is_said_and_not_clicked(page: Page) -> None:
    for path, targets in UNCLICKABLE.items():
        page.open(path)
        for target, code in targets.items():
            problem = page.fails("click", target=target, waitMs=200)
            assert (problem.code, bool(problem.hint)) == (code, True), target
        assert [line for line in page.log() if line.startswith("click")] == []


BUSY = """
const FOR_MS = 150;
document.body.insertAdjacentHTML("beforeend", "<i style='position: fixed'>busy</i>");
setInterval(() => {
  document.querySelector("i").style.left = `${Math.random()}px`;
  for (const end = performance.now() + FOR_MS; performance.now() < end; );
}, 1);
0"""


def test_what_stays_in_its_place_is_clicked_however_busy_its_page_is(page: Page) -> None:
    for busy in (BUSY, BUSY.replace("150", "1100")):
        page.open("form.html")
        page.call("evaluate", expression=busy, unsafe=True)
        page.call("click", target="#count", waitMs=300)
        assert page.text("#total") == "1"


def test_what_came_to_rest_under_a_cover_is_covered_also_if_its_page_is_busy_at_last(page: Page) -> None:
    page.open("form.html")
    script = f"""
    document.body.insertAdjacentHTML("beforeend", "<b style='position: fixed; inset: 0'><h2>Wait</h2> for it</b>");
    const button = document.querySelector("#count");
    const moving = setInterval(() => button.style.marginLeft = `${{Math.random()}}px`, 5);
    setTimeout(() => clearInterval(moving), 600);
    setTimeout(() => {{ {BUSY} }}, 1200);
    0"""
    page.call("evaluate", expression=script, unsafe=True)
    problem = page.fails("click", target="#count", waitMs=1700)
    assert (problem.code, problem.message.endswith(' > b "Wait"')) == ("COVERED", True), problem.message


SHADOWS = """
customElements.define("x-box", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = this.dataset.inside;
    const moves = [{ transform: "translateX(0)" }, { transform: "translateX(300px)" }];
    this.shadowRoot.querySelector("div")?.animate(moves, { duration: 400, iterations: Infinity });
  }
});
document.body.innerHTML = `
  <x-box data-inside="<div><slot></slot></div>"><button id="carried">Carried</button></x-box>
  <div contenteditable aria-label="Letter"></div>
  <x-box data-inside="<label><input type=checkbox><slot></slot></label>">Agree</x-box>`;
0"""


def test_what_is_slotted_into_a_component_moves_with_it_and_labels_its_fields(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=SHADOWS, unsafe=True)
    assert page.fails("click", target="#carried", waitMs=300).code == "NOT_STABLE"
    assert page.call("check", target="label=Agree", waitMs=0)["checked"] is True


def test_an_editable_element_is_found_by_the_role_that_snapshots_show_it_with(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=SHADOWS, unsafe=True)
    assert 'textbox "Letter"' in page.call("getAccessibilitySnapshot")["snapshot"]
    page.call("fill", target='role=textbox[name="Letter"]', text="Dear Ada", waitMs=0)
    assert page.text("[contenteditable]") == "Dear Ada"


HIDDEN = """<nav hidden><ul style="display: none"><li>In a menu</li></ul></nav>
  <details id="more"><summary>More</summary><p>In a section</p></details>
  <div id="ghost" style="visibility: hidden"><b>In a ghost</b></div>
  <div id="folded" style="content-visibility: hidden"><i>In a fold</i></div>
  <em style="display: block; width: 0; height: 0; overflow: hidden">Flat</em>"""


def test_a_target_that_is_not_visible_is_told_with_what_hides_it(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=f"void (document.body.innerHTML = `{HIDDEN}`)", unsafe=True)
    told = {
        "li": "nav has display: none",
        "details p": "details#more is closed",
        "b": "div#ghost has visibility: hidden",
        "i": "div#folded has content-visibility: hidden",
        "em": "it has no size",
    }
    problems = {target: page.fails("click", target=target, waitMs=0).message for target in told}
    assert problems == {target: f"{target} is on the page, but not visible: {why}" for target, why in told.items()}


def test_what_is_drawn_for_an_unseen_field_takes_its_clicks_and_nothing_else_does(page: Page) -> None:
    page.open("covered.html")
    page.call("click", target="#switch")
    assert [line.split()[1] for line in page.log()] == ["#knob"]
    for target in ("#drawn", "#beside"):
        assert page.fails("click", target=target, waitMs=0).code == "COVERED"


@pytest.mark.parametrize(
    ("target", "pressed"),
    [
        ("#in-label", "#l1"),
        ("#beside", "#l2"),
        ("#wrapped", "span"),
        ("#inset", "#l4"),
        ("#aside", "#l5"),
        ("#undrawn", "#l6"),
        ("#linked", "#l7"),
        ("#under-thumb", "#thumb"),
        ("#slider", "#clipped-track"),
        ("#arrowed", "#shown"),
        ("#glazed", "#glass"),
        ("#row", "#row"),
        ("#holder", "#holder"),
        ("#answering", "#answering"),
        ("#arc", "#arc"),
    ],
)
def test_a_press_goes_where_a_person_presses_for_what_was_named(
    build: str, page: Page, target: str, pressed: str, word: str
) -> None:
    page.open("standins.html")
    assert f"#{page.call('click', target=target)['id']}" == target
    assert page.log()[0] == f"click {pressed} {word}"
    boxes = ("#in-label", "#beside", "#wrapped", "#inset", "#aside", "#undrawn", "#linked")
    is_on = page.call("evaluate", expression=f"document.querySelector('{target}').checked === true")["result"]
    assert is_on == (target in boxes)


def test_what_is_drawn_over_a_control_covers_it_and_a_hidden_link_is_pressed_nowhere(page: Page) -> None:
    page.open("standins.html")
    assert {page.fails("click", target=target, waitMs=0).code for target in ("#busy", "#skip")} == {"COVERED"}
    assert page.log() == []


COMPONENTS = """
for (const mode of ["open", "closed"]) {
  const host = Object.assign(document.createElement("x-button"), { id: mode, textContent: `Press ${mode}` });
  const root = host.attachShadow({ mode });
  root.innerHTML = "<button><slot name=icon></slot><slot style='display: inline-block'></slot></button>";
  root.querySelector("button").addEventListener("click", () => { document.title += ` ${mode}`; });
  document.body.prepend(host);
}
"""


def test_a_component_is_pressed_by_what_stands_in_the_slot_of_its_own_button(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=COMPONENTS, unsafe=True)
    for target in ("#open", "text=Press open", "#closed", "text=Press closed"):
        page.call("click", target=target)
    assert page.call("getPageState")["title"].endswith(" open open closed closed")


SELECTS = """
for (const [id, more] of Object.entries({ select: "", two: "<button>Clear</button>" })) {
  const host = Object.assign(document.createElement("x-select"), { id, innerHTML: "<b role=option>Apple</b>" });
  const root = host.attachShadow({ mode: "closed" });
  const field = '<x-field role=combobox tabindex=0 style="display: block"></x-field>';
  root.innerHTML = `${field}${more}<p hidden><slot></slot></p>`;
  root.firstChild.attachShadow({ mode: "open" }).innerHTML = "<div style='height: 60px'>Fruit</div>";
  host.style.display = "block";
  host.addEventListener("click", () => { document.title += ` ${id}`; });
  document.body.prepend(host);
}
"""


def test_a_component_is_pressed_by_the_only_control_in_it_and_none_is_chosen_of_two(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=f"(() => {{ {SELECTS} }})()", unsafe=True)
    page.call("click", target="#select")
    assert page.fails("click", target="#two", waitMs=0).code == "COVERED"
    assert page.call("getPageState")["title"].endswith(" select")


def test_the_cover_of_a_covered_button_is_named(page: Page) -> None:
    page.open("covered.html")
    problem = page.fails("click", target="#covered", waitMs=0)
    assert problem.details["cover"]
    assert page.call("click", target="#inside")["clicked"]


def test_a_missing_element_names_those_that_look_alike(page: Page) -> None:
    page.open("react-form/")
    problem = page.fails("click", target="button.sbmit", waitMs=0)
    lookalikes = [item["selector"] for item in problem.details["lookalikes"]]
    assert 0 < len(lookalikes) <= 5
    assert problem.details["url"].endswith("/react-form/")
    assert problem.details["title"]
    assert lookalikes[0] in problem.hint
    assert page.fails("click", target=lookalikes[0], waitMs=0).code == "DISABLED"


CAROUSEL = """
document.body.innerHTML = `<div style="height: 3000px"></div>
  <div id="box" style="width: 300px; height: 100px; overflow: hidden; position: relative">
    <div style="width: 900px; height: 300px"><button id="slide" style="margin: 200px 0 0 700px">Slide</button></div>
    <button id="next" style="position: absolute; right: 4px; top: 40px">Next</button>
  </div>`;
0"""


def test_a_box_that_nobody_can_scroll_stays_where_it_is_unless_what_is_meant_is_out_of_its_view(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=CAROUSEL, unsafe=True)
    place = "[document.querySelector('#box').scrollLeft, document.querySelector('#box').scrollTop]"
    for command in ("click", "hover", "screenshot"):
        page.call("scroll", to="top")
        page.call(command, target="#next")
        assert page.call("evaluate", expression=place)["result"] == [0, 0], command
    page.call("click", target="#slide")
    left, top = page.call("evaluate", expression=place)["result"]
    assert (left > 300, top > 100) == (True, True)


def test_a_button_far_down_is_scrolled_to(page: Page) -> None:
    page.open("covered.html")
    assert page.call("click", target="#bottom")["clicked"]
    assert [line for line in page.log() if line.startswith("click #bottom")]


def test_a_click_in_a_background_tab_goes_there(page: Page, other_page: Page) -> None:
    page.open("disabled.html?ms=300")
    other_page.open("index.html")
    assert page.call("click", target="#later")["clicked"]
    assert [line for line in page.log() if line.startswith("click #later")]
