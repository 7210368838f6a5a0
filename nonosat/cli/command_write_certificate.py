# SPDX-License-Identifier: MIT
"""``nonosat write-certificate``: solve puzzles and write proofs of the verdicts."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any

import click

from nonosat.cli import exits
from nonosat.cli.destination import Destination, writing
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import file_options, json_option, output_options, quiet_option
from nonosat.cli.output import complain, emit, emit_json
from nonosat.cli.progress import status
from nonosat.cli.solver_options import (
    Connect,
    basic_options,
    cluster_options,
    solve_arguments,
)
from nonosat.formats.arguments import Kind
from nonosat.model.puzzle import Puzzle


@command(
    "write-certificate",
    status={
        0: "all certificates are written",
        5: "a certificate is not written: a limit is reached",
    },
)
@file_options
@output_options(
    "The file to write (the usual suffix is .nonocert); for several puzzles a folder.",
    required=True,
)
@json_option
@quiet_option
@basic_options
@cluster_options()
def write_certificate(
    inputs: Inputs, out: Destination, cluster: Connect | None, **options: Any
) -> int:
    """Write proofs of verdicts, for people who want to check them.

    A certificate proves that a puzzle has one solution, several, or none;
    'nonosat verify-certificate' checks it. OUT is a folder if it is one already or ends with a
    slash, or if there are several puzzles. --time-limit holds for solving and proving together.
    """
    arguments = solve_arguments(options)
    writer = _Writer(out, inputs)

    def one(source: Source, puzzle: Puzzle) -> int:
        from nonosat.proof.writer import write_certificate as written

        path = writer.path(source)
        with status(source.name, inputs.quiet) as progress, writing(path):
            made = written(puzzle, path, progress=progress, **arguments)
        if inputs.as_json:
            emit_json({**source.origin(), "title": puzzle.title, **made.as_dict()})
        elif made.path is not None and not inputs.quiet:
            emit(f"{source.name}: {made}")
        if made.path is None:
            complain(f"{source.name}: {made}")
        return exits.UNKNOWN if made.path is None else exits.DONE

    with ExitStack() as opened:
        if cluster is not None:
            arguments["cluster"] = opened.enter_context(cluster())
        return inputs.each(one)


class _Writer:
    """The names of the certificates: OUT itself, or files in the folder OUT."""

    def __init__(self, out: Destination, inputs: Inputs) -> None:
        path = str(out.output)
        self._out = out
        self._names: set[str] = set()
        self.folder = (
            len(inputs.files) > 1
            or any(file.kind is Kind.FOLDER for file in inputs.files)
            or os.path.isdir(path)
            or path.endswith(("/", os.sep))
        )
        if out.stdout:
            raise click.UsageError("-o -: name a file or folder")
        if not self.folder:
            out.check_free()
            if out.suffix:
                from nonosat.proof.writer import SUFFIX

                out.check_suffix((SUFFIX,))

    def path(self, source: Source) -> str:
        """The file for a puzzle, whose folder exists.

        Raises:
            click.UsageError: the file exists, and may not be replaced.
            OutputError: its folder cannot be made.
        """
        from nonosat.proof.writer import SUFFIX

        if not self.folder and source.index is None:
            return str(self._out.output)
        name, number = source.stem, 1
        while name in self._names:  # files of the same name in different folders
            number += 1
            name = f"{source.stem}_{number}"
        self._names.add(name)
        out = self._out.inside(name + SUFFIX)
        out.check_free()
        with writing(str(out.output)):
            os.makedirs(str(self._out.output), exist_ok=True)
        return str(out.output)
