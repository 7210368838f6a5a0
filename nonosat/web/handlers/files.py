# SPDX-License-Identifier: MIT
"""The endpoints that read and write files: open, convert, codes, formats, drawings, sheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nonosat import formats
from nonosat.draw import pictures
from nonosat.draw import text as text_pictures
from nonosat.errors import NonosatError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.face import KINDS, code_of, decode, decode_grid, encode
from nonosat.formats.registry import FORMATS, format_named
from nonosat.formats.table import as_dict, losses
from nonosat.languages import language
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.web.endpoints import MOST_CODED, MOST_OPENED
from nonosat.web.handlers.call import Call, given_grid, puzzle_data, puzzle_of, puzzle_reply
from nonosat.web.requests import Reply, RequestError, error_reply, named


def open_files(call: Call) -> dict[str, Any]:
    """The puzzles in an uploaded file of any format, or in the files of a form."""
    puzzles: list[dict[str, Any]] = []
    faults: list[dict[str, Any]] = []
    cut = False
    for name, data in _uploads(call):
        if cut:
            break
        try:
            found: Iterator[Any] = formats.read_named(
                data, format=call.fields.get("format"), name=name
            )
            for item, form, member in found:
                if max(len(puzzles), len(faults)) >= MOST_OPENED or call.rest <= 0:
                    cut = True
                    break
                file = f"{name}:{member}" if member else name
                if not isinstance(item, Puzzle):
                    faults.append(_fault(file, item))
                else:
                    coded = len(puzzles) < MOST_CODED
                    puzzles.append(
                        {"file": file, "format": form, **puzzle_reply(item, coded=coded)}
                    )
        except (PuzzleError, PuzzleSyntaxError) as error:
            faults.append(_fault(name, error))
    return {"puzzles": puzzles, "faults": faults, "cut": cut}


def _uploads(call: Call) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each file."""
    request = call.request
    if not request.content.startswith("multipart/form-data"):
        yield str(call.fields.get("name", "")), request.body
        return
    from email.parser import BytesParser
    from email.policy import HTTP

    head = b"Content-Type: " + request.content.encode("latin-1") + b"\r\n\r\n"
    form = BytesParser(policy=HTTP).parsebytes(head + request.body)
    if not form.is_multipart():
        raise RequestError("the body is not a form with files")
    parts = list(form.iter_parts())
    files = [part for part in parts if part.get_filename() is not None]
    if not files:
        names = [str(part.get_param("name", header="content-disposition")) for part in parts[:5]]
        texts = "; ".join(f"the field {name!r} is a text" for name in names)
        raise RequestError(
            f"the form has no file: {texts}; give a field a file name (curl: -F files=@FILE)"
        )
    for part in files:
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            yield str(part.get_filename()), data


def _fault(file: str, error: PuzzleError | PuzzleSyntaxError) -> dict[str, Any]:
    data = {"file": file, **json.loads(error_reply(error).body)["error"]}
    if error.clues is not None:
        clues = error.clues
        whole = clues if clues.size is None else replace(clues, goal=None, size=None)
        data["clues"] = puzzle_data(whole)
    return data


def convert(call: Call) -> Reply:
    """One or several puzzles as a file of a format."""
    form = format_named(call.data["format"])
    puzzles = _puzzles(call)
    data = form.dumps_some(puzzles, call.data.get("dialect"))
    lost = sorted({loss.what for puzzle in puzzles[:100] for loss in losses(puzzle, form.name)})
    headers = (
        named(_title_of(puzzles), form.suffix),
        ("x-nonosat-losses", json.dumps(lost)[:4000]),
    )
    body = data.encode("utf-8", "replace") if isinstance(data, str) else data
    kind = "application/octet-stream" if form.binary else "text/plain; charset=utf-8"
    return Reply(200, body, kind, headers)


def _puzzles(call: Call) -> list[Puzzle]:
    many = call.data.get("puzzles") or [call.data.get("puzzle")]
    if many == [None]:
        raise RequestError("puzzle or puzzles is missing")
    return [puzzle_of(one, call.request.library) for one in many]


def decode_code(call: Call) -> dict[str, Any]:
    """The puzzle of a code or link; for a picture with unknown cells, the picture."""
    text, kind = call.data["code"], call.data.get("kind")
    picture: Grid | None = None
    with suppress(PuzzleSyntaxError):
        picture = decode_grid(text, kind)
    if picture is not None and not picture.complete:
        return {"picture": picture.text_rows(), "puzzle": None}
    puzzle = decode(text, kind)
    return {
        "picture": None if picture is None else picture.text_rows(),
        **puzzle_reply(puzzle),
    }


def encode_puzzle(call: Call) -> dict[str, Any]:
    """The codes of a puzzle, of one kind or of all that can hold it.

    With ``base`` there are also links, with ``qr`` pictures (SVG) of the codes as QR codes.
    """
    puzzle = call.puzzle()
    base = call.data.get("base")
    kinds = [call.data["kind"]] if "kind" in call.data else list(KINDS)
    codes: dict[str, str | None] = {}
    faults: dict[str, Any] = {}
    links: dict[str, str] = {}
    squares: dict[str, str | None] = {}
    for kind in kinds:
        try:
            codes[kind] = encode(puzzle, kind)
            if base is not None and KINDS[kind].field is not None:
                links[kind] = encode(puzzle, kind, base=base)
        except NonosatError as error:
            codes[kind] = None
            faults[kind] = json.loads(error_reply(error).body)
    if call.data.get("qr"):
        from nonosat.draw.book.blocks import svg_square_of

        squares = {
            kind: svg_square_of(links.get(kind) or code) for kind, code in codes.items() if code
        }
    return {"id": puzzle.sha256(), "codes": codes, "links": links, "qr": squares, "faults": faults}


def list_formats(call: Call) -> dict[str, Any]:
    """The table of all formats."""
    return {"formats": [as_dict(form) for form in FORMATS.values()]}


_PICTURES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
}


def draw_board(call: Call) -> Reply:
    """A puzzle as a picture, blank or with a grid."""
    puzzle = call.puzzle()
    kind = call.data.get("kind", "svg")
    names = ("theme", "cell_size", "row_clues", "column_clues", "numbers", "finished")
    options: Any = {name: call.data[name] for name in names if name in call.data}
    if kind == "png":
        pictures.check_png(puzzle, **options)
    grid = given_grid(puzzle, call.data.get("grid"))
    options["marks"] = marks = [(row, column) for row, column in call.data.get("marks", [])]
    options["poll"] = call.poll
    if kind == "txt":
        drawn = (text_pictures.draw(puzzle, grid, marks=marks, poll=call.poll) + "\n").encode()
    elif kind == "svg":
        drawn = pictures.svg(puzzle, grid, **options).encode("utf-8", "replace")
    else:
        drawn = (pictures.png if kind == "png" else pictures.pdf)(puzzle, grid, **options)
    return Reply(200, drawn, _PICTURES[kind], (named(puzzle.title, f".{kind}", shown=True),))


def print_sheets(call: Call) -> Reply:
    """Puzzles on sheets of paper, as a PDF."""
    from nonosat.draw.book.binding import sheets
    from nonosat.explain.rating import Printed, printed, sheets_arguments

    puzzles = _puzzles(call)
    data = call.data
    strips = data.get("clue_strips", False)
    answers = "none" if strips else data.get("solutions", "end")
    found: list[Printed] = []

    def share() -> float:
        return call.rest / (2 * (len(puzzles) - len(found)))

    for puzzle in puzzles:
        code = _printed_code(puzzle, data, call.poll) if answers != "only" else ""
        one = printed(
            puzzle,
            code,
            share,
            solved=answers != "none",
            rated=not strips and data.get("difficulty", True),
            cancel=call.budget.cancel,
        )
        found.append(one)
    names = ("paper", "landscape", "per_page", "theme", "title", "contents", "name_line")
    say = language(data.get("lang", "en"))
    given = {name: data[name] for name in (*names, "hide_titles") if name in data}
    book = sheets(
        **sheets_arguments(found, easy_first=data.get("easy_first", False), lang=say.code),
        answers=answers,
        clue_strips=strips,
        poll=call.poll,
        **given,
    )
    ends = "-solutions.pdf" if answers == "only" else ".pdf"
    headers = (
        named(
            data.get("title", "") or _title_of(puzzles, hidden=data.get("hide_titles", False)),
            ends,
            shown=True,
        ),
        ("x-nonosat-pages", str(book.pages)),
        ("x-nonosat-remarks", json.dumps([x.remark(say) for x in found if x.remark()][:20])),
    )
    return Reply(200, bytes(book), "application/pdf", headers)


def print_steps(call: Call) -> Reply:
    """A walkthrough, or the reasons of a cell, on paper. The steps get half of the time."""
    from nonosat.explain.cell_reasons import explain_cell
    from nonosat.explain.walkthroughs import walkthrough

    puzzle = call.puzzle()
    logic: Any = {name: call.options.get(name) for name in ("max_technique", "max_links")}
    logic |= {"given": call.given(puzzle), **call.limits, "time_limit": call.rest / 2}
    data, names = call.data, ("paper", "answer", "hide_titles", "lang")
    chosen = {name: data[name] for name in names if name in data}
    if (cell := data.get("cell")) is None:
        walk = walkthrough(puzzle, **logic)
        book, steps = walk.pdf(poll=call.poll, **chosen), len(walk)
    else:
        chosen.pop("answer", None)
        why = explain_cell(puzzle, cell, **logic)
        book, steps = why.pdf(poll=call.poll, **chosen), len(why.steps)
    headers = (
        named(_title_of([puzzle], hidden=data.get("hide_titles", False)), "-steps.pdf", shown=True),
        ("x-nonosat-pages", str(book.pages)),
        ("x-nonosat-steps", str(steps)),
        ("x-nonosat-remarks", json.dumps(book.warnings)),
    )
    return Reply(200, bytes(book), "application/pdf", headers)


def _title_of(puzzles: Sequence[Puzzle], *, hidden: bool = False) -> str:
    """The title that names a file; of a puzzle whose title is hidden, none."""
    if len(puzzles) > 1:
        return "nonograms"
    return "" if hidden else puzzles[0].title


def _printed_code(puzzle: Puzzle, data: Any, poll: Callable[[], object]) -> str:
    """A link to the puzzle if the page is named, else its code; empty if it cannot have one."""
    kind = data.get("code", "nonosat")
    if kind == "none":
        return ""
    try:
        return code_of(puzzle, kind, data.get("base") or None, poll)
    except NonosatError:
        return ""
