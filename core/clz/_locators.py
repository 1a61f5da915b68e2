"""Locators: what names elements, kept as the target that finds them, and not as what was found."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from clz_core.contract.errors import error

Words = str | re.Pattern[str]
L = TypeVar("L", bound="LocatorParts")
FLAGS = ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s"))
_STATES = ("checked", "disabled", "expanded", "level", "pressed", "selected")


def quoted(text: str) -> str:
    """A text in quotes, as in a target."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def words(value: Words, exact: bool) -> str:
    """A text to find, or an expression, as targets write them: in JavaScript's words."""
    if isinstance(value, str):
        return f"{quoted(value)}{'s' if exact else 'i'}"
    source = value.pattern.replace("(?P<", "(?<").replace("\\Z", "$").replace("\\A", "^")
    source = re.sub(r"(?<!\\)((?:\\\\)*)/", r"\1\\/", source)
    source = source.replace(">>", ">\\>").replace('"', "\\x22").replace("'", "\\x27")
    return f"/{source}/" + "".join(letter for flag, letter in FLAGS if value.flags & flag)


def role_step(role: str, name: Words | None, description: Words | None, exact: bool, states: dict[str, Any]) -> str:
    conditions = [
        f"[{key}={words(value, exact)}]"
        for key, value in (("name", name), ("description", description))
        if value is not None
    ]
    conditions += [f"[{state}={str(states[state]).lower()}]" for state in _STATES if states.get(state) is not None]
    if states.get("include_hidden"):
        conditions.append("[include-hidden]")
    return f"role={role}{''.join(conditions)}"


# What people who know Playwright ask for, and what it is here.
WORDS = {
    "all_inner_texts": "all_texts",
    "dispatch_event": "eval",
    "evaluate": "eval",
    "get_attribute": "get_attr",
    "go_back": "back",
    "go_forward": "forward",
    "goto": "navigate",
    "inner_html": "get_html",
    "inner_text": "get_text",
    "input_value": "get_value",
    "is_checked": "element",
    "is_enabled": "element",
    "is_visible": "element",
    "press_sequentially": "type",
    "select_option": "select",
    "set_input_files": "upload",
    "set_viewport_size": "viewport",
    "text_content": "get_text",
    "wait_for": "wait",
    "wait_for_selector": "wait",
    "wait_for_url": "wait",
}


class Locating(ABC, Generic[L]):
    """What locators begin at: a page, a frame, or a locator, in which they look."""

    if not TYPE_CHECKING:  # a type checker is to know what there is

        def __getattr__(self, name: str) -> Any:
            near = WORDS.get(name) or next(iter(get_close_matches(name, dir(type(self)), 1)), "")
            what = f" Did you mean: {near}? Playwright's names are in clz.playwright." if near else ""
            raise AttributeError(f"A {type(self).__name__} has no {name}.{what}", name=name, obj=None)

    @abstractmethod
    def _locator(self, steps: tuple[str, ...]) -> L:
        """A locator of these steps, which begin where this looks."""

    def locator(
        self,
        target: str | LocatorParts,
        *,
        has_text: Words | None = None,
        has_not_text: Words | None = None,
        has: LocatorParts | None = None,
        has_not: LocatorParts | None = None,
    ) -> L:
        """Elements by any target that `clz` takes: CSS, `text=Sign in`, `role=button[name="Save"]`, `xpath=…`."""
        steps = self._inside(target) if isinstance(target, LocatorParts) else (target,)
        return self._locator((*steps, *_filters(has_text, has_not_text, has, has_not, None)))

    def _inside(self, target: LocatorParts) -> tuple[str, ...]:
        """The steps of a locator that looks where this does."""
        return target._steps

    def get_by_text(self, text: Words, *, exact: bool = False) -> L:
        """The smallest elements with this text; white space counts as one space."""
        return self._locator((f"text={words(text, exact)}",))

    def get_by_label(self, text: Words, *, exact: bool = False) -> L:
        """Fields by their label, or their accessible name."""
        return self._locator((f"label={words(text, exact)}",))

    def get_by_placeholder(self, text: Words, *, exact: bool = False) -> L:
        """Fields by their placeholder."""
        return self._locator((f"placeholder={words(text, exact)}",))

    def get_by_alt_text(self, text: Words, *, exact: bool = False) -> L:
        """Pictures by their alternative text."""
        return self._locator((f"alt={words(text, exact)}",))

    def get_by_title(self, text: Words, *, exact: bool = False) -> L:
        """Elements by their title attribute."""
        return self._locator((f"title={words(text, exact)}",))

    def get_by_test_id(self, test_id: Words) -> L:
        """Elements by data-testid, data-test-id or data-test."""
        return self._locator((f"testid={words(test_id, exact=True)}",))

    def get_by_role(
        self,
        role: str,
        *,
        name: Words | None = None,
        description: Words | None = None,
        exact: bool = False,
        checked: bool | None = None,
        disabled: bool | None = None,
        expanded: bool | None = None,
        include_hidden: bool | None = None,
        level: int | None = None,
        pressed: bool | None = None,
        selected: bool | None = None,
    ) -> L:
        """Elements by their ARIA role, accessible name and states."""
        states = {
            "checked": checked,
            "disabled": disabled,
            "expanded": expanded,
            "include_hidden": include_hidden,
            "level": level,
            "pressed": pressed,
            "selected": selected,
        }
        return self._locator((role_step(role, name, description, exact, states),))

    def frame_locator(self, target: str) -> FrameLocator[L]:
        """The page inside a frame: `page.frame_locator("iframe").get_by_text("Pay")`."""
        return FrameLocator(self, (target,))


class Entered(str):
    """A step that names the frame in which those after it look."""

    __slots__ = ()


class FrameLocator(Locating[L]):
    """The page inside a frame, in which locators look."""

    def __init__(self, within: Locating[L], steps: tuple[str, ...]) -> None:
        self._within = within
        self._steps = steps

    def __repr__(self) -> str:
        return repr(self.owner).replace("<", "<Frame", 1)

    def _locator(self, steps: tuple[str, ...]) -> L:
        return self._within._locator((*self._steps[:-1], Entered(self._steps[-1]), *steps))

    @property
    def owner(self) -> L:
        """The frame's element."""
        return self._within._locator(self._steps)

    @property
    def first(self) -> FrameLocator[L]:
        """The page in the first of the frames."""
        return self.nth(0)

    @property
    def last(self) -> FrameLocator[L]:
        """The page in the last of the frames."""
        return self.nth(-1)

    def nth(self, index: int) -> FrameLocator[L]:
        """The page in one of several frames: 0 is the first, -1 the last."""
        return FrameLocator(self._within, (*self._steps, f"nth={index}"))


class LocatorParts(Locating[Any]):
    """What a locator is without a browser: a page, and the steps of a target."""

    def __init__(self, page: Any, steps: tuple[str, ...]) -> None:
        if not all(step.strip() for step in steps):
            raise error("INVALID_TARGET", f"This names no element: {steps!r}.", 'As in: page.locator("#save")')
        self._page = page
        self._steps = steps

    @property
    def page(self) -> Any:
        """The page whose elements it names."""
        return self._page

    @property
    def selector(self) -> str:
        """The target that it means, as every command takes it."""
        return " >> ".join(self._steps)

    def __str__(self) -> str:
        return self.selector

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.selector}>"

    def _locator(self, steps: tuple[str, ...]) -> Self:
        return type(self)(self._page, (*self._steps, *steps))

    def _inside(self, target: LocatorParts) -> tuple[str, ...]:
        """One step, where the locator chooses among what it finds, or adds others: inside of each match."""
        chooses = any(step.startswith(("nth=", "or=", "and=")) for step in target._steps)
        return (f"chain={quoted(target.selector)}",) if chooses else target._steps

    @property
    def first(self) -> Self:
        """The first match."""
        return self.nth(0)

    @property
    def last(self) -> Self:
        """The last match."""
        return self.nth(-1)

    def nth(self, index: int) -> Self:
        """One of several matches: 0 is the first, -1 the last."""
        return self._locator((f"nth={index}",))

    def filter(
        self,
        *,
        has_text: Words | None = None,
        has_not_text: Words | None = None,
        has: LocatorParts | None = None,
        has_not: LocatorParts | None = None,
        visible: bool | None = None,
    ) -> Self:
        """Those of the matches that contain a text or an element, or are visible."""
        return self._locator(_filters(has_text, has_not_text, has, has_not, visible))

    def and_(self, other: LocatorParts) -> Self:
        """Elements that both match."""
        return self._locator((f"and={quoted(other.selector)}",))

    def or_(self, other: LocatorParts) -> Self:
        """Elements that either of them matches."""
        return self._locator((f"or={quoted(other.selector)}",))

    @property
    def content_frame(self) -> FrameLocator[Self]:
        """The page inside the frame that the locator names."""
        return FrameLocator(self._page, self._steps)


def _filters(
    has_text: Words | None,
    has_not_text: Words | None,
    has: LocatorParts | None,
    has_not: LocatorParts | None,
    visible: bool | None,
) -> tuple[str, ...]:
    texts = [(key, text) for key, text in (("has-text", has_text), ("has-not-text", has_not_text)) if text is not None]
    inner = [(key, other) for key, other in (("has", has), ("has-not", has_not)) if other is not None]
    steps = [f"{key}={words(text, False)}" for key, text in texts]
    steps += [f"{key}={quoted(other.selector)}" for key, other in inner]
    return (*steps, *([] if visible is None else [f"visible={str(visible).lower()}"]))
