"""What Mozilla has released, and that a file is what it has released.

Each version has a folder with `SHA512SUMS`, which lists its files, and `SHA512SUMS.asc`, which signs that. The key that
signs is a subkey, changed every two years: it is trusted if Mozilla's own key, `mozilla.asc`, has signed it.
See https://archive.mozilla.org/pub/firefox/releases/ and https://wiki.mozilla.org/Release_Management/Product_details.
"""

from __future__ import annotations

import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_native.download.transfer import Transfer
from clz_native.machine.builds import OLDEST, version_key

KEY = Path(__file__).with_name("mozilla.asc")
VERSIONS = "https://product-details.mozilla.org/1.0/firefox_versions.json"
RELEASES = "https://archive.mozilla.org/pub/firefox/releases"
LIST_BYTES = 16 << 20  # SHA512SUMS has a line for each file in each language: 1 MB
SMALL_BYTES = 1 << 20
NOT_GENUINE = "FIREFOX_NOT_GENUINE"
LANGUAGE = "en-US"
# Folder and name of what is fetched, by system and processor.
FILES = {
    ("linux", "x86_64"): ("linux-x86_64", "firefox-{version}.tar.xz"),
    ("linux", "aarch64"): ("linux-aarch64", "firefox-{version}.tar.xz"),
    ("darwin", "x86_64"): ("mac", "Firefox {version}.dmg"),
    ("darwin", "arm64"): ("mac", "Firefox {version}.dmg"),
    ("win32", "AMD64"): ("win64", "Firefox Setup {version}.exe"),
    ("win32", "ARM64"): ("win64-aarch64", "Firefox Setup {version}.exe"),
}


@dataclass(frozen=True)
class Source:
    """Where releases are: Mozilla's servers, or a copy of their folder with `firefox_versions.json` in it."""

    releases: str = RELEASES
    versions: str = VERSIONS

    @classmethod
    def at(cls, mirror: str) -> Source:
        base = mirror.rstrip("/")
        return cls(base, f"{base}/firefox_versions.json") if base else cls()

    def newest(self, transfer: Transfer) -> str:
        """The version of the newest ESR. Raises: DOWNLOAD_FAILED."""
        try:
            version = strict_json.loads(transfer.text(self.versions, SMALL_BYTES))["FIREFOX_ESR"]
        except (strict_json.BadJson, KeyError, TypeError):
            version = ""
        if not isinstance(version, str) or not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}esr", version):
            raise error("DOWNLOAD_FAILED", f"{self.versions} does not say which Firefox ESR is the newest.")
        if version_key(version)[0] < OLDEST:
            what = f"{self.versions} names Firefox {version}, which is too old for clz: it needs {OLDEST} or newer."
            raise error("DOWNLOAD_FAILED", what)
        return version

    def file(self, version: str, transfer: Transfer) -> File:
        """What there is to fetch for this machine.

        Raises: DOWNLOAD_FAILED, FIREFOX_NOT_GENUINE, FIREFOX_UNSUPPORTED.
        """
        known = FILES.get((sys.platform, platform.machine()))
        if known is None:
            what = f"Mozilla has no Firefox for {platform.machine()} on {sys.platform}."
            raise error("FIREFOX_UNSUPPORTED", what, "Install Firefox with your system's package manager.")
        folder, name = known[0], known[1].format(version=version)
        base = f"{self.releases}/{version}"
        listed = transfer.bytes(f"{base}/SHA512SUMS", LIST_BYTES)
        signature = transfer.bytes(f"{base}/SHA512SUMS.asc", SMALL_BYTES)
        if not is_signed(listed, signature, KEY.read_bytes()):
            newer = transfer.bytes(f"{base}/KEY", SMALL_BYTES)
            if not is_signed(listed, signature, newer):
                raise error(NOT_GENUINE, f"{base}/SHA512SUMS is not signed by Mozilla.")
        path = f"{folder}/{LANGUAGE}/{name}"
        for line in listed.decode("utf-8", "replace").splitlines():
            digest, _, file = line.partition("  ")
            if file == path and re.fullmatch(r"[0-9a-f]{128}", digest):
                return File(f"{base}/{path}", name, digest)
        raise error("DOWNLOAD_FAILED", f"Firefox {version} has no file {path}.")


@dataclass(frozen=True)
class File:
    url: str
    name: str
    sha512: str


def is_signed(data: bytes, signature: bytes, key: bytes) -> bool:
    """True if Mozilla's key, or a subkey of it that `key` brings, has signed this."""
    from pysequoia import Cert, Sig, verify

    try:
        mozilla, cert = Cert.from_file(str(KEY)), Cert.from_bytes(key)
        if cert.fingerprint != mozilla.fingerprint:
            return False
        verify(bytes=data, store=lambda _ids: [mozilla.merge(cert)], signature=Sig.from_bytes(signature))
    except (RuntimeError, ValueError, TypeError, OSError):  # what the library makes of what it cannot read or believe
        return False
    return True
