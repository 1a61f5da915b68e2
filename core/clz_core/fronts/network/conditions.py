"""Network conditions: how the network of an agent's tabs is."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text import conditions

VIEWS = {
    "setExtraHeaders": View(lambda _: "Sent from now on:", conditions.set_headers),
    "clearExtraHeaders": View(lambda _: "No longer sent:", conditions.cleared),
    "setOffline": View(conditions.set_offline),
    "throttleNetwork": View(lambda _: "From now on:", conditions.throttled),
    "getNetworkConditions": View(lambda _: "Network conditions:", conditions.listed),
}
