"""`clz hook`: what clz does at the events of Claude Code that the plugin's hooks report.

It runs at the end of every answer, so its modules load little: no Typer, no ZeroMQ, no pydantic.
"""
