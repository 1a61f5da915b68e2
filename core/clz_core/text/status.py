"""Versions and what runs, in the words that the command line and the MCP server share."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clz_core.text.conditions import line as condition
from clz_core.text.counts import counted
from clz_core.text.emulation.emulate import emulated

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserDeleteResult,
        BrowserInstallResult,
        BrowserListProfiles,
        BrowserListResult,
        BrowserPruneResult,
        BrowserRemoveResult,
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
        ListLoopsLoops,
        StatusHolders,
        StatusResult,
        VersionResult,
    )

SHOWN = 6  # agents and loops on the one screen of `clz status`


def version(result: VersionResult) -> str:
    """The version of every part, a line each."""
    missing = "not running"
    other = result["host"] is not None and result["host"] != result["client"]
    return "\n".join(
        (
            f"clz {result['client']} (protocol {result['protocol']})",
            f"host {result['host'] or missing}",
            f"extension {result['extension'] or missing}{_build(result)}",
            f"Firefox {result['firefox'] or missing}",
            f"Python {result['python']}, ZeroMQ {result['zeromq']}",
            *(["The running host is of another version than clz: `clz doctor` says how to restart it."] * other),
        )
    )


def _build(result: VersionResult | StatusResult) -> str:
    return {"managed": " with the helper", "plain": ", plain"}.get(str(result.get("build")), "")


def _versions(result: StatusResult) -> str:
    return f"Firefox {result['firefox']}, extension {result['extension']}{_build(result)}"


def status(result: StatusResult) -> str:
    """A session on one screen: its Firefox, who has the tabs, which loops run, and where its files are."""
    seconds = result["uptimeMs"] // 1000
    warm = "" if result["warmPid"] is None else f", warm process {result['warmPid']}"
    up = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return "\n".join(
        (
            f"session {result['session']}: {_versions(result)}",
            f"host    pid {result['hostPid']}{warm}, up {up}, {counted(result['pending'], 'command')} under way",
            f"tabs    {result['tabCount']} of {result['maxTabs']}{_holders(result['holders'])}",
            f"agents  {counted(result['agents'], 'key')} admitted, you are {result['agentName']} ({result['agentId']})",
            *_loops(result["loops"]),
            f"policy  {result['policy']}",
            *([f"certs   {not_checked(result['acceptCerts'])}"] if result["acceptCerts"] else []),
            *(f"network {condition(entry)}" for entry in result["conditions"]),
            *(f"emulate tab {entry['tabId']}: {emulated(entry['emulated'])}" for entry in result["emulated"]),
            f"socket  {result['endpoint']}",
            f"log     {result['log']}",
        )
    )


def _holders(holders: Sequence[StatusHolders]) -> str:
    told = [f"{_name(holder)} {holder['tabs']}" for holder in holders[:SHOWN]]
    more = [f"{len(holders) - SHOWN} more"] if len(holders) > SHOWN else []
    return ": " + ", ".join([*told, *more]) if told else ""


def _name(holder: StatusHolders) -> str:
    return "you" if holder["mine"] else holder["name"] or str(holder["agent"])


def _loops(loops: Sequence[ListLoopsLoops]) -> list[str]:
    running = [loop for loop in loops if loop["active"]]
    lines = [
        f"loop    {loop['iteration']} of {loop['maxIterations']}, {loop['leftMs'] // 60_000} min left: "
        f"{loop['preview']}"
        for loop in running[:SHOWN]
    ]
    return [*lines, *([f"loop    … {len(running) - SHOWN} more"] if len(running) > SHOWN else [])]


def not_checked(hosts: Sequence[str]) -> str:
    """That the certificates of some hosts are not checked."""
    return f"NOT CHECKED for {', '.join(hosts)}, by --accept-certs"


def certs_warning(result: BrowserStartResult) -> str:
    """What it means that the certificates of some hosts are not checked; empty if there are none."""
    if not result["acceptCerts"]:
        return ""
    hosts = ", ".join(result["acceptCerts"])
    risk = "anybody on the way there can read and change all that is sent"
    return f"warning: certificates of {hosts} are NOT CHECKED until this Firefox ends: {risk}"


def temporary_note(result: BrowserStartResult) -> str:
    """What a Firefox lacks that takes the extension for a session alone; empty if it lacks nothing."""
    if not result["temporary"]:
        return ""
    lacks = "trusted input, file: pages, pdf, emulation, routes that answer and throttling need more (NEEDS_MANAGED)"
    return f"note: {result['firefox']} takes the plain extension for this session: {lacks}. Get it: clz browser install"


def browser_started(result: BrowserStartResult) -> str:
    """That Firefox runs, and how long it took."""
    if not result["started"]:
        return f"Firefox is running already (session {result['session']})"
    window = "headless" if result["headless"] else "with a window"
    return f"started Firefox {window} in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def browser_stopped(result: BrowserStopResult) -> str:
    """That Firefox was stopped, if there was one."""
    if not result["stopped"]:
        return f"no Firefox of clz was running (session {result['session']})"
    return f"stopped Firefox in {result['elapsedMs'] / 1000:.1f} s (session {result['session']})"


def browser_status(result: BrowserStatusResult) -> str:
    """Whether Firefox runs, who started it, and where its files are."""
    if not result["running"]:
        return f"not running (session {result['session']})\nprofile {result['profile']}"
    kind = f"started by clz, pid {result['pid']}" if result["managed"] else "your own"
    lines = [f"running (session {result['session']}; {kind})", f"profile {result['profile']}", f"log {result['log']}"]
    return "\n".join([*lines, *([f"certs {not_checked(result['acceptCerts'])}"] if result["acceptCerts"] else [])])


def browser_installed(result: BrowserInstallResult) -> str:
    """Which Firefox of clz's own there is."""
    if not result["changed"]:
        return f"Firefox {result['version']} is there already: {result['path']}"
    gone = f"\nremoved {', '.join(result['removed'])}" if result["removed"] else ""
    return f"downloaded Firefox {result['version']}, which `clz open` starts from now on: {result['path']}{gone}"


def sessions_listed(result: BrowserListResult) -> str:
    """A line a session, and what their profiles take."""
    lines = [
        f"{one['session']:<24} {'running' if one['running'] else 'stopped'}  "
        + (f"{_megabytes(one['bytes']):>8}  {_used(one)}" if one["profile"] else "in a Firefox of your own")
        for one in result["profiles"]
    ]
    together = f"{counted(len(lines), 'session')}, {_megabytes(result['bytes'])}"
    return "\n".join([*lines, together]) if lines else "there are no sessions: clz open URL begins one"


def _used(one: BrowserListProfiles) -> str:
    """When a profile was used last."""
    if one["running"]:
        return "in use"
    return f"used {time.strftime('%Y-%m-%d %H:%M', time.localtime(one['lastUsed'] / 1000))}"


def browser_listed(result: BrowserListResult) -> str:
    """A line a profile."""
    lines = [f"{one['session']:<24} {_megabytes(one['bytes']):>8}  {_used(one)}" for one in result["profiles"]]
    together = f"{counted(len(lines), 'profile')}, {_megabytes(result['bytes'])}: `clz browser prune` removes old ones"
    return "\n".join([*lines, together]) if lines else "clz keeps no profiles"


def browser_pruned(result: BrowserDeleteResult | BrowserPruneResult) -> str:
    """Which profiles were removed."""
    if not result["removed"]:
        return "no profile is that old"
    return f"removed {', '.join(result['removed'])}: {_megabytes(result['bytes'])}"


def _megabytes(size: float) -> str:
    return f"{size / 1_000_000:,.0f} MB"


def browser_removed(result: BrowserRemoveResult) -> str:
    """Which Firefox of clz's own was removed."""
    return f"removed Firefox {', '.join(result['removed'])}" if result["removed"] else "clz has downloaded no Firefox"
