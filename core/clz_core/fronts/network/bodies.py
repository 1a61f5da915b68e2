"""What requests carry, where it goes to a file."""

from __future__ import annotations

from clz_core.files.bodies import keep_body, prepare_body
from clz_core.files.files import check_writable
from clz_core.files.har import save_har
from clz_core.fronts import Steps

STEPS = {
    "getRequestBody": Steps(before=prepare_body, after=keep_body),
    "getHar": Steps(before=lambda values: {**values, "path": check_writable(values["path"])}, after=save_har),
}
