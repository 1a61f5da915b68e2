"""The profile of a managed Firefox: preferences, styles, the extension, and a home with the native manifest.

Firefox runs with a HOME of its own (`DATA/firefox-home`): the manifest there is found by this Firefox alone, and the
person's own `~/.mozilla` stays as it is.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Literal

from clz_core.config import settings
from clz_core.config.paths import data_dir, private_dir
from clz_core.contract.errors import error
from clz_native.firefox import manifest, rdp
from clz_native.firefox import proxy as proxies

EXTENSIONS = Path(__file__).resolve().parents[1] / "extension"
BuildName = Literal["managed", "plain"]
BUILDS: dict[BuildName, Path] = {"managed": EXTENSIONS / "clz-managed.xpi", "plain": EXTENSIONS / "clz.xpi"}

PREFERENCES: dict[str, bool | int | str] = {
    "devtools.jsonview.enabled": False,  # JSON is a page like others: the viewer is one that no extension may enter
    # our add-on, unsigned and without a question (ESR, Developer Edition and Nightly honour these)
    "xpinstall.signatures.required": False,
    "extensions.autoDisableScopes": 0,
    "extensions.enabledScopes": 15,
    # the privileged helper of its managed build
    "extensions.experiments.enabled": True,
    # file pages, which the helper opens
    "extensions.webextensions.fileSchemeAccess.requireOptIn": False,
    # no first-run pages, questions or windows of the last time
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.startup.homepage": "about:blank",
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.newtabpage.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.tabs.warnOnClose": False,
    "browser.warnOnQuit": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "termsofuse.bypassNotification": True,
    # no advice about Firefox itself, and nothing that is tried out on some people ("null" is how Firefox's own tasks
    # leave a provider out): getting it ready is a twentieth of the start
    "browser.newtabpage.activity-stream.asrouter.providers.cfr": "null",
    "browser.newtabpage.activity-stream.asrouter.providers.message-groups": "null",
    "browser.newtabpage.activity-stream.asrouter.providers.messaging-experiments": "null",
    "browser.newtabpage.activity-stream.asrouter.providers.onboarding": "null",
    "app.shield.optoutstudies.enabled": False,
    "nimbus.rollouts.enabled": False,
    "nimbus.telemetry.targetingContextEnabled": False,
    "toolkit.startup.max_resumed_crashes": -1,
    # nothing that calls home. Release builds follow `services.settings.server` with a variable alone (ENVIRONMENT), and
    # would tell the console at each collection that they have no server
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "app.update.auto": False,
    "browser.discovery.enabled": False,
    "browser.newtabpage.activity-stream.testing.shouldInitializeFeeds": False,  # advertisements of the new tab page
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.usage.uploadEnabled": False,  # a ping each day, which the two above do not stop
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,  # plug-ins for encrypted video, from Mozilla and Google
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.loglevel": "off",
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "toolkit.telemetry.unified": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    # nor opens pages of earlier visits again, to picture them for the new tab page
    "browser.pagethumbnails.capturing_disabled": True,
    # an agent's own proxy is for this machine too; the system's is not, by `no_proxy`
    "network.proxy.allow_hijacking_localhost": True,
    "network.proxy.failover_direct": False,
    # nothing that leaves without a request, where no policy could hold it: peers, names that are looked up and servers
    # that are connected to ahead of time, reports, messages that wake workers
    "media.peerconnection.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.dns.disablePrefetchFromHTTPS": True,
    "network.early-hints.enabled": False,
    "network.early-hints.preconnect.enabled": False,
    "network.http.network_error_logging.enabled": False,
    "network.http.speculative-parallel-limit": 0,
    "network.preconnect": False,
    "network.predictor.enabled": False,
    "network.prefetch-next": False,
    "browser.places.speculativeConnect.enabled": False,
    "browser.urlbar.speculativeConnect.enabled": False,
    "browser.send_pings": False,
    "dom.push.connection.enabled": False,
    "dom.reporting.enabled": False,
    # pages open tabs where an agent acts in them, as they would for a person, and not by themselves; those are counted
    "dom.disable_open_during_load": True,
    "privacy.popups.showBrowserMessage": False,
    # a middle click gives no page what the person has selected somewhere else
    "middlemouse.paste": False,
    "middlemouse.contentLoadURL": False,
    # MIDI is asked for like every other permission, not by installing an add-on, which waits for a person
    "dom.sitepermsaddon-provider.enabled": False,
    # a page gets input from its first moment, as soon as an agent may act
    "dom.input_events.security.minNumTicks": 0,
    "dom.input_events.security.minTimeElapsedInMS": 0,
    # a page that somebody acted on is kept in mind for a minute, not for thirty
    "privacy.userInteraction.document.interval": 60,
    # it has a mouse, fine (2) and able to hover (4), which Firefox does not find on a machine without a screen: pages
    # show menus and buttons by that. A phone that is emulated has a finger all the same
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    # a tab in the background works as fast as the one in front
    "dom.min_background_timeout_value": 4,
    "dom.min_background_timeout_value_without_budget_throttling": 4,
    "dom.timeout.enable_budget_timer_throttling": False,
    "browser.tabs.unloadOnLowMemory": False,
    # and what its page scrolls smoothly arrives, and what keys scroll: the compositor, which would scroll it, has the
    # tab in front alone. Keys are its business where two fingers can zoom
    "general.smoothScroll": False,
    "apz.allow_zooming": False,
    # Firefox's main process takes some 10 ms for each address that a script sets. The 200 that it may set at once in
    # ten seconds would hold everybody up for two to four of them; this way it may set no fewer on the whole
    "dom.navigation.navigationRateLimit.count": 50,
    "dom.navigation.navigationRateLimit.timespan": 2,
    # a script that keeps its process from answering is reported after two seconds, also where nobody has pressed a key
    "dom.max_script_run_time": 2,
    "dom.max_script_run_time.require_critical_input": False,
    # a PDF or a picture that was saved is not opened in a tab of its own, which no agent would have
    "browser.download.force_save_internally_handled_attachments": True,
    # what Firefox notes of each page for its own pages, which nobody sees
    "browser.places.interactions.enabled": False,
    "reader.parse-on-load.enabled": False,
    # STYLES are asked for
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
}

ENVIRONMENT = {"MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"}  # `services.settings.server` holds in release builds too

# Without a window nobody sees Firefox's own toolbars, and drawing them takes a tenth of its start and a quarter of what
# it costs to load a page. Pages keep their size, by the height that toolbars have; popups keep their toolbars.
STYLES = """\
/* clz, without a window */
:root:not([chromehidden~="toolbar"]) #navigator-toolbox { box-sizing: border-box; height: 86px; }
:root:not([chromehidden~="toolbar"]) #navigator-toolbox > * { display: none !important; }
"""


def profile_dir(session: str) -> Path:
    return data_dir() / "profiles" / session


def home_dir() -> Path:
    return data_dir() / "firefox-home"


def prepare(
    session: str, build: BuildName, proxy: str | None = None, headed: bool = True, temporary: bool = False
) -> Path:
    """Make or refresh the session's profile and home, and return the profile. Raises: BROWSER_START_FAILED.

    A `temporary` extension is not put into the profile: it is loaded when Firefox has started.
    """
    xpi = BUILDS[build]
    if not xpi.is_file():
        raise error("BROWSER_START_FAILED", f"The extension is not built: {xpi} is missing.", "Build it: make build")
    profile = profile_dir(session)
    for folder in (data_dir(), profile.parent, profile, profile / "extensions"):
        private_dir(folder)
    manifest.install(home_dir())
    (profile / "user.js").write_text(user_js(build, proxy, temporary), "utf-8")
    if temporary:
        _remove_xpi(installed(profile))
    else:
        _install_xpi(xpi, installed(profile))
    _allow_private_windows(profile)
    _write_styles(profile / "chrome" / "userChrome.css", headed)
    return profile


# Without the helper Firefox takes no click of an agent's for a person's: its blocker would refuse every tab. There the
# extension alone closes the tabs of pages that open too many.
# Nothing there could say that a proxy is in between, so that none is on the way to this machine.
PLAIN_PREFERENCES: dict[str, bool | int | str] = {
    "dom.disable_open_during_load": False,
    "network.proxy.allow_hijacking_localhost": False,
}


def user_js(build: BuildName, proxy: str | None = None, temporary: bool = False) -> str:
    preferences = PREFERENCES if build == "managed" else PREFERENCES | PLAIN_PREFERENCES
    every = preferences | proxies.preferences(proxy) | (rdp.PREFERENCES if temporary else {})
    return "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in every.items())


def chosen_build() -> BuildName:
    """The build of the extension that is wanted: the managed one, unless the setting says plain. Raises: USAGE."""
    return "plain" if settings.load(lenient=True).value("browser.build") == "plain" else "managed"


def _install_xpi(xpi: Path, target: Path) -> None:
    """Firefox takes a changed add-on by its file's time, so an unchanged one is left alone: it starts faster.

    What Firefox has noted to start the earlier one at once goes: it would start that, and only then look for changes
    and begin again with the other one, whose tabs and host are then gone.
    """
    if not target.exists() or target.read_bytes() != xpi.read_bytes():
        shutil.copyfile(xpi, target)
        (target.parents[1] / "addonStartup.json.lz4").unlink(missing_ok=True)


def _remove_xpi(target: Path) -> None:
    if target.exists():
        target.unlink()
        (target.parents[1] / "addonStartup.json.lz4").unlink(missing_ok=True)


def _write_styles(path: Path, headed: bool) -> None:
    """A file of the person's own is left as it is."""
    own = path.read_text("utf-8", "replace") if path.exists() else None
    if own is not None and not own.startswith(STYLES.partition("\n")[0]):
        return
    if headed:
        path.unlink(missing_ok=True)
    elif own != STYLES:
        private_dir(path.parent)
        path.write_text(STYLES, "utf-8")


def _allow_private_windows(profile: Path) -> None:
    """Let the extension into private windows of this profile, which is clz's own; a person allows it by hand in theirs.

    Firefox takes the file into its own store when that is made, at the profile's first start, and removes it
    (https://searchfox.org/firefox-main/source/toolkit/components/extensions/ExtensionPermissions.sys.mjs).
    """
    if (profile / "extension-store-permissions").exists():
        return
    permissions = {manifest.ADDON_ID: {"permissions": ["internal:privateBrowsingAllowed"], "origins": []}}
    (profile / "extension-preferences.json").write_text(json.dumps(permissions), "utf-8")


def is_refused(profile: Path, since: float) -> bool:
    """True if Firefox has, after this time, removed our extension from the profile or turned it off."""
    noted = profile / "extensions.json"
    try:
        if noted.stat().st_mtime < since:
            return False
        add_ons = json.loads(noted.read_text("utf-8"))["addons"]
    except (OSError, ValueError, KeyError):
        return not installed(profile).exists()
    ours = [add_on for add_on in add_ons if add_on.get("id") == manifest.ADDON_ID]
    return not installed(profile).exists() or any(add_on.get("appDisabled") for add_on in ours)


def installed(profile: Path) -> Path:
    """Where the extension is in a profile."""
    return profile / "extensions" / f"{manifest.ADDON_ID}.xpi"
