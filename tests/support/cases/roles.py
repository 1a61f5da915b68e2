"""Roles: markup and the role of `[x]`, by HTML-AAM and ARIA.

What means nothing by itself is `generic`; empty is what HTML gives no role at all.
"""

from __future__ import annotations

from tests.support.cases.names import PIXEL

TAGS = {
    "label": "", "abbr": "", "b": "generic",
    "article": "article", "aside": "complementary", "button": "button", "main": "main", "nav": "navigation",
    "header": "banner", "footer": "contentinfo", "h1": "heading", "h6": "heading", "hr": "separator",
    "fieldset": "group", "figure": "figure", "p": "paragraph", "blockquote": "blockquote", "textarea": "textbox",
    "select": "combobox", "output": "status", "meter": "meter", "progress": "progressbar", "search": "search",
    "menu": "list", "ul": "list", "ol": "list", "table": "table", "details": "group", "address": "group",
    "hgroup": "group", "dfn": "term", "code": "code", "em": "emphasis", "strong": "strong", "del": "deletion",
    "s": "deletion", "ins": "insertion", "sub": "subscript", "sup": "superscript", "time": "time", "mark": "mark",
    "math": "math", "div": "generic", "span": "generic", "i": "generic", "bdi": "generic",
    "bdo": "generic", "data": "generic", "pre": "generic", "q": "generic", "samp": "generic",
    "small": "generic", "u": "generic", "form": "generic", "section": "generic",
    "a": "generic", "area": "generic", "summary": "generic", "li": "generic",
}  # fmt: skip

INPUTS = {
    "": "textbox", "button": "button", "checkbox": "checkbox", "date": "textbox", "email": "textbox",
    "image": "button", "invalid": "textbox", "number": "spinbutton", "password": "textbox", "radio": "radio",
    "range": "slider", "reset": "button", "search": "searchbox", "submit": "button", "tel": "textbox",
    "text": "textbox", "time": "textbox", "url": "textbox",
}  # fmt: skip

SECTIONS = {
    "article": "<article>", "aside": "<aside>", "nav": "<nav>", "section": "<section>",
    "role=article": "<div role=article>", "role=complementary": "<div role=complementary>",
    "role=navigation": "<div role=navigation>", "role=region": "<div role=region aria-label=r>",
}  # fmt: skip


def inside(opening: str, markup: str) -> str:
    return f"{opening}{markup}</{opening[1:].split(maxsplit=1)[0].rstrip('>')}>"


CASES = [
    *((f"<{tag} x>x</{tag}>", role) for tag, role in TAGS.items()),
    *((f"<input x type='{kind}'>" if kind else "<input x>", role) for kind, role in INPUTS.items()),
    # What hangs on attributes.
    ("<a x href=#>x</a>", "link"),
    ("<a x href>x</a>", "link"),
    ("<svg><a x href=#><text>x</text></a></svg>", "link"),
    ("<map name=m$><area x href=# alt=a></map><img src={PIXEL} usemap=#m$>", "link"),
    ("<img x src={PIXEL}>", "img"),
    ("<img x src={PIXEL} alt=value>", "img"),
    ("<img x src={PIXEL} alt=''>", "none"),
    ("<img x src={PIXEL} alt>", "none"),
    ("<img x src={PIXEL} alt='' aria-label=a>", "img"),
    ("<img x src={PIXEL} alt='' title=a>", "img"),
    ("<img x src={PIXEL} alt='' tabindex=0>", "img"),
    ("<input x list=l$><datalist id=l$></datalist>", "combobox"),
    ("<input x list=l$><div id=l$></div>", "textbox"),
    ("<input x type=search list=l$><datalist id=l$></datalist>", "combobox"),
    ("<input x type=password list=l$><datalist id=l$></datalist>", "textbox"),
    ("<select x multiple></select>", "listbox"),
    ("<select x size=3></select>", "listbox"),
    ("<select x size=1></select>", "combobox"),
    ("<select size=2><option x>a</option></select>", "option"),
    ("<select size=2><optgroup x label=a><option>a</option></optgroup></select>", "group"),
    # What hangs on a name.
    ("<form x aria-label=foo></form>", "form"),
    ("<b id=n$>foo</b><form x aria-labelledby=n$></form>", "form"),
    ("<section x aria-label=foo></section>", "region"),
    ("<b id=n$>foo</b><section x aria-labelledby=n$></section>", "region"),
    ("<section x aria-label=' '></section>", "generic"),
    ("<b id=n$> </b><section x aria-labelledby=n$></section>", "generic"),
    ("<section x title=' '></section>", "generic"),
    ("<div x role=region aria-label=r></div>", "region"),
    ("<div x role=region></div>", "generic"),
    ("<div x role=form></div>", "generic"),
    ("<div x role='region group'></div>", "group"),
    ("<nav x role=region></nav>", "navigation"),
    # What hangs on what it is in.
    *(
        (inside(around, "<header x></header>"), "generic")
        for around in [*SECTIONS.values(), "<main>", "<div role=main>"]
    ),
    *(
        (inside(around, "<footer x></footer>"), "generic")
        for around in [*SECTIONS.values(), "<main>", "<div role=main>"]
    ),
    *((inside(around, "<aside x>a</aside>"), "generic") for around in SECTIONS.values()),
    *((inside(around, "<aside x aria-label=a>a</aside>"), "complementary") for around in SECTIONS.values()),
    ("<section><aside x aria-label=' '></aside></section>", "generic"),
    ("<section><aside x title=a></aside></section>", "complementary"),
    ("<section><aside x title=' '></aside></section>", "generic"),
    ("<main><aside x>a</aside></main>", "complementary"),
    ("<article role=main><aside x>a</aside></article>", "complementary"),
    ("<nav><aside x role=complementary>a</aside></nav>", "complementary"),
    ("<section role=none><header x>a</header></section>", "banner"),
    ("<article><span><template shadowrootmode=open><header x>a</header></template></span></article>", "generic"),
    ("<ul><li x>a</li></ul>", "listitem"),
    ("<ol><li x>a</li></ol>", "listitem"),
    ("<menu><li x>a</li></menu>", "listitem"),
    ("<div role=list><li x>a</li></div>", "listitem"),
    ("<ul role=none><li x>a</li></ul>", "generic"),
    ("<ul role=presentation><li x>a</li></ul>", "generic"),
    ("<dl><dt x>a</dt><dd>b</dd></dl>", "term"),
    ("<dl><dt>a</dt><dd x>b</dd></dl>", "definition"),
    ("<details><summary x>a</summary></details>", "button"),
    ("<details><summary>a</summary><summary x>b</summary></details>", "generic"),
    # Tables.
    ("<table><caption x>c</caption></table>", "caption"),
    ("<table><thead x><tr><th>a</th></tr></thead></table>", "rowgroup"),
    ("<table><tbody x><tr><td>a</td></tr></tbody></table>", "rowgroup"),
    ("<table><tfoot x><tr><td>a</td></tr></tfoot></table>", "rowgroup"),
    ("<table><tr x><td>a</td></tr></table>", "row"),
    ("<table><tr><td x>a</td></tr></table>", "cell"),
    ("<table role=grid><tr><td x>a</td></tr></table>", "gridcell"),
    ("<table role=treegrid><tr><td x>a</td></tr></table>", "gridcell"),
    ("<table role=table><tr><td x>a</td></tr></table>", "cell"),
    ("<table role=none><tr><td x>a</td></tr></table>", "generic"),
    ("<table role=presentation><tr x><td>a</td></tr></table>", "generic"),
    ("<table role=presentation><tbody x><tr><td>a</td></tr></tbody></table>", "generic"),
    ("<table role=presentation><tr><th x>a</th></tr></table>", "generic"),
    ("<table><tr><th x scope=row>a</th></tr></table>", "rowheader"),
    ("<table><tr><th x scope=rowgroup>a</th></tr></table>", "rowheader"),
    ("<table><tr><th x scope=col>a</th><td>b</td></tr></table>", "columnheader"),
    ("<table><tr><th x scope=colgroup>a</th><td>b</td></tr></table>", "columnheader"),
    ("<table><thead><tr><th x>a</th><th>b</th></tr></thead></table>", "columnheader"),
    ("<table><thead><tr><td>a</td><th x>b</th></tr></thead></table>", "columnheader"),
    ("<table><tr><th x>a</th><th>b</th></tr></table>", "columnheader"),
    ("<table><tr><td></td><th x>b</th></tr></table>", "columnheader"),
    ("<table><tr><th x>a</th><td>b</td></tr></table>", "rowheader"),
    ("<table><tr><th x>a</th><td></td></tr></table>", "rowheader"),
    ("<table><tr><td>1</td><th x>a</th><td></td></tr></table>", "rowheader"),
    ("<table><tfoot><tr><th x>a</th><th>b</th></tr></tfoot></table>", "columnheader"),
    # What ARIA says.
    ("<div x role=button></div>", "button"),
    ("<div x role=' Button '></div>", "button"),
    ("<div x role='nosuch button'></div>", "button"),
    ("<div x role='widget button'></div>", "button"),
    ("<button x role=nosuch></button>", "button"),
    ("<ul><li x role=nosuch>a</li></ul>", "listitem"),
    ("<nav x role=''></nav>", "navigation"),
    ("<nav x role=none></nav>", "none"),
    ("<nav x role=presentation></nav>", "none"),
    ("<button x role=none>a</button>", "button"),
    ("<nav x role=none aria-label=a></nav>", "navigation"),
    ("<h2 x role=none tabindex=-1>a</h2>", "heading"),
    ("<h2 x role='none heading'>a</h2>", "none"),
    ("<div x role=image></div>", "img"),
    ("<div x role=doc-chapter></div>", "doc-chapter"),
    ("<table><tr><td x role=button>a</td></tr></table>", "button"),
]

ROLES: list[tuple[str, str]] = [(markup.replace("{PIXEL}", PIXEL), role) for markup, role in CASES]
