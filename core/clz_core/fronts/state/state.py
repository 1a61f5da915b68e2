"""State files."""

from __future__ import annotations

from clz_core.files.state import prepare_load, prepare_save, save_state
from clz_core.fronts import Steps
from clz_core.fronts.view import View, sentence
from clz_core.text.state import cookies, state

STEPS = {"saveState": Steps(before=prepare_save, after=save_state), "loadState": Steps(before=prepare_load)}


VIEWS = {
    "saveState": View(
        lambda facts: f"Written to {facts['path']}: {state.kept(facts)}.",
        lambda result: "\n".join(state.sites(result)),
        lambda facts: sentence(state.NOTHING) if state.is_empty(facts) else "",
        text=state.saved,
    ),
    "loadState": View(
        lambda facts: f"Loaded {state.taken(facts)}.",
        lambda result: cookies.left_out(result["expired"]).strip(),
        text=state.loaded,
    ),
}
