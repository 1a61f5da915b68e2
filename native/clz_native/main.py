"""The native host: one asyncio process that Firefox starts and that ends with its port.

It holds the session's lock while it lives, so that a session is never taken from a living host, and writes the session
file when the extension has said hello: a session that can be found can be used.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, cast

import filelock
import zmq
import zmq.asyncio

from clz_core import __version__
from clz_core.client import session
from clz_core.client.session import SessionInfo
from clz_core.client.tasks import Background
from clz_core.config.paths import SessionPaths, uses_ipc
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject
from clz_core.generated.messages import ResultMessage, WelcomeMessage
from clz_native.agents.agents import Agents
from clz_native.agents.leases import Leases
from clz_native.agents.loops import Loops
from clz_native.film.films import Films
from clz_native.firefox.accepted_certs import hosts_of_environment
from clz_native.handlers.commands import HostCommands
from clz_native.handlers.host_requests import HostRequest, HostRequests, respond
from clz_native.handlers.parts import Parts
from clz_native.handlers.views import Views
from clz_native.host import idle, versions
from clz_native.host.ahead import take_port
from clz_native.host.authenticator import Authenticator
from clz_native.host.logs import open_log
from clz_native.host.pending import Pending
from clz_native.host.port import Port
from clz_native.host.server import Gate, Server
from clz_native.host.uploads import Uploads
from clz_native.host.warm import WarmProcess
from clz_native.policy.policy import FOLLOW_EVERY_S, Policy, Undecided
from clz_native.request import Handler, Request
from clz_native.secrets.masked_log import mask_log
from clz_native.secrets.masker import Masker
from clz_native.secrets.resolver import Resolver
from clz_native.secrets.used import UsedSecrets

log = logging.getLogger("clz.host")
VISUALS = "CLZ_VISUALS"  # on or off: watermark and glow where the person made no choice in the settings
MANAGED = "CLZ_MANAGED"  # names the session whose Firefox clz started, and so whose start window is clz's own
HELLO_TIMEOUT_S = 10
MAX_OPEN_FILES = 16_384
LOCK_TIMEOUT_S = 2  # the host of an extension that was reloaded may still be on its way out


def complete(*tables: Mapping[str, Handler]) -> dict[str, Handler]:
    """The handlers, exactly one for each command of the host. Raises: LookupError."""
    handlers = {name: handler for table in tables for name, handler in table.items()}
    wanted = {command.name for command in COMMANDS if command.runs == "host"}
    if wrong := sorted(wanted ^ set(handlers)):
        raise LookupError(f"these commands lack a handler, or these handlers a command: {', '.join(wrong)}")
    return handlers


class Host:
    """One session, from the extension's hello to the end of the port."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._hello: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._closed = asyncio.Event()
        self._port = Port(self._on_message, self._on_close)
        self._pending = Pending(self._port.send)
        self._host_requests: dict[str, HostRequest] | None = None
        self._taken: Callable[[], None] = lambda: None

    def stop(self, reason: str) -> None:
        self._on_close(reason)

    def _on_message(self, message: JsonObject) -> None:
        """Whatever a message does to us, it does not leave a host that only looks alive."""
        try:
            self._take(message)
        except Exception as problem:
            log.exception("a message of the extension broke the host")
            self._on_close(f"the host broke at a message of the extension: {type(problem).__name__}")

    def _take(self, message: JsonObject) -> None:
        match message.get("type"):
            case "result":
                self._pending.answer(cast("ResultMessage", message))
            case "taken":
                self._taken()
            case "ask":
                self._port.send(respond(message, self._host_requests))
            case "hello" if not self._hello.done():
                self._hello.set_result(message)
            case other:
                log.warning("the extension sent an unexpected message of type %.50r", other)

    def _on_close(self, reason: str) -> None:
        if not self._closed.is_set():
            log.info("going down: %s", reason)
            self._pending.close(reason)
            self._closed.set()
        if not self._hello.done():
            self._hello.cancel()

    def _broke(self, _problem: Exception) -> None:
        """A host that cannot listen any more must not look alive."""
        self._on_close("the host broke; its log says more")

    async def run(self) -> None:
        with self._port:
            try:
                path = open_log(self.name)
                async with asyncio.timeout(HELLO_TIMEOUT_S):
                    hello = await self._hello
                paths = SessionPaths(self.name).make()
                with self._lock(paths):
                    await self._serve(paths, hello, str(path))
            except ClzError as problem:
                log.exception("refused: %s", problem.message)
                self._port.send({"type": "refused", "error": problem.to_wire()})
            except (TimeoutError, asyncio.CancelledError):
                log.exception("the extension did not say hello")
            except Exception as problem:
                log.exception("the host broke")
                self._on_close(f"the host broke: {type(problem).__name__}")
                self._port.send({"type": "refused", "error": _broken(problem).to_wire()})

    @contextlib.contextmanager
    def _lock(self, paths: SessionPaths) -> Iterator[None]:
        lock = filelock.FileLock(paths.lock, mode=0o600)
        try:
            lock.acquire(timeout=LOCK_TIMEOUT_S, poll_interval=0.02)
        except filelock.Timeout:
            raise error(
                "SESSION_HELD",
                f"Another Firefox holds the session {self.name!r}.",
                "Close that Firefox, or start this one with another session: CLZ_SESSION=NAME firefox",
            ) from None
        try:
            yield
        finally:
            lock.release()

    async def _serve(self, paths: SessionPaths, hello: JsonObject, log_path: str) -> None:
        protocol = versions.agreed(hello)
        managed = os.environ.get(MANAGED) == self.name  # the Firefox that clz started for this session
        helped = hello.get("managed") is True
        public, secret = zmq.curve_keypair()
        firefox = hello["firefox"] if isinstance(hello.get("firefox"), dict) else {}
        with zmq.asyncio.Context() as context:
            zap = Authenticator(context, paths)
            paths.socket.unlink(missing_ok=True)  # of a host that was killed; ours is the lock
            info = SessionInfo(
                session=self.name,
                endpoint=paths.endpoint,
                server_key=public.decode("ascii"),
                pid=os.getpid(),
                host_version=__version__,
                protocol=protocol,
                extension_version=str(hello.get("extensionVersion")),
                firefox_version=str(firefox.get("version")),
                started=time.time(),
                accept_certs=hosts_of_environment() if managed and helped else (),
            )
            undecided: Undecided = "allowed" if managed else "denied" if idle.is_headless() else "asked"
            policy = Policy(paths, self._port.send, undecided=undecided)
            leases = Leases()
            used, resolver = await self._masked_secrets()
            films = Films(self.name, resolver.masker)
            views = Views(paths, leases, resolver.masker, policy)
            agents = Agents(paths, self._pending, films.leaving(policy.forget, views.forget), leases)
            agents.has_read, views.leave = policy.has_read, agents.goodbye
            views.questions.cancel = self._pending.cancel
            known = hello.get("agents")
            agents.adopt([str(agent) for agent in known] if isinstance(known, list) else [])

            def admit(request: Request) -> None:
                agents.heard(request.agent)
                policy.admit(request)

            loops = Loops(paths)
            build: Literal["managed", "plain"] = "managed" if helped else "plain"
            warm = WarmProcess(paths)
            parts = Parts(paths, info, log_path, build, loops, policy, leases, warm)
            self._host_requests = HostRequests(parts, resolver.masker, views.notes).table()
            commands = HostCommands(parts, self._pending)
            handlers = complete(*(one.table() for one in (commands, agents, loops, films, views)))
            uploads = Uploads(self._port.send, staged=not helped)
            self._taken = uploads.taken
            asking = {command.name: _refuse_unseen for command in COMMANDS if command.asks_person}
            prepare = {"upload": uploads.prepare, "addRoute": uploads.prepare_route, **asking}
            gate = Gate(handlers, admit, agents.settled, prepare, films, views)
            server = commands.server = Server(context, paths, secret, self._pending, resolver, gate)
            films.forward = views.forward = views.notes.forward = server.forward
            info = parts.info = info._replace(endpoint=server.bind(paths.endpoint))
            if uses_ipc():
                os.chmod(paths.socket, 0o600)
            tasks = Background(log, self._broke)
            for work in (zap.run(), server.run(), agents.run(), _follow(policy), used.follow(), warm.keep()):
                tasks.start(work)
            if idle_s := idle.patience_s():
                tasks.start(idle.end_when_idle(leases, self._pending, idle_s))
            log.info("serving session %s at %s for Firefox %s", self.name, info.endpoint, info.firefox_version)
            welcome: WelcomeMessage = {
                "type": "welcome",
                "session": self.name,
                "hostVersion": __version__,
                "managed": managed,
                "visuals": os.environ.get(VISUALS) != "off",
            }
            try:
                session.write(paths, info)
                self._port.send(welcome)
                await self._closed.wait()
                await server.drain()
            finally:
                paths.file.unlink(missing_ok=True)
                agents.close()
                await films.end()
                await tasks.end()
                server.close()
                zap.close()
                paths.socket.unlink(missing_ok=True)

    async def _masked_secrets(self) -> tuple[UsedSecrets, Resolver]:
        """What finds secrets and masks them, those that an earlier host has used from now on."""
        masker = Masker()
        mask_log(masker)
        used = UsedSecrets(self.name, masker, lambda name: self._port.send({"type": "secretGone", "name": name}))
        await used.mask()
        return used, Resolver(masker, used)


def _broken(problem: Exception) -> ClzError:
    """The message to the extension about a host that cannot go on."""
    if isinstance(problem, OSError):
        what = problem.strerror or type(problem).__name__
        return error(
            "FILE_ERROR", f"The host cannot use its folders: {what}.", "See: clz doctor", path=problem.filename
        )
    return error("INTERNAL", f"The host broke: {type(problem).__name__}.")


async def _refuse_unseen(request: Request, _id: str) -> None:
    """Raises: NO_WINDOW for what a person must see, in a Firefox that shows nothing."""
    if idle.is_headless() and (request.asks_person or request.params.get("note")):
        raise error("NO_WINDOW", "Firefox runs without a window: no person can see the question, nor the page.")


async def _follow(policy: Policy) -> None:
    """Have changes of the policy hold soon, also for tabs whose agent asks for nothing."""
    while True:
        await asyncio.sleep(FOLLOW_EVERY_S)
        policy.refresh()


def _raise_file_limit() -> None:
    """Each connection is a file: let nobody who only connects use up what others need."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows; a limit that is not ours to raise
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _main() -> None:
    host = Host(os.environ.get("CLZ_SESSION") or "default")
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, host.stop, "the host got a signal to stop")
    await host.run()


def main() -> None:
    """Entry point of `clz-native`, which Firefox starts with the manifest's path and the add-on id as arguments."""
    _raise_file_limit()
    take_port(sys.argv[1:])
    # Windows' usual loop cannot watch ZeroMQ's sockets.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(_main())


if __name__ == "__main__":
    main()
