"""Sends a program's own requests by httpx, as Playwright's options have them."""

from __future__ import annotations

import json
import mimetypes
import platform
from collections.abc import Callable, Iterable, Mapping
from http.cookiejar import Cookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from clz.playwright._shared import is_given, not_here
from clz_core import __version__
from clz_core.contract.errors import ClzError, error

TIMEOUT_MS = 30_000
MAX_REDIRECTS = 20
_PYTHON = ".".join(platform.python_version_tuple()[:2])
_OPTIONS = {
    "data", "fail_on_status_code", "form", "headers", "ignore_https_errors", "max_redirects", "max_retries", "method",
    "multipart", "params", "timeout",
}  # fmt: skip
_OF_CONTEXT = {
    "base_url", "extra_http_headers", "fail_on_status_code", "http_credentials", "ignore_https_errors",
    "max_redirects", "storage_state", "timeout", "user_agent",
}  # fmt: skip


class FormData:
    """Fields of a form, of which several may have the same name."""

    def __init__(self) -> None:
        self.fields: list[tuple[str, Any]] = []

    def set(self, name: str, value: Any) -> FormData:
        self.fields = [field for field in self.fields if field[0] != name]
        return self.append(name, value)

    def append(self, name: str, value: Any) -> FormData:
        self.fields.append((name, value))
        return self


class Answer(NamedTuple):
    method: str
    url: str
    status: int
    status_text: str
    ok: bool
    headers: dict[str, str]
    headers_array: list[dict[str, str]]
    body: bytes
    cookies: list[dict[str, Any]]


class Sender:
    """One context of requests: what each of them is sent with, and the cookies that came."""

    def __init__(self, options: dict[str, Any]) -> None:
        for name, value in options.items():
            if name not in _OF_CONTEXT and is_given(name, value):
                raise not_here(f"option {name} of a context of requests")
        self._options = options
        self.base_url: str = options.get("base_url") or ""
        self.closed = False
        self.timeout: float = TIMEOUT_MS
        self._reason: str | None = None
        self._jar: list[dict[str, Any]] = _cookies_of(options.get("storage_state"))

    def kept(self) -> list[dict[str, Any]]:
        return list(self._jar)

    def begin_with(self, cookies: list[dict[str, Any]]) -> None:
        self._jar = cookies

    def close(self, reason: str | None = None) -> None:
        self.closed, self._reason = True, reason

    def disposed(self, what: str) -> ClzError:
        return error("USAGE", f"{self._reason or what}.", "Read it before it is disposed.")

    def prepared(self, url: str, name: str, options: dict[str, Any]) -> Callable[[], Answer]:
        """What sends a request. Raises: USAGE for what cannot be sent."""
        if self.closed:
            raise self.disposed("Target page, context or browser has been closed")
        for option, value in options.items():
            if option not in _OPTIONS and is_given(option, value):
                raise not_here(f"option {option} of a request")
        most = self._chosen(options, "max_redirects", MAX_REDIRECTS)
        assert most >= 0, "'max_redirects' must be greater than or equal to '0'"
        given, kind = _content(options)
        method = (options.get("method") or ("get" if name == "fetch" else name)).upper()
        return lambda: self._send(method, url, name, {**options, "kind": kind}, given)

    def _chosen(self, options: Mapping[str, Any], name: str, usual: Any) -> Any:
        own = options.get(name)
        general = self._options.get(name)
        return own if own is not None else usual if general is None else general

    def _send(self, method: str, url: str, name: str, options: dict[str, Any], given: dict[str, Any]) -> Answer:
        import httpx  # not for programs that send none

        limit = self._chosen(options, "timeout", self.timeout)
        most = self._chosen(options, "max_redirects", MAX_REDIRECTS)
        own = {
            "User-Agent": self._options.get("user_agent") or f"Playwright/{__version__} (clz) python/{_PYTHON}",
            **options["kind"],
            **(self._options.get("extra_http_headers") or {}),
            **(options.get("headers") or {}),
        }
        client = httpx.Client(
            verify=not self._chosen(options, "ignore_https_errors", False),
            timeout=None if limit == 0 else limit / 1000,
            follow_redirects=most > 0,
            max_redirects=max(most, 1),
            auth=self._log_in(url),
            trust_env=False,
        )
        with client:
            for cookie in self._jar:
                client.cookies.jar.set_cookie(_for_jar(cookie, url))
            query = httpx.QueryParams([*parse_qsl(urlsplit(url).query, True), *_pairs(options.get("params"))])
            whole = httpx.URL(url, params=query) if options.get("params") else httpx.URL(url)
            if "cookie" in {header.lower() for header in own}:
                client.cookies.clear()
            try:
                answer = _asked(
                    lambda: client.request(method, whole, headers=own, **given), options.get("max_retries") or 0
                )
            except httpx.TimeoutException:
                text = f"APIRequestContext.{name}: Timeout {limit:g}ms exceeded."
                raise error("TIMEOUT", text, "Give it longer: timeout=…") from None
            except httpx.TooManyRedirects:
                raise error("USAGE", "Max redirect count exceeded", "Give max_redirects=…") from None
            except httpx.RemoteProtocolError:
                raise error("PAGE_LOAD_FAILED", f"{url}: socket hang up", "Is the server running?") from None
            except (httpx.HTTPError, httpx.InvalidURL, ValueError) as problem:
                raise error("PAGE_LOAD_FAILED", f"{url}: {problem}", "Is the server running?") from None
            cookies = [_from_jar(cookie) for cookie in client.cookies.jar]
        if self._chosen(options, "fail_on_status_code", False) and not answer.is_success:
            text = f"{answer.status_code} {answer.reason_phrase}: {answer.url}"
            raise error("PAGE_LOAD_FAILED", text, "Leave out fail_on_status_code to look at the answer.")
        came = [cookie for cookie in cookies if cookie not in self._jar] if "cookie" not in own else []
        self._jar = cookies
        return Answer(
            method,
            str(answer.url),
            answer.status_code,
            answer.reason_phrase,
            answer.is_success,
            {name.lower(): value for name, value in answer.headers.items()},
            [{"name": name.decode(), "value": value.decode("latin-1")} for name, value in answer.headers.raw],
            answer.content,
            came,
        )

    def _log_in(self, url: str) -> tuple[str, str] | None:
        credentials = self._options.get("http_credentials")
        if not credentials:
            return None
        origin = credentials.get("origin")
        if origin and _origin(origin) != _origin(url):
            return None
        return credentials["username"], credentials["password"]


def _asked(ask: Callable[[], Any], retries: int) -> Any:
    """What a server answers, asked again where it broke the connection off."""
    import httpx

    for left in reversed(range(retries + 1)):
        try:
            return ask()
        except httpx.ReadError:
            if left == 0:
                raise
    return None


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url.lower())
    return parts.scheme, parts.netloc


def _cookies_of(state: Any) -> list[dict[str, Any]]:
    if state is None:
        return []
    known = state if isinstance(state, Mapping) else json.loads(Path(state).read_text("utf-8"))
    return [dict(cookie) for cookie in known.get("cookies", ())]


def _pairs(params: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(params, str):
        return parse_qsl(params.removeprefix("?"), True)
    return list((params or {}).items())


def _content(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The body of a request as httpx takes it, and the header that says what it is. Raises: USAGE."""
    data, form, multipart = (options.get(name) for name in ("data", "form", "multipart"))
    if form is not None:
        grouped: dict[str, list[str]] = {}
        for name, value in _fields(form):
            if not isinstance(value, str | int | float | bool):
                raise error("USAGE", "A form has only texts. Use 'multipart' for file uploads.", "Give multipart=…")
            grouped.setdefault(name, []).append(_text(value))
        return {"data": grouped}, {}
    if multipart is not None:
        return {"files": [(name, _part(value)) for name, value in _fields(multipart)]}, {}
    if data is None:
        return {}, {}
    if isinstance(data, str | bytes):
        return {"content": data}, {"Content-Type": "application/octet-stream"}
    if not isinstance(data, dict | list | int | float | bool):
        raise error("USAGE", f"Unsupported 'data' type: {type(data)}", "Give a text, bytes, or what JSON can hold.")
    return {"content": json.dumps(data)}, {"Content-Type": "application/json"}


def _fields(form: Any) -> list[tuple[str, Any]]:
    return form.fields if isinstance(form, FormData) else list(form.items())


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _part(value: Any) -> tuple[str | None, bytes] | tuple[str, bytes, str]:
    if isinstance(value, Path):
        return value.name, value.read_bytes(), mimetypes.guess_type(value.name)[0] or "application/octet-stream"
    if isinstance(value, Mapping):
        return value["name"], value["buffer"], value["mimeType"]
    return None, _text(value).encode()


def _for_jar(cookie: Mapping[str, Any], url: str) -> Cookie:
    domain = cookie.get("domain") or urlsplit(url).hostname or ""
    expires = cookie.get("expires", -1)
    same_site = cookie.get("sameSite")
    rest = {**({"HttpOnly": ""} if cookie.get("httpOnly") else {}), **({"SameSite": same_site} if same_site else {})}
    return Cookie(
        0, cookie["name"], cookie["value"], None, False, domain if "." in domain else f"{domain}.local",
        domain.startswith("."), domain.startswith("."), cookie.get("path") or "/", True,
        bool(cookie.get("secure")), None if expires in (None, -1) else int(expires), expires in (None, -1), None, None,
        rest, False,
    )  # fmt: skip


def _from_jar(cookie: Cookie) -> dict[str, Any]:
    rest: Any = vars(cookie).get("_rest", {})
    same_site = next((value for name, value in rest.items() if name.lower() == "samesite"), None)
    return {
        "name": cookie.name,
        "value": cookie.value or "",
        "domain": cookie.domain.removesuffix(".local"),
        "path": cookie.path,
        "expires": -1 if cookie.expires is None else cookie.expires,
        "httpOnly": any(name.lower() == "httponly" for name in rest),
        "secure": cookie.secure,
        **({"sameSite": same_site.capitalize()} if same_site else {}),
    }
