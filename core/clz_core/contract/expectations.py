"""What `expect` can be asked: the conditions, the words that each takes, and how they become parameters.

The command line, its help, the MCP tool, the check of parameters and the Python API's methods come from `CONDITIONS`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NamedTuple

from clz_core.contract.errors import error
from clz_core.contract.shapes import Params

if TYPE_CHECKING:
    from clz_core.contract.errors import ClzError


# What a word of `Condition.words` is on the wire.
_PARAMS = {
    "TARGET": "target",
    "STRING": "value",
    "STRING…": "values",
    "GLOB": "value",
    "NAME": "attribute",
    "PATH": "attribute",
    "STATUS": "value",
    "N": "count",
    "FILE": "file",
    "FIGURE": "value",
}
MATCHES = ("contains", "exact", "matches")
_MATCH = ("match", "ignore_case")
_TEXT = (*_MATCH, "text_content")
WITH_FILES = ("snapshot", "picture")
PICTURES = ("actual", "diff")  # in the details of an error, as PNG in base64
VITALS = ("TTFB", "FCP", "LCP", "INP", "CLS")
LEVELS = ("minor", "moderate", "serious", "critical")  # of axe-core, from the mildest on


class Condition(NamedTuple):
    """One condition. `words` are what is typed after its name, one in brackets may be left out.

    `options` are the parameters that it takes beside them and those of every condition, by their name in the registry.
    `single` is true if it is about one element, so that several matches are ambiguous.
    """

    name: str
    words: str
    help: str
    options: tuple[str, ...] = ()
    single: bool = False

    @property
    def arguments(self) -> tuple[str, ...]:
        """The parameters that its words give, in their order: ("target", "value")."""
        return tuple(_PARAMS[word.strip("[]")] for word in self.words.split())

    @property
    def required(self) -> tuple[str, ...]:
        """Those of them that cannot be left out."""
        return tuple(_PARAMS[word] for word in self.words.split() if not word.startswith("["))

    @property
    def method(self) -> str:
        """Its method of the Python API."""
        name = self.name.replace("-", "_")
        return f"{name}_" if iskeyword(name) else name

    @property
    def usage(self) -> str:
        return f"{self.name} {self.words}".rstrip()

    def takes(self, name: str) -> bool:
        """True if it takes the option of this name."""
        if name == "nth":
            return self.single
        return name in self.options or (name == "frame" and "target" in self.arguments)


def _table(*conditions: Condition) -> dict[str, Condition]:
    return {condition.name: condition for condition in conditions}


CONDITIONS = _table(
    Condition(
        "text",
        "[TARGET] STRING",
        "The text is on the page, in any frame, or in the element; white space counts as one space.",
        _TEXT,
        single=True,
    ),
    Condition("visible", "TARGET", "The element is visible.", single=True),
    Condition("hidden", "TARGET", "No element that matches is visible."),
    Condition("gone", "TARGET", "Nothing on the page matches, visible or not."),
    Condition("enabled", "TARGET", "The element is not disabled.", single=True),
    Condition("disabled", "TARGET", "The element is disabled.", single=True),
    Condition("checked", "TARGET", "The check box, radio button or switch is on.", single=True),
    Condition("unchecked", "TARGET", "It is off.", single=True),
    Condition("focused", "TARGET", "The element has the focus.", single=True),
    Condition("editable", "TARGET", "The element takes text: it is neither disabled nor read-only.", single=True),
    Condition("in-viewport", "TARGET", "A part of the element is in view.", single=True),
    Condition("empty", "TARGET", "The element has no text, or the field holds nothing.", single=True),
    Condition("indeterminate", "TARGET", "The check box is neither on nor off.", single=True),
    Condition("value", "TARGET STRING", "The field has this value; the whole of it, unless --contains.", _MATCH, True),
    Condition("values", "TARGET STRING…", "These options of the list are chosen, by value.", _MATCH, True),
    Condition("texts", "TARGET STRING…", "The matches have these texts, in this order.", _TEXT),
    Condition(
        "attr",
        "TARGET NAME [STRING]",
        "The element has the attribute, with this value; the whole of it, unless --contains.",
        _MATCH,
        True,
    ),
    Condition(
        "class", "TARGET STRING", "Its classes are exactly these; with --contains, these and others.", _MATCH, True
    ),
    Condition("css", "TARGET NAME STRING", "The computed style has this value: rgb(255, 0, 0).", _MATCH, True),
    Condition("property", "TARGET NAME STRING", "The DOM property has this value, as in open true.", _MATCH, True),
    Condition("role", "TARGET STRING", "The element has this role.", single=True),
    Condition("name", "TARGET STRING", "It has this accessible name.", _MATCH, True),
    Condition("description", "TARGET STRING", "It has this accessible description.", _MATCH, True),
    Condition("error-message", "TARGET STRING", "The field is invalid, with this error message.", _MATCH, True),
    Condition("count", "TARGET N", 'This many elements match, hidden ones and all frames included: 3, ">= 3", "< 5".'),
    Condition("url", "GLOB", "The address matches: * within a path part, ** across, or --matches.", _MATCH),
    Condition("title", "GLOB", "The title matches the glob, or --matches.", _MATCH),
    Condition(
        "request",
        "GLOB",
        "The tab requested such an address, since it was opened or since clz network --clear.",
        ("method", "status", "count"),
    ),
    Condition("status", "STATUS", "The answer to the last clz request has this status: 200, 2xx, 200-299 or several."),
    Condition(
        "json",
        "PATH [STRING]",
        "Its answer is JSON with a value at this path, such as orders[0].id; with STRING, this text, number or JSON.",
        _MATCH,
    ),
    Condition("header", "NAME [STRING]", "Its answer has the header, with this value.", _MATCH),
    Condition(
        "no-errors",
        "",
        "No page of the tab wrote an error to its console, left one uncaught, or was refused something by CSP or "
        "CORS, since the tab was opened or since clz console --clear.",
    ),
    Condition(
        "no-failed-requests",
        "",
        "No request of the tab failed or was answered with 400 or more, since it was opened or since "
        "clz network --clear.",
        ("excluding",),
    ),
    Condition(
        "snapshot",
        "FILE [TARGET]",
        "The snapshot holds the lines of the file, in their order and nesting; others may come between them. Names "
        "may be /expressions/, and what a line leaves out may be anything.",
        ("update",),
        single=True,
    ),
    Condition(
        "picture",
        "FILE [TARGET]",
        "A picture of the tab or the element looks like the PNG file. If not, home.actual.png and "
        "home.diff.png beside home.png show it.",
        ("max_diff", "full", "mask", "update"),
        single=True,
    ),
    Condition("a11y", "[TARGET]", "axe-core finds no accessibility problem, in any frame.", ("level",), single=True),
    Condition(
        "vitals",
        "FIGURE",
        'A figure of clz vitals is as it should be: "LCP < 2.5s", "TTFB <= 800ms", "INP < 200ms". Waits until the '
        "page has loaded and the figure is known.",
    ),
)

# What other tools and people call them, without toBe, toHave and the like.
_ALIASES = {
    "accessibility": "a11y",
    "accessibledescription": "description",
    "accessibleerrormessage": "error-message",
    "accessiblename": "name",
    "attached": "--not gone",
    "attribute": "attr",
    "classname": "class",
    "containclass": "class",
    "contains": "text",
    "containtext": "text",
    "console": "no-errors",
    "errors": "no-errors",
    "exists": "--not gone",
    "focus": "focused",
    "image": "picture",
    "inputvalue": "value",
    "jsproperty": "property",
    "matchariasnapshot": "snapshot",
    "network": "no-failed-requests",
    "noerrors": "no-errors",
    "present": "--not gone",
    "performance": "vitals",
    "style": "css",
    "screenshot": "picture",
    "selector": "visible",
}
_PREFIX = re.compile(r"^(?:to-?)?(?:be-?|have-?|match-?)?")
_COUNT = re.compile(r"(>=|<=|==|=|>|<)?\s*\d{1,9}")
_VITAL = re.compile(r"([a-z]+)\s*(?:<=|>=|<|>)\s*\d{1,9}(?:\.\d{1,9})?\s*(ms|s)?", re.IGNORECASE)
_ONE_STATUS = r"(?:[1-5]xx|\d{3}(?:-\d{3})?|failed|pending)"
_STATUS = re.compile(rf"{_ONE_STATUS}(?:\s*,\s*{_ONE_STATUS})*", re.IGNORECASE)
_MAX_DIFF = re.compile(r"\d{1,3}(?:\.\d+)?%|\d{1,9}")
_OPTIONS = ("match", "method", "status", "excluding", "level", "mask", "update", "nth", "frame")


def parse(words: Sequence[str]) -> Params:
    """The parameters that words give, such as `text h1 Hello`. Raises: USAGE."""
    if not words:
        raise error("USAGE", "Say what to expect.", f"One of: {', '.join(CONDITIONS)}. See: clz expect --help")
    condition = CONDITIONS.get(words[0])
    if condition is None:
        raise _unknown(words)
    given = words[1:]
    names = condition.arguments if len(given) != len(condition.required) else condition.required
    if names[-1:] == ("values",) and len(given) >= len(names):
        fixed = len(names) - 1
        return {
            "condition": condition.name,
            **dict(zip(names[:-1], given[:fixed], strict=True)),
            "values": [*given[fixed:]],
        }
    if len(names) == len(given):
        return {"condition": condition.name, **dict(zip(names, given, strict=True))}
    raise _miscounted(condition, given)


def words_of(params: Params) -> list[str]:
    """The words after `clz expect` that give these parameters: the other way round than `parse`, with options."""
    condition = CONDITIONS[params["condition"]]
    words = [condition.name]
    for name in condition.arguments:
        value = params.get(name)
        words += value if isinstance(value, list) else [] if value is None else [str(value)]
    rest = {name: value for name, value in params.items() if name not in ("condition", *condition.arguments)}
    if any(word.startswith("-") for word in words):
        return [*_options_of(rest), "--", *words]
    return [*words, *_options_of(rest)]


def _options_of(params: Params) -> Iterable[str]:
    for name, value in params.items():
        if name in ("template", "baseline", "tabId") or _is_unset(value):
            continue
        if name == "match":
            yield f"--{value}"
            continue
        flag = _FLAGS.get(name) or "--" + re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
        if value is True:
            yield flag
        else:
            for one in value if isinstance(value, list) else [value]:
                yield from (flag, str(one))


def _is_unset(value: Any) -> bool:
    return value is None or value is False or value == []


_FLAGS = {"negated": "--not", "excluding": "--except"}


def check(params: Params) -> None:
    """Raises: INVALID_PARAMS if the parameters do not fit the condition, or each other."""
    name = params.get("condition")
    condition = CONDITIONS.get(name) if isinstance(name, str) else None
    if condition is None:
        raise _invalid(f"There is no condition {name!r}.", _instead(str(name)))
    sent = {"snapshot": "template", "picture": "baseline"}.get(condition.name)
    missing = [one for one in condition.required if one != "file" and params.get(one) is None]
    if missing:
        raise _invalid(f"{condition.name} needs {', '.join(missing)}.", f"As in: clz expect {condition.usage}")
    for wire, value in params.items():
        option = re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", wire)
        if option in _NEVER_REFUSED or wire in (*condition.arguments, sent) or _is_unset(value):
            continue
        if not condition.takes(option):
            flag = _FLAGS.get(wire) or "--" + option.replace("_", "-")
            taken = [known.name for known in CONDITIONS.values() if known.takes(option) or wire in known.arguments]
            raise _invalid(f"{condition.name} takes no {flag}.", f"It is for: {', '.join(taken)}.")
    _check_values(condition, params)


_NEVER_REFUSED = frozenset({"condition", "negated", "wait_ms", "tab_id"})


def _check_values(condition: Condition, params: Params) -> None:
    _check_form(params, "count", _COUNT, 'Write it like 3, ">= 3" or "< 5".')
    _check_form(params, "status", _STATUS, "Write it like 404, 2xx, 200-299 or failed, or several: 404,5xx.")
    _check_form(params, "maxDiff", _MAX_DIFF, "Write it like 0.5%, or 100 for that many pixels.")
    if condition.name == "vitals":
        _check_vital(str(params.get("value")))
    if params.get("nth") is not None and params.get("target") is None:
        raise _invalid("nth needs a target.", "Leave out --nth.")
    if params.get("textContent") and params.get("target") is None:
        raise _invalid("textContent needs a target.", "Name one, such as body.")
    if params.get("update") and params.get("negated"):
        raise _invalid("--not and --update exclude each other.", "Leave out --not or --update.")
    value = params.get("value")
    if isinstance(value, str) and (params.get("match") or condition.name not in ("url", "title")):
        match = params.get("match") or default_match(condition.name)
        # White space counts as one space in a text, and that at its ends not at all.
        plain = value.strip() if condition.name == "text" and match == "contains" else value
        if match != "exact" and not plain:
            raise _invalid("Every text contains the empty text.", "To expect an empty text: --exact")


def _check_vital(written: str) -> None:
    form = 'Write it like "LCP < 2.5s" or "INP <= 200ms".'
    name = next(iter(re.split(r"[\s<>=]", written.strip(), maxsplit=1)))
    if name.upper() not in VITALS:
        raise _invalid(f"There is no figure {name!r} of a page.", f"One of: {', '.join(VITALS)}. {form}")
    found = _VITAL.fullmatch(written.strip())
    if found is None:
        raise _invalid(f"vitals cannot be {written!r}.", form)
    if (found[2] is None) != (name.upper() == "CLS"):
        why = "CLS has no unit, and what takes time is in ms or s"
        raise _invalid(f"vitals cannot be {written!r}: {why}.", f"{form} CLS: CLS < 0.1")


def default_match(condition: str) -> str:
    """How a text is compared where nothing is said: a page's by what it contains, a field's as a whole."""
    return "contains" if condition == "text" else "exact"


def _check_form(params: Params, name: str, form: re.Pattern[str], hint: str) -> None:
    value = params.get(name)
    if value is not None and not form.fullmatch(value.strip()):
        raise _invalid(f"{name} cannot be {value!r}.", hint)


def _invalid(message: str, hint: str) -> ClzError:
    return error("INVALID_PARAMS", message, hint)


def _unknown(words: Sequence[str]) -> ClzError:
    name = words[0]
    message = f"There is no condition {name!r}."
    later = next((word for word in words[1:] if word in CONDITIONS), None)
    if name == "not":
        return error("USAGE", message, f"Expect the contrary with: clz expect {shlex.join(words[1:])} --not")
    if later is not None:
        rest = [word for word in words if word is not later]
        return error("USAGE", message, f"The condition comes first: clz expect {shlex.join([later, *rest])}")
    return error("USAGE", message, _instead(name))


def _instead(name: str) -> str:
    """What to type in place of an unknown condition."""
    if " " in name:
        return f"If it is a text on the page: clz expect visible {shlex.quote(f'text={name}')}"
    near = _nearest(name)
    return f"Did you mean: {near}?" if near else f"One of: {', '.join(CONDITIONS)}."


def _nearest(name: str) -> str | None:
    from difflib import get_close_matches

    plain = _PREFIX.sub("", re.sub(r"(?<=[a-z])([A-Z])", r"-\1", name).lower().replace("_", "-"))
    for known in (plain, plain.replace("-", "")):
        if known in CONDITIONS:
            return known
        if known in _ALIASES:
            return _ALIASES[known]
    near = get_close_matches(plain, [*CONDITIONS, *_ALIASES], 1)
    return _ALIASES.get(near[0], near[0]) if near else None


def _miscounted(condition: Condition, given: Sequence[str]) -> ClzError:
    usage = f"As in: clz expect {condition.usage}"
    if len(given) < len(condition.required):
        left = [word for word in condition.words.split() if not word.startswith("[")][len(given) :]
        return error("USAGE", f"{condition.name} needs {' and '.join(left)}.", usage)
    if not condition.arguments:
        return error("USAGE", f"{condition.name} takes no words.", usage)
    if condition.name in ("text", "url", "title", "vitals"):
        whole = shlex.join([condition.name, " ".join(given)])
        return error("USAGE", f"{condition.name} got {len(given)} words.", f"Quote what has spaces: clz expect {whole}")
    return error("USAGE", f"{condition.name} got {len(given)} words: quote what has spaces.", usage)
