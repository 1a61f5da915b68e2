"""Settings: what can be set (`schema`), where the files are and what they say (`files`), and which value holds.

    a command-line option > CLZ_… > the project's `.clz.toml` > the user's `config.toml` > the default

The project's file is the nearest one from the working folder up to the home folder or the root. It comes with somebody
else's files, so it decides how commands work and never who acts, where, or by which program (`Setting.project`). It
cannot take another agent's name, and with it that agent's tabs and policy, and has no say in the policy itself
(`[policy]`, which the host reads from the user's file alone).

Every plain command reads them: the parser of TOML is loaded only if there is a file.
"""

from __future__ import annotations

import os
from typing import Any, Literal, NamedTuple

from clz_core.config.files import File, project_file, read, user_file
from clz_core.config.schema import SETTINGS, from_text
from clz_core.contract.errors import ClzError

Origin = Literal["option", "env", "project", "user", "default"]


def load(project: bool = True, lenient: bool = False) -> Settings:
    """Read both files; without `project` the user's alone, for what runs in no folder of the person's.

    Raises: CONFIG_INVALID for the first thing wrong, unless `lenient`: then the rest of the file holds.
    """
    found = project_file() if project else None
    settings = Settings(read(user_file(), True), read(found, False) if found else None)
    if not lenient:
        for problem in settings.problems:
            raise problem
    return settings


class Value(NamedTuple):
    """The value of a setting; `where` names the variable, or the file with its line."""

    value: Any
    origin: Origin
    where: str


class Settings:
    """The settings of this process, as the files were when they were read."""

    def __init__(self, user: File | None, project: File | None) -> None:
        self.user = user
        self.project = project

    @property
    def files(self) -> list[File]:
        """The files that are there, those that win first."""
        return [file for file in (self.project, self.user) if file is not None]

    @property
    def warnings(self) -> list[str]:
        """What the files set in vain, a sentence each."""
        return [line for file in self.files for line in file.warnings]

    @property
    def problems(self) -> list[ClzError]:
        """What is wrong in the files: CONFIG_INVALID each."""
        return [problem for file in self.files for problem in file.problems]

    def value(self, key: str) -> Any:
        """The value alone. Raises: USAGE if a variable holds what it cannot."""
        return self._find(key)[0]

    def chosen(self, key: str) -> Any:
        """The value that somebody chose, or None. Raises: USAGE if a variable holds what it cannot."""
        value, origin, _ = self._find(key)
        return None if origin == "default" else value

    def find(self, key: str) -> Value:
        """The value with where it is. Raises: USAGE."""
        value, origin, file = self._find(key)
        return Value(value, origin, SETTINGS[key].env if origin == "env" else file.where(key) if file else "")

    def _find(self, key: str) -> tuple[Any, Origin, File | None]:
        setting = SETTINGS[key]
        text = os.environ.get(setting.env)
        if text:
            return from_text(setting, text, setting.env), "env", None
        if self.project is not None and key in self.project.values:
            return self.project.values[key], "project", self.project
        if self.user is not None and key in self.user.values:
            return self.user.values[key], "user", self.user
        return setting.default, "default", None
