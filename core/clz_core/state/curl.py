"""What a `curl` command sends, as browsers' developer tools copy it: for a Unix shell, or for the prompt of Windows."""

from __future__ import annotations

import itertools
import re
import shlex
from typing import NamedTuple
from urllib.parse import urlsplit

# Options whose next word is theirs: those that are copied, and those that an address may follow.
# https://curl.se/docs/manpage.html
VALUED = frozenset(
    """
    -H --header -b --cookie -e --referer -x --proxy -A --user-agent -X --request --url -o --output -u --user -d --data
    --data-raw --data-binary --data-urlencode --data-ascii --json -F --form -c --cookie-jar -m --max-time
    --connect-timeout --resolve --connect-to -E --cert --key --cacert -T --upload-file -K --config -r --range -w
    --write-out --preproxy --socks5 --socks5-hostname --doh-url --interface
    """.split()
)
ANSI_QUOTED = re.compile(r"(?<=\s)\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{1,4}|x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
LETTERS = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}


class Curl(NamedTuple):
    """The address, None if there is none, and the cookies: headers, or names of files."""

    url: str | None
    cookies: list[str]


def parse_curl(text: str) -> Curl | None:
    """None for a command that is cut off."""
    try:
        words = shlex.split(_for_shlex(text))
    except ValueError:
        return None
    words = list(itertools.dropwhile(lambda word: word not in ("curl", "curl.exe"), words))[1:]
    url, cookies = None, []
    at = 0
    while at < len(words):
        option, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        at += 1
        if option in VALUED:
            at += 1
        elif option[:2] in VALUED and not option.startswith("--"):
            option, value = option[:2], option[2:]  # -ba=1
        elif option.startswith("-"):
            continue
        else:
            option, value = "--url", option
        if option in ("-b", "--cookie"):
            cookies.append(value)
        elif option in ("-H", "--header") and value.lower().startswith("cookie:"):
            cookies.append(value.partition(":")[2])
        elif option == "--url" and url is None:
            url = value if urlsplit(value).scheme in ("http", "https") else f"http://{value}"
    return Curl(url, cookies)


def _for_shlex(text: str) -> str:
    if re.search(r"\^[\"\r\n]", text):  # Windows
        text = re.sub(r"\^(.)", r"\1", re.sub(r"\^\r?\n", " ", text))
    text = re.sub(r"\\\r?\n", " ", text)
    return ANSI_QUOTED.sub(lambda quoted: shlex.quote(ESCAPE.sub(_unescaped, quoted[1])), text)


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1]
    if code[0] in "ux" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0] in "01234567":
        return chr(int(code, 8))
    return LETTERS.get(code, code)
