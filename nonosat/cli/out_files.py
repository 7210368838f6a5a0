# SPDX-License-Identifier: MIT
"""Files that a command writes: their names, and that nothing is replaced by accident."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from nonosat.cli.input import Source
from nonosat.formats.arguments import Kind
from nonosat.formats.files import whole_file


def name_stem(source: Source) -> str:
    """The name of a file for a puzzle, without folder and suffix; with its number among many."""
    if source.kind is not Kind.FILE:
        stem = "puzzle"
    else:
        stem = os.path.splitext(os.path.basename(source.file))[0] or "puzzle"
    return stem if source.index is None else f"{stem}-{source.index}"


def check_free(path: str, *, force: bool) -> None:
    """Raise UsageError if a file is there and ``force`` is False: before work that takes long."""
    if not force and os.path.lexists(path):
        raise click.UsageError(f"{path} is there already: add --force to replace it")


def write_file(path: str, data: bytes | Iterable[bytes], *, force: bool) -> None:
    """Write a file in one step, and make the folder that it lies in.

    ``data``: its bytes, or pieces of them that are made while it is written; where making them
    fails, there is no file.

    Raises:
        click.UsageError: it is there and ``force`` is False, or it cannot be written.
    """
    check_free(path, force=force)
    try:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with whole_file(path) as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
