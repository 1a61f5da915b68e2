"""The registry: every command, declared once.

Host whitelist, validation, CLI commands and help, MCP tools, the extension's TypeScript types and the reference page
are all derived from `COMMANDS`. The declarations are in `clz_core/contract/commands/`, a module a family. This module
stays free of pydantic, and its small parts are tuples, which cost the least: it is on the path of every `clz` call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from clz_core.contract import limits
from clz_core.contract.shapes import Params


class Unset(Enum):
    """The default of a parameter that has none: it must be given."""

    REQUIRED = "required"


REQUIRED = Unset.REQUIRED
Kind = Literal["string", "integer", "number", "boolean", "object", "array"]
Runs = Literal["extension", "content", "host", "local"]
Right = Literal[
    "evaluate_unsafe",
    "upload",
    "download",
    "cookies",
    "storage",
    "bodies",
    "routes",
    "secrets",
    "passkeys",
    "clipboard",
    "proxy",
    "scripts",
]
CODE: tuple[Right, ...] = ("evaluate_unsafe", "cookies", "storage")  # what runs in a page reads what the page can


def camel(name: str) -> str:
    """The wire's spelling of a snake_case name: `tab_id` is `tabId`."""
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


class File(NamedTuple):
    """What is done with the file that a parameter names, on the machine of the front, whichever that is.

    An agent may write files with one of the `endings`, and no others.
    """

    use: Literal["read", "written", ""] = ""
    endings: tuple[str, ...] = ()


NO_FILE = File()


class Param(NamedTuple):
    """One parameter of a command: a string, or what `Flag`, `Integer`, `Number`, `Array` and `FilePath` make.

    It may be left out unless its `default` is REQUIRED, as an `Argument`'s is where it has no other. `limits` is the
    smallest and largest number, or for strings and arrays the smallest and largest length. `argument` makes it a
    positional word of the CLI, `flags` are its options there (derived from the name where empty). `local` parameters
    are for the front alone and never sent, as are all of a `ShellCommand`.
    `format` says what a string is; the host checks a `url`, and an `expression` that is to run in the page. Journals
    mask a `secret`, and the value of a `header` whose name is secret.
    `given` says where it comes from: a word or option of the command line, all words after `--` there, or neither: what
    is `made` the front makes of others, and a `program` alone may give the rest, so that a shell or a model may use the
    command without that.
    `items` says what an array holds; of objects only tools of the MCP server have any.
    `changes` parameters make a command that only reads one that changes something, as a file that it is to write.
    `setting` names the setting of `clz_core.config.settings` whose value is the default where the person has set one.
    `rights` are needed where it is given, and not false. `enters` parameters enter secrets, which is a right too: by
    `{{NAME}}` in a `text` or an `address`, or by a `name` that is all they hold. What the last two enter is held for
    later. `typed_text` is what a command types, which may be a secret that nobody named: journals ask the page.
    An option with `bare` takes a value after `=` alone, and means `bare` where there is none.
    `suggested` values are what Tab offers of the many that may be there; for an array, as its first.
    """

    name: str
    help: str
    default: Any = None
    kind: Kind = "string"
    choices: tuple[str, ...] = ()
    limits: tuple[float | None, float | None] = (None, None)
    format: Literal["url", "path", "target", "expression", "header", "secret", ""] = ""
    argument: bool = False
    flags: tuple[str, ...] = ()
    metavar: str = ""
    aliases: tuple[str, ...] = ()
    local: bool = False
    setting: str = ""
    given: Literal["typed", "after_dashes", "made", "program"] = "typed"
    changes: bool = False
    items: Literal["string", "object"] = "string"
    rights: tuple[Right, ...] = ()
    enters: Literal["text", "address", "name", ""] = ""
    typed_text: bool = False
    file: File = NO_FILE
    suggested: tuple[str, ...] = ()
    bare: str = ""

    @property
    def wire(self) -> str:
        return camel(self.name)

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def typed(self) -> bool:
        """True if the command line gives it by itself."""
        return self.given in ("typed", "after_dashes")

    @property
    def option(self) -> tuple[str, ...]:
        """How the command line declares it: `--auto/--no-auto` is two words for one option."""
        if self.flags:
            return self.flags
        name = self.name.replace("_", "-")
        return (f"--{name}/--no-{name}" if self.kind == "boolean" and self.default is True else f"--{name}",)

    @property
    def spellings(self) -> list[str]:
        """The words that it may be typed as, where it is an option."""
        return [word for flag in self.option for word in flag.split("/")]

    @property
    def names_elements(self) -> bool:
        """True if it holds a target, or several."""
        return self.format == "target" or self.metavar == "TARGET" or self.name == "frame"


Argument = partial(Param, default=REQUIRED, argument=True)
Flag = partial(Param, kind="boolean", default=False)
Integer = partial(Param, kind="integer")
Number = partial(Param, kind="number")
Array = partial(Param, kind="array")
FilePath = partial(Param, format="path")
OutputFile = partial(FilePath, local=True, changes=True, file=File("written"))


class Field(NamedTuple):
    """One field of a command's result. `type` is a TypeScript type, with `integer` for whole numbers, so that one text
    serves types and reference.

    `text` says how strings in it are printed: each as one `line`, in `lines` of their own, or as a `payload`, which
    scripts get as it is. `persons` are names in it whose strings the person has written, and no page.
    """

    name: str
    type: str
    help: str
    optional: bool = False
    text: Literal["line", "lines", "payload"] = "line"
    persons: tuple[str, ...] = ()


class Acts(NamedTuple):
    """What a command does to a tab, and when it may.

    One that `opens` opens a tab, one that `navigates` shows another page in it; after one that `closes` it there is
    nothing to look at. `dialog` commands can be given while the page waits for the answer to its dialog. One that
    changes something waits for those before it there, unless it has no `lock`: it acts on no element, or frees a page
    in which another is stuck. `leaves_page` commands can be given in a page that is not allowed, `after_closing` ones
    of a tab that is closed since. `presses` is false for what only moves the pointer to an element. `then` commands can
    show the page afterwards; left out, those that change something can.
    """

    opens: bool = False
    navigates: bool = False
    closes: bool = False
    dialog: bool = False
    lock: bool = True
    leaves_page: bool = False
    after_closing: bool = False
    presses: bool = True
    then: bool | None = None


class Typed(NamedTuple):
    """Where a command can be typed.

    `far` is false for what is about files of the machine that it is run on, so that `--on` cannot name another one;
    `in_batch` for what takes standard input or the process for itself, `in_tests` for what `clz run` does by itself.
    `repairs` commands work with a broken file of settings too. What is done before a `pure` command is sent depends on
    what was typed and on nothing else, so that it can be tried early.
    """

    far: bool = True
    in_batch: bool = True
    in_tests: bool = True
    repairs: bool = False
    pure: bool = False


class Tool(NamedTuple):
    """A command's MCP tool, where it is not what the registry makes of the rest of the declaration.

    `first` tools are listed from the start: they are what most tasks need. `about` says what it does where the summary
    speaks of the shell. `hidden` parameters are accepted but not listed: few calls need them, or another parameter or
    tool does the same. `help` describes the others to clients, by name; it is empty where the name says all.
    `title`, `destructive`, `idempotent` and `open_world` are its annotations, derived where left out (see `hints`), and
    `former` is the name that it had first, where that is not derived from the command's.
    """

    first: bool = False
    about: str = ""
    hidden: tuple[str, ...] = ()
    help: Mapping[str, str] = MappingProxyType({})
    title: str = ""
    former: str = ""
    destructive: bool | None = None
    idempotent: bool = False
    open_world: bool | None = None


ACTS, TYPED, TOOL = Acts(), Typed(), Tool()


class Hints(NamedTuple):
    """What a command does to the world, in the words of MCP's tool annotations."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool


@dataclass(frozen=True, eq=False)
class Command:
    """One command.

    `name` is its wire name, `cli` the words typed after `clz`, if it can be typed. `runs` says who answers it: the
    extension's background, the content script of the tab's page, the host, or the front itself (`local`: it never
    crosses the wire). `tab` commands, which all are that the page answers, act in one tab of the agent's own: they take
    `tabId`, and their agent's current tab where it is left out. `changes` is true where anything on the page or in the
    browser may change. Commands with a target take `frame` and `nth` as well.

    `quotes_page` is true if a result may hold text that a page chose, and so for every command that does not deny it.

    `rights` are those that the person must have given its agent, whatever its parameters are; every command that leaves
    the front says them. `further_rights` are those that several parameters need together, or one by its value.

    `shows` says that the command makes pictures of a page, or may bring a clipboard's text from one page into another:
    secrets are concealed there. `answers`: addresses in a result are redacted, unless it is the page's own words as
    they were asked for, or is kept to be put back as it was.

    `offered` says where it is listed: everywhere, in the `shell` alone, for it is no tool, or nowhere. What the `host`
    alone may send answers about tabs of more than one agent.

    `traced` is false for what clients ask again and again: it is not a step of a trace. `asks_person` commands wait for
    a person's answer, or for the element that they point at.
    `steps` says that every front does something around it, as files are read or written: see `clz_core.fronts`; `saves`
    names the type that programs get for a result whose data went to a file.
    `example` are valid parameters, for tests: `example.com` is the site that they serve.

    `check` raises INVALID_PARAMS for parameters that are valid one by one, but not together. `terms` are words that a
    parameter takes and that need a sentence each. `group` is that of its family, whose tools are listed together.
    """

    name: str
    cli: str
    summary: str
    params: tuple[Param, ...] = ()
    result: tuple[Field, ...] = ()
    runs: Runs = "extension"
    tab: bool = False
    changes: bool = False
    on_tab: Acts = ACTS
    typed: Typed = TYPED
    tool: Tool = TOOL
    offered: Literal["everywhere", "shell", "nowhere", "host"] = "everywhere"
    examples: tuple[str, ...] = ()
    quotes_page: bool = True
    check: Callable[[Params], None] | None = None
    terms: tuple[tuple[str, str], ...] = ()
    rights: tuple[Right, ...] | None = None
    further_rights: Callable[[Params], tuple[Right, ...]] | None = None
    shows: Literal["pixels", "clipboard", ""] = ""
    answers: Literal["redacted", "as_asked", "as_kept"] = "redacted"
    traced: bool = True
    asks_person: Literal["answer", "element", ""] = ""
    steps: bool = False
    saves: str = ""
    example: Mapping[str, Any] | None = None
    group: str = ""

    def __post_init__(self) -> None:
        if self.rights is None and self.runs != "local":
            raise TypeError(f"{self.name} does not say which rights it needs: rights=() if none")
        object.__setattr__(self, "tab", self.tab or self.runs == "content")
        if any(param.format == "target" for param in self.params):
            object.__setattr__(self, "params", (*self.params, FRAME, NTH))
        shows_page = self.tab and self.changes and not self.on_tab.closes
        if shows_page if self.on_tab.then is None else self.on_tab.then:
            object.__setattr__(self, "params", (*self.params, THEN))

    @property
    def hidden(self) -> bool:
        """True if no list of commands and no help has it."""
        return not self.cli or self.offered in ("nowhere", "host")

    @property
    def wire_params(self) -> tuple[Param, ...]:
        """The parameters that cross the wire, `tabId` included."""
        if self.runs == "local" and self.offered != "everywhere":
            return ()
        own = tuple(p for p in self.params if not p.local)
        return (*own, TAB_ID) if self.tab and all(p.name != "tab_id" for p in own) else own

    @property
    def takes_tab(self) -> bool:
        """True if `--tab` says where it acts, or to which tab it is kept."""
        return self.tab or any(param.name == "tab_id" and not param.typed for param in self.params)

    @property
    def goes_to_url(self) -> bool:
        """True if it shows the page of an address that it is given."""
        return (self.on_tab.opens or self.on_tab.navigates) and any(param.format == "url" for param in self.params)

    @property
    def takes_lock(self) -> bool:
        """True if it waits for what is under way in its tab."""
        return self.tab and self.changes and self.on_tab.lock and not self.on_tab.dialog

    @property
    def typed_text(self) -> Param | None:
        """The parameter that holds what it types, if it types anything."""
        return next((param for param in self.params if param.typed_text), None)

    @property
    def in_extension(self) -> bool:
        """True if it is answered on the extension's side of the native port."""
        return self.runs in ("extension", "content")

    @property
    def acts(self) -> bool:
        """True for what a person's hand could do in a page: the page may be able to tell that it was not one."""
        return self.runs == "content" and any(field.name == "trusted" for field in self.result)

    @property
    def tool_name(self) -> str:
        """The name of its MCP tool: the words typed after `clz`."""
        words = self.cli.replace(" ", "_").replace("-", "_")
        return f"firefox_{words}" if words else self.former_tool

    @property
    def former_tool(self) -> str:
        """The name that its MCP tool had first; calls by it go on working."""
        return self.tool.former or "firefox_" + "".join("_" + c.lower() if c.isupper() else c for c in self.name)

    @property
    def is_tool(self) -> bool:
        """True if MCP clients may call it."""
        return bool(self.cli) and self.offered == "everywhere"

    @property
    def label(self) -> str:
        """The title of its MCP tool."""
        return self.tool.title or self.tool_name.removeprefix("firefox_").replace("_", " ").capitalize()

    @property
    def hints(self) -> Hints:
        """What an MCP client may assume. What acts in a page may do there whatever the page does with it.

        A command that any of its parameters makes one that changes something is not one that only reads.
        """
        changes = self.changes or any(param.changes for param in self.params if param.given != "program")
        tool, meets_pages = self.tool, self.tab or any(param.format == "url" for param in self.params)
        return Hints(
            read_only=not changes,
            destructive=changes and (self.tab if tool.destructive is None else tool.destructive),
            idempotent=tool.idempotent or not changes,
            open_world=meets_pages if tool.open_world is None else tool.open_world,
        )


# What only reads a page; what only a terminal has, and `clz` answers itself; what is about this machine, or about files
# there, and no page; and what the host knows itself, and may tell all.
Reading = partial(Command, runs="content", rights=())
ShellCommand = partial(Command, runs="local", offered="shell")
SetupCommand = partial(ShellCommand, quotes_page=False, typed=Typed(in_tests=False))
FilesCommand = partial(ShellCommand, quotes_page=False, typed=Typed(far=False))
HostCommand = partial(Command, runs="host", rights=(), quotes_page=False)

FRAME = Param(
    "frame",
    "Look only in this frame: top, f2 as in a snapshot, or a target that names the frame's element; for a frame in a "
    "frame, a chain: iframe >> iframe.",
    limits=(1, limits.MAX_TARGET_CHARS),
)
NTH = Integer("nth", "Use this one of several matches; 1 is the first.", limits=(1, limits.MAX_NTH))
THEN = Param(
    "then",
    "Show the page once it has settled: a snapshot, only the elements that can be acted on, or what changed since "
    "your last snapshot.",
    choices=("snapshot", "interactive", "diff"),
    local=True,
)
TAB_ID = Integer("tab_id", "The tab to act in, as listed by `clz tabs`. Default: your current tab.", limits=(0, None))


class Registry:
    """Commands by wire name and CLI words, in the order of their families and declarations.

    `index` has the CLI words and the family of each command, by wire name; `load` gives the commands of a family, and
    is called when one of them is first asked for: most programs ask for one alone, and go through them by name.
    """

    def __init__(self, index: Mapping[str, tuple[str, str]], load: Callable[[str], tuple[Command, ...]]) -> None:
        self.index = index
        self._load = load
        self._loaded: dict[str, Command] = {}

    def __iter__(self) -> Iterator[Command]:
        return (self[name] for name in self.index)

    def __len__(self) -> int:
        return len(self.index)

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __getitem__(self, name: str) -> Command:
        if name not in self._loaded:
            self._loaded.update({command.name: command for command in self._load(self.family(name))})
        return self._loaded[name]

    def get(self, name: str) -> Command | None:
        return self[name] if name in self.index else None

    def by_cli(self, words: str) -> Command | None:
        return next((self[name] for name, (cli, _) in self.index.items() if cli and cli == words), None)

    def family(self, name: str) -> str:
        """The module of `clz_core.contract.commands` that declares a command."""
        return self.index[name][1]

    def names(self) -> list[str]:
        return list(self.index)

    def cli_words(self) -> list[str]:
        return [cli for cli, _ in self.index.values() if cli]
