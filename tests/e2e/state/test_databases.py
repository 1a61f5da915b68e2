"""IndexedDB and session storage in state files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page

# As Playwright writes it (https://playwright.dev/docs/api/class-browsercontext#browser-context-storage-state).
OF_PLAYWRIGHT = {
    "name": "firebase",
    "version": 1,
    "stores": [
        {
            "name": "users",
            "autoIncrement": False,
            "keyPath": "key",
            "records": [{"value": {"key": "auth", "token": "t"}}],
            "indexes": [{"name": "by token", "keyPath": "token", "multiEntry": False, "unique": True}],
        },
        {
            "name": "times",
            "autoIncrement": False,
            "records": [
                {
                    "key": "last",
                    "valueEncoded": {
                        "o": [
                            {"k": "at", "v": {"d": "1970-01-02T00:00:00.000Z"}},
                            {"k": "data", "v": {"ta": {"b": "AQI=", "k": "ui8"}}},
                            {"k": "none", "v": {"v": "undefined"}},
                        ],
                        "id": 1,
                    },
                }
            ],
            "indexes": [],
        },
    ],
}


@pytest.fixture
def jar(page: Page) -> Page:
    """A page in a jar of its agent's own, which keeps nothing yet."""
    page.open("databases.html", isolated=True)
    page.call("clearStorage", all=True)
    return page


def do(page: Page, expression: str) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True)["result"]


def databases(page: Page) -> dict[str, Any]:
    """What the page's own scripts find."""
    found: dict[str, Any] = json.loads(do(page, "inWords()"))
    return dict(sorted(found.items()))


def state_of(page: Page, **params: Any) -> dict[str, Any]:
    saved = page.call("saveState", **params)
    return {"cookies": saved["cookies"], "origins": saved["origins"]}


def with_databases(page: Page, *wanted: dict[str, Any]) -> dict[str, Any]:
    return {"cookies": [], "origins": [{"origin": page.origin, "localStorage": [], "indexedDB": list(wanted)}]}


def test_databases_are_loaded_as_they_were_saved(jar: Page, other_page: Page) -> None:
    do(jar, "fill()")
    saved = jar.call("saveState")
    assert saved["notSaved"] == []
    before = databases(jar)
    assert set(before) == {"bare", "kinds", "shop"}
    assert len(before["kinds"]["stores"]["of"]["values"]) == int(do(jar, "Object.keys(kinds()).length"))
    other_page.open("databases.html", isolated=True, storageState={"cookies": [], "origins": saved["origins"]})
    assert databases(other_page) == before
    key = do(
        other_page,
        "opened('shop').then((db) => done(db.transaction('carts', 'readwrite').objectStore('carts').put({})))",
    )
    assert key == 42, "keys go on from the highest one"
    assert state_of(jar, indexedDb=False)["origins"] == [], "there is nothing else"


def test_a_state_of_playwright_is_loaded(jar: Page) -> None:
    do(jar, "fill()")
    page_state = with_databases(jar, OF_PLAYWRIGHT)
    jar.call("navigate", url="about:blank")
    jar.call("loadState", state=page_state)
    jar.open("databases.html")
    (found,) = databases(jar).items()
    assert found == (
        "firebase",
        {
            "version": 1,
            "stores": {
                "times": {
                    "keyPath": None,
                    "auto": False,
                    "indexes": [],
                    "keys": ["last"],
                    "values": [
                        {"at": {"Date": "86400000"}, "data": {"Uint8Array": [1, 2]}, "none": "undefinedundefined"}
                    ],
                },
                "users": {
                    "keyPath": "key",
                    "auto": False,
                    "indexes": [["by token", "token", True, False]],
                    "keys": ["auth"],
                    "values": [{"key": "auth", "token": "t"}],
                },
            },
        },
    )


def test_what_pages_hold_open_is_filled_and_never_made_again(jar: Page) -> None:
    do(jar, "fill()")
    state = state_of(jar)
    before = databases(jar)
    carts = "db.transaction('carts', 'readwrite').objectStore('carts')"
    do(jar, f"opened('shop').then(async (db) => {{ window.held = db; await done({carts}.clear()); return 1 }})")
    store = "db.transaction('s', 'readwrite').objectStore('s')"
    do(jar, f"opened('more', 1, (db) => db.createObjectStore('s')).then((db) => done({store}.put(1, 1)))")
    jar.call("loadState", state=state)
    after = databases(jar)
    assert after.pop("more")["stores"]["s"]["values"] == [], "it is emptied"
    assert after == before
    other = json.loads(json.dumps(state))
    shop = next(one for one in other["origins"][0]["indexedDB"] if one["name"] == "shop")
    shop["version"] = 9
    other["origins"][0]["localStorage"] = [{"name": "half", "value": "done"}]
    problem = jar.fails("loadState", state=other)
    assert (problem.code, "shop" in problem.message) == ("DATABASE_OPEN", True)
    assert do(jar, "localStorage.half ?? 'nothing'") == "nothing"
    after = databases(jar)
    assert after.pop("more")["stores"]["s"]["values"] == []
    assert after == before
    assert do(jar, "done(held.transaction('carts').objectStore('carts').count())") == 2, "its page can go on"


@pytest.mark.night
def test_a_database_that_cannot_be_kept_leaves_all_as_they_were(jar: Page) -> None:
    do(jar, "fill()")
    before = databases(jar)
    double = json.loads(json.dumps(OF_PLAYWRIGHT))
    double["stores"][0]["records"].append({"value": {"key": "other", "token": "t"}})
    bad_value = json.loads(json.dumps(OF_PLAYWRIGHT))
    bad_value["stores"][1]["records"] = [{"key": "x", "valueEncoded": {"zz": 1}}]
    for broken in (double, bad_value):
        near = {"origin": jar.origin, "localStorage": [{"name": "half", "value": "done"}], "indexedDB": [broken]}
        problem = jar.fails("loadState", state={"cookies": [], "origins": [near]})
        assert problem.code == "STATE_INVALID"
        assert databases(jar) == before
        assert do(jar, "localStorage.half ?? 'nothing'") == "nothing"
    jar.call("navigate", url="about:blank")
    far = {"origin": "http://other.test", "localStorage": [{"name": "a", "value": "x" * 6_000_000}]}
    good = with_databases(jar, OF_PLAYWRIGHT)
    assert jar.fails("loadState", state={**good, "origins": [far, *good["origins"]]}).code == "STORAGE_FULL"
    sessions = {**good["origins"][0], "sessionStorage": [{"name": "a", "value": "x" * 6_000_000}]}
    assert jar.fails("loadState", state={"cookies": [], "origins": [sessions]}).code == "STORAGE_FULL"
    jar.open("databases.html")
    assert databases(jar) == before


def test_records_that_no_file_can_hold_are_told_of(jar: Page) -> None:
    keys = "crypto.subtle.generateKey({name: 'AES-GCM', length: 128}, false, ['encrypt'])"
    do(
        jar,
        f"{keys}.then(async (key) => {{ const db = await opened('keyval', 1, (db) => db.createObjectStore('keyval'));"
        " const store = db.transaction('keyval', 'readwrite').objectStore('keyval');"
        " store.put(key, 'key'); await done(store.put('b', 'other')); db.close(); return 1 })",
    )
    saved = jar.call("saveState")
    assert saved["notSaved"] == [{"origin": jar.origin, "database": "keyval", "store": "keyval", "kind": "CryptoKey"}]
    (store,) = saved["origins"][0]["indexedDB"][0]["stores"]
    assert store["records"] == [{"key": "other", "value": "b"}]


def test_session_storage_begins_with_the_tab(jar: Page, other_page: Page) -> None:
    do(jar, "sessionStorage.token = 'one'; sessionStorage.fox = 'ä🦊'; 1")
    far = jar.origin.replace("127.0.0.1", "localhost")
    frame = f"<iframe src={far}/frame.html></iframe>"
    do(jar, f"document.body.insertAdjacentHTML('beforeend', '{frame}'); 1")
    jar.call("waitFor", target=".field")
    jar.call("sessionStorage", action="set", key="at", value="far", frame="iframe")
    state = state_of(jar)
    kept = {entry["origin"]: sorted(item["name"] for item in entry["sessionStorage"]) for entry in state["origins"]}
    assert kept == {jar.origin: ["fox", "token"]}, "what is kept for a frame of another site is that page's alone"
    state["origins"].append({"origin": far, "sessionStorage": [{"name": "at", "value": "far"}]})
    other_page.open("databases.html", isolated=True, storageState=state)
    assert other_page.text("#early") == "fox=ä🦊,token=one", "it is there before the page's own first script"
    assert do(other_page, "history.length") == 1
    other_page.call("navigate", url=f"{far}/databases.html")
    assert other_page.text("#early") == "at=far"
    before = other_page.client.call("getTabs", {})
    broken = {
        "cookies": [],
        "origins": [{**state["origins"][0], "indexedDB": [{**OF_PLAYWRIGHT, "version": 2**53 - 1}]}],
    }
    broken["origins"][0]["indexedDB"][0]["stores"] *= 2
    with pytest.raises(ClzError) as problem:
        other_page.client.call("createWindow", {"url": far, "isolated": True, "storageState": broken})
    assert problem.value.code == "STATE_INVALID"
    assert other_page.client.call("getTabs", {}) == before, "a tab without its state is none"
    tab = other_page.client.call("createWindow", {"url": f"{jar.origin}/databases.html", "isolated": True})["tabId"]
    early = other_page.client.call("getContent", {"target": "#early", "tabId": tab})
    assert early["text"] == "", "it is that tab's alone"


def test_session_storage_of_a_page_that_is_open_is_replaced(jar: Page) -> None:
    do(jar, "sessionStorage.token = 'one'; 1")
    state = state_of(jar)
    do(jar, "sessionStorage.token = 'two'; sessionStorage.more = 'x'; 1")
    jar.call("loadState", state=state)
    assert do(jar, "JSON.stringify(sessionStorage)") == '{"token":"one"}'
    jar.call("reload")
    assert jar.text("#early") == "token=one"
    jar.call("loadState", state={"cookies": [], "origins": [{"origin": jar.origin, "localStorage": []}]})
    assert do(jar, "sessionStorage.token") == "one", "what a state does not name stays"
    jar.call("loadState", state={"cookies": [], "origins": [{"origin": jar.origin, "sessionStorage": []}]})
    assert do(jar, "sessionStorage.length") == 0
    jar.call("reload")
    assert jar.text("#early") == ""


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("database", "said"),
    [
        ({"version": 1, "stores": []}, "indexedDB[0] has no name"),
        ({"name": "a", "version": 0, "stores": []}, "indexedDB[0] has no version"),
        ({"name": "a", "version": 1}, "indexedDB[0].stores is not a list"),
        ({"name": "a", "version": 1, "stores": [{}]}, "stores[0] has no name"),
        (
            {"name": "a", "version": 1, "stores": [{"name": "s", "keyPath": 1}]},
            "keyPath of origins[0].indexedDB[0].stores[0]",
        ),
        ({"name": "a", "version": 1, "stores": [{"name": "s", "indexes": [{"name": "i"}]}]}, "indexes[0] has neither"),
        ({"name": "a", "version": 1, "stores": [{"name": "s", "records": [{"k": 1}]}]}, "records[0] is not a key"),
    ],
)
def test_a_broken_database_is_named(jar: Page, database: dict[str, Any], said: str) -> None:
    problem = jar.fails("loadState", state=with_databases(jar, database))
    assert (problem.code, said in problem.message) == ("STATE_INVALID", True), problem.message


@pytest.mark.night
def test_a_database_that_a_page_does_not_let_go_of_is_named(jar: Page) -> None:
    do(jar, "fill()")
    state = state_of(jar)
    before = databases(jar)
    do(jar, "opened('shop').then((db) => { window.held = db; indexedDB.deleteDatabase('shop'); return 1 })")
    state["origins"][0]["localStorage"] = [{"name": "half", "value": "done"}]
    for problem in (jar.fails("saveState"), jar.fails("loadState", state=state)):
        assert (problem.code, "shop" in problem.message) == ("DATABASE_OPEN", True)
    assert do(jar, "localStorage.half ?? 'nothing'") == "nothing"
    jar.call("reload")
    del before["shop"]
    assert databases(jar) == before, "what a page has deleted is not made again"
    busy = "store = db.transaction('of', 'readwrite').objectStore('of'); (keep = () => store.get(0).onsuccess = keep)()"
    do(jar, f"opened('kinds').then((db) => {{ {busy}; return 1 }})")
    problem = jar.fails("saveState")
    assert (problem.code, "kinds" in problem.message) == ("DATABASE_OPEN", True)
    jar.call("navigate", url="about:blank")
    jar.call("loadState", state=state)


def test_more_than_could_be_loaded_again_is_not_read_whole(jar: Page) -> None:
    do(
        jar,
        "opened('large', 1, (db) => db.createObjectStore('of', {autoIncrement: true})).then((db) => {"
        " const store = db.transaction('of', 'readwrite').objectStore('of');"
        " for (let at = 0; at < 40; at += 1) store.put(new Uint8Array(2 ** 20)); return done(store.count()) })",
    )
    problem = jar.fails("saveState")
    assert (problem.code, "large" in problem.message) == ("RESULT_TOO_LARGE", True)
    assert "--no-indexed-db" in (problem.hint or "")
    assert state_of(jar, indexedDb=False)["origins"] == []
    jar.call("clearStorage", all=True)


def test_stores_of_many_records_keep_their_order(jar: Page, other_page: Page) -> None:
    do(
        jar,
        "opened('many', 1, (db) => db.createObjectStore('of')).then((db) => {"
        " const store = db.transaction('of', 'readwrite').objectStore('of');"
        " for (let at = 0; at < 2500; at += 1) store.put(`value ${at}`, at % 2 ? at : [at]);"
        " return done(store.count()) })",
    )
    state = state_of(jar)
    assert len(state["origins"][0]["indexedDB"][0]["stores"][0]["records"]) == 2_500
    other_page.open("databases.html", isolated=True, storageState=state)
    assert databases(other_page) == databases(jar)
    for page in (jar, other_page):
        page.call("clearStorage", all=True)


def test_texts_that_are_half_a_character_are_kept(jar: Page, other_page: Page) -> None:
    do(
        jar,
        r"localStorage['\ud800'] = 'a\udc00b'; sessionStorage.half = '\udfff'; localStorage.whole = '🦊';"
        " opened('texts', 1, (db) => db.createObjectStore('of')).then((db) => { const store ="
        " db.transaction('of', 'readwrite').objectStore('of');"
        r" store.put({whole: '🦊', half: ['\ud800']}, '\udc00');"
        r" return done(store.put('\udc01', 1)).then(() => db.close()) })",
    )
    saved = jar.call("saveState")
    assert saved["notSaved"] == []
    state: dict[str, Any] = json.loads(json.dumps({"cookies": saved["cookies"], "origins": saved["origins"]}))
    assert [database["name"] for database in state["origins"][0]["indexedDB"]] == ["texts"]
    assert {"name": "whole", "value": "🦊"} in state["origins"][0]["localStorage"]
    other_page.open("databases.html", isolated=True, storageState=state)
    kept = r"localStorage['\ud800'] === 'a\udc00b' && sessionStorage.half === '\udfff' && localStorage.whole === '🦊'"
    assert do(other_page, kept) is True
    same = (
        "opened('texts').then(async (db) => { const store = db.transaction('of').objectStore('of');"
        r" const [one, two] = await Promise.all([done(store.get('\udc00')), done(store.get(1))]);"
        r" db.close(); return one.whole === '🦊' && one.half[0] === '\ud800' && two === '\udc01' })"
    )

    assert do(other_page, same) is True
    for page in (jar, other_page):
        page.call("clearStorage", all=True)
