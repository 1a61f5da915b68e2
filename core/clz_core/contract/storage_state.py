"""Storage state, as Playwright writes it (https://playwright.dev/docs/api/class-browsercontext#browser-context-storage-state).

    {"cookies": [{name, value, domain, path, expires, httpOnly, secure, sameSite}],
     "origins": [{"origin": "https://example.com", "localStorage": [{name, value}], "sessionStorage": [{name, value}],
                  "indexedDB": [{name, version, stores: [
                      {name, autoIncrement, keyPath?, keyPathArray?, indexes, records}]}]}],
     "credentials": [{id, rpId, userHandle, privateKey, publicKey, signCount}]}

A cookie whose `expires` is -1 ends with the browser. A kind of storage that an origin does not name is left as it is
when the state is loaded. What Playwright leaves out, and so is ours: `sessionStorage`; `userName` and
`isResidentCredential` of a passkey; and beside a name or value that holds half of a surrogate pair, which UTF-8 cannot,
what it is: `nameUtf16`, `valueUtf16`, base64 of UTF-16. What else is in a file is left out here.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any
from urllib.parse import urlsplit

from clz_core.contract.cookies import check_cookie
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_COOKIES, MAX_PASSKEYS, MAX_STATE_ORIGINS
from clz_core.contract.registry import Right
from clz_core.contract.shapes import JsonObject, Params

AREAS = ("localStorage", "sessionStorage")
RECORD_FIELDS = frozenset({"key", "keyEncoded", "value", "valueEncoded"})
MAX_DATABASE_VERSION = 2**53 - 1
TEXTS = ("name", "value")

_HOST = re.compile(r"[^\s/?#@:^%\\|<>\[\]]+|\[[0-9a-fA-F:.]+\]")


def check_state(state: Any) -> JsonObject:
    """A state in our form. Raises: STATE_INVALID, which names the entry that is broken."""
    if not isinstance(state, dict) or not ("cookies" in state or "origins" in state):
        raise invalid("It has neither cookies nor origins")
    cookies, origins = state.get("cookies", []), state.get("origins", [])
    if not isinstance(cookies, list) or not isinstance(origins, list):
        raise invalid("cookies and origins must be lists")
    if len(cookies) > MAX_COOKIES or len(origins) > MAX_STATE_ORIGINS:
        raise invalid(f"It has more than {MAX_COOKIES} cookies or {MAX_STATE_ORIGINS} origins")
    passkeys = _list(state.get("credentials", []), "credentials")
    if len(passkeys) > MAX_PASSKEYS:
        raise invalid(f"It has more than {MAX_PASSKEYS} passkeys")
    known: set[str] = set()
    return {
        "cookies": [_cookie(cookie, f"cookies[{at}]") for at, cookie in enumerate(cookies)],
        "origins": [_origin(origin, f"origins[{at}]", known) for at, origin in enumerate(origins)],
        **(
            {"credentials": [_passkey(one, f"credentials[{at}]") for at, one in enumerate(passkeys)]}
            if passkeys
            else {}
        ),
    }


def rights_of_state(params: Params) -> tuple[Right, ...]:
    """To load passkeys is to enter secrets."""
    state = params.get("state", params.get("storageState"))
    return ("secrets",) if isinstance(state, dict) and state.get("credentials") else ()


def _passkey(entry: Any, where: str) -> JsonObject:
    """What is wrong with a key the extension says, which reads it."""
    texts = ("id", "rpId", "privateKey")
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in texts):
        raise invalid(f"{where} is not a passkey with {', '.join(texts)}")
    return entry


def _cookie(entry: Any, where: str) -> JsonObject:
    try:
        cookie = check_cookie(entry, where)
    except ClzError as problem:
        raise invalid(problem.message.partition(": ")[2].rstrip(".")) from None
    if "domain" not in cookie:
        raise invalid(f"{where} has no domain")
    return cookie


def _origin(entry: Any, where: str, known: set[str]) -> JsonObject:
    given = entry.get("origin") if isinstance(entry, dict) else None
    origin = _spelled_origin(given) if isinstance(given, str) else None
    if origin is None:
        raise invalid(f"{where} has no origin, such as https://example.com")
    if origin in known:
        raise invalid(f"{where} is {origin} for the second time")
    known.add(origin)
    areas = {area: _entries(entry[area], area, where) for area in AREAS if area in entry}
    databases = entry.get("indexedDB")
    if databases is not None:
        areas["indexedDB"] = [
            _database(one, f"{where}.indexedDB[{at}]") for at, one in enumerate(_list(databases, where))
        ]
    return {"origin": origin, **areas}


def _spelled_origin(given: str) -> str | None:
    """The origin as Firefox spells it, but for its host's other alphabets. None if it is not an origin."""
    try:
        parts = urlsplit(given.lower().removesuffix("/"))
        port = parts.port
    except ValueError:
        return None
    host = parts.netloc if port is None else parts.netloc.removesuffix(f":{port}")
    ports = {"http": 80, "https": 443}
    if parts.scheme not in ports or not _HOST.fullmatch(host) or parts.path or parts.query or parts.fragment:
        return None
    return f"{parts.scheme}://{host}" if port in (None, ports[parts.scheme]) else f"{parts.scheme}://{host}:{port}"


def _entries(stored: Any, area: str, where: str) -> list[JsonObject]:
    for at, item in enumerate(_list(stored, f"{area} of {where}")):
        if not isinstance(item, dict) or not all(isinstance(item.get(name), str) for name in TEXTS):
            raise invalid(f"{where}.{area}[{at}] is not a name and a value")
        for name in TEXTS:
            if not _is_utf16(item.get(f"{name}Utf16", "")):
                raise invalid(f"{name}Utf16 of {where}.{area}[{at}] is not base64 of UTF-16")
    exactly = [f"{name}Utf16" for name in TEXTS]
    return [{name: item[name] for name in (*TEXTS, *exactly) if name in item} for item in stored]


def _is_utf16(text: Any) -> bool:
    try:
        return isinstance(text, str) and len(base64.b64decode(text, validate=True)) % 2 == 0
    except (binascii.Error, ValueError):
        return False


def _database(database: Any, where: str) -> JsonObject:
    """What IndexedDB itself refuses, such as two stores of one name, it refuses when the state is loaded."""
    if not isinstance(database, dict) or not isinstance(database.get("name"), str):
        raise invalid(f"{where} has no name")
    version = database.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= MAX_DATABASE_VERSION:
        raise invalid(f"{where} has no version, a number from 1")
    stores = _list(database.get("stores"), f"{where}.stores")
    return {
        "name": database["name"],
        "version": version,
        "stores": [_store(store, f"{where}.stores[{at}]") for at, store in enumerate(stores)],
    }


def _store(store: Any, where: str) -> JsonObject:
    if not isinstance(store, dict) or not isinstance(store.get("name"), str):
        raise invalid(f"{where} has no name")
    indexes = _list(store.get("indexes", []), f"{where}.indexes")
    records = _list(store.get("records", []), f"{where}.records")
    for at, record in enumerate(records):
        if not isinstance(record, dict) or not RECORD_FIELDS.issuperset(record):
            raise invalid(f"{where}.records[{at}] is not a key and a value")
    return {
        "name": store["name"],
        "autoIncrement": bool(store.get("autoIncrement")),
        **_key_path(store, where),
        "indexes": [_index(index, f"{where}.indexes[{at}]") for at, index in enumerate(indexes)],
        "records": records,
    }


def _index(index: Any, where: str) -> JsonObject:
    if not isinstance(index, dict) or not isinstance(index.get("name"), str):
        raise invalid(f"{where} has no name")
    path = _key_path(index, where)
    if not path:
        raise invalid(f"{where} has neither keyPath nor keyPathArray")
    return {
        "name": index["name"],
        **path,
        "multiEntry": bool(index.get("multiEntry")),
        "unique": bool(index.get("unique")),
    }


def _key_path(entry: JsonObject, where: str) -> JsonObject:
    path, paths = entry.get("keyPath"), entry.get("keyPathArray")
    if paths is not None and not (isinstance(paths, list) and all(isinstance(one, str) for one in paths)):
        raise invalid(f"keyPathArray of {where} is not a list of names")
    if path is not None and not isinstance(path, str):
        raise invalid(f"keyPath of {where} is not a name")
    return {"keyPathArray": paths} if paths is not None else {"keyPath": path} if path is not None else {}


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise invalid(f"{where} is not a list")
    return value


def invalid(what: str) -> ClzError:
    return error("STATE_INVALID", f"This is not a state file: {what}.")
