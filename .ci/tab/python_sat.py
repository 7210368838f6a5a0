"""Corrects python-sat's wheel for a browser: ``python .ci/tab/python_sat.py WHEEL``.

python-sat 1.9.dev17 reads the budgets of conflicts and propagations as C ``long`` into variables of
64 bits. In WebAssembly a ``long`` has 32, so the upper half is undefined, and a solver with a
budget does not stop: limits of time and withdrawn questions would not end it. The format of these
arguments, "OOl" and its end "Ol", occurs once in the module; "OOL" reads 64 bits.

Rejected: to build the wheel from its sources, with ten solvers and in ten minutes. When a version
of python-sat has the correction, delete this file; it ends with an error if the format does not
occur exactly once.
"""

from __future__ import annotations

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

WRONG, RIGHT = b"OOl\0", b"OOL\0"


def correct(wheel: Path) -> None:
    """Correct a wheel in place."""
    with zipfile.ZipFile(wheel) as archive:
        files = {info: archive.read(info) for info in archive.infolist()}
    lines: dict[str, str] = {}
    for info, data in files.items():
        if info.filename.startswith("pysolvers") and info.filename.endswith(".so"):
            if data.count(WRONG) != 1:
                sys.exit(f"{wheel.name}: the budgets' format must occur once: see {__file__}")
            files[info] = new = data.replace(WRONG, RIGHT)
            digest = base64.urlsafe_b64encode(hashlib.sha256(new).digest()).rstrip(b"=").decode()
            lines[info.filename] = f"{info.filename},sha256={digest},{len(new)}"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, data in files.items():
            new = data
            if info.filename.endswith(".dist-info/RECORD"):
                old = data.decode().splitlines()
                new = "\n".join([*(lines.get(one.split(",")[0], one) for one in old), ""]).encode()
            archive.writestr(info, new)


if __name__ == "__main__":
    correct(Path(sys.argv[1]))
