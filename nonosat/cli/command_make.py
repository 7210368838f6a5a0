# SPDX-License-Identifier: MIT
"""``nonosat make``: new puzzles with one solution."""

from __future__ import annotations

from typing import Any

import click

from nonosat.cli.options import (
    Seconds,
    Size,
    ascii_option,
    json_option,
    max_technique_option,
    quiet_option,
    seed_option,
)
from nonosat.explain.techniques import TECHNIQUES

_STYLES = ("random", "smooth")
_SYMMETRIES = (
    "left-right",
    "top-bottom",
    "both",
    "half-turn",
    "quarter-turn",
    "diagonal",
    "all",
)
"""As in nonosat.making, which a start of the command does not import; a test compares them."""


@click.command()
@click.option(
    "--random",
    "random_size",
    type=Size(),
    metavar="WxH",
    help="Random puzzles of this size; one number makes squares.",
)
@click.option(
    "--density",
    type=click.FloatRange(0, 1),
    default=0.55,
    show_default=True,
    metavar="SHARE",
    help="The share of filled cells.",
)
@click.option("--colors", type=click.IntRange(min=1), default=1, metavar="N", show_default=True)
@click.option("--style", type=click.Choice(_STYLES), default="random", show_default=True)
@click.option("--symmetry", type=click.Choice(_SYMMETRIES))
@max_technique_option
@click.option(
    "--exactly",
    type=click.Choice(list(TECHNIQUES)),
    help="The hardest technique that a puzzle must need.",
)
@click.option(
    "--effort",
    type=float,
    nargs=2,
    metavar="LEAST MOST",
    help="The effort of a person, as 'nonosat rate' measures it.",
)
@click.option("--allow-boring", is_flag=True, help="Allow lines that are empty or full.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Puzzles.",
)
@seed_option
@click.option(
    "--attempts",
    type=click.IntRange(min=1),
    default=500,
    show_default=True,
    metavar="N",
    help="Give up after N random pictures in succession that give no puzzle.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Processes.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="A folder, which gets a file for each puzzle; or a file or zip archive for all of them. "
    "[default: standard output]",
)
@click.option("--to", metavar="FORMAT", help="The format to write; by default the suffix of OUT.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option("--time-limit", type=Seconds(), metavar="SECONDS", help="For all puzzles together.")
@json_option
@quiet_option
@ascii_option
@click.pass_context
def make(ctx: click.Context, /, random_size: Any, **options: Any) -> None:
    """Make puzzles with one solution, proven by two solvers.

    The same options and --seed make the same puzzles on every machine, with any number of --jobs.
    No puzzle comes twice, also not turned, mirrored or in other colours. Ctrl-C keeps what was made
    until then. 'nonosat print' makes a book of the folder.

    Exit codes: 0 done, 2 usage error, 5 not as many as asked for: a limit was reached, or the wish
    seems to be impossible; what was tried and the nearest miss are shown.
    """
    if random_size is None:
        raise click.UsageError("say what to make, such as --random 20x20")
    from nonosat.cli.make_random import make_random

    ctx.exit(make_random(random_size, **options))
