# SPDX-License-Identifier: MIT
"""Certificates: proofs of verdicts, which anybody can check without trusting this program.

``write_certificate`` solves a puzzle and writes a file that proves the verdict;
``verify_certificate`` checks such a file. The two halves share only the file format and its
encoder: a name is looked up when it is first used, so that importing this package or
``verify_certificate`` loads no solver of nonosat.

docs/reference/certificate.md describes the file format, the formula, and the proof by weights: a
checker can be written from that text alone. In ``checker/``, ``container.py`` reads the file,
``formula.py`` makes the formula, and ``weights.py`` adds up weights.
``check.py`` and ``engine.py`` check proofs; ``writer.py`` makes them.
"""

from nonosat import _lazy

_HOMES = {
    ".checker.check": "verify_certificate",
    ".checker.verification": "CertificateCheck",
    ".writer": "WrittenCertificate write_certificate",
}

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
