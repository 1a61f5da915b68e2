"""Playwright's selectors, as far as they mean something here: hundreds of targets of one page, and what each names."""

from __future__ import annotations

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import OpenShared, Page

# A target, and the ids of what it names, in their order; what stands after ↵ is refused, with a word of the hint.
TEXTS = r"""
    text=hello → w1
    text=Hello → w1
    text="Hello" → w1
    text="hello" →
    text="world" → w3
    text=Hello, world! → w1
    text="Ask" → w5
    text="Hi again" → w5
    text="wo rld" → w6
    text="wo rld Hi ag" →
    text=hi again → w5
    text="again" →
    text=say "hi" → w7
    text="say \"hi\"" → w7
    text='say "hi"' → w7
    text=let's → w8
    text=let's >> span → w9
    text=/let's/i >> span → w9
    text=/LET/i → w8
    text=/^go$/ → w9
    text=teapot → w10
    text=pot → w10
    text=sign up → w11
    text="Sign up" → w11
    text=Sign 	up → w11
    text=od by → w12
    text="Good bye" → w12
    text="od by" →
    text = good bye → w12
    text=  good bye  → w12
    text="midnight" → w17
    text=/a\>\>\ b/ >> span →
    text=/a \>\> b/ → w14
    "a >> b" → w14
    "a >> b" >> span → w15
    'go' → w9
    "Go" →
    text=Send off → w16
    text="Send off" → w16
    text="price" → w18 w19
    text=price → w19
    text="back\\slash" → w20
    internal:text="GO"i → w9 w12
    internal:text="go"s → w9
    internal:text="GO"s →
    #words >> p:text-is("") → w13
    #words >> p >> text="" → None w13
    :text("world") → w3
    p:text("world") →
    :text-is("world") → w3
    p:text-is("Hello") → w1
    :text-is("Same") → w22
    div:text-is("Same") →
    #words :text-matches("^[go]+$") → w9
    #words :text-matches("^GO$", "i") → w9
    #words >> :text(/^go$/) → w9
    p:has-text("world") → w1
    p:has-text(/let's/) → w8
    p:has-text(/(let|set)'s/) span → w9
    p:has-text("say \"hi\"") → w7
    p:has-text(say) → w7
    #words p:has-text("hello") b → w3
    :is(p, b):has-text("world") → w1 w3
    p:not(:has-text("o")):has-text("say") → w7
    p:contains(say) → w7
    #words >> text=go → w9 w12
    #w9 >> text=go → w9
    text=go >> text=go → w9 w12
    p >> has-text=world → w1
    p >> has-text="Hello, world!" → w1
    p >> has-text=/^Hello/ → w1
    p >> internal:has-text="hello"i → w1
    p >> has-text=price >> has-not-text=nothing → w18
    #words b >> has-not-text=x → w3
"""
TREE = r"""
    #t1>li → t2 t4 t6
    #t1 > li → t2 t4 t6
    #t1 li → t2 t4 t6 t8
    #t1>>li>>li → t8
    #t1 >> li >> nth=1 → t4
    #t1 >> li >> nth=-1 → t8
    #t1 >> li >> nth=9 →
    #t1 >> > li → t2 t4 t6
    #t1 >> >li → t2 t4 t6
    #t2 >> + li → t4
    #t2 >> ~ li → t4 t6
    #t2 >> ~ * → t4 t6
    #t2 >> :scope + li → t4
    #t2 >> :scope ~ li → t4 t6
    #t2 >> :scope → t2
    #t4 >> #t2 ~ :scope → t4
    #t4 >> #t6 ~ :scope →
    #tree li >> :scope.odd → t2 t6
    #tree li >> :scope:nth-child(2) → t4
    #t10 >> span:not(:scope) → t11 t13
    #t11 >> em,:scope → t11 t12
    #t11 >> span →
    #t10 >> span → t11 t13
    #tree >> section →
    li:has(> button) → t2 t4
    li:has(button:disabled) → t4
    li:has(:scope > a) → t8
    li:has(+ li) → t2 t4
    #t1 > li:has(li) → t6
    li:not(:has(button)):not(.last) → t8
    #tree :nth-match(button, 2) → t5
    :nth-match(#t1 li, 3) → t6
    #t1 >> :nth-match(li, 4) → t8
    :is(:nth-match(#t1 li, 1), :nth-match(#t1 li, 2)) → t2 t4
    #\31 23 → 123
    #a\.b → a.b
    [title="x > y"] → a.b
    [title="x > y"], #t9 → t9 a.b
    css=#t9 → t9
    css = #t9 → t9
    #t9 >> xpath=.. → t8
    #t9 >> .. → t8
    #t9 >> ../.. → t7
    #t3 >> xpath=../.. >> button → t3 t5
    #t2 >> xpath=./button → t3
    #t2 >> //button → t3
    #t1 >> (//button)[2] → t5
    //*[@id="t3"]|//*[@id="t5"] → t3 t5
    *css=li >> button → t2 t4
    *css=li >> text=Open → t2 t4
    #t1 >> *css=li >> li → t6
    *css=ul >> li >> a → t1 t7
    #tree >> *css=button >> .. >> text=Two → t5
    li >> has=button → t2 t4
    li >> has="text=Two" → t4
    li >> internal:has="button >> text=Open" → t2 t4
    #tree li >> has="role=button" → t2 t4
    #tree li >> has-not="role=button" → t6 t8
    #tree li >> has="role=link[name=link]" → t6 t8
    #tree li >> has="text=One" → t2
    #tree li >> has-not="text=Three" → t2 t4 t8
    #tree li >> has=id=t9 → t6 t8
    #tree li >> has=#t8 → t6
    #tree li >> has=.last →
    #tree p >> has=#t9 →
    #nothing >> has="role=nosuchrole" →
    #t1 > li >> has-not=button → t6
    #t1 > li >> has-not="ul, button" →
    #t1 > li >> has=button >> has-not=:disabled → t2
    text=Open >> and=:disabled → t5
    role=button >> and=#t5 → t5
    #tree li >> internal:and=".odd" → t2 t6
    #t3 >> or=#t9 → t3 t9
    #t9 >> or=#t3 → t3 t9
    #nothing >> internal:or="#t3" → t3
    #t2 >> chain="a >> or=button" → t3
    #t1 >> chain="#t3 >> or=#t9" → t3 t9
    #t4 >> internal:chain="#t3 >> or=#t5" → t5
    #tree li >> chain="button >> nth=0" → t3 t5
    chain="#tree button >> nth=1" → t5
    #tree p >> visible=true → t15
    #tree p >> visible=false → t14
    #tree p:visible → t15
    #tree p:not(:visible) → t14
    #tree button >> visible=true >> nth=1 → t5
    #t10 >> :scope > span → t11 t13
    #t1 li:is(.odd, .last) → t2 t6
    #t1 > li.odd + li → t4
    #t1 > li ~ li.last → t6
    #t10>>* → t11 t12 t13
    #t10 >> span > em → t12
    #t1 >> ul li → t8
    #t7 >> ul li →
"""
ATTRIBUTES = r"""
    id=t9 → t9
    id="t9" → t9
    data-testid=row-1 → f5
    data-test=old → f7
    testid=row-1 → f5
    testid=old → f7
    testid=row →
    testid=/row-\d/ → f5 f6
    testid=/^ROW-2$/i → f6
    testid=He"llo → f8
    internal:testid=[data-testid="row-2"s] → f6
    #fields >> testid=row-2 → f6
    alt=ship → f3 f4
    alt="Ship" → f4
    alt=/^blue/i → f3
    internal:attr=[alt="Ship"s] → f4
    internal:attr=[title="family"i] → f1
    title=family → f1
    title="Family name" → f1
    title="family name" →
    title='wo"rd >> it' → f9
    placeholder=your → f1
    placeholder=/^Your/ → f1
    label=last name → f1
    label="Last Name" → f1
    label="Last" →
    label=/last\s+name/i → f1
    internal:label="LAST name"i → f1
"""
ROLES = r"""
    #roles >> role=button → r1 r2
    role=button[name="Save"] → r1
    role=button[name="save"i] → r1 r2
    role=button[name=save] → r1 r2
    role=button[name*="ave a"] → r2
    role=button[name^="SAVE"i] → r1 r2
    role=button[name$="all"] → r2
    role=button[name~="all"] → r2
    role=button[name=/^save$/i] → r1
    #roles >> role=button[include-hidden] → r1 r2 r3 r4
    #roles >> role=button[include-hidden=false] → r1 r2
    role=button[name="Hidden save"][include-hidden=true] → r3
    internal:role=button[name="Save"s] → r1
    role=alert[description="File one was sent"] → r5
    role=alert[name="Done"][description=/two/] → r6
    role=alert[description=sent] → r5 r6
    role=heading[level=2][name=title] → r8
    role=checkbox[checked] → r9
"""
SHADOW = r"""
    #d6 → d6
    #deep span → d4 d6 d7
    #d1 span → d4 d6 d7
    #d1 > div > span → d4
    #d5 > span → d6 d7
    #deep x-inner > span + span → d7
    #deep div:has(.odd) → d1 d3
    #deep span:not(.odd) → d4 d6
    #deep div:is(#d1 div) → d3
    #deep >> .odd → d7
    #d3 >> span → d4 d6 d7
    #d5 >> text=inner too → d7
    #d5 >> > span → d6 d7
    #deep div >> has="text=inner too" → d1 d3
    #deep div >> has-not=.odd →
    #deep div, x-inner >> has=.odd → d1 d3 d5
    id=d7 → d7
    #deep span:has-text("too") → d7
    #deep div:has(:text("in outer")) → d1 d3
    #deep >> :nth-match(span, 3) → d7
    #deep p, #d7 → d2 d7
"""
LAYOUT = r"""
    #lay i:right-of(#l-a) → l-b l-c l-d l-e
    #lay i:right-of(#l-b) → l-c
    #lay i:left-of(#l-b) → l-a
    #lay i:left-of(#l-c, 60) → l-b l-d l-e
    #lay i:below(#l-b) → l-d l-e
    #lay i:above(#l-d) → l-b l-a l-c
    #lay i:near(#l-b) →
    #lay i:near(#l-b, 70) → l-a l-c l-d
    #lay i:below(#l-b):above(#l-e) → l-d
"""
REFUSED = r"""
    nth=1 ↵ li >> nth=0
    visible=true ↵ li >> has-text=Save
    li >> nth=x ↵ li >> nth=0
    li >> visible=yes ↵ visible=true
    li >> has= ↵ has="text=Save"
    li >> has="role=nosuchrole" ↵
    li >> has-not="/(" ↵
    li:nth-match(2) ↵ :nth-match(li, 3)
    :nth-match(li, 0) ↵ :nth-match(li, 3)
    li:has-text("a", "b") ↵ li:has-text("Save")
    li:has-text("") ↵ li:has-text("Save")
    li:has-text( ↵ li:has-text("Save")
    li:first ↵ li >> nth=0
    div:near(50) ↵ :right-of(
    css:light=li ↵ shadow roots
    role=[name=x] ↵ role=button
    role=button[name] ↵ role=button
    role=button[size=3] ↵ role=button
    role=heading[level=x] ↵ role=button
    role=button[level=3] ↵ role=button
    role=button[checked~=true] ↵ role=button
    role=button[include-hidden=x] ↵ role=button
    foo=bar ↵ Targets begin with
    name=email ↵ [name="email"]
    $('#save') ↵ Write only the selector
    document.querySelector("#save") ↵ Write only the selector
    getByRole('button', { name: 'Save' }) ↵ role=button[name="Save"]
    page.get_by_role("button", name="Save") ↵ role=button[name="Save"]
    page.getByText('Save') ↵ text=Save
    get_by_label("Email", exact=True) ↵ label="Email"
    getByTestId('save') ↵ testid=save
    button "Save" ↵ role=button[name="Save"]
    - button "Save" [disabled] [ref=e5]: on ↵ @e5, or role=button[name="Save"]
    li > ↵
    li >> > ↵
    :is(li ↵
    li,, ↵
"""


def names(page: Page, target: str) -> str:
    try:
        found = page.call("get", what="attr", name="id", target=target, all=True)["value"]
    except ClzError as problem:
        if problem.code == "ELEMENT_NOT_FOUND":
            return "→"
        return f"↵ {problem.hint} ({problem.details.get('reason')})"
    return " ".join(["→", *map(str, found)])


def rows(table: str) -> list[tuple[str, str]]:
    found = [line.removeprefix("    ") for line in table.strip("\n").splitlines()]
    return [(line[: (at := max(line.find(" →"), line.find(" ↵")))], line[at + 1 :].strip()) for line in found]


TABLES = {
    "texts": TEXTS,
    "tree": TREE,
    "attributes": ATTRIBUTES,
    "roles": ROLES,
    "shadow roots": SHADOW,
    "layout": LAYOUT,
    "mistakes": REFUSED,
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_selectors_of_playwright_name_what_they_name_there(shared: OpenShared, table: str) -> None:
    page = shared("selectors.html")
    wrong = []
    for target, expected in rows(table):
        found = names(page, target)
        if found != expected and not (expected.startswith("↵") and found.startswith("↵") and expected[2:] in found):
            wrong.append(f"{target}: {found}, not {expected}")
    assert wrong == []
