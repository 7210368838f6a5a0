# SPDX-License-Identifier: MIT
"""``nonosat verify-certificate``: does the file prove what it claims?"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from nonosat.cli.destination import cannot_write, exists
from nonosat.cli.exits import BAD_INPUT, DONE, MULTIPLE, UNKNOWN, worst
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs
from nonosat.cli.options import PuzzleFile, Seconds, choice_option, format_option, strict_option
from nonosat.cli.output import complain, emit, emit_json
from nonosat.errors import CertificateError, NoPuzzleError
from nonosat.formats.arguments import Argument
from nonosat.formats.folders import walk
from nonosat.model.puzzle import Puzzle
from nonosat.proof import verify_certificate as verify
from nonosat.proof.checker.engine import ENGINES
from nonosat.proof.checker.verification import CertificateCheck

_CODES = {"accepted": DONE, "refused": MULTIPLE, "limit": UNKNOWN, "unsupported": UNKNOWN}
_SUFFIX = ".nonocert"


@command(
    "verify-certificate",
    status={
        0: "accepted",
        1: "refused; the step and the reason are printed",
        4: "CERT is not a certificate, or PUZZLE not a puzzle",
        5: "undecided: a limit is reached, or the encoding is unknown",
    },
)
@click.argument("certificate", metavar="CERT", type=click.Path())
@click.argument("puzzle_file", metavar="[PUZZLE]", required=False, type=PuzzleFile())
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="SECONDS",
    default=600.0,
    show_default=True,
    help="Give up after SECONDS per certificate: neither accepted nor refused.",
)
@choice_option(
    "--engine",
    ENGINES,
    "The program for unit propagation; plain is slow Python that needs no SAT solver.",
    default=ENGINES[0],
)
@click.option(
    "--drat-trim",
    metavar="PATH",
    type=click.Path(),
    help="Let this program check the proof, instead of an engine.",
)
@click.option(
    "--export",
    metavar="DIR",
    type=click.Path(),
    help="Write formula and proof to DIR as NAME.cnf (DIMACS) and NAME.drat (DRAT), for any tool.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@format_option
@strict_option
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per certificate, each on a line."
)
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors, nothing else: the exit status has the answer.",
)
def verify_certificate(
    certificate: str,
    puzzle_file: Argument | None,
    time_limit: float,
    engine: str,
    drat_trim: str | None,
    export: str | None,
    force: bool,
    format_name: str | None,
    strict: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Verify a certificate, without trusting it or its writer.

    CERT may be a folder: then the files NAME.nonocert in it and its subfolders are checked, except
    hidden ones. A file that cannot be read is bad input.

    The puzzle is the one in the certificate; PUZZLE, if given, must be the same. The check compares
    the runs of each solution with the clues, makes the formula from the clues, and derives every
    step of the proof by unit propagation; a proof by weights has no formula and no steps, and is
    added up. No code that solves puzzles is used; the engine does only unit propagation.
    """
    check = partial(verify, time_limit=time_limit, engine=engine, drat_trim=drat_trim)
    if not os.path.isdir(certificate):
        puzzle = None
        if puzzle_file is not None:
            puzzle = _puzzle(Inputs((puzzle_file,), format_name, as_json, quiet, strict=strict))
            if puzzle is None:
                return BAD_INPUT
        if not force:
            _refuse_existing(certificate, export)
        return _check(partial(check, puzzle=puzzle), certificate, as_json, quiet, export)
    if puzzle_file is not None:
        raise click.UsageError(f"{certificate} is a folder: PUZZLE goes with one certificate")
    codes = []
    for path, fault in walk(certificate):
        if fault is not None and not isinstance(fault, NoPuzzleError):
            _no_certificate(path, str(fault), as_json)
            codes.append(BAD_INPUT)
        elif path.endswith(_SUFFIX):
            below = os.path.relpath(os.path.dirname(path), certificate)
            place = None if export is None else os.path.normpath(os.path.join(export, below))
            if not force:
                _refuse_existing(path, place)
            codes.append(_check(check, path, as_json, quiet, place))
    if not codes:
        _no_certificate(certificate, f"no certificate (*{_SUFFIX}) in this folder", as_json)
        codes.append(BAD_INPUT)
    return worst(codes)


def _refuse_existing(certificate: str, export: str | None) -> None:
    """Raise a usage error if the export would replace a file."""
    if export is not None:
        name = Path(certificate).stem
        for path in (os.path.join(export, name + end) for end in (".cnf", ".drat")):
            if os.path.lexists(path):
                raise exists(path)


def _check(
    check: Callable[..., CertificateCheck],
    certificate: str,
    as_json: bool,
    quiet: bool,
    export: str | None = None,
) -> int:
    """Check one certificate and print the result; the exit code."""
    try:
        result = check(certificate, export=export)
    except CertificateError as error:
        _no_certificate(certificate, f"cannot be read as a certificate: {error}", as_json)
        return BAD_INPUT
    except OSError as error:
        if export is not None and os.path.isfile(certificate) and error.filename != certificate:
            raise cannot_write(str(error.filename or export), error) from None
        where = error.filename if isinstance(error.filename, str) else certificate
        _no_certificate(where, error.strerror or str(error), as_json)
        return BAD_INPUT
    if as_json:
        emit_json({"file": certificate, **result.as_dict()})
    elif not quiet:
        answer, *checked = result.lines()
        for line in (f"{certificate}: {answer}", *checked):
            emit(line)
    return _CODES[result.outcome]


def _puzzle(inputs: Inputs) -> Puzzle | None:
    """The only puzzle of PUZZLE; None, with a message, if it is broken."""
    several = "PUZZLE holds several puzzles: give a file with only the puzzle of the certificate"
    found: list[Puzzle] = []

    def read(_: object, puzzle: Puzzle) -> int:
        found.append(puzzle)
        return DONE

    inputs.each(read, several)
    return found[0] if found else None


def _no_certificate(file: str, why: str, as_json: bool) -> None:
    if as_json:
        emit_json({"file": file, "error": [why]})
    else:
        complain(f"{file}: {why}")
