"""Focus loops: `clz loop`, and `clz hook`, which clz runs at the events of Claude Code that the plugin's hooks report.

`clz hook` runs at the end of every answer, so its modules load little: no Typer, no ZeroMQ, no pydantic.
"""
