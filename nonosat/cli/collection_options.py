# SPDX-License-Identifier: MIT
"""The options of the subcommands that choose puzzles of a collection; questions in words."""

from __future__ import annotations

import json

import click

from nonosat.cli.options import Seconds, decorated
from nonosat.collection.where import MOST_SECONDS

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


def question_words(preset: str, version: str, text: str) -> str:
    """A question that was asked, for people: what differs between questions as one asks them.

    >>> question_words("fast", "1.0", '{"rate": true, "time_limit": 5.0, "memory_limit": null}')
    'preset fast, rating, 5 s, nonosat 1.0'
    """
    asked = json.loads(text)
    words = [f"preset {preset}"]
    words += ["rating"] * bool(asked.get("rate"))
    words += ["certificate"] * bool(asked.get("certificates"))
    for name, unit in (
        ("time_limit", "s"),
        ("conflict_limit", "conflicts"),
        ("memory_limit", "MiB"),
    ):
        if asked.get(name) is not None:
            words.append(f"{asked[name]:g} {unit}")
    if asked.get("seed"):
        words.append(f"seed {asked['seed']}")
    return ", ".join((*words, f"nonosat {version}"))
