"""Expectations of locators and pages in Playwright's words. Generated from _async_assertions.py by `make generate`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Self

from clz._calls import keep_for_later
from clz._locators import FLAGS, Words
from clz_core.contract.errors import ExpectationFailed, error
from clz_core.contract.shapes import Values


class Assertions:
    """Each method waits until it holds, for up to `timeout` milliseconds: 5,000, or what `expect.set_options` sets.

    `not_` expects the contrary of what follows, and so does `not_to_…` for one method. If an expectation does not hold,
    ExpectationFailed is raised, which is an AssertionError.
    """

    wait_ms: float = 5000

    def __init__(
        self, page: Any, target: Any = None, negated: bool = False, soft: bool = False, message: str | None = None
    ) -> None:
        self._page = page
        self._message = message
        self._target = target
        self._negated = negated
        self._soft = soft

    @property
    def not_(self) -> Self:
        """The contrary of what follows."""
        return type(self)(self._page, self._target, not self._negated, self._soft, self._message)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("not_to_"):
            return getattr(self.not_, name.removeprefix("not_"))
        near = get_close_matches(name, [known for known in dir(self) if known.startswith("to_")], 1)
        raise AttributeError(f"There is no {name}." + (f" Did you mean: {near[0]}?" if near else ""))

    def _expect(self, condition: str, timeout: float | None, negated: bool = False, **values: Any) -> None:
        wait_ms = round(self.wait_ms if timeout is None else timeout)
        given: Values = {"condition": condition, "negated": self._negated != negated, "wait_ms": wait_ms, **values}
        if self._target is not None:
            given["target"] = self._target.selector
        try:
            self._carried_out(given)
        except ExpectationFailed as problem:
            if self._message and not problem.message.startswith(self._message):
                problem.message = f"{self._message}: {problem.message}"
                problem.args = (problem.message,)
            if not self._soft:
                raise
            keep_for_later(problem, self._page._unmet)

    def _carried_out(self, given: Values) -> None:
        self._page._run("expect", given)

    def _text(
        self, condition: str, value: Words, match: str, timeout: float | None, ignore_case: bool | None, **values: Any
    ) -> None:
        if isinstance(value, re.Pattern):
            of_flags = bool(value.flags & re.IGNORECASE)
            match, value = "matches", _written(value, "")
            ignore_case = of_flags if ignore_case is None else ignore_case
        self._expect(condition, timeout, value=value, match=match, ignore_case=bool(ignore_case), **values)


class LocatorAssertions(Assertions):
    """Expects something of the elements that a locator names."""

    def to_be_attached(self, *, attached: bool = True, timeout: float | None = None) -> None:
        """It is in the page, visible or not."""
        self._expect("gone", timeout, attached)

    def to_be_visible(self, *, visible: bool = True, timeout: float | None = None) -> None:
        """It is visible."""
        self._expect("visible" if visible else "hidden", timeout)

    def to_be_hidden(self, *, timeout: float | None = None) -> None:
        """Nothing that matches is visible."""
        self._expect("hidden", timeout)

    def to_be_enabled(self, *, enabled: bool = True, timeout: float | None = None) -> None:
        """It is not disabled."""
        self._expect("enabled" if enabled else "disabled", timeout)

    def to_be_disabled(self, *, timeout: float | None = None) -> None:
        """It is disabled."""
        self._expect("disabled", timeout)

    def to_be_editable(self, *, editable: bool = True, timeout: float | None = None) -> None:
        """It takes text."""
        self._expect("editable", timeout, not editable)

    def to_be_checked(
        self, *, checked: bool | None = None, indeterminate: bool | None = None, timeout: float | None = None
    ) -> None:
        """It is on; off with `checked=False`; neither with `indeterminate=True`."""
        state = "indeterminate" if indeterminate else "unchecked" if checked is False else "checked"
        self._expect(state, timeout)

    def to_be_focused(self, *, timeout: float | None = None) -> None:
        """It has the focus."""
        self._expect("focused", timeout)

    def to_be_empty(self, *, timeout: float | None = None) -> None:
        """It has no text, or holds nothing."""
        self._expect("empty", timeout)

    def to_be_in_viewport(self, *, ratio: float | None = None, timeout: float | None = None) -> None:
        """A part of it is in view."""
        if ratio is not None:
            raise error("USAGE", "How much of an element is in view cannot be checked.", "Leave out ratio.")
        self._expect("in-viewport", timeout)

    def to_have_text(
        self,
        expected: Words | Sequence[Words],
        *,
        use_inner_text: bool | None = None,
        ignore_case: bool | None = None,
        timeout: float | None = None,
    ) -> None:
        """Its whole text is this; of a list, the texts of all matches. White space counts as one space.

        It is what is shown; with `use_inner_text=False` what the document has, hidden or not.
        """
        self._texts(expected, "exact", ignore_case, timeout, use_inner_text)

    def to_contain_text(
        self,
        expected: Words | Sequence[Words],
        *,
        use_inner_text: bool | None = None,
        ignore_case: bool | None = None,
        timeout: float | None = None,
    ) -> None:
        """Its text contains this; of a list, the text of each match contains one, in their order.

        It is what is shown; with `use_inner_text=False` what the document has, hidden or not.
        """
        self._texts(expected, "contains", ignore_case, timeout, use_inner_text)

    def _texts(
        self,
        expected: Words | Sequence[Words],
        match: str,
        ignore_case: bool | None,
        timeout: float | None,
        use_inner_text: bool | None,
    ) -> None:
        how: Values = {"text_content": True} if use_inner_text is False else {}
        if isinstance(expected, str | re.Pattern):
            self._text("text", expected, match, timeout, ignore_case, **how)
        elif not expected:
            self._expect("count", timeout, count="0")
        else:
            self._each("texts", expected, match, timeout, ignore_case, **how)

    def _each(
        self,
        condition: str,
        expected: Sequence[Words],
        match: str,
        timeout: float | None,
        ignore_case: bool | None = None,
        **how: Any,
    ) -> None:
        """Expect one text or expression of each."""
        values = list(expected)
        if any(isinstance(value, re.Pattern) for value in values):
            own = "i" if ignore_case is None else ""
            values, match = [_written(value, own, match) for value in values], "matches"
        self._expect(condition, timeout, values=values, match=match, ignore_case=bool(ignore_case), **how)

    def to_have_count(self, count: int, *, timeout: float | None = None) -> None:
        """This many elements match."""
        self._expect("count", timeout, count=str(count))

    def to_have_value(self, value: Words, *, timeout: float | None = None) -> None:
        """The field holds this."""
        self._text("value", value, "exact", timeout, None)

    def to_have_values(self, values: Sequence[Words], *, timeout: float | None = None) -> None:
        """These options are chosen, by value."""
        self._each("values", values, "exact", timeout)

    def to_have_attribute(
        self, name: str, value: Words | None = None, *, ignore_case: bool | None = None, timeout: float | None = None
    ) -> None:
        """It has the attribute, with this value."""
        if value is None:
            self._expect("attr", timeout, attribute=name)
        else:
            self._text("attr", value, "exact", timeout, ignore_case, attribute=name)

    def to_have_id(self, id: Words, *, timeout: float | None = None) -> None:
        """Its id is this."""
        self._text("attr", id, "exact", timeout, None, attribute="id")

    def to_have_class(self, expected: Words, *, timeout: float | None = None) -> None:
        """Its classes are these."""
        self._text("class", expected, "exact", timeout, None)

    def to_contain_class(self, expected: str, *, timeout: float | None = None) -> None:
        """These are among its classes."""
        self._text("class", expected, "contains", timeout, None)

    def to_have_css(self, name: str, value: Words, *, timeout: float | None = None) -> None:
        """The computed style has this value."""
        self._text("css", value, "exact", timeout, None, attribute=name)

    def to_have_js_property(self, name: str, value: Any, *, timeout: float | None = None) -> None:
        """The DOM property has this value: a text, a number, True or False."""
        if not isinstance(value, str | bool | int | float):
            raise error("USAGE", "Properties are compared by texts, numbers, True and False.", "Use page.eval.")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._text("property", text, "exact", timeout, None, attribute=name)

    def to_have_role(self, role: str, *, timeout: float | None = None) -> None:
        """It has this ARIA role."""
        self._expect("role", timeout, value=role)

    def to_have_accessible_name(
        self, name: Words, *, ignore_case: bool | None = None, timeout: float | None = None
    ) -> None:
        """Its accessible name is this."""
        self._text("name", name, "exact", timeout, ignore_case)

    def to_have_accessible_description(
        self, description: Words, *, ignore_case: bool | None = None, timeout: float | None = None
    ) -> None:
        """Its accessible description is this."""
        self._text("description", description, "exact", timeout, ignore_case)

    def to_have_accessible_error_message(
        self, error_message: Words, *, ignore_case: bool | None = None, timeout: float | None = None
    ) -> None:
        """The field is invalid, with this error message."""
        self._text("error-message", error_message, "exact", timeout, ignore_case)

    def to_match_aria_snapshot(self, expected: str, *, timeout: float | None = None) -> None:
        """The snapshot holds these lines, in their order and nesting."""
        self._expect("snapshot", timeout, template=expected)


class PageAssertions(Assertions):
    """Expects something of a page."""

    def to_have_title(self, title: Words, *, timeout: float | None = None) -> None:
        """The title is this."""
        self._text("title", title, "exact", timeout, None)

    def to_have_url(self, url: Words, *, ignore_case: bool | None = None, timeout: float | None = None) -> None:
        """The address matches this: * within a path part, ** across."""
        if isinstance(url, str):
            self._expect("url", timeout, value=url, ignore_case=bool(ignore_case))
        else:
            self._text("url", url, "matches", timeout, ignore_case)

    def to_match_aria_snapshot(self, expected: str, *, timeout: float | None = None) -> None:
        """The snapshot of the page holds these lines, in their order and nesting."""
        self._expect("snapshot", timeout, template=expected)


def _written(value: Words, own: str, match: str = "") -> str:
    """An expression in JavaScript's words; of a text, one that matches it. `own` are its flags beside m and s."""
    if isinstance(value, re.Pattern):
        flags = "".join(letter for flag, letter in FLAGS if value.flags & flag and letter in f"ms{own}")
        return f"/{value.pattern}/{flags}" if flags or own else value.pattern
    text = r"\s+".join(re.sub(r"[\\^$.*+?()[\]{}|/]", r"\\\g<0>", word) for word in value.split())
    return rf"/^\s*{text}\s*$/" if match == "exact" else f"/{text}/"
