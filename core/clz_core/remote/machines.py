"""Machines by name: what `clz remote add` keeps, and what may be given in the place of a name."""

from __future__ import annotations

import json
import os
import re
from typing import NamedTuple

from clz_core.config.paths import SESSION_NAME, check_name, config_dir, private_dir, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import error

VARIABLE = "CLZ_ON"
# USER@HOST, a name of ssh_config, with a port if need be. Nothing that OpenSSH or a shell could take for anything else.
ADDRESS = re.compile(
    r"(?:[A-Za-z0-9_.][A-Za-z0-9_.+-]*@)?(?:[A-Za-z0-9_.][A-Za-z0-9_.-]*|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?"
)
VERSION = 1


class Machine(NamedTuple):
    """A machine: `name` is what people call it, `clz` the program there, if it is not found by itself."""

    name: str
    address: str
    clz: str = ""

    @property
    def target(self) -> list[str]:
        """The words of OpenSSH that say where it is."""
        head, colon, port = self.address.rpartition(":")
        if colon and port.isdigit():
            return ["-p", port, head.replace("[", "").replace("]", "")]
        return [self.address.replace("[", "").replace("]", "")]


def session_on(session: str, machine: str | None) -> str:
    """What names a session on a machine inside of clz; the session itself on this one. Raises: INVALID_PARAMS."""
    check_name(session)
    return f"{session}@{check_address(machine)}" if machine else session


def chosen(machine: str | None) -> str:
    """The machine that was named, else that of `CLZ_ON`; empty for this one."""
    return os.environ.get(VARIABLE, "") if machine is None else machine


def check_address(address: str) -> str:
    """Raises: INVALID_PARAMS for what is neither a name nor an address."""
    if not ADDRESS.fullmatch(address):
        raise error(
            "INVALID_PARAMS",
            f"{address!r} is not a machine: give USER@HOST, USER@HOST:PORT, or a name that OpenSSH or clz knows.",
            "See those that clz knows: clz remote list",
        )
    return address


def machine_of(name: str) -> Machine:
    """The machine of a name or an address. Raises: INVALID_PARAMS, CONFIG_INVALID."""
    return known().get(name) or Machine(name, check_address(name))


def known() -> dict[str, Machine]:
    """The machines that have a name. Raises: CONFIG_INVALID."""
    path = config_dir() / "machines.json"
    try:
        data = strict_json.loads(read_private(path))
        if data["v"] != VERSION:
            raise ValueError("another version")
        return {
            str(name): Machine(str(name), check_address(str(one["address"])), str(one["clz"]))
            for name, one in data["machines"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise error("CONFIG_INVALID", f"{path} cannot be read.", f"Remove it: rm {path}") from problem


def add(name: str, address: str, clz: str) -> Machine:
    """Keep a machine under a name. Raises: INVALID_PARAMS, CONFIG_INVALID, FILE_ERROR."""
    if not SESSION_NAME.fullmatch(name):
        raise error("INVALID_PARAMS", f"{name!r} cannot name a machine: use letters, digits, - and _.", "")
    machine = Machine(name, check_address(address), clz)
    _save({**known(), name: machine})
    return machine


def remove(name: str) -> Machine:
    """Forget a machine. Raises: INVALID_PARAMS, CONFIG_INVALID, FILE_ERROR."""
    there = known()
    if name not in there:
        names = ", ".join(there) or "none"
        raise error("INVALID_PARAMS", f"No machine is called {name!r}. There are: {names}.", "See: clz remote list")
    gone = there.pop(name)
    _save(there)
    return gone


def _save(machines: dict[str, Machine]) -> None:
    kept = {name: {"address": one.address, "clz": one.clz} for name, one in sorted(machines.items())}
    private_dir(config_dir())
    write_private(config_dir() / "machines.json", json.dumps({"v": VERSION, "machines": kept}, indent=1) + "\n")
