"""Results as text for a model: what happened in our words, what the page says apart from it.

A command's view says how its result is shown (`clz_core.fronts`). Results without one are shown by their shape: actions
on an element as such, anything else as one `name: value` line a field. The functions of a view that speak in our words
get only the facts of a result (`clz_core.text.display.facts`): nothing that a page could have written.
"""

from __future__ import annotations

from dataclasses import dataclass

from clz_core.contract.registry import Command
from clz_core.fronts import view_of
from clz_core.fronts.acting import action
from clz_core.fronts.view import Result, View, plain
from clz_core.text import display
from clz_core.text.reading import reservations
from clz_mcp_adapter.tools.terminology import for_tools


@dataclass(frozen=True)
class Rendered:
    """`head` and `tail` are our words, `page` the page's."""

    head: str = ""
    page: str = ""
    tail: str = ""

    def quoted(self) -> Rendered:
        """The same where our words may repeat a page's."""
        return Rendered(page="\n".join(part for part in (self.head, self.page, self.tail) if part))


def joined(first: Rendered, second: Rendered) -> Rendered:
    """Two texts as one: our words together, and the page's."""

    def both(one: str, other: str) -> str:
        return "\n".join(part for part in (one, other) if part)

    return Rendered(both(first.head, second.head), both(first.page, second.page), both(first.tail, second.tail))


def render(command: Command, result: Result) -> Rendered:
    return joined(_rendered(command, result), Rendered(tail=reservations(result)))


def _rendered(command: Command, result: Result) -> Rendered:
    tidy = display.tidy(command, result)
    known = _known(command, tidy) if command.quotes_page else tidy
    acted = command.changes and {"tagName", "url"} <= set(result)
    for view in (view_of(command, for_tools), action(command, for_tools) if acted else None):
        if view is not None and view.head is not None:
            try:
                head, page, tail = view.head(known), view.page(tidy), view.tail(known)
                ours = bool(page) and _is_said_by(known, page, view)
                return Rendered(f"{head}\n{page}" if ours else head, "" if ours else page, tail)
            except (KeyError, TypeError, ValueError, AttributeError):
                pass  # an extension of another version answers in another shape
    return Rendered(page=plain(tidy)) if command.quotes_page and known != tidy else Rendered(plain(tidy))


def _is_said_by(facts: Result, page: str, view: View) -> bool:
    """True if the facts alone say the same: then nothing of it is the page's."""
    try:
        return view.page(facts) == page
    except (KeyError, TypeError, ValueError, AttributeError):  # it takes more than facts
        return False


def _known(command: Command, result: Result) -> Result:
    """The facts of a result, with what this server has put into it: counts, and the file that it has written."""
    facts = display.facts(command, result)
    added = {name: value for name, value in result.items() if name not in facts and isinstance(value, int | float)}
    # What is in its file, the page has made; its path, the caller.
    written = "path" in result and any(param.file.endings and param.required for param in command.params)
    return {**facts, **added, **({"path": result["path"]} if written else {})}
