# SPDX-License-Identifier: MIT
"""The options of the subcommands that choose puzzles of a collection."""

from __future__ import annotations

import click

from nonosat.cli.options import Seconds, decorated
from nonosat.collection.where import MOST_SECONDS

__all__ = ["query_options", "where_option"]

where_option = click.option(
    "--where",
    metavar="CONDITION",
    help="Only these puzzles: an expression in SQL on the columns of 'list', such as "
    "\"verdict = 'multiple' and width <= 20\".",
)
query_options = decorated(
    where_option,
    click.option(
        "--sort",
        metavar="NAMES",
        help="The order: columns with commas between them, - before one for descending order "
        "(effort,-cells). Puzzles without a value come last. By default the order in which they "
        "were added.",
    ),
    click.option("--limit", type=click.IntRange(min=0), metavar="N", help="At most N puzzles."),
    click.option(
        "--time-limit",
        type=Seconds(),
        metavar="SECONDS",
        default=MOST_SECONDS,
        show_default=True,
        help="What the database may take to find the puzzles.",
    ),
)
"""Which puzzles, in which order, how many."""
