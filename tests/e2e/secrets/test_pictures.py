"""A page that knows a secret draws it in every way it can, and no picture of it shows one."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.secrets.conftest import Keep
from tests.support.browsers import Page
from tests.support.pictures import Png, filmed, played, stop_film
from tests.support.waiting import until

VALUE = "Xk9&quietZebra"
DIGITS = "48291375"
LOOK: dict[str, Any] = {"format": "png", "scale": 1, "purpose": "full-detail", "full": True}
HEIGHT = 40

# Each draws V in its box B; `make` makes an element in it. The page's style does what it can to show it.
WAYS = {
    "text": "B.textContent = V",
    "text in pieces": "for (const c of [V.slice(0, 5), V.slice(5)]) make('b').textContent = c",
    "text with soft hyphens": "B.textContent = [...V].join('\\u00ad')",
    "in capitals": "B.style.textTransform = 'uppercase'; B.textContent = V",
    "shown whatever comes": "make('p', 'stubborn').textContent = V",
    "before": "make('p', 'before').dataset.x = V",
    "after the first half": "const p = make('p', 'after'); p.textContent = V.slice(0, 4); p.dataset.x = V.slice(4)",
    "in a rule": "make('style').textContent = `#${B.id}::after { content: ${JSON.stringify(V)} }`",
    "in quotes": "make('q').style.quotes = `${JSON.stringify(V)} 'x'`",
    "list marker": "const li = make('li'); li.style.listStyle = `${JSON.stringify(V)} inside`",
    "marker of a rule": (
        "make('style').textContent = `#${B.id} li::marker { content: ${JSON.stringify(V)} }`; make('li')"
    ),
    "counter style": (
        "make('style').textContent = `@counter-style own { system: cyclic; symbols: ${JSON.stringify(V)} }`;"
        "make('li').style.listStyle = 'own inside'"
    ),
    "closed root": "root('p').textContent = V",
    "text in a closed root": "root().append(V)",
    "slot that is shown": (
        "const host = make('p'); host.append(V);"
        "host.attachShadow({ mode: 'closed' }).innerHTML ="
        " '<style>:host, slot { visibility: visible !important }</style><slot></slot>'"
    ),
    "cut out of a background": (
        "const p = make('p'); p.textContent = V;p.style = 'color: transparent; background: red; background-clip: text'"
    ),
    "cut out of the background around": (
        "const p = make('p'); p.style = 'background: red; background-clip: text';"
        "const b = p.appendChild(document.createElement('b')); b.textContent = V; b.style.color = 'transparent'"
    ),
    "svg": "svg(`<text y='15'>${E}</text>`)",
    "svg, used": "svg(`<defs><text id='used' y='15'>${E}</text></defs><use href='#used'/>`)",
    "svg picture": "make('img').src = `data:image/svg+xml,${encodeURIComponent(SVG)}`",
    "svg background": (
        "const p = make('p'); p.style = 'height: 20px; width: 200px';"
        'p.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(SVG)}")`'
    ),
    "picture of its own": "make('img').src = URL.createObjectURL(new Blob([SVG], { type: 'image/svg+xml' }))",
    "background of its own": (
        "const p = make('p'); p.style = 'height: 20px; width: 200px';"
        "p.style.backgroundImage = `url(${URL.createObjectURL(new Blob([SVG], { type: 'image/svg+xml' }))})`"
    ),
    "picture of an element": (
        "const p = make('p'); p.style = 'height: 20px; width: 200px'; p.style.background = '-moz-element(#box0)'"
    ),
    "field": "make('input').value = V",
    "placeholder": "make('input', 'stubborn').placeholder = V",
    "text area": "make('textarea').value = V",
    "choice": "make('select').append(new Option(V))",
    "list of choices": "const list = make('select'); list.size = 2; list.append(new Option(''), new Option(V))",
    "no picture": "const img = make('img'); img.alt = V; img.src = '/nothing.png'",
    "overflow": (
        "const p = make('p'); p.textContent = '-'.repeat(99);"
        "p.style = 'width: 150px; overflow: hidden; white-space: nowrap; direction: ltr';"
        "p.style.textOverflow = JSON.stringify(V)"
    ),
    "frame": "frame().srcdoc = `<body style='margin:0'>${E}`",
    "sandboxed frame": (
        "frame('allow-scripts').srcdoc = `<body style='margin:0'><script>document.write(${J})</sc` + `ript>`"
    ),
    "details": "make('details').open = true; B.firstChild.append(V)",
    "contents": "const p = make('p'); p.style.display = 'contents'; p.append(V)",
    "first letter": "make('p', 'first').textContent = V",
    "in base64": "B.textContent = btoa(V)",
    "moving": "const p = make('p', 'moving'); p.textContent = V",
}
PAGE = """<!doctype html><html><link rel=icon href=data:,><style>
  * { margin: 0; padding: 0; font: 14px monospace; list-style-position: inside; animation: none; color: #111 }
  .box { height: 40px; overflow: hidden; border: 0 }
  input, textarea, select, iframe { border: 0; outline: 0; width: 280px; height: 30px; background: white; resize: none;
    appearance: none }
  @layer strong { .stubborn, .stubborn::placeholder { visibility: visible !important; color: red !important } }
  .stubborn { -webkit-text-fill-color: red !important; opacity: 1 !important; transition: visibility 9s }
  .before::before, .after::after { content: attr(data-x); visibility: visible !important }
  .first::first-letter { color: red; visibility: visible }
  @keyframes show { from { visibility: visible; color: red } to { visibility: visible; color: blue } }
  .moving { animation: show 1s infinite }
  summary, details::details-content { display: block }
</style><input id="secret" type="password"><script>
function build(V) {
  const E = V.replace(/&/g, "&amp;"), J = JSON.stringify(V);
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="20"><text y="15">${E}</text></svg>`;
  document.querySelectorAll(".box").forEach((box) => box.remove());
  WAYS.forEach((way, at) => {
    const B = document.body.appendChild(document.createElement("div"));
    B.className = "box"; B.id = `box${at}`;
    const make = (tag, name = "") => {
      const made = B.appendChild(document.createElement(tag));
      made.className = name;
      return made;
    };
    const root = (tag) => {
      const inside = make("div").attachShadow({ mode: "closed" });
      return tag ? inside.appendChild(document.createElement(tag)) : inside;
    };
    const svg = (markup) => (B.innerHTML = `<svg width="200" height="20">${markup}</svg>`);
    const frame = (sandbox) => {
      const made = make("iframe");
      if (sandbox) made.sandbox = sandbox;
      return made;
    };
    const given = { V, E, J, SVG, B, make, root, svg, frame };
    new Function(...Object.keys(given), way)(...Object.values(given));
  });
}
const WAYS = %s;
</script></html>"""


def page_with(page: Page, ways: dict[str, str]) -> None:
    markup = PAGE % json.dumps(list(ways.values())).replace("</", "<\\/")
    page.open("blank.html")
    run(page, f"document.open(); document.write({json.dumps(markup)}); document.close(); 1")


def run(page: Page, source: str) -> Any:
    return page.call("evaluate", expression=source, unsafe=True)["result"]


def drawn(page: Page, ways: dict[str, str]) -> list[str]:
    """The ways in whose box anything is drawn."""
    boxes = run(page, "[...document.querySelectorAll('.box')].map((b) => b.getBoundingClientRect().y + scrollY)")
    picture = Png(page.call("screenshot", **LOOK)["image"])
    shown = []
    for name, top in zip(ways, boxes, strict=True):
        seen = {picture.at(x, y) for x in range(0, 280, 2) for y in range(int(top) + 1, int(top) + HEIGHT - 1)}
        if len(seen) > 1:
            shown.append(name)
    return shown


def loaded(page: Page) -> None:
    page.call("waitFor", fn="[...document.images].every((one) => one.complete)")


def texts_printed(page: Page) -> int:
    """How often a text is drawn in the page as PDF."""
    pdf = base64.b64decode(page.call("pdf")["pdf"])
    streams = [found[1] for found in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)]
    return sum(len(re.findall(rb"\bT[jJ]\b", zlib.decompressobj().decompress(one))) for one in streams if _packed(one))


def _packed(stream: bytes) -> bool:
    return stream.startswith((b"x\x9c", b"x\xda", b"x\x01", b"x^"))


def test_a_secret_is_drawn_in_no_picture_however_its_page_draws_it(page: Page, keep_secret: Keep) -> None:
    ways = {**WAYS, "something else": "B.textContent = 'something else'"}
    page_with(page, ways)
    run(page, "build('nothing else'); 1")
    loaded(page)
    assert drawn(page, ways) == list(ways), "what is no secret is drawn"
    keep_secret("PICTURED", VALUE)
    page.call("fill", target="#secret", text="{{PICTURED}}")
    before = run(page, "build(document.querySelector('#secret').value); document.documentElement.outerHTML")
    loaded(page)
    assert drawn(page, ways) == ["something else"]
    assert run(page, "document.documentElement.outerHTML") == before, "the page is as before"


def test_a_secret_is_printed_in_no_way_either(page: Page, keep_secret: Keep) -> None:
    printed = {
        **WAYS,
        "on paper alone": (
            "make('style').textContent = `@media print { #${B.id}::after { content: attr(data-x) } }`; B.dataset.x = V"
        ),
    }
    page_with(page, printed)
    run(page, "build('nothing else'); 1")
    loaded(page)
    assert texts_printed(page) > len(printed) - 5
    keep_secret("PICTURED", VALUE)
    page.call("fill", target="#secret", text="{{PICTURED}}")
    run(page, "const { value } = document.querySelector('#secret'); secret.remove(); build(value); 1")
    loaded(page)
    assert texts_printed(page) == 0
    assert run(page, "matchMedia('print').matches") is False, "it is on the screen again"


@pytest.mark.night
def test_a_secret_of_digits_is_not_counted_up_to(page: Page, keep_secret: Keep) -> None:
    ways = {
        "counter": f"make('p', 'counted').style.counterReset = 'n {DIGITS}'",
        "list": f"make('ol').start = {DIGITS}; B.firstChild.append(document.createElement('li'))",
    }
    page_with(page, ways)
    run(page, "make = document.head.appendChild(document.createElement('style')); build(''); 1")
    run(page, "make.textContent = '.counted::before { content: counter(n) } li { list-style: decimal inside }'; 1")
    assert drawn(page, ways) == list(ways)
    keep_secret("DIGITS", DIGITS)
    page.call("fill", target="#secret", text="{{DIGITS}}")
    assert drawn(page, ways) == []


@pytest.mark.parametrize("tag", ["canvas", "video", "object"])
def test_a_page_with_what_nobody_can_look_into_is_not_pictured(page: Page, keep_secret: Keep, tag: str) -> None:
    page_with(page, {})
    size = "{ width: 90, height: 90, data: '/index.html' }"
    canvas = f"document.body.append(Object.assign(document.createElement('{tag}'), {size})); 1"
    run(page, canvas)
    page.call("screenshot")
    keep_secret("PICTURED", VALUE)
    page.call("fill", target="#secret", text="{{PICTURED}}")
    for command, params in (("screenshot", {}), ("pdf", {}), ("lookAtTab", {"scale": 1, "quality": 70})):
        problem = page.fails(command, **params)
        assert problem.code == "CAPTURE_FAILED"
        assert tag in problem.message
        assert "clz reload" in problem.hint
    page_with(page, {})
    run(page, canvas)
    page.call("screenshot")


def test_a_page_that_may_draw_a_secret_is_left_out_of_a_film(page: Page, keep_secret: Keep, tmp_path: Path) -> None:
    keep_secret("FILMED", VALUE)
    page.open("form.html")
    page.call("fill", target="#text", text="{{FILMED}}")
    page.call("evaluate", expression="document.body.append(document.createElement('canvas'))", unsafe=True)
    file = tmp_path / "film.webm"
    page.call("startFilm", file=str(file), captions=True)
    until(lambda: filmed(page) > 0)
    told = stop_film(page, file)
    assert told["covered"] == told["frames"] > 0
    ((colour,),) = played(page, file, [0.5], [(5, 5)])["frames"]
    assert max(abs(one - ground) for one, ground in zip(colour, (43, 42, 51), strict=True)) < 20


def test_a_secret_is_drawn_in_no_frame_of_a_film_of_a_page_that_draws_it_at_once(
    page: Page, keep_secret: Keep, tmp_path: Path
) -> None:
    ways = {**dict(list(WAYS.items())[:14]), "moving": WAYS["moving"], "something else": "B.textContent = 'else'"}
    page_with(page, ways)
    run(page, "secret.oninput = () => build(secret.value); build('nothing yet'); 1")
    keep_secret("FILMED", VALUE)
    file = tmp_path / "film.webm"
    page.call("startFilm", file=str(file))
    until(lambda: filmed(page) > 0)
    page.call("fill", target="#secret", text="{{FILMED}}")
    run(page, "new Promise((done) => setTimeout(done, 1_500))")
    assert stop_film(page, file)["covered"] == 0
    tops = run(page, "[...document.querySelectorAll('.box')].map((box) => Math.round(box.getBoundingClientRect().y))")
    boxes = [(0, top + 4, 280, HEIGHT - 8) for top in tops]
    frames = played(page, file, [n / 40 for n in range(40)], boxes)["frames"]
    shown = [[way for way, colour in zip(ways, frame, strict=True) if sum(colour) < 450] for frame in frames]
    assert shown[-1] == ["something else"]
    # A first frame may be too coarse for the smallest words. Of what the field feeds all is drawn, or nothing.
    fed = [[way for way in frame if way != "something else"] for frame in shown]
    assert fed[0] == list(ways)[:-1], "what is no secret is drawn"
    assert all(frame in (fed[0], []) for frame in fed), shown
