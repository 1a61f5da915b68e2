"""What the page's origin keeps."""

from __future__ import annotations

from clz_core.fronts.view import View, either, first_line, other_lines, sentence
from clz_core.text.state import storage


def _stored(kind: str) -> View:
    return either(
        lambda result: result["entries"] or result["action"] == "get", lambda _: f"{kind} storage:", storage.done
    )


VIEWS = {
    "getStorage": View(lambda _: "Kept by this origin:", storage.overview),
    "localStorage": _stored("Local"),
    "sessionStorage": _stored("Session"),
    "clearStorage": View(
        lambda facts: sentence(first_line(storage.cleared(facts))),
        lambda result: other_lines(storage.cleared(result)),
        text=storage.cleared,
    ),
}
