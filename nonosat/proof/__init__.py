# SPDX-License-Identifier: MIT
"""Certificates: verdicts that somebody who trusts none of this program can check.

``certify`` solves a puzzle and writes a file that proves the verdict; ``verify`` checks such a
file. The two halves share the file format and the encoder, and nothing else: importing this package
or ``verify`` loads no solver of nonosat.

``container.py`` describes the file format, ``encoding.py`` the formula: a checker can be written
from these two texts alone. ``write.py`` and ``trim.py`` make proofs, ``check.py`` and ``engine.py``
check them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.proof.checker.check import Verification, verify

if TYPE_CHECKING:
    from nonosat.proof.writer import Certification, certify

__all__ = ["Certification", "Verification", "certify", "verify"]


def __getattr__(name: str) -> Any:
    if name in ("Certification", "certify"):  # the writing half loads the solver
        from nonosat.proof import writer

        return getattr(writer, name)
    raise AttributeError(f"module 'nonosat.proof' has no attribute {name!r}")
