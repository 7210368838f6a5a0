# SPDX-License-Identifier: MIT
"""The pictures in docs/pictures/, of all documents but README.md.

    python -m docs.tools.pictures            # the SVG pictures
    python -m docs.tools.pictures --screens  # also those that other programs draw

nonosat draws the SVG pictures, from the puzzles of data/ and its own answers about them;
``tests/test_pages.py`` compares. Paper and pages are pictures in pixels: ``--screens`` makes them
with pdftoppm (Debian: poppler-utils) and chromium, whose output differs from version to version, so
they are not compared. Look at what changes.
"""

from __future__ import annotations

import argparse
import subprocess
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nonosat
from docs.tools import lesson_page
from nonosat import FILLED, UNKNOWN, Grid, Puzzle, study
from nonosat.draw import charts, svg_writer
from nonosat.draw.theme import LIGHT, THEMES
from nonosat.types import Step

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 1_500_000
"""Of all pictures together."""
FLOATING = ("stage-beliefs.svg", "stage-weights.svg")
"""Pictures that depend on floating point: other processors may round differently."""
DEDUCTION = ("lines", "implications", "probe")
ASSUMED = (13, 4)
"""The cell of noise-18x18-1381 whose right value makes probing solve all, and whose wrong value
makes it end in a contradiction: the search does the same."""
ITERATIONS = (1, 5, 12, 26)
"""Of belief propagation on noise-20x20-2744; the last one finds the solution."""


def load(name: str) -> Puzzle:
    """A puzzle of data/."""
    return nonosat.load(ROOT / "data" / name)


def known(puzzle: Puzzle, stages: Sequence[str], given: Grid | None = None) -> Grid:
    """The cells that these stages solve."""
    return nonosat.solve(puzzle, stages=stages, given=given).known


def _board(grid: Grid, cell: int = 7, marks: Sequence[tuple[int, int]] = ()) -> str:
    return svg_writer.draw_grid(grid, marks=marks, theme=replace(LIGHT, cell_size=cell))


def _steps(puzzle: Puzzle) -> list[Step]:
    return list(nonosat.walkthrough(puzzle))


def _first(steps: Sequence[Step], technique: str) -> str:
    return next(step for step in steps if step.technique == technique)._repr_svg_()


def stages() -> Iterator[tuple[str, str]]:
    """The effect of each stage, for docs/explanation/how-it-solves.md."""
    windmill = load("windmill.non")
    before = windmill.unknown_grid()
    for number, name in enumerate(DEDUCTION, 1):
        after = known(windmill, DEDUCTION[:number])
        yield (
            f"stage-{name}.svg",
            _board(after, marks=after.differences(before) if number > 1 else ()),
        )
        before = after

    noise = load("noise-18x18-1381.non")
    probed = known(noise, DEDUCTION)
    solution = nonosat.solve(noise).solutions[0]
    yield "stage-search-before.svg", _board(probed, 10, [ASSUMED])
    for name, value in (
        ("wrong", FILLED + nonosat.EMPTY - solution[ASSUMED]),
        ("right", solution[ASSUMED]),
    ):
        assumed = nonosat.solve(
            noise, stages=DEDUCTION, given=probed.with_cells([(*ASSUMED, value)])
        )
        assert (assumed.verdict is nonosat.Verdict.NONE) == (name == "wrong")
        yield f"stage-search-{name}.svg", _board(assumed.known, 10, [ASSUMED])

    yield "stage-beliefs.svg", _beliefs(load("noise-20x20-2744.non"))
    yield "stage-weights.svg", _first(_steps(study.domino(5)), "weights")
    hard = load("noise-18x18-7733.non")
    yield "stage-sat-before.svg", _board(known(hard, DEDUCTION), 10)
    yield "stage-sat.svg", _board(nonosat.solve(hard).solutions[0], 10)
    steam = load("two-ways-steam.non")
    first, second = nonosat.solve(steam).solutions
    differ = first.differences(second)
    yield "stage-second-1.svg", nonosat.draw.svg(steam, first, marks=differ)
    yield "stage-second-2.svg", nonosat.draw.svg(steam, second, marks=differ)


def _beliefs(puzzle: Puzzle, side: int = 8, gap: int = 44) -> str:
    """Boards of beliefs side by side: the darker a cell, the likelier it is filled."""
    runs = list(study.beliefs(puzzle, iterations=max(ITERATIONS), gamma=1.0, seed=1))
    assert len(runs) == max(ITERATIONS)
    assert runs[-1].broken == 0
    wide, high = puzzle.width * side, puzzle.height * side
    total, tall = len(ITERATIONS) * (wide + gap), high + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{total}" height="{tall}"'
        f' viewBox="0 0 {total} {tall}">',
        "<title>beliefs in four iterations</title>",
        f'<rect width="{total}" height="{tall}" fill="{LIGHT.paper}"/>',
    ]
    for place, number in enumerate(ITERATIONS):
        left, run = gap // 2 + place * (wide + gap), runs[number - 1]
        for row, line in enumerate(run.probabilities):
            for column, probability in enumerate(line):
                shade = f"{15 - round(probability * 15):x}"
                if shade != "f":
                    parts.append(
                        f'<path d="M{left + column * side} {10 + row * side}h{side}v{side}h-{side}"'
                        f' fill="#{shade * 3}"/>'
                    )
        parts.append(
            f'<rect x="{left}" y="10" width="{wide}" height="{high}" fill="none"'
            f' stroke="{LIGHT.border}"/><text x="{left + wide / 2:g}" y="{high + 30}"'
            f' fill="{LIGHT.ink}" font-family="sans-serif" font-size="12" text-anchor="middle">'
            f"iteration {number}: {run.broken} clues broken</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def techniques() -> Iterator[tuple[str, str]]:
    """A step of each technique but weights, which is the picture of its stage."""
    heart, penguin = _steps(load("heart.non")), _steps(load("penguin.non"))
    noise = _steps(load("noise-18x18-1381.non"))
    yield "step-trivial.svg", _first(heart, "trivial")
    yield "step-overlap.svg", _first(penguin, "overlap")
    yield "step-line.svg", _first(penguin, "line")
    yield "step-chain.svg", _first(penguin, "chain")
    yield "step-trial.svg", _first(noise, "trial")
    yield "step-clue-set.svg", _first(noise, "clue-set")


def options() -> Iterator[tuple[str, str]]:
    """Every theme and every option of ``draw``."""
    draw, flower, heart = nonosat.draw.svg, load("flower.xml"), load("heart.non")
    half = nonosat.solve(flower).solutions[0]
    half = half.with_cells(
        (row, column, UNKNOWN) for row in range(6) for column in range(half.width)
    )
    for theme in THEMES:
        yield f"theme-{theme}.svg", draw(flower, half, theme=theme, marks=[(0, 0), (7, 5)])
    solved = nonosat.solve(heart).solutions[0]
    yield "draw-blank.svg", draw(heart)
    yield "draw-solution.svg", draw(heart, solved)
    yield "draw-given.svg", draw(heart, nonosat.walkthrough(heart).grid_after(4), finished=True)
    yield "draw-clues-both.svg", draw(heart, row_clues="both", column_clues="both")
    yield "draw-clues-other.svg", draw(heart, row_clues="right", column_clues="bottom")
    yield "draw-numbers.svg", draw(heart, numbers=True, cell_size=28)
    steam = load("two-ways-steam.non")
    report = nonosat.backbone(steam)
    yield "draw-ambiguous.svg", draw(steam, report.certain, marks=report.ambiguous or ())
    yield "draw-printed.svg", draw(load("printed-observatory.json"))
    yield "draw-missing.svg", draw(load("partial-tulip.json"))
    yield "draw-grid.svg", solved._repr_svg_()


def report_charts() -> Iterator[tuple[str, str]]:
    """The charts of the report about a collection, here about data/."""
    puzzles = [load(path.name) for path in sorted((ROOT / "data").glob("*.*"))]
    verdicts = [nonosat.solve(puzzle).verdict.value for puzzle in puzzles]
    found = [(one.value, verdicts.count(one.value)) for one in nonosat.Verdict]
    bins = (10, 15, 20, 25, 30, 40, 50, 1000)
    names = [*map(str, bins)]
    sides = Counter(bisect_left(bins, max(puzzle.width, puzzle.height)) for puzzle in puzzles)
    shapes = Counter(
        (bisect_left(bins, puzzle.width), bisect_left(bins, puzzle.height)) for puzzle in puzzles
    )
    drawn = {
        "bars": charts.bars([one for one in found if one[1]], heading="puzzles by verdict"),
        "histograms": charts.histograms(
            [("puzzles", [sides[place] for place in range(len(bins))])],
            names,
            heading="puzzles by the longer side",
            axis="cells of the longer side, at most",
        ),
        "bubbles": charts.bubbles(
            shapes,
            names,
            names,
            heading="puzzles by width and height",
            across="width, at most",
            up="height",
        ),
    }
    for name, chart in drawn.items():
        yield f"chart-{name}.svg", _on_paper(chart)


def _on_paper(chart: str) -> str:
    """A chart takes its colour from the page around it; as a file it needs one."""
    return chart.replace("<svg ", f'<svg style="color:{LIGHT.ink};background:{LIGHT.paper}" ', 1)


def drawings() -> dict[str, str]:
    """The SVG pictures by their names: equal wherever they are made, but for ``FLOATING``."""
    return {
        **lesson_page.pictures(),
        **dict(stages()),
        **dict(techniques()),
        **dict(options()),
        **dict(report_charts()),
    }


def screens() -> Iterator[tuple[str, bytes]]:
    """The pictures in pixels."""
    heart = load("heart.non")
    yield "draw-png.png", nonosat.draw.png(heart, nonosat.solve(heart).solutions[0])
    many = [load(f"{name}.non") for name in ("heart", "boat", "cat", "fish")]
    solutions = [nonosat.solve(puzzle).solutions[0] for puzzle in many]
    book: dict[str, Any] = {"solutions": solutions, "per_page": 4, "title": "A small book"}
    for number, page in enumerate(_pages(nonosat.draw.sheets(many, **book)), 1):
        yield f"print-book-{number}.png", page
    flower = load("flower.xml")
    turned = nonosat.draw.sheets(
        [flower], solutions=[nonosat.solve(flower).solutions[0]], answers="page", theme="patterns"
    )
    yield "print-answer.png", next(_pages(turned))
    handout = nonosat.walkthrough(load("house.non")).pdf()
    yield "print-steps.png", list(_pages(handout, 80))[1]
    yield "print-strips.png", next(_pages(nonosat.draw.sheets([heart], clue_strips=True)))
    large = list(_pages(nonosat.draw.sheets([load("banner-goods-train.non")])))
    yield "print-tiles.png", large[1]
    yield "walkthrough.png", _in_browser(nonosat.walkthrough(heart).html(), 900, 560, clicks=5)
    shown = nonosat.solve(load("two-ways-steam.non"))._repr_html_()
    yield "card.png", _in_browser(f"<body style='margin:8px'>{shown}</body>", 620, 420)
    yield "reading.png", _reading("photo", 17)
    yield "reading-refused.png", _reading("photo", 5)


def _reading(kind: str, seed: int) -> bytes:
    """The picture of the reading of a drawn photo."""
    from PIL import Image

    from tests.bench.photo_laboratory import picture

    reading = nonosat.photo.read_picture(Image.fromarray(picture(kind, seed)[0]))
    drawing = reading._repr_svg_()
    width, height = (
        int(drawing.split(f'{name}="', 1)[1].split('"')[0]) for name in ("width", "height")
    )
    page = f"<body style='margin:0;zoom:.75'>{drawing}</body>"
    return _in_browser(page, round(0.75 * width), round(0.75 * min(height, 900)), shades=128)


def _pages(book: bytes, dots: int = 45) -> Iterator[bytes]:
    """The pages of a PDF in few greys, at a number of dots per inch."""
    from PIL import Image

    with TemporaryDirectory() as folder:
        Path(folder, "book.pdf").write_bytes(book)
        subprocess.run(
            ["pdftoppm", "-r", str(dots), "-gray", "-png", "book.pdf", "p"], cwd=folder, check=True
        )
        for path in sorted(Path(folder).glob("p*.png")):
            yield _small(Image.open(path))


def _small(image: Any, shades: int = 32) -> bytes:
    """A PNG with few colours and a thin frame, as paper is white on white."""
    from PIL import Image, ImageOps

    file = BytesIO()
    # Of photos, rare colours such as thin frames would be lost among the common ones.
    how = Image.Quantize.MAXCOVERAGE if shades > 32 else None
    ImageOps.expand(image.convert("RGB"), 1, "#999999").quantize(shades, how).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()


def _in_browser(page: str, width: int, height: int, clicks: int = 0, shades: int = 32) -> bytes:
    """A page, after some clicks on its button for the next step."""
    from PIL import Image

    from tests.support.chromium import launched

    with launched() as browser:
        shown = browser.new_page(viewport={"width": width, "height": height})
        shown.set_content(page)
        for _ in range(clicks):
            shown.get_by_text(">", exact=True).click()
        shown.wait_for_timeout(300)
        found = shown.screenshot()
    return _small(Image.open(BytesIO(found)), shades)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the pictures of the documents anew.")
    parser.add_argument("--screens", action="store_true", help="also the pictures in pixels")
    for name, drawing in drawings().items():
        (FOLDER / name).write_text(drawing, encoding="utf-8")
    if parser.parse_args().screens:
        for name, picture in screens():
            (FOLDER / name).write_bytes(picture)
