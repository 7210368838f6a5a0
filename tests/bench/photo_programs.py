# SPDX-License-Identifier: MIT
"""Pictures of puzzles not drawn for this test: are they read rightly, or refused?

    python -m tests.bench.photo_programs [pattern] [picmi] [sheets] [drawings] [--keep FOLDER]

``pattern``: Pattern of Simon Tatham's collection (Debian: sgt-puzzles), at several sizes of the
cells, light and dark, alone and on a desktop, new and half played. ``picmi``: Picmi of KDE (Debian:
picmi, dbus-daemon), windows of several sizes. Both run under a virtual display (xvfb, xdotool,
imagemagick) and show puzzles of ``data/``, which they get as a game id or as a set of levels, so
the truth is known. These are the programs for nonograms in Debian 12. ``sheets``: the output of
``nonosat print``, as a PDF, and rendered at 100 to 300 dots per inch (pypdfium2), with the QR code
and without. ``drawings``: the output of ``nonosat draw``, in all themes.

The pictures are kept only with ``--keep``. The status is 1 if a wrong reading was accepted.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

import nonosat
from nonosat import EMPTY, UNKNOWN, Grid, Puzzle
from nonosat.errors import NonosatError, library

_ROOT = Path(__file__).resolve().parents[2]
_PATTERN = "/usr/games/sgt-pattern"
_PICMI = "/usr/games/picmi"
_SCREEN = (2400, 1900)
_PATIENCE = 45.0
"""Seconds until a window must be there."""
_DARK = {0: "202124", 1: "3a3d42", 2: "e8eaed", 3: "d0d4d8", 4: "28292c", 5: "80868b"}
"""Colours of Pattern by number: page, empty, filled, numbers, unknown, lines."""
_PATTERN_CASES = [
    ("house", 20), ("house", 32), ("heart", 24), ("heart", 60), ("boat", 48), ("cat", 24),
    ("anchor", 24), ("anchor", 36), ("bee", 20), ("camera", 24), ("castle", 22), ("castle", 28),
    ("dragonfly", 24), ("elephant", 20), ("fox", 24), ("fox", 16), ("rocket", 28),
    ("hot-air-balloon", 20), ("noise-30x30-1", 24), ("noise-18x18-7733", 24), ("saturn", 24),
    ("steam-train", 24), ("telescope", 18), ("iron-tower", 24), ("violin", 22), ("swan", 40),
    ("whale", 22), ("windmill", 20),
]  # fmt: skip
_PICMI_CASES = [
    ("house", 700, 560), ("heart", 700, 560), ("boat", 500, 420), ("anchor", 800, 700),
    ("bee", 700, 560), ("cat", 640, 640), ("fox", 900, 800), ("fox", 1400, 1200),
    ("owl", 1000, 900), ("rocket", 700, 800), ("noise-18x18-1381", 900, 800),
    ("steam-train", 1700, 1100), ("telescope", 1500, 1300), ("dragonfly", 1100, 1000),
]  # fmt: skip
_SHEETS = ("heart", "cat", "fox", "anchor", "parrot", "telescope", "steam-train", "noise-30x30-1")


@dataclass(frozen=True, slots=True)
class Case:
    """A picture of a puzzle, and the truth."""

    name: str
    picture: Image.Image | bytes
    puzzle: Puzzle
    given: Grid | None = None


def _puzzle(name: str) -> Puzzle:
    (path,) = (_ROOT / "data").glob(f"{name}.*")
    return nonosat.load(path)


def _half_played(puzzle: Puzzle, seed: int) -> Grid:
    """A part of the solution: some rows, and each cell of the others with one chance in four."""
    chance = random.Random(seed)
    goal = puzzle.goal or puzzle.solve().solutions[0]
    known = [chance.random() < 0.3 for _ in range(puzzle.height)]
    cells = [
        [cell if known[row] or chance.random() < 0.25 else UNKNOWN for cell in goal.row(row)]
        for row in range(puzzle.height)
    ]
    return Grid.from_rows(cells)


class Display:
    """A virtual display and the programs on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "run").mkdir(mode=0o700)
        (folder / "home").mkdir()
        size = f"{_SCREEN[0]}x{_SCREEN[1]}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.server.stdout is not None
        self.environment = os.environ | {
            "DISPLAY": f":{self.server.stdout.readline().strip()}",
            "HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder / "run"),
        }  # fmt: skip

    def output(self, *command: str) -> bytes:
        return subprocess.run(
            command, env=self.environment, capture_output=True, check=False
        ).stdout

    def windows(self, pattern: str) -> list[str]:
        """The windows whose class fits, in the order in which they appeared."""
        found = self.output("xdotool", "search", "--onlyvisible", "--class", pattern)
        return found.decode().split()

    def window(self, pattern: str, number: int = 1) -> str:
        """A window, as soon as it is there."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            found = self.windows(pattern)
            if len(found) >= number:
                return found[number - 1]
            time.sleep(0.1)
        raise TimeoutError(f"no window {number} of {pattern}")

    def resize(self, window: str, width: int, height: int) -> None:
        self.output("xdotool", "windowsize", window, str(width), str(height))
        time.sleep(0.8)

    def press(self, window: str, key: str) -> None:
        self.output("xdotool", "windowfocus", window)
        time.sleep(0.3)
        self.output("xdotool", "key", key)

    def shot(self, window: str) -> Image.Image:
        """The picture of a window, or of the whole display (``root``)."""
        self.output("xdotool", "mousemove", str(_SCREEN[0] - 2), str(_SCREEN[1] - 2))
        time.sleep(0.3)
        data = self.output("import", "-silent", "-window", window, "png:-")
        return Image.open(io.BytesIO(data)).convert("RGB")

    @contextmanager
    def program(self, *command: str, **variables: str) -> Iterator[None]:
        """A program that runs as long as the block."""
        with subprocess.Popen(
            command, env=self.environment | variables, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                yield
            finally:
                _end(process)

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and the processes it started, by its own process group."""
    try:
        os.killpg(process.pid, 15)
        process.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
    except ProcessLookupError:
        pass


def _save_file(puzzle: Puzzle, given: Grid | None) -> str:
    """A save file of Pattern, with one move for each cell that is known."""
    text = nonosat.dumps(puzzle, format="sgt")
    if given is None:
        return text
    moves = [
        f"{'E' if value == EMPTY else 'F'}{column},{row},1,1"
        for row in range(puzzle.height)
        for column, value in enumerate(given.row(row))
        if value != UNKNOWN
    ]
    kept = [line for line in text.splitlines() if not line.startswith(("NSTATES", "STATEPOS"))]
    count = str(len(moves) + 1)
    kept.append(f"NSTATES :{len(count)}:{count}")
    kept.append(f"STATEPOS:{len(count)}:{count}")
    kept += [f"MOVE    :{len(move)}:{move}" for move in moves]
    return "\n".join(kept) + "\n"


def pattern(display: Display) -> Iterator[Case]:
    """Simon Tatham's Pattern."""
    for number, (name, size) in enumerate(_PATTERN_CASES):
        puzzle = _puzzle(name)
        played = number % 4 == 3
        dark = number % 5 == 2
        given = _half_played(puzzle, number) if played else None
        path = display.folder / "game.sav"
        path.write_text(_save_file(puzzle, given), encoding="ascii")
        variables = {"PATTERN_TILESIZE": str(size)}
        if dark:
            variables |= {f"PATTERN_COLOUR_{key}": rgb for key, rgb in _DARK.items()}
        with display.program(_PATTERN, str(path), **variables):
            window = display.window("attern")
            time.sleep(1.0)
            whole = number % 3 == 1
            shot = display.shot("root" if whole else window)
        words = [f"pattern {name} {puzzle.width}x{puzzle.height} cell {size}"]
        words += [word for word, so in (("dark", dark), ("played", played)) if so]
        words += ["on a desktop"] if whole else []
        yield Case(", ".join(words), shot, puzzle, given)


def _levels(puzzle: Puzzle) -> str:
    """A set of levels of Picmi with one puzzle."""
    goal = puzzle.goal or puzzle.solve().solutions[0]
    rows = [
        f"<row>{''.join('-' if cell == EMPTY else '1' for cell in goal.row(row))}</row>"
        for row in range(puzzle.height)
    ]
    board = '<board name="One" author="" difficulty="1">' + "".join(rows) + "</board>"
    return f'<?xml version="1.0"?>\n<picmi name="One">{board}</picmi>\n'


def picmi(display: Display) -> Iterator[Case]:
    """Picmi of KDE; its only level is the puzzle."""
    share = display.folder / "share"
    (share / "picmi" / "levels").mkdir(parents=True)
    for folder in ("picmi/themes", "mime", "icons", "kxmlgui5"):
        (share / folder).symlink_to(Path("/usr/share") / folder)
    for number, (name, width, height) in enumerate(_PICMI_CASES):
        puzzle = _puzzle(name)
        (share / "picmi" / "levels" / "one.xml").write_text(_levels(puzzle), encoding="ascii")
        command = ("dbus-run-session", "--", _PICMI)
        with display.program(*command, XDG_DATA_DIRS=str(share)):
            window = display.window("picmi")
            time.sleep(2.0)
            display.press(window, "ctrl+o")
            dialog = display.window("picmi", 2)
            time.sleep(1.0)
            display.press(dialog, "alt+o")
            time.sleep(1.0)
            display.resize(window, width, height)
            time.sleep(1.0)
            shot = display.shot("root" if number % 3 == 1 else window)
        size = f"{puzzle.width}x{puzzle.height}"
        yield Case(f"picmi {name} {size}, window {width}x{height}", shot, puzzle)


def sheets(folder: Path) -> Iterator[Case]:
    """Our own sheets, on paper."""
    pdfium = library("pypdfium2")
    for number, name in enumerate(_SHEETS):
        puzzle = _puzzle(name)
        (source,) = (_ROOT / "data").glob(f"{name}.*")
        for code in ("none", "nonosat"):
            book = folder / f"{name}-{code}.pdf"
            subprocess.run(
                [sys.executable, "-m", "nonosat", "print", "-q", str(source), "-o", str(book),
                 "--code", code, "--solutions", "none", "--no-contents", "--no-difficulty"],
                check=True,
            )  # fmt: skip
            yield Case(f"sheet {name}, PDF, code {code}", book.read_bytes(), puzzle)
            document = pdfium.PdfDocument(book)
            for dpi in (100, 150, 200, 300):
                if code != "none" and dpi not in (150, 300):
                    continue
                page = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
                yield Case(f"sheet {name}, {dpi} dpi, code {code}", page, puzzle)
                if code == "none" and dpi == 200:
                    yield Case(f"sheet {name}, {dpi} dpi, scanned", _scanned(page, number), puzzle)


def _scanned(page: Image.Image, seed: int) -> Image.Image:
    from tests.bench.photo_wear import scanned

    pixels = np.array(page, dtype=np.uint8)
    rng = np.random.default_rng(seed)
    image, _ = scanned(pixels, np.zeros((4, 2)), 1.0, rng)
    return Image.fromarray(image)


def drawings() -> Iterator[Case]:
    """Our own drawings."""
    from nonosat.draw import png

    for name in _SHEETS:
        puzzle = _puzzle(name)
        for theme, size in (("light", 18), ("dark", 24), ("print", 32), ("contrast", 28)):
            data = png(puzzle, cell_size=size, theme=theme)
            yield Case(f"drawing {name}, {theme}, cell {size}", bytes(data), puzzle)


def judged(case: Case) -> tuple[str, str]:
    """``right``, ``refused`` or ``WRONG``, and why."""
    picture: Image.Image | bytes = case.picture
    begun = time.perf_counter()
    try:
        reading = nonosat.photo.read_picture(picture, time_limit=20)
    except NonosatError as exc:
        return "refused", str(exc)[:60]
    took = f"{reading.source}, {reading.status.value}, {time.perf_counter() - begun:.1f} s"
    same = reading.puzzle is not None and _same(reading.puzzle, case.puzzle)
    words = took
    if reading.puzzle is not None and not same:
        size = f"{reading.puzzle.width}x{reading.puzzle.height}"
        words += f", other clues ({size})"
    if reading.source == "picture":
        false, missed = _printed(case, reading.given)
        words += f", {false} printed cells wrong" if false else ""
        words += f", {missed} printed cells not seen" if missed else ""
        same = same and not false
    unique = case.puzzle.solve().verdict is nonosat.Verdict.UNIQUE
    if reading.status.value == ("unique" if unique else "several"):
        return ("right" if same else "WRONG"), words
    if reading.status.value == "unique":
        return "WRONG", words
    return "refused", words + (", first reading right" if same else "")


def _printed(case: Case, given: Grid | None) -> tuple[int, int]:
    """The number of cells whose printed state was read wrongly, and of cells not seen."""
    truth = case.given or case.puzzle.unknown_grid()
    if given is None:
        return 0, len(truth.cells) - truth.unknown_count
    if (given.height, given.width) != (truth.height, truth.width):
        return len(given.cells) - given.unknown_count, 0
    pairs = list(zip(given.cells, truth.cells, strict=True))
    false = sum(mine not in (UNKNOWN, other) for mine, other in pairs)
    return false, sum(mine == UNKNOWN != other for mine, other in pairs)


def _same(one: Puzzle, other: Puzzle) -> bool:
    """Equal lengths, and colours that match one to one."""
    pairs: set[tuple[int, int]] = set()
    for mine, theirs in zip((*one.rows, *one.columns), (*other.rows, *other.columns), strict=False):
        if mine is None or theirs is None or len(mine) != len(theirs):
            return False
        if any(a.length != b.length for a, b in zip(mine, theirs, strict=True)):
            return False
        pairs |= {(a.color, b.color) for a, b in zip(mine, theirs, strict=True)}
    matched = len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    return matched and (one.width, one.height) == (other.width, other.height)


def cases(kinds: Iterable[str], folder: Path) -> Iterator[Case]:
    """The pictures of the requested kinds."""
    for kind in kinds:
        if kind == "sheets":
            yield from sheets(folder)
        elif kind == "drawings":
            yield from drawings()
        else:
            display = Display(Path(folder))
            try:
                yield from {"pattern": pattern, "picmi": picmi}[kind](display)
            finally:
                display.close()


def main() -> None:
    """Make the pictures, read them, print a line for each and a sum."""
    kinds = ("pattern", "picmi", "sheets", "drawings")
    parser = argparse.ArgumentParser(description="Pictures that other programs draw.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="one or more; default: all")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures")
    parser.add_argument("--draw-only", action="store_true", help="read nothing")
    wanted = parser.parse_args()
    if unknown := set(wanted.kinds).difference(kinds):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(kinds)}")
    wanted.kinds = wanted.kinds or list(kinds)
    counts: Counter[tuple[str, str]] = Counter()
    for kind in wanted.kinds:
        with TemporaryDirectory() as name:
            for case in cases([kind], Path(name)):
                if wanted.keep is not None and isinstance(case.picture, Image.Image):
                    wanted.keep.mkdir(parents=True, exist_ok=True)
                    file = case.name.replace(", ", "-").replace(" ", "-") + ".png"
                    case.picture.save(wanted.keep / file)
                if wanted.draw_only:
                    continue
                verdict, words = judged(case)
                counts[kind, verdict] += 1
                print(f"{verdict:8} {case.name}: {words}", flush=True)
    print("\n| pictures | right | refused | wrong |\n|---|--:|--:|--:|")
    for kind in wanted.kinds:
        found = [counts[kind, verdict] for verdict in ("right", "refused", "WRONG")]
        print(f"| {kind} ({sum(found)}) | {' | '.join(map(str, found))} |")
    sys.exit(any(verdict == "WRONG" for _, verdict in counts))


if __name__ == "__main__":
    main()
