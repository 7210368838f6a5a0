# SPDX-License-Identifier: MIT
"""``check --certificate``: where the certificates go, and their file names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from nonosat.cli.answers import Answer
from nonosat.cli.exits import UNKNOWN
from nonosat.cli.input import Source
from nonosat.cli.out_files import name_stem
from nonosat.cli.output import complain
from nonosat.formats.arguments import Kind, argument
from nonosat.model.report import Verdict
from nonosat.proof.writer import SUFFIX, certify
from nonosat.words import uncertified_words


class Certificates:
    """Writes the certificates of one run, to the file ``path`` or into the folder ``path``.

    It is a folder if it ends like one or is one already, if several files or a folder of puzzles
    were named, or if a file holds several puzzles. ``options`` are those of the command.
    """

    def __init__(self, path: str, files: Sequence[str], options: dict[str, Any]) -> None:
        self._path = path
        self._folder = (
            len(files) > 1
            or any(argument(file).kind is Kind.FOLDER for file in files)
            or os.path.isdir(path)
            or path.endswith(os.sep)
        )
        self._options = options
        self._names: set[str] = set()

    def write(self, answer: Answer, codes: list[int]) -> str | None:
        """The path of the certificate, or None if there is none.

        The reason is then printed on stderr, and UNKNOWN is added to ``codes``.

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
                self._target(answer.source),
                report=report,
                time_limit=None if limit is None else max(0.0, limit - report.seconds),
                conflict_limit=self._options["conflict_limit"],
            )
        except OSError as error:
            raise click.UsageError(f"--certificate {self._path}: {error.strerror}") from error
        if made.path is None:
            codes.append(UNKNOWN)
            complain(f"{answer.source.name}: {uncertified_words(made.reason)}")
        return made.path

    def _target(self, source: Source) -> str:
        if not self._folder and source.index is None:
            return self._path
        os.makedirs(self._path, exist_ok=True)
        stem = name_stem(source)
        name, number = stem, 1
        while name in self._names:  # files of the same name in different folders
            number += 1
            name = f"{stem}_{number}"
        self._names.add(name)
        return os.path.join(self._path, name + SUFFIX)
