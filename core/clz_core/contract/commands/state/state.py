"""State files: the cookies and storage of sites, saved and loaded as Playwright's storage state."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import Address
from clz_core.contract.commands.state.cookies import COOKIE, JAR
from clz_core.contract.commands.state.passkeys import SAVED, WITHHELD
from clz_core.contract.errors import error
from clz_core.contract.registry import (
    REQUIRED,
    Acts,
    Argument,
    Array,
    Command,
    Field,
    File,
    Flag,
    Param,
    ShellCommand,
    Tool,
)
from clz_core.contract.shapes import Params
from clz_core.contract.storage_state import check_state, rights_of_state

ENTRIES = "Array<{ name: string; value: string; nameUtf16?: string; valueUtf16?: string }>"
ORIGINS = f"Array<{{ origin: string; localStorage?: {ENTRIES}; sessionStorage?: {ENTRIES}; indexedDB?: object[] }}>"
NOT_SAVED = "Array<{ origin: string; database: string; store: string; kind: string }>"
FILE = Argument("path", "The file.", format="path", metavar="FILE", local=True)
STATE = Param(
    "state",
    "A state, as `clz state save` writes it: Playwright's storageState.",
    kind="object",
    given="made",
    format="secret",
)

LOADED = (
    Field("cookies", "integer", "How many cookies were set."),
    Field("origins", "string[]", "The sites whose storage was set."),
    Field("expired", "string[]", "Names of cookies that have expired, and so were not set."),
    Field("passkeys", "integer", "How many passkeys were added, if the state contains some.", optional=True),
)


def check_login(params: Params) -> None:
    """Raises: USAGE."""
    if bool(params.get("check")) != bool(params.get("text")):
        what = "--check and --text go together: an address, and text that only a logged-in user sees there."
        raise error("USAGE", what, "See: clz state load --help")


def _check_load(params: Params) -> None:
    """Raises: USAGE, STATE_INVALID. Fronts read the state from a file once they have looked at the rest."""
    check_login(params)
    if "state" in params:
        params["state"] = check_state(params["state"])


COMMANDS: tuple[Command, ...] = (
    Command(
        "saveState",
        "state save",
        "Save the log-ins of your tabs to a file: cookies and storage of all sites that they visited.",
        params=(
            FILE._replace(help="File to write; only you can read it.", changes=True, file=File("written", (".json",))),
            Array(
                "url",
                "Only sites whose address matches this glob, even if your tabs did not visit them; can be given "
                "several times.",
                limits=(1, limits.MAX_STATE_ORIGINS),
                metavar="GLOB",
            ),
            Flag("indexed_db", "IndexedDB too, beside local and session storage.", default=True),
            Flag("passkeys", "Your passkeys too, private keys included.", rights=("passkeys",)),
        ),
        result=(
            Field("cookies", f"Array<{COOKIE}>", "The cookies."),
            Field("origins", ORIGINS, "What each site stores, as in Playwright's storageState."),
            Field("skipped", "string[]", "Sites whose storage this Firefox does not show to extensions."),
            Field("notSaved", NOT_SAVED, "What no file can hold, by its kind; `gone`: a database that was deleted."),
            Field("credentials", SAVED, "The passkeys, with --passkeys.", optional=True),
            WITHHELD._replace(optional=True),
            JAR,
        ),
        rights=("cookies", "storage"),
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        tool=Tool(hidden=("passkeys",), destructive=False, idempotent=True),
        answers="as_kept",
        steps=True,
        saves="SavedState",
        example={"path": "state.json", "overwrite": True},
        examples=("clz state save login.json", "clz state save shop.json --url 'https://*.example.com/**'"),
    ),
    Command(
        "loadState",
        "state load",
        "Load a saved state: it replaces the cookies and storage of the sites in it.",
        params=(
            FILE._replace(help="A file of `clz state save`, or a storageState of Playwright.", file=File("read")),
            STATE,
            Address(
                "check",
                "Then open this address in the tab, and fail if --text is not there because the log-in has ended.",
                metavar="URL",
            ),
            Param("text", "Text that only a logged-in user sees.", limits=(1, limits.MAX_TEXT_CHARS)),
        ),
        result=(*LOADED, Field("checked", "boolean", "True if the log-in was found to work."), JAR),
        rights=("cookies", "storage"),
        further_rights=rights_of_state,
        runs="host",
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        tool=Tool(destructive=True, idempotent=True),
        check=_check_load,
        steps=True,
        example={"state": {"cookies": [], "origins": []}},
        examples=(
            "clz state load login.json",
            'clz state load login.json --check https://example.com/account --text "Sign out"',
        ),
    ),
    Command(
        "applyState",
        "",
        "Load a state into the tab's jar.",
        params=(STATE._replace(default=REQUIRED),),
        result=(*LOADED, JAR),
        rights=("cookies", "storage"),
        further_rights=rights_of_state,
        tab=True,
        changes=True,
        on_tab=Acts(then=False),
        check=_check_load,
        example={"state": {"cookies": [], "origins": []}},
    ),
    ShellCommand(
        "showState",
        "state show",
        "Say what is in a state file: names, never values.",
        params=(FILE._replace(help="A file of `clz state save`, or a storageState of Playwright."),),
        result=(
            Field(
                "cookies",
                "Array<{ name: string; domain: string; expires: number | null; expired: boolean }>",
                "One entry a cookie.",
            ),
            Field(
                "origins",
                "Array<{ origin: string; local: string[]; session: string[]; databases: string[] }>",
                "The names that each site has: keys of local and session storage, IndexedDB databases.",
            ),
            Field("passkeys", "Array<{ id: string; rpId: string; userName: string }>", "One entry a passkey."),
        ),
        quotes_page=False,
        examples=("clz state show login.json",),
    ),
)
