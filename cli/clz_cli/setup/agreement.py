"""What a person agrees to at the terminal, before it is done."""

from __future__ import annotations

from clz_core.text.display import line
from clz_native.setup.steps import Step


def agreed(step: Step) -> bool:
    """Ask the person."""
    import typer

    text = "\n".join((f"{line(step.what)}?", *(f"  {line(change)}" for change in step.changes)))
    if step.note:
        text += f"\n  {line(step.note)}"
    return typer.confirm(f"{text}\n  Do it", default=False, err=True)
