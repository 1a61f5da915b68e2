"""Settings and policy: where an agent may go, what it may do, and in which kind of window.

The settings of the command line are in files (`clz_core.config.settings`) and never cross the wire; `clz config`
shows and changes them along with the policy, which the host and the extension keep.
"""

from __future__ import annotations

from clz_core.contract.commands.shared import url_param
from clz_core.contract.limits import MAX_POLICY_DOMAINS
from clz_core.contract.registry import REQUIRED, Argument, Array, Command, Field, Flag, Param, Tool, Typed

KEYS = ("allowedDomains", "rights", "handleConsent")
SETTING = (
    "{ key: string; value: unknown; origin: string; where: string; env: string; takes: string; help: string; "
    "problem?: string }"
)
OF_SHELL = (
    Field(
        "settings",
        f"Array<{SETTING}>",
        "Settings of the command line, each with where its value is set; only `clz` itself lists them.",
        optional=True,
    ),
    Field(
        "files",
        "Array<{ kind: string; path: string; exists: boolean; problems: string[]; warnings: string[] }>",
        "The files of settings, and what is wrong in them; only `clz` itself lists them.",
        optional=True,
    ),
)
CONFIG = (
    Field(
        "allowedDomains",
        "Array<{ rule: string; domains: string[] }>",
        "Lists of domains that an address must be in, each with where it is set; none: every address is allowed.",
    ),
    Field(
        "rights",
        "Record<string, { allowed: boolean; rule: string; asked?: boolean }>",
        "What you may do, each with where it is set.",
    ),
    Field(
        "blocked",
        "Array<{ tabId: integer; url: string; type: string; rule: string }>",
        "The latest requests of your tabs that were refused.",
    ),
    Field("handleConsent", "boolean", "True if consent banners in your tabs are answered automatically."),
)
MODE = (
    Field("mode", "'normal' | 'private'", "Where `clz open` opens your tabs."),
    Field("privateAllowed", "boolean", "True if the person allows Claudezilla in private windows."),
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "getConfig",
        "config get",
        "Show your settings and the policy that applies to you.",
        params=(
            Argument("setting", "The one setting to show. Default: all.", default=None, local=True),
            Param("key", "The one part of the policy to show. Default: all.", choices=KEYS),
        ),
        result=(*(Field(f.name, f.type, f.help, optional=True) for f in CONFIG), *OF_SHELL),
        rights=(),
        typed=Typed(repairs=True),
        examples=("clz config get timeout", "clz config get allowedDomains"),
    ),
    Command(
        "listConfig",
        "config list",
        "List every setting and where its value is set.",
        result=(*CONFIG, *OF_SHELL),
        rights=(),
        typed=Typed(repairs=True),
    ),
    Command(
        "setConfig",
        "config set",
        "Change a setting for good, or restrict where your own tabs may go for as long as you are connected.",
        params=(
            Argument(
                "setting",
                "A setting, as `clz config list` names it; or allowedDomains or handleConsent.",
                default="allowedDomains",
                local=True,
            ),
            Argument("values", "Its value, or values such as example.com.", default=None, kind="array", local=True),
            Flag("project", "Write the project's .clz.toml instead of your own file.", local=True),
            Flag("unset", "Remove the setting from the file.", local=True),
            Array(
                "allowed_domains",
                "Domains that your tabs may reach from now on; each must be allowed already.",
                limits=(0, MAX_POLICY_DOMAINS),
                metavar="DOMAIN",
            ),
            Flag(
                "handle_consent",
                "Refuse the consent banner of every page in your tabs, or stop doing so.",
                default=None,
                flags=("--handle-consent/--no-handle-consent",),
            ),
        ),
        result=(*CONFIG, *OF_SHELL, Field("path", "string", "The file that was written.", optional=True)),
        rights=(),
        changes=True,
        typed=Typed(repairs=True),
        tool=Tool(
            help={
                "handle_consent": "Refuse consent banners.",
                "allowed_domains": "Domains that your tabs may reach from now on",
            }
        ),
        example={"allowedDomains": ["127.0.0.1", "localhost"]},
        examples=(
            "clz config set timeout 60000",
            "clz config set --project session shop",
            "clz config set allowedDomains example.com 127.0.0.1:8000",
        ),
    ),
    Command(
        "canNavigate",
        "can-navigate",
        "Say whether the policy lets you open an address; if not, which rule forbids it.",
        params=(url_param(),),
        result=(
            Field("allowed", "boolean", "True if the policy lets you open it."),
            Field("url", "string", "The address."),
            Field("rule", "string | null", "The rule that forbids it."),
            Field("read", "string | null", "The site that you have read, if that is why."),
            Field("asks", "boolean", "True if `clz open` asks the person."),
        ),
        rights=(),
        example={"url": "https://example.org"},
    ),
    Command(
        "boundFiles",
        "",
        "Keep the file: pages of your tabs to some folders, as they are without links; frames too.",
        params=(Array("folders", "The folders; none: no file: page at all.", REQUIRED, limits=(0, 1_000)),),
        rights=(),
        changes=True,
        traced=False,
        example={"folders": ["/home/ada/site"]},
    ),
    Command(
        "getWindowMode",
        "window mode",
        "Show whether your tabs open in the shared window or in a private one.",
        result=MODE,
        rights=(),
    ),
    Command(
        "setPrivateMode",
        "window private",
        "Open your tabs in a private window from now on, if the person allows that.",
        params=(Flag("enabled", "Private, or with --no-enabled in the shared window again.", default=True),),
        result=MODE,
        rights=(),
        changes=True,
        example={"enabled": False},
    ),
)
