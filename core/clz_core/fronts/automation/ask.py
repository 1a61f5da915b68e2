"""Asking a person, in Firefox and at the terminal that we are at."""

from __future__ import annotations

from clz_core.fronts.view import View
from clz_core.text import ask

VIEWS = {"ask": View(ask.answered)}
