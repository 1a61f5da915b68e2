"""Passkeys in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clz_core.text.counts import counted

OFF = "no virtual authenticator: turn one on: clz passkey on"


def authenticator(result: Mapping[str, Any]) -> str:
    """`passkeys on: internal, ctap2_1, resident keys, user verified`."""
    device = result["authenticator"]
    can = (
        ("resident keys", device["hasResidentKey"]),
        ("user verified" if device["isUserVerified"] else "user not verified", device["hasUserVerification"]),
        ("no consent", not device["isUserConsenting"]),
    )
    return f"passkeys on: {', '.join([device['transport'], device['protocol'], *(what for what, has in can if has)])}"


def turned_off(result: Mapping[str, Any]) -> str:
    return "passkeys off" if result["removed"] else "passkeys were off"


def listed(result: Mapping[str, Any]) -> str:
    """The authenticator, and a line for each passkey."""
    if result["authenticator"] is None:
        return OFF
    return "\n".join([authenticator(result), *_lines(result["credentials"])])


def added(result: Mapping[str, Any]) -> str:
    return "\n".join(_lines(result["added"]))


def saved(result: Mapping[str, Any]) -> str:
    return f"{result['path']}  {kept(result)}"


def kept(result: Mapping[str, Any]) -> str:
    """How many are in a file, and how many are not."""
    withheld = result["withheld"]
    without = f", without {withheld} from a secret" if withheld else ""
    return f"{counted(result['credentials'], 'passkey')}{without}"


def removed(result: Mapping[str, Any]) -> str:
    return f"removed {counted(len(result['removed']), 'passkey')}"


def verified(result: Mapping[str, Any]) -> str:
    return f"user {'verified' if result['isUserVerified'] else 'not verified'}"


def _lines(passkeys: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"{one['rpId']}  {one['userName'] or '-'}  {one['credentialId']}"
        + (f"  (from {one['secret']})" if one["secret"] else "")
        for one in passkeys
    ]
