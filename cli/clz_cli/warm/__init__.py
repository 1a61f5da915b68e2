"""The warm process: `clz` loaded once, which runs commands for others by forking.

Loading Python, Typer and ZeroMQ takes ten times as long as a click. So the host keeps a process beside it that has all
of it loaded (`server`), at `RUNTIME/SESSION/warm.sock`. The compiled `clz` (`cli/launcher`), its client, hands it its
arguments, environment, folder and the three standard files, and a fork of it is that command from there on:

    warm → client    `A`: accepted. Without it soon, the client is on its own
    fork → client    `R` and its number: it is ready
    client → fork    all that a process is given, with four descriptors
    fork → client    `N`: this is not for me; or `G`: it begins
    fork → client    `X` and the exit code; if a signal ended it, the server says `S` and which; `E` if it is about to
                     read a terminal, before anything was sent: that is for a process of the terminal's own session

The fork is there before the command is (`standby`), and connected to the host as the agent that called last. Where more
commands come than one at a time, the server takes them, and forks for each.

The descriptors are sent to a fork that is there to take them: in a queue they would keep pipes open whose end others
wait for. If anything is unexpected, the client becomes Python, which runs the command as if there were no warm process.
"""
