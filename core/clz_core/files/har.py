"""HAR 1.2 of the requests of a tab: the format that browsers and proxies exchange requests in.

Format: http://www.softwareishard.com/blog/har-12-spec/. What is not known there is -1 or empty, as the format requires.
Secrets are masked before they come here. A body that is not whole says so in a comment.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import mimetypes
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict, cast
from urllib.parse import parse_qsl, urlsplit

from clz_core import __version__
from clz_core.contract.limits import NETWORK_ENTRIES
from clz_core.contract.shapes import Values
from clz_core.files.files import check_writable
from clz_core.files.output import write_output

Json = Mapping[str, Any]
COMMENTS = {
    "partial": "The rest had not come yet.",
    "cut": "The rest was not recorded.",
    "aborted": "The rest never came.",
    "dropped": "There was no room for it.",
    "skipped": "It was not recorded.",
    "unseen": "It was not seen.",
}
COOKIE = ("name", "value", "path", "domain", "expires", "httpOnly", "secure", "sameSite")


class SavedArchive(TypedDict):
    """What is in the file, counted, and what is not."""

    path: str
    bytes: int
    requests: int
    bodies: int
    cut: int
    pending: int
    dropped: int
    pausedMs: float
    leftOut: int
    tabId: int


def har(result: Json) -> Json:
    """The archive of one `getHar` result, or of one of `getNetworkRequests` with headers."""
    requests = sorted(
        (request for request in result["requests"] if request["state"] != "pending"), key=lambda r: str(r["startedAt"])
    )
    pages = _pages(requests, result)
    return {
        "log": {
            "version": "1.2",
            "creator": {"name": "clz", "version": __version__},
            "pages": [page for page, _ in pages],
            "entries": [_entry(request, page["id"]) for page, own in pages for request in own],
        }
    }


def _pages(requests: list[Json], result: Json) -> list[tuple[dict[str, Any], list[Json]]]:
    """The pages that the tab showed, each with its requests. A redirect belongs to the page that it leads to."""
    pages: list[tuple[dict[str, Any], list[Json]]] = []
    last = ""
    for request in requests:
        is_page = request["type"] == "document" and request["url"] != last
        if is_page or not pages:
            page = {
                "startedDateTime": request["startedAt"],
                "id": f"page_{len(pages) + 1}",
                "title": request["url"],
                "pageTimings": {"onContentLoad": -1, "onLoad": -1},
            }
            pages.append((page, []))
        if request["type"] == "document":
            last = request["redirectTo"] or ""
        pages[-1][1].append(request)
    if pages:
        shown = pages[-1][0]
        shown["title"] = result["title"] or result["url"]
        timings = {"onContentLoad": result.get("contentLoadMs"), "onLoad": result.get("loadMs")}
        shown["pageTimings"] = {name: -1 if ms is None else round(ms, 1) for name, ms in timings.items()}
    return pages


def _entry(request: Json, page: str) -> Json:
    timings = _timings(request)
    entry = {
        "pageref": page,
        "startedDateTime": request["startedAt"],
        "time": round(sum(ms for ms in timings.values() if ms > 0), 1),
        "request": _request(request),
        "response": _response(request),
        "cache": {},
        "timings": timings,
        "_resourceType": request["type"],
    }
    if request["ip"]:
        entry["serverIPAddress"] = request["ip"]
    if request["error"]:
        entry["_error"] = request["error"]
    if request["fromCache"]:
        entry["_fromCache"] = "disk"
    return entry


def _timings(request: Json) -> dict[str, float]:
    """How long it took until it was sent, until the answer began, and until that was there."""
    total = request["durationMs"] or 0
    blocked = min(request.get("blockedMs") or 0, total)
    wait = min(request["waitMs"] or 0, total - blocked)
    receive = round(total - blocked - wait, 1)
    return {"blocked": blocked, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": wait, "receive": receive}


def _request(request: Json) -> Json:
    body = request.get("requestBody")
    told = {
        "method": request["method"],
        "url": request["url"],
        "httpVersion": request.get("httpVersion", ""),
        "cookies": _cookies(request.get("requestCookies", [])),
        "headers": request.get("requestHeaders", []),
        "queryString": [
            {"name": name, "value": value}
            for name, value in parse_qsl(urlsplit(request["url"]).query, keep_blank_values=True)
        ],
        "headersSize": request.get("requestHeadersBytes", -1),
        "bodySize": body["bytes"] if body and body["state"] in ("whole", "empty") else -1,
    }
    if body and body["state"] not in ("empty", "unseen"):
        told["postData"] = _post_data(body)
    return told


def _post_data(body: Json) -> Json:
    data: dict[str, Any] = {"mimeType": body["mimeType"]}
    if "fields" in body:
        data["params"] = body["fields"]
    if "text" in body:
        data["text"] = body["text"]
    comment = COMMENTS.get(body["state"], "")
    if "base64" in body:  # the format has no place for bytes
        comment = f"{body['bytes']} bytes that are not text. {comment}".strip()
    return {**data, "comment": comment} if comment else data


def _response(request: Json) -> Json:
    headers = request.get("responseHeaders", [])
    return {
        "status": request["status"] or 0,
        "statusText": request["statusText"],
        "httpVersion": request.get("httpVersion", ""),
        "cookies": _cookies(request.get("responseCookies", [])),
        "headers": headers,
        "content": _content(request, headers),
        "redirectURL": request["redirectTo"] or "",
        "headersSize": request.get("responseHeadersBytes", -1),
        "bodySize": 0 if request["fromCache"] else _size(request["responseBytes"]),
    }


def _content(request: Json, headers: list[Json]) -> Json:
    kind = next((header["value"] for header in headers if header["name"].lower() == "content-type"), "")
    content: dict[str, Any] = {"size": _size(request["responseBytes"]), "mimeType": kind or request["mimeType"]}
    body = request.get("responseBody")
    if body is None:
        return content
    if body["state"] in ("whole", "empty", "cut", "partial", "aborted"):
        content["size"] = body["bytes"]
    if "base64" in body:
        content |= {"text": body["base64"], "encoding": "base64"}
    elif "text" in body:
        content["text"] = body["text"]
    if comment := COMMENTS.get(body["state"]):
        content |= {"comment": comment, "_state": body["state"]}
    return content


def _cookies(cookies: list[Json]) -> list[Json]:
    return [{name: cookie[name] for name in COOKIE if name in cookie} for cookie in cookies]


def _size(size: int | None) -> int:
    return -1 if size is None else size


def prepare_har(values: Values) -> Values:
    """What is asked for where all of it goes into a file. Raises: FILE_ERROR if it cannot be written there."""
    if values.get("har") is None:
        return values
    return {**values, "har": check_writable(values["har"]), "include_headers": True, "limit": NETWORK_ENTRIES}


def save_har(result: Json, values: Values) -> SavedArchive:
    """Write the archive, and say what is in it and what is not. Raises: FILE_ERROR."""
    bodies = [
        request[name] for request in result["requests"] for name in ("requestBody", "responseBody") if name in request
    ]
    counts = {name: result[name] for name in ("pending", "dropped", "pausedMs", "leftOut", "tabId")}
    held = sum("text" in body or "base64" in body for body in bodies)
    cut = sum(body["state"] == "cut" for body in bodies)
    told = {"requests": len(result["requests"]), "bodies": held, "cut": cut, **counts}
    return cast("SavedArchive", {**write_har(result, values["path"], values.get("replace", True)), **told})


def write_har(result: Json, path: str, replace: bool = True) -> Json:
    """Write the archive, and say where; in a .zip each body is a file. Raises: FILE_ERROR."""
    full = Path(os.path.expanduser(path))
    archive = har(result)
    data = _zipped(archive) if full.suffix.lower() == ".zip" else _text(archive)
    write_output(full, data, replace=replace)
    return {"path": str(full), "bytes": len(data)}


def _text(archive: Json) -> bytes:
    return (json.dumps(archive, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _zipped(archive: Json) -> bytes:
    """With its bodies as files, named in `_file` as Playwright does: those that are the same, once."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        written: set[str] = set()
        for entry in archive["log"]["entries"]:
            content = entry["response"]["content"]
            if "text" not in content:
                continue
            text = content.pop("text")
            is_base64 = content.pop("encoding", "") == "base64"
            data = base64.b64decode(text) if is_base64 else text.encode("utf-8", "replace")
            kind = content["mimeType"].partition(";")[0].strip()
            name = hashlib.sha1(data, usedforsecurity=False).hexdigest() + (mimetypes.guess_extension(kind) or ".dat")
            content["_file"] = name
            if not is_base64:
                content["_encoding"] = "utf-8"  # whatever the headers say of what came
            if name not in written:
                written.add(name)
                packed.writestr(name, data)
        packed.writestr("har.har", _text(archive))
    return made.getvalue()
