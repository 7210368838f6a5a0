# SPDX-License-Identifier: MIT
"""Pictures and PDFs from outside are opened where they can be ended, and nothing stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import nonosat
from nonosat import Cancellation, Reason
from nonosat.errors import BackendError, LimitError, OptionError, PuzzleSyntaxError
from nonosat.limits import Stopped
from nonosat.photo import outside
from nonosat.photo.image_files import check_size, open_image, read_image_file
from nonosat.photo.outside import Opening, asked
from nonosat.photo.pages import pages_of
from nonosat.types import ReadingStatus
from nonosat.workers.channel import WorkerEndedError
from tests.support.clock import cancelled
from tests.support.command_line import NONOSAT, environment
from tests.support.processes import (
    KILL,
    all_gone,
    children,
    interpreted,
    usual_hangup,
    wait_for_family,
)


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    outside._end()
    before = children()
    yield
    outside._end()
    assert children() == before


def ask(name: str, **options: object) -> list[object]:
    return list(asked(f"tests.support.outside_job:{name}", b"picture", **options))  # type: ignore[arg-type]


def stopped(name: str, **options: object) -> Reason:
    with pytest.raises(Stopped) as caught:
        ask(name, **options)
    return caught.value.reason


def test_a_child_answers_one_picture_after_the_other() -> None:
    (first,) = ask("pid")
    assert first not in (os.getpid(), None)
    assert ask("length", times=3) == [7, 7, 7]
    assert ask("length", times=3, first=True) == [7]
    with pytest.raises(PuzzleSyntaxError, match=r"missing\.png: the file cannot be read"):
        list(asked("tests.support.outside_job:pid", "missing.png"))
    assert ask("pid") == [first]
    psutil.Process(first).send_signal(KILL)  # type: ignore[arg-type] # somebody ends it meanwhile
    (second,) = ask("pid")
    assert second != first


def test_a_child_may_start_before_the_question() -> None:
    outside.begin()
    (child,) = children()
    assert ask("pid") == [child]


def test_an_idle_child_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "_IDLE_SECONDS", 0.0)
    (child,) = ask("pid")
    assert all_gone([child], 300)  # type: ignore[list-item]
    monkeypatch.setattr(outside, "_IDLE_SECONDS", 300.0)
    monkeypatch.setattr(outside, "_MOST_KEPT", 0)
    (child,) = ask("pid")
    assert all_gone([child], 0)  # type: ignore[list-item]


def test_what_looks_at_no_clock_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stopped("hangs", time_limit=0.5) is Reason.TIME
    monkeypatch.setattr(outside, "MEMORY_LIMIT", 150)
    assert stopped("eats") is Reason.MEMORY
    assert stopped("exhausts") is Reason.MEMORY


def test_a_page_has_a_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PAGE_SECONDS", 0.1)
    answers = asked("tests.support.outside_job:pages", b"", paged=True)
    assert [next(answers) for _ in range(4)] == [
        Opening(1, 0.1),
        Opening(None, None),
        "one",
        Opening(2, 0.1),
    ]
    with pytest.raises(Stopped, match="time"):
        next(answers)


def test_a_cancellation_and_an_exception_end_it() -> None:
    for name in ("polls", "hangs"):
        stop = Cancellation()
        answers = asked(f"tests.support.outside_job:{name}", b"", cancel=stop)
        next(answers)
        stop.cancel()
        with pytest.raises(Stopped, match="cancelled"):
            next(answers)
    assert stopped("pid", cancel=stop) is Reason.CANCELLED
    answers = asked("tests.support.outside_job:hangs", b"")
    child = next(answers)
    answers.close()  # type: ignore[attr-defined] # as Ctrl-C does
    assert all_gone([child], 0)


def test_a_crash_is_an_error_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PuzzleSyntaxError, match="makes the library that opens it crash"):
        ask("crashes", how=signal.SIGABRT)
    with pytest.raises(BackendError, match="has ended the process"):
        ask("crashes", how=KILL)
    with pytest.raises(WorkerEndedError, match="exit code 1"):
        ask("fails")
    assert "TypeError" in capfd.readouterr().err


def test_where_no_child_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    assert ask("pid") == [os.getpid()]
    assert ask("length", times=3, first=True) == [7]
    assert stopped("polls", time_limit=0.01) is Reason.TIME
    assert stopped("exhausts") is Reason.MEMORY
    drawn = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]]), cell_size=10)
    assert nonosat.make.puzzle_from_image(drawn, size=2).grid.width == 2


def test_several_threads_ask_at_a_time() -> None:
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.extend(ask("pid"))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3


# ---- heads


def png_of(width: int, height: int) -> bytes:
    """A PNG file with one bit a pixel, whose pixels are missing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        sum_ = zlib.crc32(name + data)
        return len(data).to_bytes(4, "big") + name + data + sum_.to_bytes(4, "big")

    sides = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    head = chunk(b"IHDR", sides + bytes([1, 0, 0, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("width", "height", "fault"),
    [
        (1, 40_000_000, "a side has more than 65,535"),
        (40_000_000, 1, "a side has more than 65,535"),
        (1, 4_000_000, "a side has more than 65,535"),
        (30, 65_000, "more than 2,000 times"),
        (65_000, 30, "more than 2,000 times"),
        (10_001, 10_000, "more than 100,000,000 pixels"),
        (10**8, 10**8, "more than 100,000,000 pixels"),
        (2000, 1, "damaged"),
        (65_000, 600, "damaged"),
    ],
)
def test_a_picture_is_refused_by_its_head(width: int, height: int, fault: str) -> None:
    with pytest.raises(PuzzleSyntaxError, match=fault):
        open_image(png_of(width, height))


def test_other_heads() -> None:
    gif = b"GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\2\2D\1\0;"
    bmp = b"BM" + b"".join(
        number.to_bytes(size, "little")
        for number, size in [
            (100, 4), (0, 4), (54, 4), (40, 4), (50_000, 4), (50_000, 4), (1, 2), (24, 2),
            (0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (0, 4),
        ]
    )  # fmt: skip
    for data in (gif, bmp):
        with pytest.raises(PuzzleSyntaxError, match="more than 100,000,000 pixels"):
            open_image(data)
    with pytest.raises(PuzzleSyntaxError, match="it is empty"):
        check_size((0, 5), None)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    large = tmp_path / "large.pdf"
    with large.open("wb") as file:
        file.write(b"%PDF-1.4")
        file.truncate((64 << 20) + 1)
    with pytest.raises(PuzzleSyntaxError, match=r"large\.pdf: more than 64 MiB"):
        read_image_file(large)


# ---- PDFs


def pdf_of(page: bytes, *objects: bytes, pages: int = 1, box: bytes = b"[0 0 600 800]") -> bytes:
    """A PDF of equal pages with this content, which names the others: X is the first of them."""
    numbers = range(4, 4 + pages)
    first = 4 + pages
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    used = b"/Resources<</XObject<</X %d 0 R>>/Font<</F<</Type/Font/Subtype/Type1" % first
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages),
        b"<</Length %d>>stream\n%s\nendstream" % (len(page), page),
        *[
            b"<</Type/Page/Parent 2 0 R/MediaBox%s/Contents 3 0 R%s/BaseFont/Helvetica>>>>>>>>"
            % (box, used)
        ]
        * pages,
        *objects,
    ]
    numbered = (b"%d 0 obj%s endobj " % (n, part) for n, part in enumerate(parts, start=1))
    return b"%PDF-1.4\n" + b"".join(numbered) + b"trailer<</Root 1 0 R>>"


def form(number: int, content: bytes) -> bytes:
    return (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>"
        b"/Length %d>>stream\n%s\nendstream" % (number, len(content), content)
    )


def digits(count: int) -> bytes:
    """A page of digits, most of them beyond its edge, which are text all the same."""
    return b"BT /F 4 Tf 3 TL 9 700 Td " + b"(1234567890) Tj T* " * (count // 10) + b"ET"


SELF = pdf_of(b"/X Do", form(5, b"/X Do /X Do /X Do /X Do"))
NESTED = pdf_of(
    b"/X Do", *(form(6 + n, b"/X Do " * 10) for n in range(12)), form(0, b"0 0 9 9 re f")
)
LINES = pdf_of(b"".join(b"%d %d m %d 9 l S " % (n % 601, n % 793, n % 577) for n in range(300_000)))
EMPTY = pdf_of(b"", pages=500)
DIGITS = pdf_of(digits(260_000))
PDFS = {"self": SELF, "nested": NESTED, "lines": LINES, "empty": EMPTY, "digits": DIGITS}


def test_a_form_that_draws_itself_ends_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "MEMORY_LIMIT", 150)
    reading = nonosat.photo.read_picture(SELF)
    assert (reading.status, reading.reason) == (ReadingStatus.UNKNOWN, Reason.MEMORY)
    assert reading.message == "not read: memory limit"
    assert (reading.page, reading.pixels) == (1, (0, 0))


class Counted(nonosat.limits.Limits):
    """Ends after some looks at the limits."""

    looks = 0

    def check(self, units: int = 1) -> None:
        self.looks += 1
        if self.looks > 8:
            raise Stopped(Reason.TIME)


@pytest.mark.parametrize("name", ["empty", "digits"])
def test_pages_and_their_text_look_at_the_limits(name: str) -> None:
    limits = Counted()
    data = EMPTY if name == "empty" else pdf_of(digits(5000))
    with pytest.raises(Stopped):
        list(pages_of(data, limits))
    assert limits.looks == 9


def test_one_page_is_opened_if_one_is_wanted() -> None:
    opened: list[int | None] = []
    (page,) = pages_of(EMPTY, nonosat.limits.Limits(), page=499, opening=opened.append)
    assert (page.number, opened) == (499, [499, None])
    with pytest.raises(PuzzleSyntaxError, match="there is no page 501: the last one is 500"):
        nonosat.photo.read_picture(EMPTY, page=501)


@pytest.mark.parametrize("box", [b"[0 0 10000000 1]", b"[0 0 1 10000000]"])
def test_a_thin_page_is_refused(box: bytes) -> None:
    with pytest.raises(PuzzleSyntaxError, match=r"page 1: .* a side has more than 65,535"):
        list(pages_of(pdf_of(b"", box=box), nonosat.limits.Limits()))


# ---- the questions


def test_a_limit_of_each_question(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]]), cell_size=10)
    monkeypatch.setattr(outside, "MEMORY_LIMIT", 1)
    with pytest.raises(LimitError, match="no puzzle: it takes more than"):
        nonosat.make.puzzle_from_image(drawn)
    monkeypatch.chdir(tmp_path)
    Path("one.png").write_bytes(drawn)
    with pytest.raises(LimitError, match=r"one\.png: it takes more than"):
        nonosat.make.puzzle_from_image("one.png")
    found = nonosat.make.puzzles_like_image(drawn)
    assert (found.reason, found.lines()[0]) == (Reason.MEMORY, "no puzzle: no grid was looked at")
    assert nonosat.photo.read_picture(drawn).reason is Reason.MEMORY
    with pytest.raises(OptionError, match="time limit -1"):
        nonosat.make.puzzle_from_image(drawn, time_limit=-1)
    with pytest.raises(LimitError, match="it was cancelled"):
        nonosat.make.puzzle_from_image(drawn, cancel=cancelled())


def test_the_parent_imports_no_library_of_pictures(tmp_path: Path) -> None:
    drawn = nonosat.draw.png(nonosat.Puzzle([[1]], [[1]]), cell_size=10)
    (tmp_path / "one.png").write_bytes(drawn)
    program = (
        "import sys\nfrom nonosat.cli.commands import program\n"
        "for words in (['read', 'one.png'], ['from-image', '-q', 'one.png', '--size', '9']):\n"
        "    program(words, standalone_mode=False)\n"
        "    print('loaded:', *{'PIL', 'cv2', 'numpy', 'pypdfium2'} & {*sys.modules}, sep='')\n"
    )
    done = interpreted(program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("loaded:")] == ["loaded:"] * 2


# ---- signals


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pdfs")
    for name, data in PDFS.items():
        (folder / f"{name}.pdf").write_bytes(data)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, KILL])
@pytest.mark.parametrize("name", PDFS)
def test_a_signal_ends_both_processes(name: str, sent: signal.Signals, pdfs: Path) -> None:
    with usual_hangup():
        read = subprocess.Popen(
            [*NONOSAT, "read", f"{name}.pdf"],
            cwd=pdfs,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    descendants = wait_for_family(read, 1)
    read.send_signal(sent)
    _, said = read.communicate(timeout=300)
    assert all_gone(descendants, 300 if sent == KILL else 0)
    if sent == KILL:
        assert read.returncode == -sent
    else:
        assert read.returncode == 128 + sent
        assert said.count("\n") == 1


@pytest.mark.timing
@pytest.mark.parametrize("name", PDFS)
def test_a_limit_holds(name: str) -> None:
    begun = time.perf_counter()
    reading = nonosat.photo.read_picture(PDFS[name], time_limit=2)
    assert (reading.status, reading.reason) == (ReadingStatus.UNKNOWN, Reason.TIME)
    assert time.perf_counter() - begun < 2.5
