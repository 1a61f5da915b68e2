"""Waiting until addresses answer: each by GET, with pauses that grow, on IPv4 and IPv6.

    localhost        is asked for at 127.0.0.1 and at [::1], whichever of them the machine's files know
    other names      at all addresses that they have

Firefox takes `localhost` and the names below it for this machine by itself; so does this.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_READY_MS, MIB
from clz_core.contract.urls import check_url

FIRST_PAUSE_S, PAUSE_GROWS, LONGEST_PAUSE_S = 0.05, 1.5, 1.0
ANSWER_S = 10.0  # for one answer: some servers build the page at the first request
WATCH_S = 0.05
MAX_TEXT_BYTES = 5 * MIB
LOOPBACK = ("127.0.0.1", "::1")
NOTHING = "nothing listens there"


@dataclass(frozen=True)
class ExpectedAnswer:
    """What an answer must be. `statuses` are three digits each, the last ones of which may be x."""

    statuses: tuple[str, ...] = ("2xx",)
    text: str | None = None

    @classmethod
    def of(cls, statuses: str, text: str | None) -> ExpectedAnswer:
        """Raises: USAGE for what is not a list of statuses."""
        words = tuple(word.strip().lower() for word in statuses.split(","))
        for word in words:
            if not re.fullmatch(r"[1-5](\d\d|\dx|xx)", word):
                raise error("USAGE", f"--status: {word!r} is not a status.", "Give 200, 2xx, or several: 200,401")
        return cls(words, text)

    @property
    def follows(self) -> bool:
        """True if a redirect is only on the way to what is wanted."""
        return not any(word.startswith("3") for word in self.statuses)

    def takes(self, status: int) -> bool:
        return any(re.fullmatch(word.replace("x", r"\d"), str(status)) for word in self.statuses)


@dataclass(frozen=True)
class Answer:
    """An address that has answered as is wanted, `ms` milliseconds after it was first asked for."""

    url: str
    status: int
    ms: int


class Unready(Exception):
    """It did not answer as is wanted; the message says what was seen."""


def address(text: str) -> httpx.URL:
    """The http or https address that was typed. Raises: USAGE, URL_NOT_ALLOWED, INVALID_PARAMS."""
    try:
        url = httpx.URL(check_url(text))
    except httpx.InvalidURL as problem:
        raise error("USAGE", f"{text[:200]!r} is not an address: {problem}") from None
    if url.scheme not in ("http", "https"):
        raise error("USAGE", f"{text[:200]!r} is not an HTTP address.", "Give an http: or https: address.")
    return url


def local(url: httpx.URL) -> bool:
    """True if the address is one of this machine, whatever its files say."""
    return url.host in LOOPBACK or url.host == "localhost" or url.host.endswith(".localhost")


async def all_ready(
    urls: list[httpx.URL], wanted: ExpectedAnswer, deadline: Deadline, still_wanted: Callable[[], None]
) -> list[Answer]:
    """Wait until each has answered as is wanted; `still_wanted` is called meanwhile and at the end, and may raise.

    Raises: TIMEOUT, which says what was last seen.
    """
    begin = time.monotonic()
    seen: dict[httpx.URL, str] = {}
    tasks = [asyncio.ensure_future(_ready(url, wanted, seen)) for url in urls]
    try:
        while waiting := [task for task in tasks if not task.done()]:
            await asyncio.wait(waiting, timeout=min(WATCH_S, deadline.remaining_s))
            still_wanted()
            if deadline.passed and not all(task.done() for task in tasks):
                raise _too_late(
                    time.monotonic() - begin,
                    [url for url, task in zip(urls, tasks, strict=True) if not task.done()],
                    seen,
                )
        still_wanted()
        return [task.result() for task in tasks]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def any_answers(urls: list[httpx.URL], patience_s: float = 1.0) -> bool:
    """True if something answers each of them already, whatever it says."""
    for url in urls:
        async with _client(url, follows=False) as client:
            looks = [
                _look(client, request, ExpectedAnswer(("1xx", "2xx", "3xx", "4xx", "5xx")), patience_s)
                for request in _requests(client, url)
            ]
            if all(isinstance(found, BaseException) for found in await asyncio.gather(*looks, return_exceptions=True)):
                return False
    return True


async def _ready(url: httpx.URL, wanted: ExpectedAnswer, seen: dict[httpx.URL, str]) -> Answer:
    begin = time.monotonic()
    async with _client(url, wanted.follows) as client:
        tasks = [asyncio.ensure_future(_poll(client, request, wanted, url, seen)) for request in _requests(client, url)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return Answer(str(url), done.pop().result(), round((time.monotonic() - begin) * 1000))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _poll(
    client: httpx.AsyncClient,
    request: httpx.Request,
    wanted: ExpectedAnswer,
    url: httpx.URL,
    seen: dict[httpx.URL, str],
) -> int:
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            return await _look(client, request, wanted, ANSWER_S)
        except Unready as problem:
            said = str(problem)
            if said != NOTHING or url not in seen:  # one of two addresses may stay silent for good
                seen[url] = said
        await asyncio.sleep(pause_s)
        pause_s = min(pause_s * PAUSE_GROWS, LONGEST_PAUSE_S)


async def _look(client: httpx.AsyncClient, request: httpx.Request, wanted: ExpectedAnswer, patience_s: float) -> int:
    """The status of the answer. Raises: Unready."""
    try:
        async with asyncio.timeout(patience_s):
            response = await client.send(request, stream=True)
            try:
                if not wanted.takes(response.status_code):
                    raise Unready(f"the last answer was {response.status_code}")
                if wanted.text is not None and not await _holds(response, wanted.text):
                    raise Unready(f"the last answer was {response.status_code}, without the text {wanted.text!r}")
                return response.status_code
            finally:
                await response.aclose()
    except TimeoutError:
        raise Unready(f"no answer came within {patience_s:g} s") from None
    except httpx.ConnectError as problem:
        raise Unready(
            f"the connection failed: {problem}" if request.url.scheme == "https" and "SSL" in str(problem) else NOTHING
        ) from None
    except httpx.TooManyRedirects:
        raise Unready("it redirects in a circle") from None
    except (httpx.HTTPError, httpx.InvalidURL) as problem:
        raise Unready(f"the answer could not be read: {str(problem) or type(problem).__name__}") from None


async def _holds(response: httpx.Response, text: str) -> bool:
    body = ""
    async for piece in response.aiter_text():
        body += piece
        if text in body:
            return True
        if len(body) > MAX_TEXT_BYTES:
            return False
    return False


def _client(url: httpx.URL, follows: bool) -> httpx.AsyncClient:
    """Neither a proxy nor a check of certificates: the server is on this machine, and its certificate its own."""
    here = local(url)
    return httpx.AsyncClient(verify=not here, trust_env=not here, follow_redirects=follows, timeout=ANSWER_S)


def _requests(client: httpx.AsyncClient, url: httpx.URL) -> Iterator[httpx.Request]:
    """The requests that ask for an address, one for each place where it may be."""
    if not local(url) or url.host in LOOPBACK:
        yield client.build_request("GET", url)
        return
    for host in LOOPBACK:
        headers = {"Host": url.netloc.decode("ascii")}
        yield client.build_request(
            "GET", url.copy_with(host=host), headers=headers, extensions={"sni_hostname": url.host}
        )


def _too_late(seconds: float, missing: list[httpx.URL], seen: dict[httpx.URL, str]) -> Exception:
    problems = [f"{url}: {seen.get(url, 'no answer came')}" for url in missing]
    return error(
        "TIMEOUT",
        f"Not ready after {seconds:.3g} s: {problems[0]}.",
        f"Give it longer: --timeout {min(seconds * 3000, MAX_READY_MS):.0f}.",
        problems=problems[1:],
        limit="timeout",
    )
