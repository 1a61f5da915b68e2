"""One tool call: arguments checked, the command run, its result shown. Whatever goes wrong becomes an answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import mcp_types as types
from mcp.server.context import ServerRequestContext

from clz_core.client.afterwards import look_of
from clz_core.client.connection import default_timeout
from clz_core.client.versions import explained
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, ExpectationFailed, error, quoting
from clz_core.contract.limits import MCP_PROGRESS_MS
from clz_core.contract.registry import THEN, Command
from clz_core.contract.shapes import Params, Values
from clz_core.fronts import params_of, steps_of
from clz_core.text import pool, reading
from clz_core.text.display import line
from clz_mcp_adapter.results import pictures
from clz_mcp_adapter.results.answers import done, explain, failed, merged, outside_markers, read_on, text_of
from clz_mcp_adapter.results.files import check_file, check_path, write
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.results.rendering import Rendered, joined, render
from clz_mcp_adapter.server.host_connection import HostConnection
from clz_mcp_adapter.server.roots import check_roots
from clz_mcp_adapter.tools import arguments, batch
from clz_mcp_adapter.tools.asking import ClientAsked, Questions
from clz_mcp_adapter.tools.catalog import ACTIVATE, BATCH, PREFIX, READ_RESULT, find
from clz_mcp_adapter.tools.local import LOCAL
from clz_mcp_adapter.tools.opened_tabs import OpenedTabs
from clz_mcp_adapter.tools.parameters import OVERWRITE, writes
from clz_mcp_adapter.tools.room import fitted
from clz_mcp_adapter.tools.terminology import for_tools

if TYPE_CHECKING:
    from clz_core.generated.results import GetAccessibilitySnapshotResult, ScreenshotResult

log = logging.getLogger("clz.mcp")
Context = ServerRequestContext[Any, Any]
Activate = Callable[[Context, str], Awaitable[str]]
Named = Callable[[Context, str], Awaitable[None]]
SNAPSHOT = COMMANDS["getAccessibilitySnapshot"]
EXPECT = COMMANDS["expect"]
ASK = COMMANDS["ask"]
BOUND = COMMANDS["boundFiles"]
LEAST_SHARE = 2_000  # characters that one of several calls may say, however many they are


class _Answer(NamedTuple):
    """The outcome of a call, and what of it is shown."""

    command: Command
    result: Mapping[str, Any]
    shown: Rendered
    pictures: tuple[types.ImageContent, ...] = ()


class Caller:
    """Answers `tools/call`. `activate` lists a group of tools and says which, `named` those that a text names."""

    def __init__(
        self,
        host: HostConnection,
        overflow: OverflowStore,
        max_chars: int,
        activate: Activate,
        named: Named,
        tabs: OpenedTabs | None = None,
        folder: str | None = None,
    ) -> None:
        self._host = host
        self._overflow = overflow
        self._max_chars = max_chars
        self._activate = activate
        self._named = named
        self._folder = folder
        self.tabs = tabs or OpenedTabs(lambda: host.call(COMMANDS["getTabs"], {}))
        self._questions = Questions()
        self._last_result: Mapping[str, Any] = {}
        self._addresses: dict[Any, tuple[Any, Any]] = {}  # of each tab, as they were shown last
        self.last_picture: tuple[str, str] | None = None  # MIME type and base64 of the last one that was shown

    async def call(
        self, ctx: Context, asked: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        try:
            result = await self._answer(ctx, asked.name, asked.arguments or {}, asked)
        except ClientAsked as question:
            return question.result
        await self._named(
            ctx, "\n".join(outside_markers(block.text) for block in result.content if block.type == "text")
        )
        return result

    async def _answer(
        self,
        ctx: Context,
        name: str,
        given: Params,
        asked: types.CallToolRequestParams | None = None,
        quotes: bool = False,
    ) -> types.CallToolResult:
        """What it `quotes` of a page, its answer may repeat. Raises: ClientAsked, only for the whole of a call."""
        try:
            command = find(name)
            timeout_ms, params = arguments.read(command, given)
            if command is BATCH:
                return await self._each(ctx, params["calls"])
            await self.tabs.check(command, params)
            then = params.pop(THEN.name, None)
            with self.tabs.during(command):
                async with _waiting(ctx, command, params, timeout_ms) as say:
                    answer = await self._run(ctx, command, params, timeout_ms, say, asked)
            self.tabs.note(answer.command, answer.result)
            self._last_result = answer.result
            self._note_address(answer.result)
            if command.on_tab.opens:
                answer = answer._replace(shown=_without_asked(answer.shown, params))
            then = look_of(then, answer.result)
            shown = answer.shown if then is None else await self._with_page(answer, then)
            code = Rendered(page="\n".join(f"code: {line}" for line in self._host.code()))
            shown = joined(
                joined(shown, code).quoted() if quotes else joined(shown, code), Rendered(tail=await self._who_waits())
            )
            return done(text_of(shown, command.tool_name, self._max_chars, self._overflow), *answer.pictures)
        except ClzError as problem:
            told = quoting(problem) if quotes else problem
            return failed(told, name[:60], self._max_chars, self._overflow, given)
        except ClientAsked:
            raise
        except Exception as problem:
            log.exception("%.60s failed", name)
            fault = error("INTERNAL", f"{name[:60]} failed in the server: {type(problem).__name__}.")
            return failed(explained(fault, SessionPaths(self._host.session)), "error", self._max_chars, self._overflow)

    async def _each(self, ctx: Context, calls: list[Params]) -> types.CallToolResult:
        """Call tools in turn, until one fails. Each gets its share of the room for text."""
        share = max(LEAST_SHARE, self._max_chars // len(calls))
        caller = Caller(self._host, self._overflow, share, self._activate, self._named, self.tabs, self._folder)
        caller._addresses = self._addresses
        said: list[tuple[str, str]] = []
        images: list[types.ContentBlock] = []
        values: dict[str, Any] = {}

        def note(title: str, result: types.CallToolResult) -> None:
            text = "\n".join(block.text for block in result.content if block.type == "text")
            said.append((line(title.removeprefix(PREFIX))[:60], text))
            images.extend(block for block in result.content if block.type != "text")

        def whole() -> list[types.ContentBlock]:
            return [*([types.TextContent(text=merged(said))] if said else []), *images]

        for call in calls:
            quotes, title = False, ""
            try:
                one = batch.call_of(call, values)
                quotes, title = one.quotes, one.name
                if one.when is not None and not await caller._holds(ctx, one.when):
                    said.append((line(one.name.removeprefix(PREFIX))[:60], "skipped: its condition does not hold."))
                    continue
                result = await caller._answer(ctx, one.name, one.given, quotes=quotes)
                if one.expect is not None and not result.is_error:
                    note(one.name, result)
                    title = EXPECT.tool_name
                    result = await caller._answer(ctx, title, one.expect, quotes=quotes)
                if not result.is_error and one.let is not None:
                    values[one.let] = batch.value_of(find(one.name).name, caller._last_result)
            except ClzError as problem:
                told = quoting(problem) if quotes else problem
                result = failed(told, BATCH.tool_name, share, self._overflow, call)
            self.last_picture = caller.last_picture or self.last_picture
            if result.is_error:
                return types.CallToolResult(content=[*whole(), *result.content], is_error=True)
            note(title, result)
        return types.CallToolResult(content=whole())

    async def _holds(self, ctx: Context, given: Params) -> bool:
        """Whether what is expected is so now. Raises: ClzError if that cannot be checked."""
        timeout_ms, params = arguments.read(EXPECT, {"waitMs": 0, **given})
        await self.tabs.check(EXPECT, params)
        try:
            async with _waiting(ctx, EXPECT, params, timeout_ms) as say:
                await self._run(ctx, EXPECT, params, timeout_ms, say)
        except ExpectationFailed:
            return False
        return True

    async def _who_waits(self) -> str:
        """The notice to a holder of many tabs while others wait for one."""
        if not self.tabs.many:
            return ""
        try:
            waiting = (await self._host.call(COMMANDS["getSlotRequests"], {}))["requests"]
        except ClzError:
            return ""
        return for_tools(pool.fair_share(waiting))

    async def _with_page(self, answer: _Answer, then: str) -> Rendered:
        """The text of the result, and what the page shows now. The action was done even if that look fails."""
        try:
            page = await self._host.page_after(answer.result, then)
            head = _changed(cast("GetAccessibilitySnapshotResult", page))
            seen = self._news(page, replace(render(SNAPSHOT, page), head=head))
        except ClzError as problem:
            seen = explain(problem)
        return joined(answer.shown, seen)

    async def _run(
        self,
        ctx: Context,
        command: Command,
        params: Params,
        timeout_ms: int | None,
        say: Any,
        asked: types.CallToolRequestParams | None = None,
    ) -> _Answer:
        if command is ACTIVATE:
            return _Answer(command, {}, Rendered(await self._activate(ctx, params["category"])))
        if command is READ_RESULT:
            given = params["number"], params["offset"]
            return _Answer(command, {}, read_on(*given, self._max_chars, self._overflow))

        def bound(folders: list[str]) -> Awaitable[Any]:
            return self._host.call(BOUND, {"folders": folders})

        await check_roots(ctx, command, params, bound, self._folder)
        overwrite = bool(params.pop(OVERWRITE.name, False)) if writes(command) else False
        values = _values(command, params, overwrite)
        steps = steps_of(command)
        values = values if steps.before is None else steps.before(values)
        params = params_of(command, values)
        if command.name in LOCAL:
            result = await LOCAL[command.name](self._host, params)
            images = tuple(pictures.of_files(result.get("screenshots", [])))
            return self._done(command, result)._replace(pictures=images)
        params = fitted(command, params, self._max_chars)
        doing = self._host.call(command, params, timeout_ms, say)
        if command is ASK:
            doing = self._questions.ask(ctx, doing, params["question"], params["waitMs"], asked)
        try:
            result = await doing
        except ClzError as problem:
            if steps.explain is not None:
                steps.explain(problem, values)
            raise
        with _made_of(command):
            if any(field.name == "slices" for field in command.result):  # a picture, which the model is shown
                whole = cast("ScreenshotResult", result)
                return await self._picture(command, params, whole, timeout_ms, values["path"], overwrite)
            return self._done(command, result if steps.after is None else steps.after(result, values))

    def _note_address(self, result: Mapping[str, Any]) -> None:
        """What has a title tells where its tab is, and so does an action that led to another address."""
        tab = result.get("tabId")
        if {"url", "title"} <= set(result):
            self._addresses[tab] = result["url"], result["title"]
        elif "navigated" in result:
            self._addresses[tab] = result["navigated"], self._addresses.get(tab, ("", ""))[1]

    def _done(self, command: Command, result: Mapping[str, Any]) -> _Answer:
        shown = render(command, result)
        return _Answer(command, result, self._news(result, shown) if command is SNAPSHOT else shown)

    def _news(self, page: Mapping[str, Any], shown: Rendered) -> Rendered:
        """A snapshot, without its address if the tab's was shown before and has not changed since."""
        tab, address = page.get("tabId"), (page.get("url"), page.get("title"))
        told, self._addresses[tab] = self._addresses.get(tab), address
        return replace(shown, page=shown.page.partition("\n")[2]) if told == address else shown

    async def _picture(
        self,
        command: Command,
        params: Params,
        whole: ScreenshotResult,
        timeout_ms: int | None,
        path: str | None,
        overwrite: bool,
    ) -> _Answer:
        async def take(smaller: Params) -> ScreenshotResult:
            return cast("ScreenshotResult", await self._host.call(command, smaller, timeout_ms))

        shown = await pictures.fitted(whole, params, take)
        told = render(command, {**whole, **(shown or {})})
        if path is not None or shown is not whole:
            full = f"{whole['width']}×{whole['height']} {whole['format']}"
            files = self._kept(whole, path, overwrite)
            told = joined(told, Rendered(tail=f"In full size ({full}): {', '.join(map(str, files))}"))
        if shown is None:
            return _Answer(command, whole, told)
        kind = f"image/{shown['format']}"
        self.last_picture = (kind, shown["image"])
        slices = [shown, *shown.get("slices", [])]
        if len(slices) > 1:
            told = joined(told, Rendered(tail=f"The page in {len(slices)} pictures, from top to bottom."))
        images = tuple(types.ImageContent(data=one["image"], mime_type=kind) for one in slices)
        return _Answer(command, whole, told, images)

    def _kept(self, whole: ScreenshotResult, path: str | None, overwrite: bool) -> list[Path]:
        """The files of a picture and of the slices below it."""
        first = self._overflow.picture(whole) if path is None else write(path, whole["image"], overwrite)
        below = [
            write(str(first.with_stem(f"{first.stem}-{number}")), one["image"], overwrite)
            for number, one in enumerate(whole.get("slices", []), 2)
        ]
        return [first, *below]


def _values(command: Command, params: Params, overwrite: bool) -> Values:
    """The parameters by their names, None where none was given.

    Raises: FILE_ERROR if a file must not be written, or one to read is none.
    """
    values: Values = {param.name: params.get(param.wire) for param in (*command.params, *command.wire_params)}
    for param in command.params:
        if param.file.use == "read" and values[param.name] is not None:
            values[param.name] = check_file(values[param.name])
    written = writes(command)
    given = values[written.name] if written else None
    if written is None or given is None:
        return values
    path = check_path(given, written.file.endings, overwrite)
    return {**values, written.name: path, "replace": overwrite}


@contextlib.contextmanager
def _made_of(command: Command) -> Iterator[None]:
    """What fails in here comes from the answer of `command`, and may quote what a page chose."""
    try:
        yield
    except ClzError as problem:
        if command.quotes_page:
            quoting(problem)
        raise


@contextlib.asynccontextmanager
async def _waiting(
    ctx: Context, command: Command, params: Params, timeout_ms: int | None
) -> AsyncIterator[Callable[[str], Awaitable[None]]]:
    """Tell the client how long a call goes on, where it asked for that. Yields what changes the text."""
    if (ctx.meta or {}).get("progress_token") is None:
        yield _nobody
        return
    total = (timeout_ms or default_timeout(params)) / 1000
    begin = time.monotonic()
    doing = command.label

    async def tell() -> None:
        await ctx.session.report_progress(round(time.monotonic() - begin, 1), total, doing)

    async def say(text: str) -> None:
        nonlocal doing
        doing = text
        await tell()

    async def keep_telling() -> None:
        while True:
            await asyncio.sleep(MCP_PROGRESS_MS / 1000)
            await tell()

    task = asyncio.create_task(keep_telling())
    try:
        yield say
    finally:
        task.cancel()


async def _nobody(text: str) -> None:
    """A client that asked for no progress gets none."""


def _without_asked(shown: Rendered, params: Params) -> Rendered:
    """What is said of a page without the address that was asked for."""
    asked = f'{params.get("url")} "'
    return replace(shown, page=f'title "{shown.page.removeprefix(asked)}') if shown.page.startswith(asked) else shown


def _changed(page: GetAccessibilitySnapshotResult) -> str:
    """What is above the page after an action: what it was compared with, or why it was not."""
    if not page["diff"]:
        why = reading.NOT_COMPARED.get(page.get("since", ""), "")
        return f"{why[:1].upper()}{why[1:]}:" if why else ""
    return "" if page["snapshot"] else "The page shows what it did before."
