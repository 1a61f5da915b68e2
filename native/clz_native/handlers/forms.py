"""Forms: several fields filled in one after the other, each by the extension."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Params
from clz_core.files import forms
from clz_native.request import Request

if TYPE_CHECKING:
    from clz_core.generated.results import FillFormResult

Forward = Callable[[Request, str, Params], Awaitable[Mapping[str, Any]]]


async def fill_form(request: Request, forward: Forward) -> FillFormResult:
    form = forms.fill_form(request.params)
    try:
        command, params = next(form)
        while True:
            try:
                result = await forward(request, command, params)
            except ClzError as problem:
                command, params = form.throw(problem)
            else:
                command, params = form.send(result)
    except StopIteration as done:
        return cast("FillFormResult", done.value)
