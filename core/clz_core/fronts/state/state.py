"""State files."""

from __future__ import annotations

from clz_core.files.state import prepare_load, prepare_save, save_state
from clz_core.fronts import Steps

STEPS = {
    "saveState": Steps(before=prepare_save, after=save_state),
    "loadState": Steps(before=prepare_load),
}
