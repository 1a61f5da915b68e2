"""HAR 1.2 of what `network` gives: the format that browsers and proxies exchange requests in.

Format: http://www.softwareishard.com/blog/har-12-spec/. What is not known there is -1 or empty, as the format has it.
Bodies are not kept, and secrets are masked before they come here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from clz_core import __version__
from clz_core.contract.errors import error
from clz_core.contract.limits import NETWORK_ENTRIES
from clz_core.contract.shapes import Values

Json = Mapping[str, Any]


def har(result: Json) -> Json:
    """The archive of one `getNetworkRequests` result with headers."""
    requests = [request for request in result["requests"] if request["state"] != "pending"]
    page = {
        "startedDateTime": min((r["startedAt"] for r in requests), default="1970-01-01T00:00:00.000Z"),
        "id": f"tab_{result['tabId']}",
        "title": result["title"] or result["url"],
        "pageTimings": {"onContentLoad": -1, "onLoad": -1},
    }
    return {
        "log": {
            "version": "1.2",
            "creator": {"name": "clz", "version": __version__},
            "pages": [page],
            "entries": [_entry(request, page["id"]) for request in sorted(requests, key=lambda r: str(r["startedAt"]))],
        }
    }


def _entry(request: Json, page: str) -> Json:
    total = request["durationMs"] or 0
    wait = min(request["waitMs"] or 0, total)
    entry = {
        "pageref": page,
        "startedDateTime": request["startedAt"],
        "time": total,
        "request": {
            "method": request["method"],
            "url": request["url"],
            "httpVersion": "",
            "cookies": [],
            "headers": request.get("requestHeaders", []),
            "queryString": [
                {"name": name, "value": value}
                for name, value in parse_qsl(urlsplit(request["url"]).query, keep_blank_values=True)
            ],
            "headersSize": -1,
            "bodySize": -1,
        },
        "response": {
            "status": request["status"] or 0,
            "statusText": request["statusText"],
            "httpVersion": "",
            "cookies": [],
            "headers": request.get("responseHeaders", []),
            "content": {"size": _size(request["responseBytes"]), "mimeType": request["mimeType"]},
            "redirectURL": request["redirectTo"] or "",
            "headersSize": -1,
            "bodySize": _size(request["responseBytes"]),
        },
        "cache": {},
        "timings": {"send": 0, "wait": wait, "receive": round(total - wait, 1)},
        "_resourceType": request["type"],
    }
    if request["ip"]:
        entry["serverIPAddress"] = request["ip"]
    if request["error"]:
        entry["_error"] = request["error"]
    return entry


def _size(size: int | None) -> int:
    return -1 if size is None else size


def prepare_har(values: Values) -> Values:
    """What is asked for where all of it goes into a file. Raises: FILE_ERROR if its folder is not there."""
    if values.get("har") is None:
        return values
    folder = os.path.dirname(os.path.abspath(os.path.expanduser(values["har"])))
    if not os.path.isdir(folder):
        raise error("FILE_ERROR", f"The folder {folder} does not exist.", f"Make it: mkdir -p {folder}")
    return {**values, "include_headers": True, "limit": NETWORK_ENTRIES}


def keep_har(result: Json, values: Values) -> Json:
    """The result, written to the file as well if one was named. Raises: FILE_ERROR."""
    if values.get("har") is not None:
        write_har(result, values["har"])
    return result


def write_har(result: Json, path: str) -> Json:
    """Write the archive, and say where. Raises: FILE_ERROR."""
    full = Path(os.path.expanduser(path))
    text = json.dumps(har(result), ensure_ascii=False, indent=1)
    try:
        full.write_text(text + "\n", "utf-8", errors="replace")
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {full}: {problem.strerror}.") from problem
    return {"path": str(full), "bytes": full.stat().st_size}
