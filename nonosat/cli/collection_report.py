# SPDX-License-Identifier: MIT
"""``nonosat collection DB report -o report.html``: what is in a collection, as one page."""

from __future__ import annotations

import click

from nonosat import collection
from nonosat.cli.collection_options import where_option
from nonosat.cli.out_files import check_free, write_file
from nonosat.cli.output import emit_bytes


@click.command()
@click.option(
    "-o", "--output", metavar="OUT", required=True, help="The page to write; - is standard output."
)
@where_option
@click.option("--title", metavar="TEXT", help="The heading.  [default: the name of DB]")
@click.option(
    "--pictures",
    metavar="N",
    type=click.IntRange(0),
    default=48,
    show_default=True,
    help="Draw at most N solutions.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
@click.pass_context
def report(
    ctx: click.Context,
    /,
    output: str,
    where: str | None,
    title: str | None,
    pictures: int,
    force: bool,
) -> None:
    """Write a page about the collection: counts, sizes, difficulty, times, doubts, pictures.

    The page is one HTML file that needs no network and no other file.

    Exit codes: 0 done, 2 usage error, 4 no collection, 74 OUT cannot be written.
    """
    if output != "-":
        check_free(output, force=force)
    with collection.open(ctx.obj, write=False) as store:
        page = store.report(where=where, title=title, pictures=pictures).encode(
            "utf-8", "surrogatepass"
        )
    if output != "-":
        write_file(output, page, force=force)
        return
    emit_bytes(page)
