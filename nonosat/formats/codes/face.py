# SPDX-License-Identifier: MIT
"""``encode`` and ``decode``: the table of the kinds of codes, and how a code is recognised.

The letter at the beginning of a code shows its kind. Codes of 2020 have no such letter: they are
tried last, as rules and as image, and all of their bits must be used. They never begin with a
letter before U, because a board has a row and a column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nonosat.errors import Fault, OptionError, PuzzleError, PuzzleSyntaxError, shown
from nonosat.formats.codes import GAME_ID, codes_2020, compact, game_id, links, pzpr, short
from nonosat.formats.common import counted, excerpt
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle, asked

_MOST_CHARACTERS = 4 * 2**20
"""Longer texts are not read: the longest code of a puzzle has half of this length."""

_NOT_OF_2020 = "ABCDEFGHIJKLMNOPQRST"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of code: its content, its writer and reader, and its place in a link."""

    name: str
    sentence: str
    field: str | None
    """The field of the code in a link, empty for a link without it; None if no page has links."""
    of_puzzle: tuple[Callable[[Puzzle], str], Callable[[str], Puzzle]] | None = None
    of_grid: tuple[Callable[[Grid], str], Callable[[str], Grid]] | None = None
    mark: str = "#"
    titled: bool = True
    """True if a title can stand beside the code in a link."""


def _read_query(text: str) -> Grid:
    return links.read_query(links.fields_of(text))


_ALL = (
    Kind(
        "nonosat",
        "any puzzle, with colours, missing clues and printed cells",
        "code",
        of_puzzle=(compact.write, compact.read),
    ),
    Kind(
        "rules",
        "clues, as in davidje13's program",
        "rules",
        of_puzzle=(short.write_rules, short.read_rules),
    ),
    Kind(
        "image",
        "a picture, which may have unknown cells, as in davidje13's program",
        "editor",
        of_grid=(short.write_image, short.read_image),
        titled=False,
    ),
    Kind(
        "rules-2020",
        "clues, also missing ones, as in davidje13's program of 2020",
        None,
        of_puzzle=(codes_2020.write_rules, codes_2020.read_rules),
    ),
    Kind(
        "image-2020",
        "a complete picture, as in davidje13's program of 2020",
        None,
        of_grid=(codes_2020.write_image, codes_2020.read_image),
    ),
    Kind(
        "raw",
        "a complete picture, as in links of dsmiller95's page",
        "",
        of_grid=(links.write_query, _read_query),
        mark="?",
        titled=False,
    ),
    Kind(
        "game-id",
        "the game id of Simon Tatham's Pattern, also with printed cells",
        "",
        of_puzzle=(game_id.write, game_id.read),
        titled=False,
    ),
)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
"""All kinds of codes by name."""


def _kind(name: str) -> Kind:
    if not isinstance(name, str) or name not in KINDS:
        raise OptionError(f"unknown kind of code {shown(name)}; choose {', '.join(KINDS)}")
    return KINDS[name]


def encode(
    puzzle: Puzzle | Grid,
    kind: str | None = None,
    *,
    base: str | None = None,
) -> str:
    """Write a puzzle or a picture as a code: a short text, for links, chats and paper.

    >>> from nonosat import Grid, Puzzle
    >>> puzzle = Puzzle.from_grid("#.\\n.#")
    >>> encode(puzzle, "rules"), encode(puzzle, "image"), encode(puzzle, "game-id")
    ('RlKq', 'BlJI', '2x2:1/1/1/1')
    >>> decode(encode(puzzle)).rows == puzzle.rows
    True
    >>> encode(puzzle, "rules", base="https://example.org/")
    'https://example.org/#rules=RlKq'

    Args:
        puzzle: a puzzle, or a picture. Codes of pictures take the goal of a puzzle; codes of
            puzzles take the clues of a complete picture.
        kind: ``nonosat``, ``rules``, ``image``, ``rules-2020``, ``image-2020``, ``raw`` or
            ``game-id``; by default ``nonosat`` for a puzzle and ``image`` for a picture.
        base: the address of a page, to get a link to it; an empty text, to get the end of a link.
            A link with ``code`` or ``rules`` has the title, which codes do not have.

    Returns:
        The code, or the link. A code of 2020 does not show whether it holds clues or a picture; a
        few can be read as both, and ``decode`` then needs the kind.

    Raises:
        PuzzleError: the code cannot hold the puzzle, or there is no picture to encode.
        GridError: the code cannot hold the picture, or it has unknown cells.
        OptionError: the kind is unknown, or has no links.
    """
    return code_of(puzzle, kind, base, bool)


def code_of(
    puzzle: Puzzle | Grid, kind: str | None, base: str | None, poll: Callable[[], object]
) -> str:
    """As ``encode``, with a poll that is called now and then; an exception from it ends the work.

    Only the kind ``nonosat``, which takes seconds for the largest puzzles, calls it.
    """
    if not isinstance(puzzle, Grid):
        puzzle, _ = asked(puzzle)
    form = _kind(("nonosat" if isinstance(puzzle, Puzzle) else "image") if kind is None else kind)
    if base is not None and not isinstance(base, str):
        raise OptionError(f"base {shown(base)}: give the address of a page, as text")
    if base is not None and form.field is None:
        raise OptionError(f"no page has links with codes of the kind {form.name!r}")
    if form.of_puzzle is not None:
        whole = puzzle if isinstance(puzzle, Puzzle) else Puzzle.from_grid(puzzle)
        slow = form.of_puzzle[0] is compact.write
        code = compact.write(whole, poll) if slow else form.of_puzzle[0](whole)
    else:
        assert form.of_grid is not None
        code = form.of_grid[0](_picture(puzzle, form.name))
    if base is None:
        return code
    assert form.field is not None
    title = puzzle.title if form.titled and isinstance(puzzle, Puzzle) else ""
    return links.link(base, form.mark, form.field, code, title)


def _picture(puzzle: Puzzle | Grid, kind: str) -> Grid:
    if isinstance(puzzle, Grid):
        return puzzle
    if puzzle.goal is None:
        raise PuzzleError(
            f"the puzzle has no goal picture, which a code of the kind {kind!r} holds: "
            "encode a solution"
        )
    return puzzle.goal


def decode(text: str, kind: str | None = None) -> Puzzle:
    """Read the puzzle of a code or of a whole link.

    The codes of pictures give a puzzle whose goal is the picture. The title is that of the link.

    >>> decode("RlKq")
    Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> decode("https://example.org/#rules=RlKq&name=dots").title
    'dots'
    >>> decode("RlKqA")
    Traceback (most recent call last):
    nonosat.errors.PuzzleSyntaxError: character 5: the code is complete before 'A': remove what \
follows

    Args:
        text: a code, or a link with one; blanks around it do not count.
        kind: the kind of the code, as for ``encode``; by default it is recognised.

    Returns:
        The puzzle. Codes have no author, and only those of the kind ``nonosat`` have names of
        colours.

    Raises:
        PuzzleSyntaxError: the text is not a code, is damaged, or is a picture with unknown cells;
            or, without ``kind``, it can be a code of 2020 of clues or of a picture.
        PuzzleError: the puzzle is impossible by itself.
        OptionError: the kind is unknown.
    """
    found, title = _read(text, kind)
    if isinstance(found, Grid):
        if UNKNOWN in found.cells:
            raise PuzzleSyntaxError(
                f"a picture of {found.width}x{found.height} with "
                f"{counted(found.unknown_count, 'unknown cell')}, which has no clues: "
                "it can be a given grid, not a puzzle"
            )
        found = Puzzle.from_grid(found)
    return found.with_meta(title=title) if title else found


def decode_grid(text: str, kind: str | None = None) -> Grid:
    """Read the picture of a code or of a whole link; some of its cells may be unknown.

    >>> decode_grid("BlJI")
    Grid('#.\\n.#')

    Args:
        text: a code of the kind ``image``, ``image-2020`` or ``raw``, or a link with one.
        kind: the kind of the code; by default it is recognised.

    Returns:
        The picture, in one colour.

    Raises:
        PuzzleSyntaxError: the text is not a code, is damaged, or is the code of clues.
        OptionError: the kind is unknown.
    """
    found, _ = _read(text, kind)
    if isinstance(found, Grid):
        return found
    if found.goal is None:
        raise PuzzleSyntaxError("this is the code of a puzzle, not of a picture")
    return found.goal  # of a link that also has printed cells


def _read(text: str, kind: str | None) -> tuple[Puzzle | Grid, str]:
    """The puzzle or picture of a code or link, and the title of the link."""
    form = None if kind is None else _kind(kind)
    if not isinstance(text, str):
        raise PuzzleSyntaxError(f"a {type(text).__name__} is not text: give the code as str")
    text = text.strip()
    if not text:
        raise PuzzleSyntaxError(Fault.of("fault.code.empty", "the code is empty"))
    if len(text) > _MOST_CHARACTERS:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.code.long",
                (
                    "{n} character: no code has more than {most}",
                    "{n} characters: no code has more than {most}",
                ),
                n=len(text),
                most=_MOST_CHARACTERS,
            )
        )
    if pzpr.is_link(text):
        return pzpr.read_link(text), ""
    if links.is_link(text):
        return _read_link(links.fields_of(text), form)
    return _read_code(text, form), ""


def _read_link(fields: Mapping[str, str], form: Kind | None) -> tuple[Puzzle | Grid, str]:
    for name, wanted in (("code", form), ("rules", KINDS["rules"]), ("editor", KINDS["image"])):
        if name in fields:
            try:
                found = _read_code(fields[name].strip(), wanted)
            except PuzzleSyntaxError as error:
                title = fields.get("name", "")
                if error.clues is not None and title:
                    error.clues = error.clues.with_meta(title=title)
                raise error.worded(Fault(f"{name}, {fault}") for fault in error.faults) from None
            if isinstance(found, Grid) and fields.get("printed") and UNKNOWN not in found.cells:
                found = _with_printed(found, fields["printed"])
            return found, fields.get("name", "")
    if "game" in fields:
        return game_id.read(fields["game"]), ""
    if any(name in fields for name in links.QUERY_FIELDS):
        return links.read_query(fields), ""
    raise PuzzleSyntaxError(
        Fault.of(
            "fault.link.nothing",
            "there is no puzzle in this link: it needs #code=, #rules=, #editor=, a game id after "
            "#, or ?width=, height= and raw=",
        )
    )


def _with_printed(picture: Grid, text: str) -> Puzzle:
    """The puzzle of a picture with printed cells at these places, such as 0,17: row by row."""
    count = len(picture.cells)
    words = text.split(",")
    for word in words:
        if not re.fullmatch("[0-9]{1,7}", word) or int(word) >= count:
            raise PuzzleSyntaxError(
                f"printed, {excerpt(word)} is not a cell: they are 0 to {count - 1}"
            )
    places = {int(word) for word in words}
    puzzle = Puzzle.from_grid(picture)
    cells = enumerate(picture.cells)
    return puzzle.with_printed(
        puzzle.grid(bytes(value if place in places else UNKNOWN for place, value in cells))
    )


def _read_code(text: str, form: Kind | None) -> Puzzle | Grid:
    if form is not None:
        return _read_as(text, form)
    if GAME_ID.match(text):
        return game_id.read(text)
    if text[:1] == compact.LETTER:
        return compact.read(text)
    if text[:1] and text[0] in short.IMAGE_LETTERS:
        return short.read_image(text)
    if text[:1] == short.RULES_LETTER:
        return short.read_rules(text)
    return _read_2020(text)


def _read_as(text: str, form: Kind) -> Puzzle | Grid:
    letters = {"nonosat": compact.LETTER, "rules": short.RULES_LETTER, "image": short.IMAGE_LETTERS}
    wanted = letters.get(form.name)
    if wanted is not None and (not text or text[0] not in wanted):
        raise PuzzleSyntaxError(
            f"character 1: a code of the kind {form.name!r} begins with {' or '.join(wanted)}"
        )
    reader = form.of_puzzle or form.of_grid
    assert reader is not None
    return reader[1](text)


def _read_2020(text: str) -> Puzzle | Grid:
    """Read a code without a letter: as rules or image of 2020, whichever uses all of its bits."""
    if not text or (text[0] in _NOT_OF_2020):
        raise _no_code(text)
    found: list[Puzzle | Grid] = []
    clues = None
    for kind in ("rules-2020", "image-2020"):
        try:
            found.append(_read_as(text, KINDS[kind]))
        except PuzzleSyntaxError as error:
            clues = clues or error.clues
    if len(found) == 2 and _clues(found[0]) != _clues(found[1]):
        raise PuzzleSyntaxError(
            "the code can be read as rules-2020 and as image-2020: name its kind (--code NAME, in "
            "Python kind=NAME)"
        )
    if found:
        return found[-1]
    if clues is not None:  # a code that can be corrected: report the faults of its clues
        _read_as(text, KINDS["rules-2020"])
    raise _no_code(text)


def _no_code(text: str) -> PuzzleSyntaxError:
    return PuzzleSyntaxError(
        f"{excerpt(text)} is not a code: codes begin with {compact.LETTER} (nonosat), R (rules), "
        "L or B (image), or WIDTHxHEIGHT: (game id)"
    )


def _clues(found: Puzzle | Grid) -> object:
    return found.clues() if isinstance(found, Grid) else (found.rows, found.columns)
