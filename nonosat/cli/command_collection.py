# SPDX-License-Identifier: MIT
"""``nonosat collection DB ...``: a group whose first argument is the file of the collection.

The subcommands are in the modules ``collection_...``; each is imported when it is used.
"""

from __future__ import annotations

import click

from nonosat.cli.commands import imported

_SUBCOMMANDS = {
    "add": "fill",
    "duplicates": "show",
    "export": "query",
    "judge": "fill",
    "list": "query",
    "merge": "fill",
    "report": "query",
    "show": "show",
    "status": "show",
}
"""The module of each subcommand, after ``collection_``."""


class _Subcommands(click.Group):
    """The subcommands; one is imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _SUBCOMMANDS:
            return None
        return imported(f"collection_{_SUBCOMMANDS[cmd_name]}", cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _SUBCOMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"no subcommand {args[0]!r}: write nonosat collection DB SUBCOMMAND, with one of "
                f"{', '.join(sorted(_SUBCOMMANDS))}",
                ctx,
            )
        return super().resolve_command(ctx, args)


@click.command(cls=_Subcommands, subcommand_metavar="SUBCOMMAND [ARGS]...")
@click.argument("db", metavar="DB", type=click.Path())
@click.pass_context
def collection(ctx: click.Context, db: str) -> None:
    """Keep puzzles, and everything found out about them, in a file.

    DB is the file of the collection: a SQLite database that any program can read
    (docs/collections.md). 'add' and 'merge' make it if it is missing.

    Whatever interrupts the work costs at most the last second of it, and the same command goes on.
    """
    ctx.obj = db
