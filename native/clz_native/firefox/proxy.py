"""The proxy of a managed Firefox, as preferences: for all that it sends, its own requests and names too."""

from __future__ import annotations

from urllib.parse import urlsplit

from clz_core.contract.errors import ClzError, error

PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks": 1080, "socks4": 1080}
SYSTEM, MANUAL = 5, 1  # of network.proxy.type

Preferences = dict[str, bool | int | str]


def preferences(proxy: str | None) -> Preferences:
    """What is written for every start, so that the proxy of an earlier one is gone. Raises: INVALID_PARAMS."""
    if proxy is None:
        return {"network.proxy.type": SYSTEM}
    try:
        parts = urlsplit(proxy)
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError:
        raise _not_one() from None
    if scheme not in PORTS or not host or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise _not_one()
    if parts.username is not None or parts.password is not None:
        raise error(
            "INVALID_PARAMS",
            "Firefox cannot log in to a proxy for all of its requests.",
            "Give it to an isolated agent: clz open URL --isolated --proxy http://USER:{{NAME}}@HOST:PORT",
        )
    port = port or PORTS[scheme]
    common: Preferences = {
        "network.proxy.type": MANUAL,
        "network.proxy.no_proxies_on": "",
        "network.proxy.http": "",
        "network.proxy.ssl": "",
        "network.proxy.socks": "",
    }
    if scheme.startswith("socks"):
        version = 4 if scheme == "socks4" else 5
        socks: Preferences = {
            "network.proxy.socks": host,
            "network.proxy.socks_port": port,
            "network.proxy.socks_version": version,
            "network.proxy.socks_remote_dns": True,
            "network.proxy.socks5_remote_dns": True,
        }
        return common | socks
    if scheme == "https":
        raise error(
            "INVALID_PARAMS",
            "Firefox takes no https: proxy for all of its requests.",
            "Give it to an isolated agent: clz open URL --isolated --proxy https://HOST:PORT",
        )
    web: Preferences = {f"network.proxy.{kind}": host for kind in ("http", "ssl")}
    return common | web | {f"network.proxy.{kind}_port": port for kind in ("http", "ssl")}


def _not_one() -> ClzError:
    what = "This is not the address of a proxy."  # it may hold a password
    return error("INVALID_PARAMS", what, "Write it like http://proxy.example:8080 or socks5://127.0.0.1:1080")
