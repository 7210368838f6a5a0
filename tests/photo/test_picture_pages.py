# SPDX-License-Identifier: MIT
"""Pages with several grids, in every position; files of telephones, and files with many pixels."""

from __future__ import annotations

import base64
import io
import sys
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from nonosat import Grid, Puzzle
from nonosat.draw import png
from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.limits import Limits
from nonosat.photo import image_files, read_picture, search, views
from nonosat.photo import straight as straight_module
from nonosat.photo.answer import PictureReading
from nonosat.photo.image_files import open_image
from nonosat.photo.pages import pages_of
from nonosat.types import ReadingStatus


def puzzle_of(picture: str) -> Puzzle:
    return Puzzle.from_grid(Grid(picture))


SMALL = Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])
OTHER = puzzle_of("..#..\n.###.\n#####\n.#.#.\n.###.")
EIGHTS = puzzle_of("########\n#.......\n########\n.......#\n########\n#......#\n########\n........")
HEIC = """
AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABf21ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA
Imlsb2MAAAAAREAAAQABAAAAAAGfAAEAAAAAAAADAgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAADnBp
dG0AAAAAAAEAAAD/aXBycAAAAN9pcGNvAAAAeGh2Y0MBA3AAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEMAf//A3AAAAMA
kAAAAwAAAwAeugJAYQABACtCAQEDcAAAAwCQAAADAAADAB6gFyAud3lupJKa5uAhoMCAAAAMgAAAAwCEYgABAAdEAcFysGJA
AAAAE2NvbHJuY2x4AAEADQAGgAAAABRpc3BlAAAAAAAAALQAAAC0AAAAKGNsYXAAAACzAAAAAQAAALMAAAAB/////wAAAAL/
////AAAAAgAAABBwaXhpAAAAAAMICAgAAAAYaXBtYQAAAAAAAAABAAEFgQIDBYQAAAMKbWRhdAAAAv4oAa8NWJjTajUf/oVf
Dtb2XyNDoVQTA4jSfCPF3nITf64S2j1ve+dJHAGwKO6TUQ+yV31pr9skiIFGruHf1Nh1SMbK2AiY3OsYfDwHxp2nSykM6xOZ
0MmAx6qV81EtZC4kEhazE9vHHDENLiPvecEKFvxBmZihPw29nOV66l7K/CugH8L9q/c1aVXv+U1V8H2+m+nyRaTxGSnbqQL6
Xiz5J1N4+qPMdA3xMO3ewEhWd9yjjrbRLWy9a2y3782YTPCYSVibxOaXVKQn/sDiHGUuuCqiYXVc+yxNAAUXbJsencHs+BIX
xh6efq+Dx4nHnubq3tKLx5IzgAVWRckYoaJueUaKfhzx6pX/Hl40pjff8EBDoXxoMHujKmGr7x7w83x4gNDEN0W0zDgfLpxp
E0RVJwBPZYm6Q5bxd+gBK8wfhNixdgSwcd/aHlg8HNZPD6t/r56jfYmxWBrx7RikQ6iyOs20H4D6NOnb/OS3yFh6JcplWuOz
2DfNpSl3gX2gjvPkAASwCvacP278Tj+p2y/dXVau6AkRWKIrwZj4rLhqTB1GmFkV8manWzFen0BgQ15w8L1h/bzfo8MLgwtd
Gok3/NQFGLN7+5904MhOasu+soIDL2FgBuO6y9cLO5Pt+izg8JAVdWIlxctDDzzqEmilr0i+O6pPvWWIvyHg5xibH7XV4Rx7
2rHb8QhOzOr7B6iWV8X8CrDIAkH/ul/hlhM5ElA3j/rdgbvcyCRIIzdct9HIZDwLzJ6TY3MFx/4hlbJI9g6YNtHUWE8768/y
imelTy6x1bFJHPuJDe+fj0TengSkmOACBoIn2typIa3GefdKgtnN9j3IqUzVp/IWHb+TAZG4xloRh8CaXmJALhUsXaVpAJT+
5sOzRRAbcuQ/V0StLDIDhKY558ZerNpGov4FoFiNedTzMQZ1qnTJOJHlZFzKP7w0UFTfdkWtCKPYpjND5kRHzzNLBsQgfhn3
0U5sVL7ICktwaTvDFIGVAYFkdgPF5B1N1Syp8U+3DwK2
"""
"""``SMALL``, drawn by this package, as a HEIC file."""


def drawn(puzzle: Puzzle, cell: int = 28) -> Image.Image:
    return Image.open(io.BytesIO(png(puzzle, cell_size=cell, theme="print"))).convert("RGB")


def page_of(*pictures: Image.Image) -> Image.Image:
    """The pictures below each other."""
    width = max(picture.width for picture in pictures) + 80
    page = Image.new("RGB", (width, sum(picture.height + 60 for picture in pictures)), "white")
    top = 30
    for picture in pictures:
        page.paste(picture, (40, top))
        top += picture.height + 60
    return page


def clues(puzzle: Puzzle | None) -> object:
    assert puzzle is not None
    return puzzle.rows, puzzle.columns


# ---- several grids


def test_of_several_puzzles_the_largest_is_read_and_named() -> None:
    page = page_of(drawn(OTHER, 20), drawn(SMALL, 36))
    reading = read_picture(page)
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(SMALL)
    assert (reading.number, reading.count) == (2, 2)
    assert any(remark.startswith("puzzle 2 of 2 of the page") for remark in reading.remarks)


def test_a_puzzle_is_chosen_by_its_number() -> None:
    page = page_of(drawn(OTHER, 20), drawn(SMALL, 36))
    reading = read_picture(page, puzzle=1)
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(OTHER)
    with pytest.raises(PuzzleSyntaxError, match="there is no puzzle 3 on a page: 2 puzzles found"):
        read_picture(page, puzzle=3)
    with pytest.raises(OptionError, match="puzzle"):
        read_picture(page, puzzle=0)


def test_among_equal_puzzles_none_is_chosen_silently() -> None:
    reading = read_picture(page_of(drawn(SMALL), drawn(OTHER)))
    assert reading.status is ReadingStatus.DOUBTFUL
    assert "several puzzles of about the same size" in str(reading.doubt)
    assert reading.count == 2


def test_a_puzzle_that_is_printed_twice_is_one() -> None:
    reading = read_picture(page_of(drawn(SMALL), drawn(SMALL)))
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(SMALL)


def test_a_grid_without_clear_numbers_does_not_hide_a_puzzle() -> None:
    """A strip with more cells, as of a heading, whose digits are too small."""
    strip = drawn(Puzzle([[1] * 7] * 5, [[5], []] * 7), 30)
    small = strip.resize((strip.width * 2 // 5, strip.height * 2 // 5), Image.Resampling.BILINEAR)
    page = page_of(small.filter(ImageFilter.GaussianBlur(0.7)), drawn(SMALL, 36))
    reading = read_picture(page)
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(SMALL)


def test_beside_a_larger_grid_that_cannot_be_read_a_puzzle_is_doubtful() -> None:
    large = drawn(OTHER, 60)
    ImageDraw.Draw(large).rectangle((0, 0, large.width, 100), "white")  # its column clues
    reading = read_picture(page_of(drawn(SMALL, 24), large))
    assert reading.status is ReadingStatus.DOUBTFUL
    assert reading.doubt == "a larger grid in the picture could not be read"


# ---- positions


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_a_turned_picture_is_read(angle: int) -> None:
    picture = drawn(SMALL).rotate(angle, expand=True)
    reading = read_picture(picture)
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(SMALL)
    assert reading.turned == 4 - angle // 90
    assert "read after a turn of the picture" in str(reading)
    boxes = [number.box for line in reading.lines for number in line.numbers]
    assert all(0 <= left < right <= picture.width for left, _, right, _ in boxes)
    assert all(0 <= top < below <= picture.height for _, top, _, below in boxes)


def test_a_turn_that_the_camera_recorded_is_no_other_one() -> None:
    file, record = io.BytesIO(), Image.Exif()
    record[0x0112] = 6  # to be turned by a quarter to the right
    drawn(SMALL).rotate(90, expand=True).save(file, "JPEG", quality=95, exif=record)
    reading = read_picture(file.getvalue())
    assert clues(reading.puzzle) == clues(SMALL)
    assert reading.turned == 0


def test_a_mirrored_picture_is_refused() -> None:
    reading = read_picture(ImageOps.mirror(drawn(SMALL)))
    assert reading.status is ReadingStatus.DOUBTFUL
    assert "the picture is mirrored" in str(reading.doubt)


def test_digits_that_look_alike_when_turned_are_not_taken_as_they_stand() -> None:
    """Upside down, the ones and eights of this puzzle are those of another puzzle."""
    reading = read_picture(drawn(EIGHTS).rotate(180))
    assert reading.status is not ReadingStatus.UNIQUE or clues(reading.puzzle) == clues(EIGHTS)
    assert reading.turned == 2 or reading.status is ReadingStatus.DOUBTFUL


# ---- files


def test_a_heic_file_is_read() -> None:
    reading = read_picture(base64.b64decode(HEIC))
    assert reading.status is ReadingStatus.UNIQUE
    assert clues(reading.puzzle) == clues(SMALL)


def test_an_avif_file_is_read() -> None:
    file = io.BytesIO()
    drawn(SMALL).save(file, "AVIF")
    assert clues(read_picture(file.getvalue()).puzzle) == clues(SMALL)


def test_without_its_library_a_heic_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(OptionError, match="pi_heif"):
        open_image(base64.b64decode(HEIC))


def test_a_damaged_heic_file() -> None:
    with pytest.raises(PuzzleSyntaxError, match="damaged"):
        open_image(base64.b64decode(HEIC)[:400])


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
@pytest.mark.parametrize("mode", ["L", "RGB", "1", "P"])
def test_too_many_pixels_are_shrunk(form: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, file = drawn(SMALL, 56).convert(mode), io.BytesIO()
    (picture.convert("RGB") if form == "JPEG" else picture).save(file, form)
    monkeypatch.setattr(image_files, "MAX_PIXELS", picture.width * picture.height // 3)
    shrunk = open_image(file.getvalue())
    assert shrunk.width in (picture.width // 2, -(-picture.width // 2))
    assert open_image(picture).size == shrunk.size
    monkeypatch.undo()
    assert clues(read_picture(shrunk).puzzle) == clues(SMALL)


@pytest.mark.parametrize("corrected", [False, True])
def test_a_less_likely_size_is_an_answer_only_without_corrections(
    monkeypatch: pytest.MonkeyPatch, *, corrected: bool
) -> None:
    """A past bug: a row of filled cells was left out, and columns corrected until all fitted."""
    limits = Limits()
    (page,) = pages_of(png(SMALL, cell_size=28), limits)
    (view,) = views.views_of(page, limits)
    view = replace(view, straight=replace(view.straight, others=(view.straight,)))
    other = replace(view, straight=view.straight.others[0])
    read = PictureReading.of_code(SMALL, ReadingStatus.UNIQUE, (90, 90))
    remark = "read 3, corrected to 2" if corrected else None
    rows = (replace(read.rows[0], remark=remark), *read.rows[1:])
    answers = [replace(read, status=ReadingStatus.NONE, puzzle=None), replace(read, rows=rows)]
    monkeypatch.setattr(views, "view_of", lambda straight, limits: other)
    monkeypatch.setattr(search, "_reading", lambda *_: answers.pop(0))
    reading = search._of_view(view, search._Work(page, limits, 0.0))
    assert not answers
    assert reading.status is (ReadingStatus.DOUBTFUL if corrected else ReadingStatus.UNIQUE)


@pytest.mark.parametrize("fitting", [(), (0,), (1,), (0, 1)])
def test_of_two_clear_positions_the_one_counts_in_which_the_clues_fit(
    monkeypatch: pytest.MonkeyPatch, fitting: tuple[int, ...]
) -> None:
    limits = Limits()
    (page,) = pages_of(png(SMALL, cell_size=28), limits)
    (view,) = views.views_of(page, limits)
    view = replace(view, doubt="photo.doubt.turned", other_position=replace(view, quarters=2))

    def answer(view: views.View, *_: object) -> PictureReading:
        fits = (view.quarters == 2) in fitting
        status = ReadingStatus.UNIQUE if fits else ReadingStatus.NONE
        if fits and view.doubt is not None:
            status = ReadingStatus.DOUBTFUL
        return replace(PictureReading.of_code(SMALL, status, (90, 90)), turned=view.quarters)

    monkeypatch.setattr(search, "_of_view", answer)
    reading = search._in_best_position(view, search._Work(page, limits, 0.0))
    if len(fitting) == 1:
        assert (reading.status, reading.turned) == (ReadingStatus.UNIQUE, 2 * fitting[0])
    else:
        assert reading.status is not ReadingStatus.UNIQUE


def test_a_grid_that_is_clear_in_two_positions_has_both(monkeypatch: pytest.MonkeyPatch) -> None:
    (page,) = pages_of(drawn(EIGHTS), Limits())
    monkeypatch.setattr(views.View, "may_be_turned", True)
    monkeypatch.setattr(views.View, "is_certainly_usual", False)
    turned = views.View.moved
    monkeypatch.setattr(
        views.View,
        "best_position",
        lambda view, limits, most: replace(
            turned(view, 2, False, limits), clearness=view.clearness
        ),
    )
    (view,) = views.views_of(page, Limits())
    assert view.doubt is not None
    assert view.other_position is not None
    assert view.other_position.quarters == 2


# ---- bounds of work


@pytest.mark.parametrize("left", [-1, 4])
def test_of_a_page_a_few_sizes_are_read(monkeypatch: pytest.MonkeyPatch, left: int) -> None:
    """One at least; without a bound a large page of tables takes most of its time for them."""
    limits = Limits()
    (page,) = pages_of(png(SMALL, cell_size=28), limits)
    (view,) = views.views_of(page, limits)
    view = replace(view, straight=replace(view.straight, others=(view.straight,) * 9))
    read = PictureReading.of_code(SMALL, ReadingStatus.NONE, (90, 90))
    work, made = search._Work(page, limits, 0.0, left), list[search._Work]()

    def reading(structure: object, straight: object, work: search._Work, doubt: object):
        work.left -= 1
        made.append(work)
        return read

    monkeypatch.setattr(views, "view_of", lambda straight, limits: replace(view))
    monkeypatch.setattr(search, "_reading", reading)
    assert search._of_view(view, work).status is ReadingStatus.NONE
    assert len(made) == max(1, left)


@pytest.mark.parametrize(("pixels", "positions"), [(1, 1), (2_000_000, 4)])
def test_large_grids_are_turned_to_few_positions(
    monkeypatch: pytest.MonkeyPatch, pixels: int, positions: int
) -> None:
    """One at least; the likely one comes first, here that of numbers below and at the left."""
    page = next(pages_of(drawn(SMALL).rotate(90), Limits()))
    monkeypatch.setattr(views, "_TURNED_PIXELS", pixels)
    tried: list[tuple[int, bool]] = []

    def moved(self: views.View, *position: object) -> views.View:
        tried.append(position[:2])
        return replace(self, clearness=0.0)

    monkeypatch.setattr(views.View, "moved", moved)
    views.views_of(page, Limits())
    assert len(tried) == positions
    assert set(tried) <= set(views._POSITIONS)
    assert tried[0] == (3, False)


@pytest.mark.parametrize("numbered", [False, True])
def test_a_grid_may_go_on_where_numbers_stand_beside_a_further_row(*, numbered: bool) -> None:
    """Without them, the grid is not read with one more row and column."""
    (straight,) = straight_module.grids_of(np.asarray(page_of(drawn(OTHER))), Limits())
    known = (
        replace(straight, height=4, margins=(*straight.margins[:3], 0)) if numbered else straight
    )
    more = replace(known, height=known.height + 1)
    below = straight.margins[3] - (0 if numbered else straight.cell)
    more = replace(more, margins=(*straight.margins[:3], below))
    assert views.may_go_on(more, known) is numbered
