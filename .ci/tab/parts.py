"""Packs wheels into the parts that a page without a server loads. Runs inside Pyodide itself.

A part is an archive of compiled modules: a browser starts Python anew at each visit, and compiling
takes longer than everything else together. So we compile the modules with the same Python that will
run them, and leave out their sources and docstrings. Our own docstrings stay, because dataclasses
would otherwise replace them with signatures on import. All files of a part are compressed together
(tar, xz), which takes two thirds of the size of a ZIP; only Python's own library must be a ZIP.
"""

import importlib.util
import io
import json
import re
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

_EPOCH = (2020, 1, 1, 0, 0, 0)


def pack(task):
    """Write a part: files of ``sources`` (ZIPs) that match ``keep`` and not ``drop``."""
    keep, drop = re.compile(task["keep"]), re.compile(task["drop"])
    files = {}
    for source in task["sources"]:
        with zipfile.ZipFile(source) as archive:
            for name in archive.namelist():
                if not name.endswith("/"):
                    files[name] = archive.read(name)
    names = [name for name in sorted(files) if keep.search(name) and not drop.search(name)]
    kept = dict(compiled(name, files[name]) for name in names)
    write = write_zip if task["target"].endswith(".zip") else write_tar
    write(task["target"], kept)


def compiled(name, data):
    """A file of a part: a module is compiled, any other file stays unchanged."""
    if not name.endswith(".py"):
        return name, data
    level = 0 if name.startswith("nonosat/") else 2
    code = compile(data, name, "exec", dont_inherit=True, optimize=level)
    return f"{name}c", bytes(
        _code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False)
    )


def write_zip(target, files):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)


def write_tar(target, files):
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


with open("/tasks.json") as file:
    for task in json.load(file):
        pack(task)
