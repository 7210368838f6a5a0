# SPDX-License-Identifier: MIT
"""``puzzles_like_image``: puzzles with one solution that look like an image.

Idea. One image gives hundreds of grids: views of different parts, at different thresholds
(``sketches``). Line solving screens them all, and the number of cells that it leaves unknown shows
how far a grid is from a unique puzzle. The plain grid is tried first: the whole image, at the
threshold itself, nearly as ``puzzle_from_image`` makes it. Then come grids that look most like the
image and have few such cells. A grid is a candidate if its puzzle has one solution (or if people
can solve it with the techniques that are asked for); in other grids a few cells are changed, as few
as possible and preferably those that the image shows least clearly (``fitting``). A candidate that
looks almost like a better one is left out, and two solvers confirm the others. Only the image is
opened in a child process (``outside``); the search itself often checks whether it must end.

Cost: a millisecond for each grid of 40x40 cells; photos give hundreds of unique ones, outlines few.
Rejected: a search over single cells that weighs similarity against ambiguity. It needs a price for
similarity in cells, and its pictures are full of specks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from nonosat.errors import OptionError, check_library, shown
from nonosat.explain.techniques import checked_technique
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.make.confirm import confirm
from nonosat.make.pictures.fitting import Fitter, Fitting
from nonosat.make.pictures.from_image import (
    check_colors,
    check_threshold,
    check_title,
    cropped,
    target_size,
)
from nonosat.make.pictures.sketches import Sketch, fitted, sketches, views
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.palette import Palette
from nonosat.model.plain import HIDDEN, Answer, plain, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.photo.image_files import ImageLike, open_image
from nonosat.photo.outside import asked
from nonosat.words import counted, reason_words

if TYPE_CHECKING:
    from PIL.Image import Image


LIKE_METHODS = ("threshold", "edges")
"""The cells that are filled: dark areas, or their contours."""
_WORK = 30_000
"""Units of ``Limits``, if there is no time limit: some ten seconds."""
_SEARCH_SHARE = 0.8
"""The share of a time limit for the search; the rest is for confirming the puzzles."""
_MOST_CELLS = 3_000_000
"""The most cells of all screened grids together: some five seconds."""
_FITTED = 16
"""At least this number of grids is looked at closely, in search of better candidates."""
_MOST_FAILED = 40
"""The search ends after this number of grids that cannot become candidates."""
_OPEN_COSTS = (0.1, 0.5)
"""A grid with all cells unknown after line solving must be this much more similar to the picture to
rank equal to a solved grid. There are two rankings, whose grids are tried alternately: the low
value favours grids that may need many changes, the high value grids that need none."""
_HIDDEN_COST = 0.3
"""A view that shows nothing of the picture's sides would have to be this much more similar."""
_CHANGED_SHARE = 50
"""By default, at most one in this many cells may be changed."""
_ALIKE_SHARE = 25
"""Two puzzles of an answer differ in at least one in this many cells."""
_LEAST_CONTRAST = 12
"""If the cells of a picture differ less than this, of 255, there is nothing to see."""


@dataclass(frozen=True, slots=True)
class SimilarPuzzle:
    """One puzzle that looks like the image, confirmed by two solvers.

    ``puzzle``: it has one solution, its goal.
    ``similarity``: the share of the image's contrast that the goal shows, from 0 to 1.
    ``before``: the grid before cells were changed to make the puzzle unique.
    ``changed``: the changed cells, as (row, column), both from 0.
    ``actions``: the steps, in words, in order.

    >>> found = puzzles_like_image(b"P1\\n8 4\\n" + b"11110000\\n" * 4, size=2).puzzles[0]
    >>> found.similarity, found.puzzle.solve().verdict.value
    (1.0, 'unique')
    """

    puzzle: Puzzle = field(metadata=HIDDEN)
    similarity: float = field(metadata=HIDDEN)
    before: Grid
    changed: tuple[tuple[int, int], ...]
    actions: tuple[str, ...]

    @property
    def grid(self) -> Grid:
        """The image in cells: the goal of the puzzle."""
        assert self.puzzle.goal is not None
        return self.puzzle.goal

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it."""
        first = {"similarity": round(self.similarity, 4), "picture": plain(self.grid)}
        return first | plain_fields(self) | {"sha256": self.puzzle.sha256()}


@dataclass(frozen=True, slots=True)
class NearestMiss:
    """The grid that came nearest to a puzzle, if ``puzzles_like_image`` found no puzzle.

    ``grid``, ``palette``, ``similarity``: as for a puzzle.
    ``unsolved``: the cells, as (row, column), that differ between solutions or, with
    ``max_technique``, that the techniques do not find.
    ``bound``: fewer changes are proven not to be enough.
    ``actions``: the steps.

    >>> found = puzzles_like_image(b"P1\\n2 2\\n10\\n01\\n", size=2, max_changes=0)
    >>> found.puzzles, len(found.nearest.unsolved)
    ((), 4)
    """

    grid: Grid = field(metadata=HIDDEN)
    palette: Palette = field(metadata=HIDDEN)
    similarity: float = field(metadata=HIDDEN)
    unsolved: tuple[tuple[int, int], ...]
    bound: int
    actions: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it."""
        first = {"similarity": round(self.similarity, 4), "picture": plain(self.grid)}
        return first | plain_fields(self)


@dataclass(frozen=True, slots=True)
class SimilarPuzzles(Answer):
    """The answer of ``puzzles_like_image``.

    ``puzzles``: the most similar first, with a penalty for puzzles that show only a part of the
    image.
    ``nearest``: if there is no puzzle, the nearest grid; None if the image has too little contrast.
    ``screened``: how many different grids the image gave.
    ``fitted``: how many of them were looked at closely.
    ``contrast``: the greatest difference in brightness between two cells, 0 to 255.
    ``reason``: the limit that ended the search early, or None.
    ``seconds``: wall time.

    >>> found = puzzles_like_image(b"P1\\n8 4\\n" + b"11110000\\n" * 4, size=2)
    >>> len(found.puzzles), found.reason
    (1, None)
    """

    puzzles: tuple[SimilarPuzzle, ...]
    nearest: NearestMiss | None
    screened: int
    fitted: int
    contrast: float
    reason: Reason | None
    seconds: float = field(compare=False)

    def lines(self) -> list[str]:
        """The answer for people; the first line is the heading."""
        grids = counted(self.screened, "different grid")
        if self.reason is not None and not self.screened:
            lines = ["no puzzle: no grid was looked at"]
        elif self.contrast < _LEAST_CONTRAST:
            lines = [
                "no puzzle: the image has almost one colour "
                f"(the brightness of its cells differs by {self.contrast:.0f} of 255)"
            ]
        elif self.puzzles:
            lines = [f"{counted(len(self.puzzles), 'puzzle')} from {grids}"]
            for number, found in enumerate(self.puzzles, start=1):
                actions = "; ".join(found.actions)
                lines.append(f"{number}. similarity {found.similarity:.0%}: {actions}")
        else:
            lines = [f"no puzzle from {grids}, {self.fitted} of them looked at closely"]
        if self.nearest is not None:
            miss = self.nearest
            cells = counted(len(miss.unsolved), "cell stays", "cells stay")
            lines.append(
                f"the nearest miss: {cells} unsolved, similarity {miss.similarity:.0%}; "
                f"at least {counted(miss.bound, 'change')} needed"
            )
        if self.reason is not None:
            lines.append(f"ended early: {reason_words(self.reason)}")
        return lines

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw_grid

        for found in self.puzzles:
            grid = draw_grid(found.grid, palette=found.puzzle.palette)
            yield f"similarity {found.similarity:.0%}", grid
        if self.nearest is not None:
            yield "the nearest miss", draw_grid(self.nearest.grid, palette=self.nearest.palette)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it."""
        return plain_fields(self) | {"contrast": round(self.contrast, 1)}


def puzzles_like_image(
    image: ImageLike,
    *,
    size: int | tuple[int, int] | None = None,
    colors: int = 1,
    max_technique: str | None = None,
    count: int = 3,
    max_changes: int | None = None,
    method: str | None = None,
    threshold: int | None = None,
    crop: bool = False,
    invert: bool = False,
    title: str = "",
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SimilarPuzzles:
    """Make puzzles with one solution that look like an image, the most similar first.

    A file is opened in a child process, which may take 60 s, or less with ``time_limit``, and 2 GiB
    of memory.

    Args:
        image: a file name, the bytes of a file (PNG, GIF, BMP, JPEG, WEBP, PPM, TIFF), or an image
            of Pillow.
        size: width and height in cells; the board then shows a part of the image with these
            proportions. One number is the longer side. None: 30.
        colors: how many colours, 1 to 7; the background does not count.
        max_technique: people can solve the puzzles with techniques up to this one: trivial,
            overlap, line, chain, trial or clue-set. None: one solution is enough.
        count: how many puzzles, at most.
        max_changes: how many cells may be changed to make a puzzle unique. None: one in fifty.
        method: ``threshold`` (the default) fills dark areas, ``edges`` contours; for one colour.
        threshold: brightness from 1 to 255: only thresholds near it are tried; for one colour.
            None: thresholds near Otsu's.
        crop: cut margins of one colour first.
        invert: fill the light cells instead of the dark ones; for one colour.
        title: the title of the puzzles.
        time_limit: seconds of wall time. Without a limit, the search ends after an amount of work
            that takes some ten seconds, and the answer is the same on every machine.
        cancel: as for ``solve``.
        progress: called with two numbers: the grids looked at closely, the candidates so far.

    Returns:
        Up to ``count`` puzzles that differ visibly; if none was found, the nearest miss. The image
        as ``puzzle_from_image`` shows it is among them if few changes make it unique. Two solvers
        have confirmed each puzzle.

    Raises:
        PuzzleSyntaxError: the image cannot be read, has more than 100 million pixels (a
            JPEG file 250 million) or 65,535 on a
            side, or is more than 2,000 times as long as wide.
        OptionError: an option makes no sense, or Pillow is not installed.

    Similarity is the share of the image's variance that the cells explain (the correlation ratio);
    ``nonosat/make/pictures/sketches.py`` has the definition. With ``edges`` it is the
    similarity to a drawing of the contours.

    >>> from PIL import Image
    >>> picture = Image.new("L", (40, 40), 255)
    >>> picture.paste(0, (10, 10, 30, 40))
    >>> best = puzzles_like_image(picture, size=4).puzzles[0]
    >>> best.grid.text_rows(), best.similarity
    (['....', '.##.', '.##.', '.##.'], 1.0)
    """
    check_library("PIL")
    whole = Limits(time_limit=time_limit, cancel=cancel)

    def opened() -> tuple[Image, int, int]:
        ((picture, width, height),) = asked(
            "nonosat.make.pictures.like_image:fitted_here",
            image,
            time_limit=time_limit,
            cancel=cancel,
            size=size,
            crop=crop,
        )
        return picture, width, height

    return _similar(
        opened,
        whole,
        None if time_limit is not None else _WORK,
        colors=colors,
        max_technique=max_technique,
        count=count,
        max_changes=max_changes,
        method=method,
        threshold=threshold,
        invert=invert,
        title=title,
        progress=progress,
    )


def similar_here(
    image: ImageLike,
    *,
    limits: Limits,
    size: int | tuple[int, int] | None = None,
    crop: bool = False,
    **options: Any,
) -> SimilarPuzzles:
    """``puzzles_like_image`` in this process, which its owner can end."""
    return _similar(
        lambda: fitted_here(image, limits=limits, size=size, crop=crop), limits, None, **options
    )


def _similar(
    opened: Callable[[], tuple[Image, int, int]],
    whole: Limits,
    work: int | None,
    *,
    colors: int = 1,
    max_technique: str | None = None,
    count: int = 3,
    max_changes: int | None = None,
    method: str | None = None,
    threshold: int | None = None,
    invert: bool = False,
    title: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> SimilarPuzzles:
    """The puzzles like an image; ``opened`` opens it, once the options are checked."""
    check_function("progress", progress)
    check_title(title)
    colors = whole_number("colors", colors)
    check_colors(colors)
    check_threshold(threshold)
    if colors > 1 and invert:
        raise OptionError("a picture of several colours cannot be inverted: leave out invert")
    if colors > 1 and threshold is not None:
        raise OptionError("a threshold is for one colour: leave out one of the options")
    if method is not None and not (isinstance(method, str) and method in LIKE_METHODS):
        raise OptionError(
            f"no method {shown(method)} here: use {' or '.join(LIKE_METHODS)}; dithered "
            "pictures have many solutions"
        )
    if colors > 1 and method is not None:
        raise OptionError("a method is for one colour: leave out one of the options")
    count = whole_number("count", count, 1)
    if max_changes is not None:
        max_changes = whole_number("max changes", max_changes)
    checked_technique("max technique", max_technique)
    limits = whole.part(share=_SEARCH_SHARE, work=work)
    try:
        picture, width, height = opened()
    except Stopped as stopped:
        return SimilarPuzzles((), None, 0, 0, 0.0, stopped.reason, whole.passed)
    search = _Search(width, height, count, title, limits, progress)
    try:
        found = search.sketched(picture, colors, invert, threshold, method == "edges")
        if max_changes is None:
            max_changes = max(2, width * height // _CHANGED_SHARE)
        search.fit(found, Fitter(max_technique, max_changes, limits))
    except Stopped as stopped:
        search.reason = stopped.reason
    chosen = search.choose(whole.part(work=work))
    return SimilarPuzzles(
        tuple(chosen),
        search.nearest if not chosen else None,
        search.screened,
        search.fitted,
        search.contrast,
        search.reason,
        whole.passed,
    )


def fitted_here(
    image: ImageLike, *, limits: Limits, size: int | tuple[int, int] | None, crop: bool
) -> tuple[Image, int, int]:
    """An image prepared for views, and the width and height of the board.

    Raises:
        Stopped: a limit was reached.
    """
    picture = open_image(image)
    limits.check()
    if crop:
        picture = cropped(picture, [])
    width, height = target_size(picture, size)
    return fitted(picture, width, height), width, height


class _Search:
    """A search, with the candidates found so far."""

    def __init__(
        self,
        width: int,
        height: int,
        count: int,
        title: str,
        limits: Limits,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._width, self._height, self._count = width, height, count
        self._meta = Metadata(title=title)
        self._limits = limits
        self._progress = progress
        self._plain: Grid | None = None
        """The first grid: the whole picture, at the threshold itself."""
        self._candidates: list[SimilarPuzzle] = []
        self._scores: dict[bytes, float] = {}
        self.nearest: NearestMiss | None = None
        self.screened = 0
        self.fitted = 0
        self.contrast = 0.0
        self.reason: Reason | None = None

    def sketched(
        self, picture: Image, colors: int, invert: bool, threshold: int | None, outlines: bool
    ) -> list[Sketch]:
        """The grids of all views, in the order in which they are to be tried.

        Raises:
            Stopped: a limit was reached before there was any grid.
        """
        width, height = self._width, self._height
        scored: list[tuple[Sketch, float]] = []
        seen: set[bytes] = set()
        try:
            for view in views(picture, width, height, outlines):
                self._limits.check()
                if not self.contrast:
                    self.contrast = view.areas.contrast
                if self.contrast < _LEAST_CONTRAST:
                    break
                for sketch in sketches(view, width, height, colors, invert, threshold):
                    if sketch.grid.cells in seen:
                        continue
                    if (len(seen) + 1) * width * height > _MOST_CELLS and seen:
                        raise _Enough
                    seen.add(sketch.grid.cells)
                    board = open_board(self._puzzle(sketch))
                    board.propagate(self._limits.stop)
                    scored.append((sketch, board.unknown / (width * height)))
        except _Enough:
            pass
        except Stopped as stopped:
            self.reason = stopped.reason
            if not scored:
                raise
        self.screened = len(seen)
        orders = [
            sorted(scored, key=lambda one: price * one[1] - _score(one[0].similarity, one[0].share))
            for price in _OPEN_COSTS
        ]
        plain = [sketch for sketch, _ in scored[:1]]
        self._plain = plain[0].grid if plain else None
        turns = chain(plain, (sketch for pair in zip(*orders, strict=True) for sketch, _ in pair))
        return list({sketch.grid.cells: sketch for sketch in turns}.values())

    def fit(self, found: Iterable[Sketch], fitter: Fitter) -> None:
        """Make candidates from the first grids that can become candidates.

        Raises:
            Stopped: a limit was reached.
        """
        failed = 0
        for sketch in found:
            enough = len(self._candidates) >= self._count and self.fitted >= _FITTED
            if enough or failed == _MOST_FAILED:
                return
            if any(self._alike(sketch.grid, one.before) for one in self._candidates):
                continue
            self._limits.check()
            self.fitted += 1
            fitting = fitter.fit(self._puzzle(sketch), sketch.areas, sketch.grid == self._plain)
            if fitting.cells is None:
                failed += 1
                self._missed(sketch, fitting)
            else:
                self._candidates.append(self._candidate(sketch, fitting.cells))
            if self._progress is not None:
                self._progress(self.fitted, min(self._count, len(self._candidates)))

    def choose(self, limits: Limits) -> list[SimilarPuzzle]:
        """The best candidates that do not look alike, each confirmed; the plain one among them."""
        chosen: list[SimilarPuzzle] = []

        def rank(one: SimilarPuzzle) -> float:
            return -self._scores[one.grid.cells]

        for candidate in sorted(
            self._candidates, key=lambda one: (one.before != self._plain, rank(one))
        ):
            if len(chosen) == self._count:
                break
            if not any(self._alike(candidate.grid, one.grid) for one in chosen):
                try:
                    confirm(candidate.puzzle, limits)
                except Stopped as stopped:
                    self.reason = stopped.reason
                    break
                chosen.append(candidate)
        return sorted(chosen, key=rank)

    def _candidate(self, sketch: Sketch, cells: bytes) -> SimilarPuzzle:
        puzzle = self._puzzle(sketch, cells)
        assert puzzle.goal is not None
        changed = puzzle.goal.differences(sketch.grid)
        actions = list(sketch.words)
        if changed:
            actions.append(f"{counted(len(changed), 'cell')} changed")
        similarity = sketch.areas.similarity(cells)
        self._scores[cells] = _score(similarity, sketch.share)
        return SimilarPuzzle(puzzle, similarity, sketch.grid, changed, tuple(actions))

    def _missed(self, sketch: Sketch, fitting: Fitting) -> None:
        """Note a miss; the miss with the fewest unsolved cells is kept."""
        cells = tuple(divmod(place, self._width) for place in fitting.unsolved)
        if self.nearest is None or len(cells) < len(self.nearest.unsolved):
            self.nearest = NearestMiss(
                sketch.grid, sketch.palette, sketch.similarity, cells, fitting.bound, sketch.words
            )

    def _alike(self, one: Grid, other: Grid) -> bool:
        pairs = zip(one.cells, other.cells, strict=True)
        return sum(a != b for a, b in pairs) * _ALIKE_SHARE < len(one.cells)

    def _puzzle(self, sketch: Sketch, cells: bytes | None = None) -> Puzzle:
        grid = sketch.grid
        if cells is not None:
            grid = Grid.from_cells(grid.height, grid.width, cells, grid.letters)
        return Puzzle.from_grid(grid, palette=sketch.palette, meta=self._meta)


def _score(similarity: float, share: float) -> float:
    """The rank of a candidate; ``share``: the share of each side of the image that is shown."""
    return similarity - _HIDDEN_COST * (1 - share)


class _Enough(Exception):  # noqa: N818 - not an error: enough grids were screened
    """The work of screening is done."""
