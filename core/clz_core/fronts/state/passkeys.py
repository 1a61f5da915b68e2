"""Passkeys."""

from __future__ import annotations

from clz_core.files.passkeys import prepare_add, prepare_save, save
from clz_core.fronts import Steps
from clz_core.fronts.view import View
from clz_core.text.state import passkeys

STEPS = {"saveCredentials": Steps(before=prepare_save, after=save), "addCredentials": Steps(before=prepare_add)}

VIEWS = {
    "addVirtualAuthenticator": View(passkeys.authenticator),
    "removeVirtualAuthenticator": View(passkeys.turned_off),
    "getCredentials": View(lambda _: "Passkeys:", passkeys.listed, text=passkeys.listed),
    "addCredentials": View(lambda _: "Added:", passkeys.added, text=passkeys.added),
    "saveCredentials": View(passkeys.saved),
    "removeCredentials": View(passkeys.removed),
    "setUserVerified": View(passkeys.verified),
}
