"""Settings and policy: where an agent may go, what it may do, and in which kind of window."""

from __future__ import annotations

from clz_core.commands.shared import url_param
from clz_core.limits import MAX_POLICY_DOMAINS
from clz_core.registry import Command, Field, Param

KEYS = ("allowedDomains", "rights")
CONFIG = (
    Field(
        "allowedDomains",
        "Array<{ rule: string; domains: string[] }>",
        "Lists of domains that an address must pass, each with where it stands; none: every address is allowed.",
    ),
    Field(
        "rights", "Record<string, { allowed: boolean; rule: string }>", "What you may do, each with where it is set."
    ),
    Field(
        "blocked",
        "Array<{ tabId: number; url: string; type: string; rule: string }>",
        "The requests of your tabs that were refused last.",
    ),
)
MODE = (
    Field("mode", '"normal" | "private"', "Where `clz open` opens your tabs."),
    Field("privateAllowed", "boolean", "True where the person allows Claudezilla in private windows."),
)

COMMANDS = (
    Command(
        "getConfig",
        "config get",
        "Show your settings and the policy that holds for you.",
        "config",
        params=(Param("key", "string", "The one setting to show. Default: all.", None, choices=KEYS, argument=True),),
        result=tuple(Field(f.name, f.type, f.help, optional=True) for f in CONFIG),
    ),
    Command(
        "listConfig",
        "config list",
        "List every setting with where its value stands.",
        "config",
        result=CONFIG,
    ),
    Command(
        "setConfig",
        "config set",
        "Narrow where your own tabs may go, for as long as you are there.",
        "config",
        params=(
            Param(
                "key",
                "string",
                "The setting.",
                "allowedDomains",
                choices=("allowedDomains",),
                argument=True,
                local=True,
            ),
            Param("values", "array", "Its values, such as example.com.", None, argument=True, local=True),
            Param(
                "allowed_domains",
                "array",
                "Domains that your tabs may reach from now on; each must be allowed already.",
                None,
                limits=(0, MAX_POLICY_DOMAINS),
                metavar="DOMAIN",
            ),
        ),
        result=CONFIG,
        changes=True,
        examples=("clz config set allowedDomains example.com 127.0.0.1:8000",),
    ),
    Command(
        "canNavigate",
        "can-navigate",
        "Say whether the policy lets you open an address, and which rule does not.",
        "config",
        params=(url_param(),),
        result=(
            Field("allowed", "boolean", "True where the policy lets you open it."),
            Field("url", "string", "The address."),
            Field("rule", "string | null", "The rule that keeps you from it."),
        ),
    ),
    Command(
        "getWindowMode",
        "window mode",
        "Show whether your tabs open in the shared window or in a private one.",
        "config",
        result=MODE,
    ),
    Command(
        "setPrivateMode",
        "window private",
        "Have your tabs open in a private window from now on, where the person allows that.",
        "config",
        params=(Param("enabled", "boolean", "Private, or with --no-enabled in the shared window again.", True),),
        result=MODE,
        changes=True,
    ),
)
