"""Host requests: what the extension itself asks of the host, mostly for the person at Firefox, and never an agent.

A request is a message of type `ask` with an `id`, a name and parameters; the response is one of type `told` with the
same id. Responses are about the host itself and are made on the spot, so none of them waits for anything.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from clz_core import PROTOCOL_VERSION
from clz_core.client.keys import agent_name
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import JsonObject, Params
from clz_core.generated.messages import Load, Masked, Noted, Numbered, Overview, Stopped, ToldMessage
from clz_native.handlers.notes import Notes
from clz_native.handlers.parts import Parts
from clz_native.policy.policy import RIGHTS
from clz_native.secrets.masker import Masker

log = logging.getLogger("clz.person")
HostRequest = Callable[[Params], Mapping[str, Any]]


def respond(message: JsonObject, table: dict[str, HostRequest] | None) -> ToldMessage:
    """The response to one `ask` message; `table` is None while the host does not serve yet."""
    id, name = str(message.get("id")), str(message.get("name"))[:50]
    params = message.get("params")
    try:
        if table is None:
            raise error("NOT_CONNECTED", "The host is still starting.")
        if name not in table:
            raise error("UNKNOWN_COMMAND", f"There is no host request {name!r}.")
        if not isinstance(params, dict):
            raise error("INVALID_PARAMS", "A host request needs an object of parameters.")
        return {"type": "told", "id": id, "ok": True, "result": table[name](params)}
    except ClzError as problem:
        return {"type": "told", "id": id, "ok": False, "error": problem.to_wire()}
    except Exception as problem:
        log.exception("the host request %s failed", name)
        fault = error("INTERNAL", f"The host failed at {name}: {type(problem).__name__}.")
        return {"type": "told", "id": id, "ok": False, "error": fault.to_wire()}


class HostRequests:
    """The host requests of one host."""

    def __init__(self, parts: Parts, masker: Masker, notes: Notes) -> None:
        self._parts = parts
        self._masker = masker
        self._notes = notes
        self._begin = time.monotonic()

    def table(self) -> dict[str, HostRequest]:
        return {
            "overview": self.overview,
            "load": self.load,
            "stopLoop": self.stop_loop,
            "read": self.read,
            "clearFlows": self.clear_flows,
            "mask": self.mask,
            "note": self.note,
        }

    def overview(self, _params: Params) -> Overview:
        """All that the popup and the settings page show of the host."""
        self._parts.policy.refresh()
        return {
            "host": self._parts.info.host_version,
            "protocol": PROTOCOL_VERSION,
            "pid": self._parts.info.pid,
            "uptimeMs": int((time.monotonic() - self._begin) * 1000),
            "log": self._parts.log,
            "agents": [
                {"id": agent, "name": agent_name(self._parts.paths, agent)} for agent in self._parts.leases.all()
            ],
            "loops": self._parts.loops.rows(),
            "policy": {**self._parts.policy.described(), "titles": RIGHTS},
        }

    def load(self, _params: Params) -> Load:
        """How busy the machine was in the last minute."""
        try:
            wanted = os.getloadavg()[0]
        except (AttributeError, OSError):  # Windows has none
            wanted = 0.0
        return {"perProcessor": wanted / (os.cpu_count() or 1)}

    def stop_loop(self, params: Params) -> Stopped:
        """Raises: INVALID_PARAMS."""
        return {"stopped": self._parts.loops.end(params)["stopped"]}

    def read(self, params: Params) -> Noted:
        """An agent is about to read from a site. Raises: FILE_ERROR."""
        self._parts.policy.note_read(str(params.get("agent")), str(params.get("site")))
        return {"noted": True}

    def clear_flows(self, params: Params) -> Noted:
        """Raises: FILE_ERROR."""
        self._parts.policy.clear_flows(str(params.get("agent")))
        return {"noted": True}

    def note(self, params: Params) -> Numbered:
        """A note that the person has just written. Raises: BUSY."""
        return self._notes.take(params)

    def mask(self, params: Params) -> Masked:
        """Texts of pages that the extension is about to show, without the values of secrets. Raises: INVALID_PARAMS."""
        texts = params.get("texts")
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise error("INVALID_PARAMS", "mask needs a list of texts.")
        return {"texts": [self._masker.masked_text(text) for text in texts]}
