# SPDX-License-Identifier: MIT
"""``--certificate``: where the certificates go, and what is said when there is none."""

from __future__ import annotations

import os
from typing import Any

import click

from nonosat import formats
from nonosat.cli.common import UNKNOWN, Item, complain
from nonosat.cli.solving import REASONS, Answer
from nonosat.proof.writer import SUFFIX, certify
from nonosat.report import Verdict

__all__ = ["Certificates"]


class Certificates:
    """Writes the certificates of one run: to the file that was named, or into that folder.

    It is a folder if ``folder`` is set, if there is one already, or if a file holds several
    puzzles.
    """

    def __init__(self, path: str, *, folder: bool, options: dict[str, Any]) -> None:
        self._path = path
        self._folder = folder or os.path.isdir(path) or path.endswith(os.sep)
        self._options = options
        self._names: set[str] = set()

    def write(self, answer: Answer, codes: list[int]) -> str | None:
        """The path of the certificate; None if there is none, which is told, and the code noted.

        Raises:
            click.UsageError: it cannot be written there.
        """
        report = answer.report
        if report.verdict is Verdict.UNKNOWN:
            return None
        limit = self._options["time_limit"]
        try:
            made = certify(
                answer.puzzle,
                self._target(answer.item),
                report=report,
                time_limit=None if limit is None else max(0.0, limit - report.seconds),
                conflict_limit=self._options["conflict_limit"],
            )
        except OSError as error:
            where = error.filename2 or error.filename or self._path
            raise click.UsageError(f"--certificate: {where}: {error.strerror}") from error
        if made.path is None:
            codes.append(UNKNOWN)
            why = "unknown" if made.reason is None else REASONS[made.reason]
            complain(f"{answer.item.name}: no certificate: the proof was not finished ({why})")
        return made.path

    def _target(self, item: Item) -> str:
        if not self._folder and item.index is None:
            return self._path
        os.makedirs(self._path, exist_ok=True)
        if item.file == "-" or formats.looks_literal(item.file):
            stem = "puzzle"
        else:
            stem = os.path.splitext(os.path.basename(item.file))[0] or "puzzle"
        if item.index is not None:
            stem = f"{stem}-{item.index}"
        name, number = stem, 1
        while name in self._names:  # files of the same name in different folders
            number += 1
            name = f"{stem}_{number}"
        self._names.add(name)
        return os.path.join(self._path, name + SUFFIX)
