"""Passkeys: a virtual authenticator for an agent's pages, and the passkeys in it. The wire has WebDriver's names."""

from __future__ import annotations

from functools import partial

from clz_core.contract import limits
from clz_core.contract.registry import Argument, Array, Command, Field, File, Flag, Param, Tool

AUTHENTICATOR = (
    "{ protocol: 'ctap1/u2f' | 'ctap2' | 'ctap2_1'; "
    "transport: 'ble' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'; "
    "hasResidentKey: boolean; hasUserVerification: boolean; "
    "isUserConsenting: boolean; isUserVerified: boolean }"
)
_PASSKEY = (
    "credentialId: string; rpId: string; userName: string; userHandle: string; isResidentCredential: boolean; "
    "signCount: integer"
)
SAVED = f"Array<{{ {_PASSKEY}; privateKey: string; publicKey: string }}>"
WITHHELD = Field("withheld", "integer", "How many are not among them, because they are from a secret.")
PASSKEYS = f"Array<{{ {_PASSKEY}; secret: string | null }}>"
HELD = Field("credentials", PASSKEYS, "Your passkeys, the one used last at the end.")
FILE = Argument("path", "The file.", format="path", metavar="FILE", local=True)

# Models turn the authenticator on; what is in it is for those who write tests.
PasskeyCommand = partial(Command, rights=("secrets",), changes=True, offered="shell")

COMMANDS: tuple[Command, ...] = (
    PasskeyCommand(
        "addVirtualAuthenticator",
        "passkey on",
        "Answer the passkey requests of your pages with a virtual authenticator.",
        offered="everywhere",
        tool=Tool(
            destructive=False,
            idempotent=True,
            open_world=False,
            hidden=("protocol", "transport", "resident", "verify", "consent"),
        ),
        params=(
            Param("protocol", "The protocol it speaks.", "ctap2_1", choices=("ctap2_1", "ctap2", "u2f")),
            Param(
                "transport",
                "How it is connected: internal is a part of the device.",
                "internal",
                choices=("internal", "usb", "nfc", "ble", "hybrid", "smart-card"),
            ),
            Flag("resident", "Keep passkeys that a site can find without a user name.", default=True),
            Flag("verify", "Verify its user, as by a fingerprint.", default=True),
            Flag("consent", "Consent to each request; without, each is refused.", default=True),
        ),
        result=(Field("authenticator", AUTHENTICATOR, "The authenticator."), HELD),
        examples=("clz passkey on", "clz passkey on --transport usb --no-verify"),
    ),
    PasskeyCommand(
        "removeVirtualAuthenticator",
        "passkey off",
        "Remove your virtual authenticator and all passkeys in it.",
        result=(Field("removed", "boolean", "True if you had one."),),
        examples=("clz passkey off",),
    ),
    Command(
        "getCredentials",
        "passkey list",
        "List your passkeys, without their private keys.",
        result=(Field("authenticator", f"{AUTHENTICATOR} | null", "Your authenticator, if it is on."), HELD),
        rights=("secrets",),
        offered="shell",
        examples=("clz passkey list",),
    ),
    PasskeyCommand(
        "addCredentials",
        "passkey add",
        "Add the passkeys of a file or a secret; this turns the authenticator on.",
        params=(
            FILE._replace(
                help="A file of `clz passkey save`, or one of WebDriver's Credential Parameters.",
                default=None,
                file=File("read"),
            ),
            Param(
                "secret",
                "A secret that contains such a file, by its name.",
                limits=(1, 64),
                metavar="NAME",
                enters="name",
            ),
            Array(
                "credentials",
                "Passkeys in the form of WebDriver's Credential Parameters.",
                limits=(1, limits.MAX_PASSKEYS),
                items="object",
                given="made",
                format="secret",
            ),
        ),
        result=(Field("added", PASSKEYS, "Those that were added."),),
        steps=True,
        example={"credentials": [{}]},
        examples=("clz passkey add ada.json", "clz passkey add --secret ADA_PASSKEY"),
    ),
    PasskeyCommand(
        "saveCredentials",
        "passkey save",
        "Save your passkeys to a file, private keys included.",
        params=(
            FILE._replace(help="File to write; only you can read it.", changes=True, file=File("written", (".json",))),
        ),
        result=(Field("credentials", SAVED, "The passkeys."), WITHHELD),
        rights=("passkeys",),
        answers="as_kept",
        steps=True,
        saves="SavedPasskeys",
        example={"path": "ada.json", "overwrite": True},
        examples=("clz passkey save ada.json",),
    ),
    PasskeyCommand(
        "removeCredentials",
        "passkey remove",
        "Remove a passkey, or all of them.",
        params=(
            Argument(
                "credential_id",
                "Its id, as `clz passkey list` shows it.",
                default=None,
                limits=(1, 2_000),
                metavar="ID",
            ),
            Flag("all", "Remove all of them."),
        ),
        result=(Field("removed", "string[]", "The ids of those that are gone."),),
        example={"all": True},
        examples=("clz passkey remove GI1VG9y9DkOn_YGNsVcnbA", "clz passkey remove --all"),
    ),
    PasskeyCommand(
        "setUserVerified",
        "passkey verify",
        "Set whether the authenticator verifies its user.",
        params=(Argument("state", "on, or off.", choices=("on", "off")),),
        result=(Field("isUserVerified", "boolean", "True if its user is verified."),),
        example={"state": "off"},
        examples=("clz passkey verify off",),
    ),
)
