"""The shapes of JSON at the edges, where what is in it is not known yet or goes by the command.

Where it is known there are types: `generated.results` for what commands answer, `generated.messages` for what
host and extension say to each other, `journal.entries` for what is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Params = dict[str, Any]  # a command's parameters by their names on the wire
Values = dict[str, Any]  # what was typed, by the parameters' names in Python, with defaults filled in
Result = Mapping[str, Any]  # what a command answers, whichever it is, where it is only read
RawResult = dict[str, Any]  # what a command answers, as it came over the wire
Envelope = dict[str, Any]  # a request or a reply between client and host, as `contract.wire` has them
JsonObject = dict[str, Any]  # an object of JSON that somebody else wrote, or that is passed on as it is
