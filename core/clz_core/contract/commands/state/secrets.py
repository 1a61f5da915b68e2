"""Secrets: kept on this machine, and bound to the sites that they are for. They never cross the wire by these."""

from __future__ import annotations

from clz_core.contract.limits import MAX_SECRET_DOMAINS
from clz_core.contract.registry import REQUIRED, Argument, Array, Command, Field, FilesCommand, Flag, Tool

NAME = Argument("name", "Its name: capital letters, digits and _.", limits=(1, 200))
WHERE = Field("where", "'keyring' | 'file'", "Where it is kept: in the system's keyring, or in a file of your own.")
ENDS_IN = Field(
    "endsIn",
    "string[]",
    "The sessions whose log-ins by HTTP authentication, or proxies, use the old value: these end within a second. In "
    "your own Firefox, log-ins that servers have accepted last until Firefox ends.",
)
DOMAINS = Field("domains", "string[]", "Whose pages may get it.")

COMMANDS: tuple[Command, ...] = (
    FilesCommand(
        "setSecret",
        "secret set",
        "Keep a secret that commands name as {{NAME}}. You type its value at a prompt, or pipe it in.",
        params=(
            NAME,
            Argument(
                "typed",
                "Leave it out: a value typed here would be in the shell's history and in the list of processes.",
                default=None,
                kind="array",
                metavar="",
            ),
            Array(
                "domains",
                "A site whose pages may get it, such as example.com, with the hosts below it. Only by https, unless "
                "it is this machine or you write http:// before it.",
                REQUIRED,
                limits=(1, MAX_SECRET_DOMAINS),
                flags=("--for",),
                metavar="DOMAIN",
            ),
            Flag("totp", "Enter one-time codes that are made from it: base32, or otpauth://…."),
        ),
        result=(
            Field("name", "string", "The secret."),
            DOMAINS,
            Field("totp", "boolean", "True if one-time codes are made from it."),
            WHERE,
            ENDS_IN,
        ),
        changes=True,
        tool=Tool(idempotent=True),
        example={"name": "PASSWORD", "domains": ["example.com"]},
        examples=(
            "clz secret set PASSWORD --for example.com",
            "pass show example | clz secret set PASSWORD --for example.com",
            'clz fill label=Password "{{PASSWORD}}"',
        ),
    ),
    FilesCommand(
        "listSecrets",
        "secret list",
        "List the secrets by name, never their values.",
        result=(
            Field(
                "secrets",
                "Array<{ name: string; domains: string[]; totp: boolean; where: 'keyring' | 'file' | 'environment' }>",
                "One entry a secret.",
            ),
        ),
    ),
    FilesCommand(
        "deleteSecret",
        "secret delete",
        "Forget a secret, and end the log-ins by HTTP authentication and the proxies that use it.",
        params=(NAME,),
        result=(Field("name", "string", "The secret."), WHERE, ENDS_IN),
        changes=True,
        example={"name": "PASSWORD"},
        examples=("clz secret delete PASSWORD",),
    ),
)
