# SPDX-License-Identifier: MIT
"""``nonosat make``: new puzzles with one solution."""

from __future__ import annotations

from typing import Any

import click

from nonosat.cli.help_text import command
from nonosat.cli.options import (
    Seconds,
    Size,
    ascii_option,
    json_option,
    output_options,
    quiet_option,
    wished_technique_option,
)
from nonosat.cli.solver_options import solver_option
from nonosat.explain.techniques import WISHES

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

_RANDOM_ONLY = (
    "density",
    "style",
    "symmetry",
    "exactly",
    "difficulty",
    "allow_boring",
    "seed",
    "attempts",
    "jobs",
)
_FROM_ONLY = ("size", "max_changes", "crop", "invert", "title")
_OFFERS = 3
"""Offers from a picture, unless --count says otherwise."""


@command(
    status={
        5: "fewer than asked for: a limit is reached, or the requirements seem impossible",
    },
)
@click.option(
    "--random",
    "random_size",
    type=Size(),
    metavar="WxH",
    help="Random puzzles of this size; one number makes squares.",
)
@click.option(
    "--from",
    "picture",
    metavar="PICTURE",
    help="Puzzles that look like a photo or a drawing: a PNG, GIF, BMP, JPEG, WEBP, PPM or TIFF "
    "file. Needs the extra image.",
)
@click.option(
    "--size",
    type=Size(),
    metavar="WxH",
    help="With --from: cells; one number is the longer side. [default: 30]",
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
@wished_technique_option
@click.option(
    "--exactly",
    type=click.Choice(WISHES),
    help="The hardest technique that a puzzle must need.",
)
@click.option(
    "--difficulty",
    type=float,
    nargs=2,
    metavar="LEAST MOST",
    help="The difficulty of a person, as 'nonosat rate' measures it.",
)
@click.option("--allow-boring", is_flag=True, help="Allow lines that are empty or full.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Puzzles. [default with --from: 3]",
)
@click.option(
    "--max-changes",
    type=click.IntRange(min=0),
    metavar="N",
    help="With --from: cells that may be changed. [default: one of fifty]",
)
@click.option("--crop", is_flag=True, help="With --from: cut margins of one colour first.")
@click.option("--invert", is_flag=True, help="With --from: fill the light cells.")
@click.option(
    "--title", metavar="TEXT", help="With --from: of the puzzles. [default: the name of the file]"
)
@solver_option("seed")
@click.option(
    "--attempts",
    type=click.IntRange(min=1),
    default=500,
    show_default=True,
    metavar="N",
    help="Give up after N random pictures in succession that give no puzzle.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Processes.")
@output_options(
    "A folder, which gets a file for each puzzle; or a file or zip archive for all of them. "
    "[default: standard output]",
    to=click.option(
        "--to", metavar="FORMAT", help="The format to write; by default the suffix of OUT."
    ),
    force="Replace files that exist.",
)
@click.option("--time-limit", type=Seconds(), metavar="SECONDS", help="For all puzzles together.")
@json_option
@quiet_option
@ascii_option
@click.pass_context
def make(ctx: click.Context, /, random_size: Any, picture: str | None, **options: Any) -> int:
    """Make puzzles with one solution, proven by two solvers.

    --random: the same options and --seed make the same puzzles on every machine, with any number of
    --jobs. No puzzle comes twice, also not turned, mirrored or in other colours. Ctrl-C keeps what
    was made until then. 'nonosat print' makes a book of the folder.

    --from: a choice of puzzles that look like the picture, each with the share of the picture's
    contrast that it shows; cells that had to be changed are marked. They differ in the part of the
    picture and in the brightness that is filled.
    """
    if (random_size is None) == (picture is None):
        raise click.UsageError("say what to make: --random 20x20, or --from PICTURE; one of them")
    for name in _FROM_ONLY if picture is None else _RANDOM_ONLY:
        source = ctx.get_parameter_source(name)
        if source is click.core.ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            other = "--from" if picture is None else "--random"
            raise click.UsageError(f"{option} is for {other} only")
    unused = _RANDOM_ONLY if picture is not None else _FROM_ONLY
    options = {name: value for name, value in options.items() if name not in unused}
    if picture is None:
        from nonosat.cli.make_random import make_random

        return make_random(random_size, **options)
    from nonosat.cli.make_from import make_from

    if ctx.get_parameter_source("count") is click.core.ParameterSource.DEFAULT:
        options["count"] = _OFFERS
    options["colors"] += 1  # the background
    return make_from(picture, **options)
