"""The index of the registry: which family declares a command, so that the others need not be loaded for it."""

from __future__ import annotations

from clz_core.contract.commands import FAMILIES, commands_of


def declared() -> dict[str, tuple[str, str]]:
    """The CLI words and the family of each command that is declared, by wire name."""
    listed = [(command.name, (command.cli, family)) for family in FAMILIES for command in commands_of(family)]
    names, words = [name for name, _ in listed], [cli for _, (cli, _) in listed if cli]
    for name in {*names, *words}:
        if names.count(name) > 1 or words.count(name) > 1:
            raise ValueError(f"two commands are called {name!r}")
    return dict(listed)


def command_index(note: str) -> str:
    """The module `clz_core.generated.command_index`."""
    lines = "".join(f'    "{name}": ("{cli}", "{family}"),\n' for name, (cli, family) in declared().items())
    return f'"""{note}"""\n\nfrom __future__ import annotations\n\nINDEX: dict[str, tuple[str, str]] = {{\n{lines}}}\n'
