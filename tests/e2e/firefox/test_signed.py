"""The extension that Mozilla signs, where Firefox asks for no signature: it updates itself, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from clz_apps.machine.demo import served
from clz_core import __version__
from clz_generate.files import ROOT
from clz_generate.release import ADDON_ID
from clz_native.machine.find import find_firefox
from clz_native.setup import policies
from clz_native.setup.journal import SetupJournal
from tests.support.person import PREFERENCES, Person, watched_firefox
from tests.support.scratch import Scratch, end_processes_of
from tests.support.waiting import until

pytestmark = pytest.mark.night

NEXT = "99.0.0"
INSTALL = """
    const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
    const { FileUtils } = ChromeUtils.importESModule("resource://gre/modules/FileUtils.sys.mjs");
    Services.prefs.setBoolPref("extensions.checkUpdateSecurity", false);
    const install = await AddonManager.getInstallForFile(new FileUtils.File(args[0]));
    await install.install();
    return (await AddonManager.getAddonByID(args[1])).updateURL;
"""
UPDATE = """
    const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
    const addon = await AddonManager.getAddonByID(args[0]);
    const install = await new Promise((found, none) => addon.findUpdates({
        onUpdateAvailable: (_, install) => found(install),
        onNoUpdateAvailable: () => none(new Error("no update")),
    }, AddonManager.UPDATE_WHEN_USER_REQUESTED));
    install.install();
    return install.version;
"""
VERSION = """
    const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
    return (await AddonManager.getAddonByID(args[0]))?.version ?? "";
"""


def built(update_url: str) -> bytes:
    """The XPI that `make sign` sends."""
    env = {**os.environ, "UPDATE_URL": update_url}
    subprocess.run(["node", "build.mjs", "signed"], cwd=ROOT / "extension", env=env, check=True, capture_output=True)
    return (ROOT / "build/sign/clz-unsigned.xpi").read_bytes()


def of_version(xpi: bytes, version: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(xpi)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "manifest.json":
                data = json.dumps({**json.loads(data), "version": version}).encode()
            new.writestr(name, data)
    return out.getvalue()


def installed(person: Person) -> str:
    return str(person.does(VERSION, ADDON_ID))


def test_a_newer_version_is_taken_once_no_agent_has_a_tab(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<title>Work</title><input aria-label=Text>", "utf-8")
    with served(site) as url, watched_firefox(CLZ_BUILD="plain") as (browser, person):
        xpi = built(f"{url}updates.json")
        newer = of_version(xpi, NEXT)
        (tmp_path / "clz.xpi").write_bytes(xpi)
        (site / "newer.xpi").write_bytes(newer)
        update = {
            "version": NEXT,
            "update_link": f"{url}newer.xpi",
            "update_hash": f"sha256:{sha256(newer).hexdigest()}",
        }
        (site / "updates.json").write_text(json.dumps({"addons": {ADDON_ID: {"updates": [update]}}}), "utf-8")

        assert person.does(INSTALL, str(tmp_path / "clz.xpi"), ADDON_ID) == f"{url}updates.json"
        until(lambda: browser.clz("open", url).returncode == 0)
        assert browser.clz("fill", "label=Text", "half a sentence").returncode == 0
        refused = browser.clz("eval", "--unsafe", "document.title")
        assert "runs no code that it is given" in refused.stderr
        assert browser.clz("eval", "document.title").stdout == "Work\n"
        assert person.does(UPDATE, ADDON_ID) == NEXT

        assert browser.clz("get", "value", "label=Text").stdout == "half a sentence\n", "work goes on"
        assert installed(person) == __version__
        assert browser.clz("tab", "close").returncode == 0
        until(lambda: installed(person) == NEXT, 30)
        until(lambda: browser.clz_json("version")["result"].get("extension") == NEXT, 30)
        assert browser.clz("open", url).returncode == 0


def test_policies_install_it_in_every_profile(tmp_path: Path, scratch: Scratch) -> None:
    build = find_firefox()
    copy = replace(build, folder=tmp_path / "firefox")
    shutil.copytree(build.folder, copy.folder)
    profile = scratch.root / "profile"
    profile.mkdir()
    unsigned = 'user_pref("xpinstall.signatures.required", false);'
    (profile / "user.js").write_text(f"{PREFERENCES}{unsigned}", "utf-8")
    signed = tmp_path / "clz-signed.xpi"
    signed.write_bytes(built("https://localhost/updates.json"))
    policies.write(policies.policies_file(copy, "linux"), signed, SetupJournal(scratch.root / "setup.json"))
    program = copy.folder / build.path.resolve().name
    env = {**scratch.env, "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1"}
    words = [str(program), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as firefox:
        try:
            port = profile / "MarionetteActivePort"
            person = Person(int(until(lambda: port.read_text().strip() if port.exists() else "", 30)))
            until(lambda: installed(person) == __version__, 30)
            person.close()
        finally:
            firefox.terminate()
            end_processes_of(scratch.root)
