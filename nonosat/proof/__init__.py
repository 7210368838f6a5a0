# SPDX-License-Identifier: MIT
"""Certificates: proofs of verdicts, which anybody can check without trusting this program.

``write_certificate`` solves a puzzle and writes a file that proves the verdict;
``verify_certificate`` checks such a file. The two halves share the file format and its encoder, and
nothing else: importing this package or ``verify_certificate`` loads no solver of nonosat.

docs/reference/certificate.md describes the file format, the formula, and what weights prove: a
checker can be written from that text alone. In ``checker/``, ``container.py`` reads the file,
``formula.py`` makes the formula, and ``weights.py`` adds up weights.
``check.py`` and ``engine.py`` check proofs; ``writer.py`` makes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.proof.checker.check import verify_certificate
from nonosat.proof.checker.verification import CertificateCheck

if TYPE_CHECKING:
    from nonosat.proof.writer import WrittenCertificate, write_certificate

__all__ = ["CertificateCheck", "WrittenCertificate", "verify_certificate", "write_certificate"]

_HOMES = dict.fromkeys(("WrittenCertificate", "write_certificate"), "nonosat.proof.writer")
"""The writing half loads the solver."""


def __getattr__(name: str) -> object:
    """A public name, looked up when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
