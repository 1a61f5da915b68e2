"""Whether clz is still what was loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import clz_apps
import clz_cli
import clz_core

if TYPE_CHECKING:
    from clz_cli.warm.inotify import Watch


class Files:
    """The files that this process was loaded from, and those of clz that a fork may load yet.

    clz's own are looked at before they are loaded: what is replaced meanwhile has changed too.
    """

    def __init__(self) -> None:
        self._watch: Watch | None = None
        self._stamps = _stamps(
            os.path.join(folder, name)
            for package in (clz_apps, clz_cli, clz_core)
            for folder, _, names in os.walk(os.path.dirname(package.__file__ or ""))
            for name in names
            if name.endswith(".py")
        )

    def add_loaded(self) -> None:
        """All that was loaded but for Python itself, which `given.kind` knows, and the folders it is in."""
        python = os.path.dirname(os.__file__) + os.sep
        paths = {module.__file__ or "" for module in sys.modules.values() if hasattr(module, "__file__")}
        others = {path for path in paths if path and (not path.startswith(python) or "-packages" in path)}
        found = others | {os.path.dirname(path) for path in others}
        self._stamps |= _stamps(found - self._stamps.keys())

    def watch(self) -> None:
        """Listen for changes from now on, where the system reports them."""
        if sys.platform != "linux":
            return
        from clz_cli.warm.inotify import Watch

        folders = {
            path if os.path.isdir(path) else os.path.dirname(path) for path, stamp in self._stamps.items() if stamp
        }
        elsewhere = {path for path, stamp in self._stamps.items() if stamp and _has_other_names(path)}
        try:
            self._watch = Watch(folders | elsewhere)
        except (OSError, AttributeError):  # as in a C library that has none
            self._watch = None

    @property
    def changed(self) -> bool:
        """Whether any is another one, by a look at each."""
        return any(_stamp(path) != stamp for path, stamp in self._stamps.items())

    @property
    def may_have_changed(self) -> bool:
        """The same, without a look at those for which nothing was reported."""
        return (self._watch is None or self._watch.told()) and self.changed


def _has_other_names(path: str) -> bool:
    """True if a file can be changed in another folder than its own."""
    return os.path.islink(path) or (os.path.isfile(path) and os.stat(path).st_nlink > 1)


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, ...]]:
    return {path: _stamp(path) for path in paths}


def _stamp(path: str) -> tuple[int, ...]:
    """What tells a file from another in its place: an installer may give it any time but that of its change."""
    try:
        info = os.stat(path)
    except OSError:
        return ()
    return (info.st_ctime_ns, info.st_mtime_ns, info.st_ino)
