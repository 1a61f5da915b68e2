"""Init scripts: what runs in pages before their own scripts."""

from __future__ import annotations

from clz_core.fronts.view import View, listing
from clz_core.text.emulation import init_scripts

VIEWS = {
    "addInitScript": View(lambda facts: f"Init script {facts['id']} is there:", init_scripts.added),
    "listInitScripts": listing("init script", "scripts", init_scripts.listed),
    "removeInitScripts": View(init_scripts.removed),
}
