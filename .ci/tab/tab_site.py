"""Makes the page without a server, by default in build/site: ``.ci/tab/tab_site.py [FOLDER]``.

It needs node, ``npm ci`` (Pyodide), the wheels of .ci/tab/wheel and .ci/tab/pillow, and PyPI for
the packages of .ci/tab/requirements.txt. The folder then has

* the files of nonosat/web/static, unchanged except where.js, which lists all files,
* lang/: the texts of each language for the page (.json) and its catalogue for Python (.po); the
  page loads those of one language,
* python/: Pyodide, the parts of nonosat (.ci/tab/parts.py), and the project's own puzzles.

Names of parts contain the beginning of their hash, so a browser keeps unchanged parts. We check two
sizes here: the files needed before Python can answer, and all files.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from python_sat import correct

from nonosat import languages
from nonosat.web.http.guard import POLICY as SERVER_POLICY
from nonosat.web.http.page_files import page_texts

ROOT = Path(__file__).parents[2]
SITE = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/site"
BUILD = ROOT / "build/tab"
PYODIDE = ROOT / "node_modules/pyodide"
TAG = "pyemscripten_2026_0_wasm32"
MOST_FIRST, MOST_ALL = 10_000_000, 20_000_000
"""Limits of compressed bytes: of the files needed before Python can answer, and of all files."""
MEMORY = 1024
"""MiB of memory that a worker may use."""

POLICY = SERVER_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of the server, with WebAssembly allowed: Python is compiled to it."""
NO_TESTS = (
    r"(^|/)(tests?|testing|examples|allies)/|/_[a-z]\w*\.pyi$|\.typed$|"
    r"\.dist-info/(?!METADATA|licenses)|\.data/"
)
PARTS: dict[str, dict[str, Any]] = {
    "stdlib": {
        "suffix": ".zip",  # Python reads it before it can unpack anything
        "wheels": [],
        "drop": r"^(idlelib|tkinter|turtle|turtledemo|ensurepip|venv|unittest|_pyrepl|pydoc_data|"
        r"xmlrpc|wsgiref|curses|dbm|lib2to3|test|pdb|doctest|pydoc|mailbox|imaplib|poplib|smtplib|"
        r"ftplib|nntplib|telnetlib|pickletools|antigravity|this|cProfile|profile|pstats|trace|"
        r"tabnanny|asyncio/windows|multiprocessing)\b",
    },
    "nonosat": {
        "suffix": ".tar.xz",
        "wheels": ["nonosat", "python_sat"],
        "drop": NO_TESTS + r"|^nonosat/(data|cli|web/static)/|\.(c|h|md|txt|po)$"
        r"|^nonosat/web/(serving|asking|guard|desk|uvicorn_private|openapi)\.py|\.npz$",
    },
    "pictures": {
        "suffix": ".tar.xz",
        "wheels": ["pillow", "reportlab", "segno"],
        "keep": r"^PIL/|^reportlab/(__init__|rl_config|rl_settings)\.py|"
        r"^reportlab/lib/(__init__|abag|boxstuff|colors|fonts|logger|pagesizes|rl_accel|"
        r"rl_safe_eval|rltempfile|units|utils)\.py|^reportlab/pdfbase/(__init__|_fontdata\w*|"
        r"pdfdoc|pdfmetrics|pdfutils|rl_codecs|ttfonts)\.py|^reportlab/pdfgen/|"
        r"^segno/(__init__|consts|encoder|utils|writers)\.py|LICENSE$|FreeType\.txt$",
        "drop": NO_TESTS,
    },
}
LATER = {"PIL": "pictures", "reportlab": "pictures", "segno": "pictures"}
"""The parts that are loaded when one of their libraries is imported."""


def main() -> None:
    """Make the folder."""
    wheels = found_wheels()
    parts = make_parts(wheels)
    python = SITE / "python"
    SITE.mkdir(parents=True, exist_ok=True)
    copy_page()
    write_languages(SITE / "lang")
    shutil.rmtree(python, ignore_errors=True)
    python.mkdir()
    pyodide = copy_pyodide(python)
    names = {}
    for part, file in parts.items():
        names[part] = f"{part}-{digest(file)[:12]}{PARTS[part]['suffix']}"
        shutil.copyfile(file, python / names[part])
    write_puzzles(python / "puzzles.json")
    write_where(pyodide, names)
    report(pyodide, names)


def found_wheels() -> dict[str, Path]:
    """The wheels of all parts by the name of their project; wheels from PyPI are fetched."""
    folder = BUILD / "others"
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
        "--platform", TAG, "--python-version", "3.14", "--implementation", "cp",
        "--dest", str(folder), "--requirement", str(ROOT / ".ci/tab/requirements.txt"),
    ]  # fmt: skip
    subprocess.run(command, check=True)
    correct(next(folder.glob("python_sat-*.whl")))
    wheels = [*folder.glob("*.whl"), *BUILD.glob("wheels/*.whl"), *BUILD.glob("pillow/*.whl")]
    found = {wheel.name.partition("-")[0].lower(): wheel for wheel in wheels}
    wanted = {name for part in PARTS.values() for name in part["wheels"]}
    if missing := sorted(wanted - set(found)):
        sys.exit(
            f"these wheels are missing: {', '.join(missing)}: run .ci/tab/wheel, .ci/tab/pillow"
        )
    check_age(found["nonosat"])
    return found


def check_age(wheel: Path) -> None:
    """End with an error if the sources in the wheel differ from the checkout."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("nonosat/") and name.endswith(".py"):
                source = ROOT / name
                if not source.is_file() or source.read_bytes() != archive.read(name):
                    sys.exit(f"{wheel.name} has another {name}: run .ci/tab/wheel again")


def make_parts(wheels: dict[str, Path]) -> dict[str, Path]:
    """The files of the parts."""
    folder = BUILD / "parts"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tasks = []
    for name, part in PARTS.items():
        sources = [str(wheels[wheel].relative_to(ROOT)) for wheel in part["wheels"]]
        if name == "stdlib":
            sources.append(str((PYODIDE / "python_stdlib.zip").relative_to(ROOT)))
        target = str((folder / f"{name}{part['suffix']}").relative_to(ROOT))
        task = {"sources": sources, "drop": part["drop"], "target": target}
        tasks.append({"keep": part.get("keep", ""), **task})
    (folder / "tasks.json").write_text(json.dumps(tasks))
    subprocess.run(["node", ".ci/tab/parts.mjs", str(folder / "tasks.json")], check=True, cwd=ROOT)
    return {name: folder / f"{name}{part['suffix']}" for name, part in PARTS.items()}


def copy_page() -> None:
    """The files of the page, as the server sends them."""
    static = ROOT / "nonosat/web/static"
    shutil.copytree(static, SITE, dirs_exist_ok=True)
    page = (SITE / "index.html").read_text()
    within = POLICY.partition("; frame-ancestors")[0]  # only a header may set this
    meta = f'<meta http-equiv="Content-Security-Policy" content="{within}">'
    (SITE / "index.html").write_text(page.replace("<title>", f"{meta}\n<title>", 1))


def write_languages(folder: Path) -> None:
    """The texts of each language."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for catalogue in sorted(languages.FOLDER.glob("*.po")):
        (folder / f"{catalogue.stem}.json").write_bytes(page_texts(catalogue))
        shutil.copyfile(catalogue, folder / catalogue.name)


def copy_pyodide(python: Path) -> str:
    """Pyodide, in a folder with its version."""
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    folder = python / f"pyodide-{version}"
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(PYODIDE / name, folder / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    lock["packages"] = {}  # we load our own
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    return f"{folder.name}/"


def write_puzzles(file: Path) -> None:
    """Write the project's own puzzles as the API returns them, with verdict and difficulty."""
    import nonosat
    from nonosat.explain.difficulty import difficulty_word
    from nonosat.web.handlers.call import puzzle_reply

    data = ROOT / "data"
    found = []
    for path in sorted(path for path in data.rglob("*") if path.is_file()):
        try:
            puzzle = nonosat.load(path)
        except nonosat.NonosatError:
            continue  # not a puzzle, or several puzzles
        report = nonosat.solve(puzzle)
        unique = report.verdict is nonosat.Verdict.UNIQUE
        difficulty = nonosat.rate(puzzle, steps=False).difficulty if unique else None
        found.append(
            {
                **puzzle_reply(puzzle),
                "file": str(path.relative_to(data)),
                "verdict": report.verdict.value,
                "difficulty": difficulty,
                "difficulty_word": None if difficulty is None else difficulty_word(difficulty),
            }
        )
    file.write_text(json.dumps(found, separators=(",", ":")))


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_where(pyodide: str, names: dict[str, str]) -> None:
    """Write where.js, which lists the files for the page and its service worker."""
    from nonosat._version import __version__
    from nonosat.draw.theme import THEMES
    from nonosat.explain.techniques import TECHNIQUES
    from nonosat.web.endpoints import ENDPOINTS, LONG_QUESTIONS, MOST_UNLIMITED, QUICK_SECONDS

    static = ROOT / "nonosat/web/static"
    first = [
        f"python/{pyodide}{name}"
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
    ]
    first += [f"python/{names[part]}" for part in ("stdlib", "nonosat")]
    first.append("python/puzzles.json")
    later = [f"python/{names[part]}" for part in sorted(set(LATER.values()))]
    page = [
        str(path.relative_to(static))
        for path in sorted(static.rglob("*"))
        if path.is_file() and path.name not in ("sw.js", "where.js")
    ]
    lang = [f"lang/{path.name}" for path in sorted((SITE / "lang").iterdir())]
    files = {name: digest(SITE / name)[:24] for name in [*page, *first, *later, *lang]}
    quick = [endpoint for endpoint in ENDPOINTS.values() if endpoint.quick]
    tab = {
        "version": __version__,
        "edition": hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16],
        "files": files,
        "later": {"files": later, "names": {name: names[part] for name, part in LATER.items()}},
        "folder": "python/",
        "pyodide": pyodide,
        "stdlib": names["stdlib"],
        "first": {
            "parts": [names["nonosat"]],
            "total": sum((SITE / name).stat().st_size for name in first[:-1]),
        },
        "quick": sorted(one.path for one in quick if "{" not in one.path),
        "limited": sorted(one.path for one in quick if one.limited),
        "limit": QUICK_SECONDS,
        "most": MOST_UNLIMITED,
        "long": sorted(LONG_QUESTIONS),
        "streams": sorted(one.path for one in ENDPOINTS.values() if one.streams),
        "memory": MEMORY,
        "policy": POLICY,
        "techniques": list(TECHNIQUES),
        "themes": list(THEMES),
        "puzzles": "python/puzzles.json",
    }
    head = "// Made by .ci/tab/tab_site.py: the files of a page without a server.\n"
    (SITE / "where.js").write_text(f"{head}self.TAB = {json.dumps(tab, indent=1)};\n")


def report(pyodide: str, names: dict[str, str]) -> None:
    """Print the sizes, compressed as a web host sends them; fail if they are too large."""
    text = (SITE / "where.js").read_text()
    tab = json.loads(text[text.index("{") : text.rindex(";")])
    later = set(tab["later"]["files"])
    sizes = {name: packed(SITE / name) for name in tab["files"]}
    for name, size in sorted(sizes.items(), key=lambda pair: -pair[1])[:8]:
        print(f"{size:>10,} {name}")
    first = sum(
        size for name, size in sizes.items() if name not in later and not name.startswith("lang/")
    )
    total = sum(sizes.values())
    print(f"{first:>10,} until Python can answer\n{total:>10,} in all")
    if first > MOST_FIRST or total > MOST_ALL:
        sys.exit(f"too much: at most {MOST_FIRST:,} and {MOST_ALL:,} bytes")


def packed(file: Path) -> int:
    """The bytes of a file as a host sends it: compressed, unless it is an archive."""
    data = file.read_bytes()
    return len(data) if file.suffix in (".zip", ".xz") else len(gzip.compress(data))


if __name__ == "__main__":
    main()
