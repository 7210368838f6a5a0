# SPDX-License-Identifier: MIT
"""The endpoints of certificates: make one, check one, and export its files for other programs.

They are not among the questions, since ``proof`` takes long to import and is rarely needed.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonosat.errors import CertificateError
from nonosat.formats.files import scratch_folder
from nonosat.web.handlers.call import Call
from nonosat.web.requests import Reply, message_reply, named, stem


def certificate(call: Call) -> Reply:
    """A file that proves the verdict to people who do not trust this program."""
    from nonosat.proof import write_certificate

    puzzle = call.puzzle()
    with scratch_folder(call.request.scratch or None) as folder:
        path = os.path.join(folder, "puzzle.nonocert")
        done = write_certificate(puzzle, path, **call.limits)
        if done.path is None:
            reason = "" if done.reason is None else done.reason.value
            message = f"no certificate could be made within the limits ({reason})"
            return message_reply(503, f"limit: {reason}", message)
        with open(path, "rb") as file:
            data = file.read()
    name = named(puzzle.title, ".nonocert")
    headers = (name, ("x-nonosat-verdict", done.report.verdict.value))
    return Reply(200, data, "application/octet-stream", headers)


def verify(call: Call) -> dict[str, Any]:
    """Whether a certificate proves its claim, by code that shares nothing with the solver."""
    from nonosat.proof import verify_certificate

    lang = call.fields.get("lang", "en")
    with _uploaded(call) as (path, _):
        found = verify_certificate(path, time_limit=call.rest, lang=lang)
    return found.as_dict() | {"words": str(found)}


def export(call: Call) -> Reply:
    """The formula and the proof of a certificate, for any SAT solver and proof checker.

    Raises:
        CertificateError: the certificate proves its claim without a formula (two solutions,
            weights), or is not accepted.
    """
    from nonosat.proof import verify_certificate

    packed = io.BytesIO()
    title = call.fields.get("title", "")
    with _uploaded(call) as (path, folder):
        found = verify_certificate(path, time_limit=call.rest, export=folder)
        names = [
            name for name in ("puzzle.cnf", "puzzle.drat") if os.path.exists(f"{folder}/{name}")
        ]
        if not names:
            why = "proves its claim without a formula" if found.accepted else "is not accepted"
            raise CertificateError(f"the certificate {why}: it has no files to export")
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                archive.write(f"{folder}/{name}", name.replace("puzzle", stem(title) or "puzzle"))
    return Reply(200, packed.getvalue(), "application/zip", (named(title, ".zip"),))


@contextmanager
def _uploaded(call: Call) -> Iterator[tuple[str, str]]:
    """The body as a file, and an empty folder; both are deleted after the block."""
    with scratch_folder(call.request.scratch or None) as folder:
        path = os.path.join(folder, "puzzle.nonocert")
        with open(path, "wb") as file:
            file.write(call.request.body)
        files = os.path.join(folder, "files")
        os.mkdir(files)
        yield path, files
