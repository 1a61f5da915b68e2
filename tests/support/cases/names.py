"""Accessible names: markup and the name of `[x]`, by the steps of the accessible name standard (accname, HTML-AAM)."""

from __future__ import annotations

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="

FIELD_TYPES = "checkbox color date datetime-local email month number password radio range search tel text time url week"
HIDING = (
    "style='display:none'",
    "style='visibility:hidden'",
    "style='visibility:collapse'",
    "aria-hidden=true",
    "hidden",
)

CONTENT = [
    ("<button x>label</button>", "label"),
    ("<h3 x>label</h3>", "label"),
    ("<a x href=#>label</a>", "label"),
    ("<button x>Click <em>me</em></button>", "Click me"),
    ("<h3 x>\n heading<!-- nothing -->label\n</h3>", "headinglabel"),
    ("<button x><span>one</span><span>two</span></button>", "onetwo"),
    ("<button x><div>one</div><div>two</div></button>", "one two"),
    ("<button x>one<br>two</button>", "one two"),
    ("<button x>Save<i> </i>all</button>", "Save all"),
    ("<button x><b>Save</b><i> <b> </b></i><b>all</b></button>", "Save all"),
    ("<button x>Save<i title='and'> </i>all</button>", "Saveandall"),
    ("<style>.b$ span{display:block}</style><button x class=b$><span>one</span><span>two</span></button>", "one two"),
    (
        "<style>.b$ span{display:inline-block}</style><button x class=b$><span>one</span><span>two</span></button>",
        "one two",
    ),
    ("<style>.b$ span{display:block}</style><a x href=# class=b$>zero<span>one</span>two</a>", "zero one two"),
    ("<style>.b$ i{display:inline-block}</style><h2 x class=b$>zero<i>one</i>two</h2>", "zero one two"),
    ("<style>.b${display:inline-flex}</style><button x class=b$><span>one</span><span>two</span></button>", "one two"),
    ("<style>.b${display:grid}</style><a x href=# class=b$><b>one</b><b>two</b></a>", "one two"),
    ("<style>.b$ span{display:table-cell}</style><h2 x class=b$><span>one</span><span>two</span></h2>", "one two"),
    ("<style>.b$ div{display:inline}</style><button x class=b$><div>one</div><div>two</div></button>", "onetwo"),
    ("<button x><span role=none>icon</span></button>", "icon"),
    ("<h1 x>A<sub>1</sub>B<sup>2</sup></h1>", "A1B2"),
    ("<h3 x style='text-transform:uppercase'>quiet</h3>", "quiet"),
    ("<button x><img src={PIXEL} alt=Fox> runs</button>", "Fox runs"),
    ("<a x href=#><img src={PIXEL} alt=''>home</a>", "home"),
    ("<a x href=#><img src={PIXEL} alt='' title=Home></a>", "Home"),
    ("<button x><span aria-label=Close>×</span></button>", "Close"),
    ("<button x><svg><title>Print</title><path d=''/></svg></button>", "Print"),
    ("<button x><svg><circle r=4><title>dot</title></circle></svg></button>", "dot"),
    ("<button x><i title=Edit></i></button>", "Edit"),
    ("<div x role=checkbox><em>greek</em> beta</div>", "greek beta"),
    ("<div x role=menuitem>eta</div>", "eta"),
    ("<div x role=menuitemradio>theta</div>", "theta"),
    ("<div x role=switch>nu</div>", "nu"),
    ("<div x role=tab>xi</div>", "xi"),
    ("<div x role=tooltip>omicron</div>", "omicron"),
    ("<div x role=treeitem>pi</div>", "pi"),
    ("<div x role=option>rho</div>", "rho"),
    ("<select><option x title=Title>Content</option></select>", "Content"),
    ("<select size=3><optgroup x label=foo><option>baz</option></optgroup></select>", "foo"),
    ("<div x role=group>nothing</div>", ""),
    ("<div x role=dialog>nothing</div>", ""),
    ("<p x>nothing</p>", ""),
    ("<ul x><li>nothing</li></ul>", ""),
    ("<details><summary x>More</summary>text</details>", "More"),
    ("<details open><summary x>More</summary>text</details>", "More"),
    ("<button x>a<details><summary>b</summary>c</details></button>", "a b"),
]

DRAWN = [
    ("<style>.d$::before{content:'before'}</style><button x class=d$>label</button>", "beforelabel"),
    ("<style>.d$::after{content:'after'}</style><h3 x class=d$>label</h3>", "labelafter"),
    ("<style>.d$::before{content:'before '}</style><a x href=# class=d$>label</a>", "before label"),
    ("<style>.d$::before{content:'before';display:block}</style><button x class=d$>label</button>", "before label"),
    (
        "<style>.d$::after{content:'after';display:inline-block}</style><button x class=d$>label</button>",
        "label after",
    ),
    ("<style>.d$::after{content:':';visibility:hidden}</style><button x class=d$>label</button>", "label"),
    ("<style>.d$::after{content:':';visibility:hidden}</style><label class=d$>Role <input x></label>", "Role"),
    ("<style>.d$::after{content:'!';display:none}</style><button x class=d$>label</button>", "label"),
    ("<style>.d$::before{content:'a' 'b'}</style><button x class=d$>c</button>", "abc"),
    ("<style>.d$::before{content:'*' / ''}</style><button x class=d$>label</button>", "label"),
    ("<style>.d$::before{content:'*' / 'star '}</style><button x class=d$>label</button>", "star label"),
    ("<style>.d$::before{content:url({PIXEL}) / 'picture '}</style><button x class=d$>label</button>", "picture label"),
    ("<style>.d$::before{content:attr(data-w)}</style><button x class=d$ data-w='Now '>label</button>", "Now label"),
    ("<style>.d$ b::after{content:'!'}</style><button x class=d$><b>label</b></button>", "label!"),
    ("<style>.d$::before{content:'Say \"hi\" / no '}</style><button x class=d$>label</button>", 'Say "hi" / no label'),
    ("<style>.d$::before{content:none}</style><button x class=d$>label</button>", "label"),
    ("<style>.d$::before{content:'Save'}</style><button x class=d$></button>", "Save"),
    ("<style>.d$::after{content:'*'}</style><label for=i$ class=d$>Mail</label><input x id=i$>", "Mail*"),
    ("<style>.d$::after{content:'*' / ''}</style><label for=i$ class=d$>Mail</label><input x id=i$>", "Mail"),
    ("<style>.d$::before{content:'My '}</style><label class=d$>mail <input x></label>", "My mail"),
    ("<style>.d$::before{content:'\\e001'}</style><button x class=d$>label</button>", "label"),
    ("<style>.d$::after{content:'\\e001'}</style><button x class=d$ title=Gear></button>", "Gear"),
]

LABELLED_BY = [
    ("<div x role=group aria-labelledby=h$><h2 id=h$>first heading</h2></div>", "first heading"),
    (
        "<div x role=group aria-label='self label' id=g$ aria-labelledby='g$ h$'><h2 id=h$>+ heading</h2></div>",
        "self label + heading",
    ),
    (
        "<nav x aria-labelledby='a$ b$ c$'><b id=a$>each</b><b id=b$>one</b><b>not</b><b id=c$>apart</b></nav>",
        "each one apart",
    ),
    ("<input x id=f$ value=v aria-label=Street aria-labelledby='f$ l$'><b id=l$>of birth</b>", "Street of birth"),
    (
        "<b id=l$>of birth</b><i x role=slider id=f$ aria-valuetext=v aria-label=month aria-labelledby='f$ l$'>mm</i>",
        "month of birth",
    ),
    ("<input id=f$ value=3 aria-label=n><b id=l$>times</b><button x aria-labelledby='f$ l$'>x</button>", "3 times"),
    ("<b id=n$>first</b><a x href=# aria-labeledby=n$>x</a>", "first"),
    ("<b id=n$>first</b><b id=m$>second</b><button x aria-labelledby=n$ aria-labeledby=m$>x</button>", "first"),
    ("<b id=n$>second</b><img x src={PIXEL} alt=alt aria-labelledby=n$>", "second"),
    ("<b id=n$>second</b><svg x role=img aria-labelledby=n$><title>t</title></svg>", "second"),
    ("<b id=n$>second</b><label for=i$>label</label><input x id=i$ aria-labelledby=n$>", "second"),
    ("<b id=n$>second</b><button x aria-labelledby=n$ aria-label=foo title=bar>x</button>", "second"),
    ("<b id=n$></b><button x aria-labelledby=n$ aria-label=foo>x</button>", "foo"),
    ("<button x aria-labelledby=nowhere$ aria-label=foo>x</button>", "foo"),
    ("<button x aria-labelledby=nowhere$>x</button>", "x"),
    ("<b id=n$ aria-labelledby=m$>one</b><b id=m$>two</b><button x aria-labelledby=n$>x</button>", "one"),
    ("<b id=n$><i aria-label=two>one</i></b><button x aria-labelledby=n$>x</button>", "two"),
    (
        "<h3 x><a href=# aria-labelledby=p$>link1</a> <a href=#>link2 <img id=p$ alt=image src={PIXEL}> link3</a></h3>",
        "image link2 link3",
    ),
    (
        "<h3><a href=# aria-labelledby=p$>link1</a> <a x href=#>link2 <img id=p$ alt=image src={PIXEL}> link3</a></h3>",
        "link2 image link3",
    ),
    ("<h2 id=h$>Lorem ipsum <a x href=# aria-labelledby=h$><svg></svg></a></h2>", "Lorem ipsum"),
    (
        "<label id=l$ for=t$><button x aria-labelledby='l$ t$' id=t$><span>Full</span></button><div>Kind</div></label>",
        "Full Kind",
    ),
    (
        "<select id=r$><option selected>chief</option></select><button x id=t$ aria-labelledby='t$ r$'>Pick</button>",
        "Pick chief",
    ),
    ("<div id=n$ role=presentation>not named</div><div x role=group aria-labelledby=n$>x</div>", "not named"),
    ("<div x role=menu aria-labelledby=b$><div role=menuitem>one</div></div><button id=b$>Test</button>", "Test"),
    (
        "<input type=password id=p$ value=hunter2><button x aria-labelledby='p$ q$'>x</button><b id=q$>go</b>",
        "••••••• go",
    ),
]  # fmt: skip

HIDDEN = [
    *(
        case
        for hide in HIDING
        for case in (
            (f"<button x aria-labelledby=a$></button><span id=a$ {hide}>foo <span {hide}>bar</span></span>", "foo bar"),
            (f"<button x aria-labelledby=a$></button><span id=a$>foo <span {hide}>bar</span></span>", "foo"),
            (f"<button x aria-labelledby=a$></button><span id=a$ {hide}>foo <span>bar</span></span>", "foo bar"),
            (f"<button x aria-labelledby=a$></button><div {hide}><span id=a$>foo <i>bar</i></span></div>", "foo bar"),
            (f"<label for=i$ {hide}>hidden label</label><input x id=i$>", "hidden label"),
            (f"<label for=i$ {hide}>hidden label</label><input x type=checkbox id=i$>", "hidden label"),
            (f"<label for=i$>label<span {hide}> hidden</span></label><input x id=i$>", "label"),
            (f"<button x>seen <span {hide}>unseen</span></button>", "seen"),
            (f"<h2 x>seen <img {hide} src={{PIXEL}} alt=unseen></h2>", "seen"),
        )
    ),
    ("<h2 x>seen, <b style='visibility:hidden'>not, <i style='visibility:visible'>again</i></b></h2>", "seen, again"),
    (
        (
            "<a x href=# aria-labelledby='a$ b$ c$'><b id=a$><i>one,</i><i aria-hidden=true>no</i></b>"
            "<b aria-hidden=true id=b$>two,</b><b hidden id=c$>three</b></a>"
        ),
        "one, two, three",
    ),
    (
        "<button x aria-label=foo aria-labelledby=s$><b id=s$><i style='visibility:hidden'>label</i></b>x</button>",
        "foo",
    ),
    ("<button x hidden>in nobody's sight</button>", "in nobody's sight"),
    ("<div style='display:none'><button x><b>one</b> two</button></div>", "one two"),
    ("<button x>seen<script>1</script><style>b{}</style><template>no</template></button>", "seen"),
    ("<button x aria-labelledby=s$></button><b id=s$ hidden>seen<script>1</script><style>b{}</style></b>", "seen"),
]

LABELS = [
    *(
        case
        for kind in FIELD_TYPES.split()
        for case in (
            (f"<label for=i$>{kind} label</label><input x id=i$ type={kind}>", f"{kind} label"),
            (f"<label><input x type={kind}>{kind} label</label>", f"{kind} label"),
        )
    ),
    ("<label for=i$>file label</label><input x id=i$ type=file>", "file label"),
    ("<input x type=button value='button label'>", "button label"),
    ("<input x type=submit value='submit label'>", "submit label"),
    ("<input x type=reset value='reset label'>", "reset label"),
    ("<input x type=submit>", "Submit"),
    ("<input x type=reset>", "Reset"),
    ("<input x type=image alt='image label' src={PIXEL}>", "image label"),
    ("<input x type=image title='a title' src={PIXEL}>", "a title"),
    ("<input x type=image src={PIXEL}>", "Submit Query"),
    ("<label for=i$>label</label><input x id=i$ type=button value=button>", "label"),
    ("<label for=i$>label</label><button x id=i$></button>", "label"),
    ("<label for=i$>label</label><textarea x id=i$>text</textarea>", "label"),
    ("<label>label <textarea x>text</textarea></label>", "label"),
    ("<label for=i$>label</label><select x id=i$><option>foo</option></select>", "label"),
    ("<label>label <select x><option>foo</option></select></label>", "label"),
    ("<label for=i$>label</label><output x id=i$></output>", "label"),
    ("<label for=i$>label</label><meter x id=i$ value=.5></meter>", "label"),
    ("<label for=i$>label</label><progress x id=i$></progress>", "label"),
    ("<label>This <input x type=checkbox id=i$> is</label> <label for=i$>a test</label>", "This is a test"),
    ("<label for=i$>one</label><input x id=i$ aria-label=two>", "two"),
    ("<label for=i$>one</label><input x id=i$ title=two placeholder=three>", "one"),
    ("<label for=i$> </label><input x id=i$ title=two>", "two"),
    ("<label for=i$><b>one</b><div>two</div></label><input x id=i$>", "one two"),
    ("<fieldset x><legend>where <em>to</em></legend><input></fieldset>", "where to"),
    ("<fieldset x title=t><input></fieldset>", "t"),
    ("<table x><caption>prices</caption><tr><th>a</th></tr></table>", "prices"),
    ("<figure x><img src={PIXEL} alt=a><figcaption>a fox</figcaption></figure>", "a fox"),
    ("<img x src={PIXEL} alt='a label'>", "a label"),
    ("<picture><source srcset=#><img x src={PIXEL} alt='a label'></picture>", "a label"),
    ("<svg x role=img><title>a <tspan>title</tspan></title></svg>", "a title"),
    ("<iframe x title='a frame'></iframe>", "a frame"),
    ("<input x placeholder=Search>", "Search"),
    ("<input x aria-placeholder=Search>", "Search"),
    ("<textarea x placeholder=Search></textarea>", "Search"),
    ("<canvas x aria-label=Chart>text</canvas>", "Chart"),
    ("<canvas x>A chart of sales</canvas>", "A chart of sales"),
    ("<canvas x><table><tr><td>1</td><td>2</td></tr></table></canvas>", ""),
]

EMBEDDED = [
    ("<label for=i$>Flash <input value=3> times</label><input x type=checkbox id=i$>", "Flash 3 times"),
    ("<label>foo <input value=a> <input x value=b></label><!-- the label is the first one's -->", ""),
    ("<label for=i$>foo <textarea>David</textarea></label><input x id=i$>", "foo David"),
    ("<label for=i$>foo <select><option>a<option selected>b</select></label><input x id=i$>", "foo b"),
    ("<label for=i$>foo <input type=range min=1 max=9 value=5> baz</label><input x id=i$>", "foo 5 baz"),
    ("<label for=i$>foo <input type=number value=5> baz</label><input x id=i$>", "foo 5 baz"),
    ("<label for=i$>a <b role=slider aria-valuenow=3 aria-valuetext=three></b> c</label><input x id=i$>", "a three c"),
    ("<label for=i$>a <b role=spinbutton aria-valuenow=3></b> c</label><input x id=i$>", "a 3 c"),
    ("<label for=i$>a <b role=textbox contenteditable>b</b> c</label><input x id=i$>", "a b c"),
    (
        ("<input x type=checkbox id=i$><label for=i$>Flash <span role=combobox><span role=textbox></span>"
        "<ul role=listbox><li role=option aria-selected=true>1</li><li role=option>2</li></ul></span> times.</label>"),
        "Flash 1 times.",
    ),
    (
        ("<label for=i$>a <b role=listbox><i role=option>1</i><i role=option aria-selected=true>2</i></b>"
        "</label><input x id=i$>"),
        "a 2",
    ),
    ("<h2 x>Country: <input title=t value=Chile></h2>", "Country: Chile"),
    ("<button x>Send <input type=submit value=now></button>", "Send now"),
    ("<label for=i$>pin <input type=password value=hunter2></label><input x id=i$>", "pin •••••••"),
    ("<label for=i$>a <progress value=.5></progress> c</label><input x id=i$>", "a 0.5 c"),
    ("<label for=i$>a <input aria-label=name value=v> c</label><input x id=i$>", "a v c"),
]  # fmt: skip

TITLES = [
    ("<a x href=# title=label><img src={PIXEL} alt=''></a>", "label"),
    ("<a x href=# title=label>content</a>", "content"),
    ("<div x title=label role=group>content</div>", "label"),
    ("<img x src={PIXEL} title=label>", "label"),
    ("<img x src={PIXEL} title=label alt=''>", "label"),
    ("<img x src={PIXEL} title=label alt=broken>", "broken"),
    ("<textarea x title=label placeholder=p></textarea>", "label"),
    *((f"<input x type={kind} title=label>", "label") for kind in FIELD_TYPES.split()),
    ("<button x title=label></button>", "label"),
    ("<button x title=''>click me</button>", "click me"),
    ("<abbr x title='Web Platform Tests'>WPT</abbr>", "Web Platform Tests"),
    ("<kbd x title='Control + Option'>CTRL</kbd>", "Control + Option"),
    ("<select x title=label><option>a</option></select>", "label"),
    ("<button x aria-label=' '>text</button>", "text"),
    ("<button x aria-label='  one   two '>text</button>", "one two"),
    ("<button x aria-label='a\x01b'>text</button>", "a b"),
    ("<button x>a\x07b\x1b[0m</button>", "a b [0m"),
]

SHADOW = [
    (
        (
            "<label id=l$><div><template shadowrootmode=open>foo</template></div></label>"
            "<button x aria-labelledby=l$></button>"
        ),
        "foo",
    ),
    (
        ("<label id=l$><div><template shadowrootmode=open><p aria-label=bar></p></template></div></label>"
        "<button x aria-labelledby=l$></button>"),
        "bar",
    ),
    *(
        (
            (f"<label id=l$><div>{light}<template shadowrootmode={mode}>foo <slot{label}>default</slot> bar</template>"
            "</div></label><button x aria-labelledby=l$></button>"),
            f"foo {light or 'default'} bar",
        )
        for light in ("slotted", "")
        for label in ("", " aria-label=label")
        for mode in ("open", "closed")
    ),
    ("<span><template shadowrootmode=open><button x><slot></slot></button></template>Own name</span>", "Own name"),
    ("<span><template shadowrootmode=open><button x><slot>Default</slot></button></template></span>", "Default"),
    (
        "<span><template shadowrootmode=open><i id=n$>in</i><button x aria-labelledby=n$>x</button></template></span>",
        "in",
    ),
    (
        "<i id=n$>out</i><span><template shadowrootmode=open><button x aria-labelledby=n$>x</button></template></span>",
        "x",
    ),
    ("<span><template shadowrootmode=open><label>in <input x></label></template></span>", "in"),
    ("<button x>a <span><template shadowrootmode=open><i>c</i></template>b</span></button>", "a c"),
]  # fmt: skip

OWNED = [
    ("<button x aria-owns=p$><b aria-hidden=true><i id=p$>Play</i></b></button>", "Play"),
    ("<a x href=# aria-owns=w$>Site</a><p aria-hidden=true><i id=w$>(opens)</i></p>", "Site (opens)"),
    ("<h3 x><b hidden aria-owns=t$>no</b><mark id=t$>treasure</mark></h3>", "treasure"),
    ("<h3 x><b aria-hidden=true aria-owns=t$>no</b><mark id=t$>treasure</mark></h3>", "treasure"),
    ("<a x href=# aria-owns=w$>Site</a><p><i id=w$ hidden>(opens)</i></p>", "Site"),
    ("<a x href=# aria-owns=w$>Site</a><p hidden><i id=w$>(opens)</i></p>", "Site"),
    ("<a x href=# aria-owns=w$>Site</a><p><i id=w$ aria-hidden=true>(opens)</i></p>", "Site"),
]

APART = [
    ("<button x>De<i hidden>ta</i>lete</button>", "Delete"),
    ("<button x>De<i style='display:none'>ta</i>lete <b>a<u aria-hidden=true>n</u>ll</b></button>", "Delete all"),
    ("<button x>S<b>a</b>v<i>e</i></button>", "Save"),
    ("<button x>Er\u00ada\u200bse</button>", "Er\u00ada\u200bse"),
    ("<h2 x>ΟΔΟΣ<i hidden>α</i></h2>", "ΟΔΟΣ"),
    ("<h2 x>ΟΔΟΣ<i>α</i>Σ</h2>", "ΟΔΟΣαΣ"),
    ("<h2 x>DİYAR</h2>", "DİYAR"),
    ("<a x href=#>\ue001Home</a>", "Home"),
    ("<div x role=row><b>5</b><div>Ada<script>no</script></div><template>no</template></div>", "5 Ada"),
    ("<div x role=row>1 <button>Edit</button></div>", "1 Edit"),
    ("<button x style='visibility:hidden'>Later</button>", "Later"),
    ("<p hidden><button x>Then</button></p>", "Then"),
    ("<button x style='text-transform:uppercase'>small</button>", "small"),
]

GROUPS = {
    "content": CONTENT,
    "drawn": DRAWN,
    "labelled by": LABELLED_BY,
    "hidden": HIDDEN,
    "labels": LABELS,
    "embedded": EMBEDDED,
    "titles": TITLES,
    "shadow": SHADOW,
    "owned": OWNED,
    "apart": APART,
}
NAMES: dict[str, list[tuple[str, str]]] = {
    group: [(markup.replace("{PIXEL}", PIXEL), name) for markup, name in cases] for group, cases in GROUPS.items()
}
